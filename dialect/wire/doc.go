// Package wire provides what an implementation of [dialect.Dialect] needs: appending cleaned text, JSON and JSON-RPC, and
// reading documents with evidence. The dialects of this module use it like any other.
//
// # Append
//
// The Append functions take the destination first and allocate nothing if it has room. A function whose name ends in Body
// appends a part of a JSON string, without quotes. Those that take a [dialect.Codec] clean the text for people and models
// and cut it after [dialect.Codec.TextLimit] characters; the others append it as it is. Never pass text other than the
// public fields of the error: a cause or a [errkit.Private] must not be rendered.
//
//	func (Dialect) Append(dst []byte, c *dialect.Codec, _ dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
//		dst = append(dst, `{"error":{"message":`...)
//		dst = wire.AppendMessage(dst, c, e)
//		dst = wire.AppendMember(dst, `,"code":"`, string(e.Code))
//		dst = wire.AppendCarry(dst, c, e)
//		return append(dst, `}}`...), dialect.Head{Status: c.Table.Row(e.Kind).HTTP, ContentType: "application/json"}
//	}
//
// # Decode
//
// [Decode] parses the body and calls a function that reads the root into a [Reader]. The function reports whether there is
// an error, and returns an error of its own for a document that is not of the dialect. Afterwards Decode fills in the
// rest: a kind from the texts where the document leaves it open ([Reader.Refine]), the fields of an invalid input from its
// texts where it has no members for them, Retry, Stage and Upstream where they
// differ from the table, the delay in Retry-After, and the Peer. Details that the protocol does not define belong in
// Peer.Private, so that no other reader gets them ([dialect.Codec.Disclose]); [Reader.Shapes] does it. Members of the document that are not read count as lost in
// a translation, see [Reader.Used].
//
//	func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
//		return wire.Decode(c, doc, d.Name(), read)
//	}
//
//	func read(r *wire.Reader, root jsontree.Value) (bool, error) {
//		fault := root.Member("error")
//		if fault.Kind() != jsontree.Object {
//			return false, errors.New(`the document: no "error"`)
//		}
//		r.ByStatus()
//		r.Message(r.String(fault, "message"))
//		r.Carry(fault.Member(dialect.CarryMember), Dialect{})
//		return true, nil
//	}
package wire
