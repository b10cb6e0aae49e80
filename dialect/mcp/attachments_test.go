package mcp_test

import (
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/schemas/verify"
)

const (
	image = `{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}`
	sound = `{"type":"audio","data":"UklGRg==","mimeType":"audio/wav"}`
	link  = `{"type":"resource_link","uri":"file:///logs/7.txt","name":"the log"}`
	file  = `{"type":"resource","resource":{"uri":"file:///logs/7.txt","text":"ding"},"annotations":{"audience":["user"]}}`
)

// What a failed result has beside its texts is in the result that a front sends in its place, and is
// no loss.
func TestAttachments(t *testing.T) {
	result := func(blocks, rest string) string {
		return `{"content":[{"type":"text","text":"The page did not load."}` + blocks + `]` + rest + `}`
	}
	const failed = `,"isError":true`
	large := func(data string) string {
		return `,{"type":"image","data":"` + strings.Repeat(data, 100<<10) + `","mimeType":"image/png","annotations":{"priority":1}}`
	}
	tests := []struct {
		name, in, out, why string
		to                 mcp.Dialect
	}{
		{"a picture", result(","+image, failed), result(","+image, failed),
			"a screenshot is how an agent that drives a browser sees what went wrong", mcp.Dialect{}},
		{"before the text", `{"content":[` + image + `,{"type":"text","text":"The page did not load."},` + link + `],"isError":true}`,
			result(","+image+","+link, failed), "the text comes first", mcp.Dialect{}},
		{"a file", result(","+file, failed), result(","+file, failed), "with its annotations", mcp.Dialect{}},
		{"data", result("", `,"structuredContent":{"step":7,"n":9007199254740993}`+failed),
			result("", `,"structuredContent":{"step":7,"n":9007199254740993}`+failed), "digits stay", mcp.Dialect{}},
		{"a list as data", result("", `,"structuredContent":[7]`+failed), result("", `,"structuredContent":[7]`+failed),
			"any value is allowed from 2026-07-28 on", mcp.Dialect{}},
		{"a list as data, for an older client", result("", `,"structuredContent":[7]`+failed), result("", failed),
			"only objects are allowed before", mcp.Dialect{Revision: "2025-11-25"}},
		{"metadata", result("", failed+`,"_meta":{"example.com/trace":"t","a\"b":{}}`),
			result("", failed+`,"_meta":{"example.com/trace":"t","a\"b":{}}`), "", mcp.Dialect{}},
		{"a block that MCP does not define", result(`,{"type":"video","data":"AA=="},{"type":"image","data":"AA=="}`, failed),
			result("", failed), "clients refuse all of the result", mcp.Dialect{}},
		{"blocks without what MCP requires", result(`,{"type":"image","data":7,"mimeType":"image/png"},{"type":"resource","resource":"x"},`+
			`{"type":"resource","resource":{"uri":"a:b"}},{"type":"resource_link","uri":{},"name":"n"}`, failed),
			result("", failed), "clients refuse all of the result", mcp.Dialect{}},
		{"data that is no base64", result(`,{"type":"image","data":"data:image/png;base64,AA==","mimeType":"image/png"},`+
			`{"type":"resource","resource":{"uri":"a:b","blob":"A-"}}`, failed), result("", failed), "clients decode it", mcp.Dialect{}},
		{"blocks of later revisions, for an older client", result(","+link+","+sound+","+image, failed), result(","+image, failed),
			"it refuses types that it does not know", mcp.Dialect{Revision: "2024-11-05"}},
		{"large pictures around a link", result(large("A")+","+link+large("B"), failed), result(large("A")+","+link+large("B"), failed),
			"a screenshot of a whole page has more room than details have", mcp.Dialect{}},
		{"a large picture before the text", `{"content":[` + large("A")[1:] + `,{"type":"text","text":"The page did not load."}],"isError":true}`,
			result(large("A"), failed), "it is the same in another place", mcp.Dialect{}},
		{"a large picture in a response", `{"jsonrpc":"2.0","id":7,"result":` + result(large("A"), failed) + `}`, result(large("A"), failed),
			"it is found in the envelope", mcp.Dialect{}},
		{"a large picture that is no base64", result(large("-")+large("B"), failed), result(large("B"), failed),
			"clients decode it", mcp.Dialect{}},
		{"a note without a picture", result(`,{"type":"image","data":"(left out: large data 7)","mimeType":"image/png"}`+large("B"), failed),
			result(large("B"), failed), "a server can write what the details have", mcp.Dialect{}},
		{"a large sound, for an older client", result(strings.ReplaceAll(large("A"), "image", "audio")+large("B"), failed),
			result(large("B"), failed), "the picture after it is another block", mcp.Dialect{Revision: "2024-11-05"}},
		{"large data", result("", `,"structuredContent":{"x":"`+strings.Repeat("y", 100<<10)+`"}`+failed), result("", failed),
			"a note is no data", mcp.Dialect{}},
		{"null", result("", `,"structuredContent":null,"isError":true,"_meta":null`), result("", failed), "none", mcp.Dialect{}},
	}
	lossy := []string{"a list as data, for an older client", "blocks of later revisions, for an older client", "large data",
		"a large sound, for an older client"}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Unread: true}
			e, err := codec.Decode(dialect.Document{Dialect: mcp.Dialect{}, Body: []byte(tt.in)})
			require.NoError(t, err)
			out, losses, err := codec.Translate(dialect.Document{Dialect: mcp.Dialect{}, Body: []byte(tt.in)}, tt.to, dialect.Call{})
			require.NoError(t, err)
			if tt.to.Revision == "" {
				tt.out = `{"resultType":"complete",` + tt.out[1:]
			}
			require.Equal(t, tt.out, string(out.Body), tt.why)
			require.NoError(t, verify.Validate("mcp-call-tool-result", out.Body))
			isLost := slices.ContainsFunc(losses, func(l dialect.Loss) bool { return l.Field == "details" })
			require.Equal(t, slices.Contains(lossy, tt.name), isLost, "%v", losses)

			parts := tt.to.Parts(&codec, dialect.Call{}, e)
			require.Contains(t, string(out.Body), strings.Trim(string(parts.Blocks), "["))
			require.Equal(t, strings.Contains(tt.out, `"structuredContent"`), parts.Structured != nil)
			require.Equal(t, strings.Contains(tt.out, `"_meta"`), parts.Meta != nil)
		})
	}
}

// The details of an error are attachments of its result if they have the form of one.
func TestDetailsAsAttachments(t *testing.T) {
	picture := slog.Any("content", json.RawMessage(`[`+image+`]`))
	data := slog.Group("structuredContent", slog.Int("step", 7))
	own := slog.Any("_meta", map[string]any{"trace": "t", dialect.MetaKey: "x", dialect.DocKey: 7, "arcade": 1})
	tests := []struct {
		name    string
		details []slog.Attr
		to      mcp.Dialect
		want    string
	}{
		{"all of them", []slog.Attr{picture, data, own}, mcp.Dialect{Revision: "2025-11-25"},
			`,` + image + `],"structuredContent":{"step":7},"isError":true,"_meta":{"trace":"t"}}`},
		{"paragraphs of another format", []slog.Attr{slog.Any("content", json.RawMessage(`[{"type":"paragraph","text":"x"},7,"a"]`))},
			mcp.Dialect{Revision: "2025-11-25"}, `],"isError":true}`},
		{"texts", []slog.Attr{slog.String("content", "x"), slog.String("structuredContent", "x"), slog.String("_meta", "x")},
			mcp.Dialect{Revision: "2025-11-25"}, `],"isError":true}`},
		{"data of another form than the output", []slog.Attr{data}, mcp.Dialect{Revision: "2025-11-25"}, `],"isError":true}`},
		{"before they existed", []slog.Attr{data}, mcp.Dialect{Revision: "2025-03-26"}, `],"isError":true}`},
		{"the whole error in their place", []slog.Attr{data}, mcp.Dialect{Revision: "2025-11-25", Structured: true},
			`],"structuredContent":{"kind":"execution_failed","message":"It failed.","details":{"structuredContent":{"step":7}}},"isError":true}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := &errkit.Error{Kind: errkit.ExecutionFailed, Message: "It failed.", Details: tt.details}
			call := dialect.Call{OutputSchema: tt.name == "data of another form than the output"}
			out, _ := new(dialect.Codec).Append(nil, tt.to, call, e)
			require.Equal(t, `{"content":[{"type":"text","text":"It failed."}`+tt.want, string(out))
			require.NoError(t, verify.Validate("mcp-call-tool-result", out))
		})
	}
}

// A server can write the notes that an error has in the place of large data, also in the error that
// its result carries, and a result that is relayed again may have fewer blocks than its details.
func TestNotesOfLargeData(t *testing.T) {
	codec := dialect.Codec{Carry: true}
	relay := func(t *testing.T, in string, to mcp.Dialect) string {
		e, err := codec.Decode(dialect.Document{Dialect: mcp.Dialect{}, Body: []byte(in)})
		require.NoError(t, err)
		out, _ := codec.Append(nil, to, dialect.Call{}, e)
		return string(out)
	}
	large := func(kind, data string) string {
		return `{"type":"` + kind + `","data":"` + strings.Repeat(data, 100<<10) + `","mimeType":"` + kind + `/x"}`
	}
	in := `{"content":[{"type":"text","text":"The page did not load."},` + large("audio", "A") + `,` + large("image", "B") + `,` +
		large("image", "C") + `],"isError":true}`
	whole := relay(t, in, mcp.Dialect{})
	start := strings.Index(whole, "(left out: ")
	note := whole[start : start+strings.Index(whole[start:], `"`)]

	t.Run("a note many times", func(t *testing.T) { // they would all be as large as the picture
		of := `{"type":"audio","data":"` + note + `","mimeType":"audio/x"},`
		require.Contains(t, whole, of)
		many := strings.Replace(whole, of, strings.Repeat(of, 500), 1)
		out := relay(t, many, mcp.Dialect{})
		require.Less(t, len(out), len(many)+1<<10)
		require.Equal(t, 3, strings.Count(out, strings.Repeat("A", 100<<10)), "it has the size of three")
	})
	t.Run("a note in another member", func(t *testing.T) { // clients decode the data
		other := strings.Replace(in, `"type":"audio"`, `"title":"`+note+`","type":"audio"`, 1)
		content, _, _ := strings.Cut(relay(t, other, mcp.Dialect{}), `"_meta"`)
		require.Contains(t, content, `"title":"`+note+`","type":"audio","data":"AAAA`)
	})
	t.Run("through an older revision", func(t *testing.T) { // which has no sounds
		out := relay(t, relay(t, in, mcp.Dialect{Revision: "2024-11-05"}), mcp.Dialect{})
		content, _, _ := strings.Cut(out, `"_meta"`)
		require.Contains(t, content, large("image", "B")+`,`+large("image", "C"), "each picture is its own")
		require.NotContains(t, content, `"audio"`, "its data is lost")
	})
}
