package mcp

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
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
		if value != nil && wire.Detail(&r.Error, name).Any() == nil {
			r.Error.Details = append(r.Error.Details, slog.Any(name, value))
		}
	}
	content, _ := blocksBeside(v.Member("content"))
	attach("content", enclosed("[]", content))
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
// the place of more they have a number, by which a result gets it from the document.
const maxMedia = 8 << 10

const leftOut = `"(left out: large data %d)"`

// blocksBeside returns the blocks of content that are not texts and have room in a detail, each
// after a comma, and the data that is left out of them.
func blocksBeside(content jsontree.Value) (list []byte, large []jsontree.Value) {
	for v := range content.Elements() {
		if !new(Dialect).isBlock(v, jsontree.Value{}) {
			continue
		}
		block := v.Raw()
		if data := v.Member("data"); len(data.Raw()) > maxMedia {
			block = strings.Replace(block, data.Raw(), fmt.Sprintf(leftOut, len(large)), 1)
			large = append(large, data)
		}
		if len(list)+len(block) < text.MaxDetailBytes-64 {
			list = append(append(list, ','), block...)
		}
	}
	return list, large
}

// appendBlocks appends the blocks that are attached to e, each after a comma.
func (d *Dialect) appendBlocks(dst []byte, call *dialect.Call, e *errkit.Error) []byte {
	list, document, large := attachment(e, "content"), call.Document, []jsontree.Value(nil)
	if e.Peer != nil {
		document = e.Peer.Raw
	}
	if !list.IsNull() && len(document) > maxMedia {
		root, _ := jsontree.Parse([]byte(document), jsontree.Limits{})
		_, large = blocksBeside(wire.Inner(root, "result").Member("content"))
	}
	for v := range list.Elements() {
		block, n, data := v.Raw(), -1, jsontree.Value{}
		if fmt.Sscanf(v.Member("data").Raw(), leftOut, &n); n >= 0 && n < len(large) {
			data, large[n] = large[n], jsontree.Value{} // once: the numbers are from the server
			block = strings.Replace(block, v.Member("data").Raw(), data.Raw(), 1)
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
