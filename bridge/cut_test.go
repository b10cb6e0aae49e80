package bridge_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
)

const pem = `-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nu1SU1LfVLPHCozMxH2Mo\n-----END RSA PRIVATE KEY-----`

// A failed answer that is longer than what is held keeps what arrived of its texts and blocks, and
// states that there was more.
func TestCutError(t *testing.T) {
	const picture = `{"type":"image","mimeType":"image/png","data":"aGk="}`
	long := `\nx` + strings.Repeat("x ", hold)
	result := func(content string) string {
		return `{"jsonrpc":"2.0","id":7,"result":{"isError":true,` + content + `}}`
	}
	tests := []struct{ name, why, doc, want string }{
		{"a text", "its lines stay", result(`"content":[{"type":"text","text":"No bell.\nSay \"ding\". ` + long + `"}]`),
			`"text":"No bell.\nSay \"ding\". \n…`},
		{"a text of one line", "a part of a secret may not look like one",
			result(`"content":[{"type":"text","text":"No bell. ` + long[2:] + `"}]`), `"text":"…\nThis call`},
		{"a backslash and a letter", "it is no line break",
			result(`"content":[{"type":"text","text":"a:\\nobell ` + long[2:] + `"}]`), `"text":"…\nThis call`},
		{"text before type", "members have no order", result(`"content":[{"text":"No bell. ` + long + `","type":"text"}]`),
			`"text":"No bell. \n…`},
		{"blocks before", "they are complete",
			result(`"content":[{"type":"text","text":"No bell."},` + picture + `,{"type":"image","mimeType":"image/png","data":"` + long + `"}]`),
			`ask the user."},` + picture + `]`},
		{"an embedded resource", "it is not whole",
			result(`"content":[{"type":"text","text":"No bell."},{"type":"resource","resource":{"uri":"a:b","text":"` + long + `"}}]`),
			`"text":"No bell.\n…\nThis call may have taken effect.`},
		{"a link", "it would lead to another place",
			result(`"content":[{"type":"text","text":"No bell."},{"type":"resource_link","name":"a","uri":"http://a.example/` + long + `"}]`),
			`"text":"No bell.\n…\nThis call may have taken effect.`},
		{"data behind the text", "they are not whole, and do not look like it",
			result(`"content":[{"type":"text","text":"No bell."}],"structuredContent":{"list":["` + long + `"]}`),
			`ask the user."}],"isError"`},
		{"data before the text", "nothing is known", result(`"structuredContent":{"message":"` + long + `"},"content":[{"type":"text","text":"No bell."}]`),
			`"text":"The tool failed.\nThis call may have taken effect.`},
		{"one long word", "it may be a part of a secret",
			result(`"content":[{"type":"text","text":"No bell."},{"type":"text","text":"` + strings.Repeat("x", 2*hold) + `"}]`),
			`"text":"No bell.\n…\nThis call may have taken effect.`},
		{"an error", "of JSON-RPC", `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"No bell. ` + long + `"}}`,
			`No bell. \n…`},
		{"data of an error", "of JSON-RPC", `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"No bell.","data":{"a":"` + long + `"}}}`,
			`No bell.`},
		{"the answer to another call", "whose client is another one",
			`{"jsonrpc":"2.0","id":8,"result":{"isError":true,"content":[{"type":"text","text":"No bell. ` + long + `"}]}}`,
			`"text":"A service that the tool depends on failed.`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &bridge.Bridge{To: mcp.Dialect{Revision: mcp.Revision20251125}, Hold: hold}
			for encoding, doc := range map[string]string{"identity": tt.doc, "gzip": zipped(t, tt.doc)} {
				h := http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {encoding}}
				got := handled(b, h, doc, 100).Body.String()
				require.True(t, json.Valid([]byte(got)), got)
				require.Contains(t, got, `"id":7`)
				require.Contains(t, got, tt.want, "%s %s", encoding, tt.why)
			}
			if strings.Contains(tt.doc, `"id":8`) {
				return // it does not pass in a stream
			}
			checkLast(t, b, tt.doc, tt.want)
			got, err := edited(t, b, "id: 5\ndata: "+tt.doc+"\n\n", 100, nil)
			require.NoError(t, err)
			require.Contains(t, got, "id: 5\ndata: {")
			require.Contains(t, got, tt.want, tt.why)
		})
	}
}

// Wherever an answer is cut, the client gets a message, and what leak rules find is in none.
func TestCutAnywhere(t *testing.T) {
	const doc = `{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":[{"type":"text","text":"No \u00e9 \\ \ud83d\ude00 ü bell\nüü"},` +
		`{"type":"text","text":"password=hunter2hunter2 at db.internal:5432\n` +
		`host=10.0.0.7 user=bob8f3ab password=x\n` + pem + `"}],"_meta":{"a/b":[1.5,true]}}}`
	for n := 60; n < len(doc); n++ {
		b := &bridge.Bridge{To: mcp.Dialect{Revision: mcp.Revision20251125}, Hold: n}
		got := handled(b, http.Header{"Content-Type": {"application/json"}}, doc, n+1).Body.String()
		require.True(t, json.Valid([]byte(got)), got)
		for _, private := range []string{"hunter2", "MIIE", "u1SU1", "db.inter", "bob8f3ab"} {
			require.NotContains(t, got, private, fmt.Sprint(n))
		}
	}
}

// checkLast is for servers that write the version and the id last, as the SDKs for TypeScript and
// C# do.
func checkLast(t *testing.T, b *bridge.Bridge, doc, want string) {
	t.Helper()
	const first = `{"jsonrpc":"2.0","id":7,`
	last := "{" + strings.TrimSuffix(strings.TrimPrefix(doc, first), "}") + `,"jsonrpc":"2.0","id":7}`
	got := handled(b, http.Header{"Content-Type": {"application/json"}}, last, 100).Body.String()
	require.Contains(t, got, want)
	got, err := edited(t, b, "data: "+last+"\n\n", 100, nil)
	require.NoError(t, err)
	require.Contains(t, got, want)
}
