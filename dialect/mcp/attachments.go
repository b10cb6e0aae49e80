package mcp

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"log/slog"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// The attachments of a failed result are details of its error with the names content,
// structuredContent and _meta, see the documentation of this package.

// blocks are the types of blocks that are not texts, with the revision that has them, the text that
// they must have, and others of which they must have one (MCP, Schema, ContentBlock). Clients
// refuse a result with any other.
var blocks = map[string]struct{ since, text, one string }{
	"image":         {"", "/mimeType", "/data"},
	"audio":         {"2025-03-26", "/mimeType", "/data"},
	"resource_link": {Revision20250618, "/uri", "/name"},
	"resource":      {"", "/resource/uri", "/resource/text /resource/blob"},
}

// readAttachments reads the attachments of a failed result. Those that the document carries stay.
func readAttachments(r *wire.Reader, v jsontree.Value) {
	attach := func(name string, value json.RawMessage) {
		if value != nil && wire.Detail(r.Error, name).Any() == nil {
			r.Error.Details = append(r.Error.Details, slog.Any(name, value))
		}
	}
	attach("content", enclosed("[]", blocksBeside(v.Member("content"), map[string]jsontree.Value{})))
	if data := v.Member("structuredContent"); !data.IsNull() && !(r.Peer.Carried && new(errkit.Error).ReadJSON(data) == nil) {
		attach("structuredContent", json.RawMessage(data.Raw()))
	}
	attach("_meta", enclosed("{}", appendMetaMembers(nil, v.Member("_meta"))))
}

// enclosed returns values, of which each has a comma before it, in brackets, nil for none.
func enclosed(brackets string, values []byte) json.RawMessage {
	if values != nil {
		values[0] = brackets[0]
		values = append(values, brackets[1])
	}
	return values
}

// attachment returns the value of a detail with the name of an attachment.
func attachment(e *errkit.Error, name string) jsontree.Value {
	if wire.Detail(e, name).Any() == nil { // nearly always
		return jsontree.Value{}
	}
	doc := errkit.AppendDetails([]byte("{"), e.Details, func(key string) bool { return key != name })
	root, _ := jsontree.Parse(append(doc, '}'), jsontree.Limits{})
	return root.Member(name)
}

// maxMedia is the most bytes of a picture or a sound in the details of an error that was decoded. In
// the place of more is a note with their hash, by which a result gets them from the document.
const maxMedia = 8 << 10

// blocksBeside returns the blocks of content that are not texts and have room in a detail, each
// after a comma. Into large it puts the data that is left out of them, by its note.
func blocksBeside(content jsontree.Value, large map[string]jsontree.Value) (list []byte) {
	for v := range content.Elements() {
		if !new(Dialect).isBlock(v, jsontree.Value{}) {
			continue
		}
		block := v.Raw()
		isMedia := blocks[v.Member("type").Scalar()].one == "/data" // of others it is text that may be private
		if data := v.Member("data"); isMedia && len(data.Raw()) > maxMedia {
			sum := crc32.ChecksumIEEE([]byte(data.Raw())) // a hop may drop other blocks
			note := fmt.Sprintf(`"(left out: large data %08x)"`, sum)
			large[note], block = data, withData(v, note)
		}
		if len(list)+len(block) < text.MaxDetailBytes-64 {
			list = append(append(list, ','), block...)
		}
	}
	return list
}

// withData returns a block with other data, which is JSON.
func withData(block jsontree.Value, data string) string {
	var dst []byte
	for name, v := range block.Members() {
		raw := v.Raw()
		if name == "data" {
			raw = data
		}
		dst = append(append(text.AppendString(append(dst, ','), name), ':'), raw...)
	}
	return string(enclosed("{}", dst))
}

// appendBlocks appends the blocks that are attached to e, each after a comma. What they get from the
// document is no larger than it.
func (d *Dialect) appendBlocks(dst []byte, call *dialect.Call, e *errkit.Error) []byte {
	list, document := attachment(e, "content"), call.Document
	if list.IsNull() { // nearly always
		return dst
	}
	if e.Peer != nil {
		document = e.Peer.Raw
	}
	large, room := map[string]jsontree.Value{}, len(document)
	if room > maxMedia {
		root, _ := jsontree.Parse([]byte(document), jsontree.Limits{})
		blocksBeside(wire.Inner(root, "result").Member("content"), large)
	}
	for v := range list.Elements() {
		block, data := v.Raw(), large[v.Member("data").Raw()]
		if room -= len(data.Raw()); room < 0 { // the notes are from the server, too
			break
		}
		if data.Kind() != jsontree.Absent {
			block = withData(v, data.Raw())
		}
		if d.isBlock(v, data) {
			dst = append(append(dst, ','), block...)
		}
	}
	return dst
}

// isBlock reports whether v, with this data if there is any, is a block that clients of the revision
// accept.
func (d *Dialect) isBlock(v, data jsontree.Value) bool {
	want, known := blocks[v.Member("type").Scalar()]
	has := func(at string) bool {
		value := v.At(at)
		if at == "/data" && data.Kind() != jsontree.Absent {
			value = data
		}
		s, ok := value.Text()
		_, err := base64.StdEncoding.DecodeString(s)
		return ok && (err == nil || at != "/data" && at != "/resource/blob")
	}
	return known && d.since(want.since) && has(want.text) && slices.ContainsFunc(strings.Fields(want.one), has)
}

// data returns the structuredContent that is attached to e, nil if the revision or the schema of the
// tool's output does not allow it: some clients refuse a result with another form.
func (d *Dialect) data(call *dialect.Call, e *errkit.Error) json.RawMessage {
	v := attachment(e, "structuredContent")
	if v.IsNull() || v.Is(text.LeftOut) || call.OutputSchema || !d.since(Revision20250618) ||
		v.Kind() != jsontree.Object && !d.since(Revision20260728) {
		return nil
	}
	return json.RawMessage(v.Raw())
}

// appendMetaMembers appends the members of _meta that this package neither reads nor writes, each
// after a comma.
func appendMetaMembers(dst []byte, meta jsontree.Value) []byte {
	for name, value := range meta.Members() {
		if name != dialect.MetaKey && name != dialect.DocKey && name != ToolFailureKey && name != arcadeKey {
			dst = append(append(text.AppendString(append(dst, ','), name), ':'), value.Raw()...)
		}
	}
	return dst
}
