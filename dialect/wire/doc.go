// Package wire, for implementations of dialects, provides what an implementation of
// [dialect.Dialect] needs: appending cleaned text, JSON and JSON-RPC, and reading documents with
// evidence. The dialects of this module use it like any other.
//
// Its parts fit together as follows. What a dialect renders it appends by itself, with the
// functions for texts (text.go), for what documents have in common (json.go, rpc.go, values.go)
// and for the canonical JSON that a document carries. What it reads it gives to [Decode] as a
// function, which sets the Error and the Peer of a [Reader] by its methods: for values of any type
// (values.go), for the kind, fields, needs and evidence (reader.go), and for a carried error
// (carry.go). What a document leaves open it names with [Reader.Refine] (open.go); a [Foreign]
// decides it, and reads what no dialect defines. That is package foreign, which imports this one.
// The messages of google.rpc are in package rpcdetails.
//
// # Append
//
// The Append functions take the destination first and allocate nothing if it has room. A function
// whose name ends in Body appends a part of a JSON string, without quotes. Those that take a
// [dialect.Codec] clean the text for people and models and cut it after [dialect.Codec.TextLimit]
// characters; the others append it as it is. Never pass text other than the public fields of the
// error: a cause or a [errkit.Private] must not be rendered.
//
//	func (Dialect) Append(
//		dst []byte, c *dialect.Codec, _ dialect.Call, e *errkit.Error,
//	) ([]byte, dialect.Head) {
//		dst = append(dst, `{"error":{"message":`...)
//		dst = wire.AppendMessage(dst, c, e)
//		dst = wire.AppendMember(dst, `,"code":"`, string(e.Code))
//		dst = wire.AppendCarry(dst, c, e)
//		head := dialect.Head{Status: c.Table.Row(e.Kind).HTTP, ContentType: wire.MediaTypeJSON}
//		return append(dst, `}}`...), head
//	}
//
// # Decode
//
// [Decode] parses the body and calls a function that reads the root into a [Reader]. The function
// reports whether there is an error, and returns an error of its own for a document that is not of
// the dialect. Afterwards the [Foreign] refines what the document leaves open, and Decode fills in
// the rest: Retry, Stage and Upstream where they differ from the table, the delay in Retry-After,
// and the Peer. Details that the protocol neither defines nor leaves to applications belong in
// Peer.Private, so that no other reader gets them ([dialect.Codec.Disclose]); foreign.Shapes does
// it. Texts that the protocol addresses to the caller whatever the kind is, such as a tool's
// result, are marked by Peer.Public. Members of the document that are not read count as lost in a
// translation, see [Reader.Used].
//
//	func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
//		return wire.Decode(c, doc, d.Name(), read, foreign.Rules{})
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
//
// # Compatibility
//
// It may change more often than the rest of the module.
package wire
