package all_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/samples"
)

// carryingDialects are those in which a document has the canonical JSON once, so that the tests can replace it.
func carryingDialects() []dialect.Dialect {
	return append(every(), mcp.Dialect{URLElicitation: true}, mcp.Dialect{Revision: mcp.Revision20251125, URLElicitation: true},
		mcp.Dialect{Revision: mcp.Revision20250618, ProtocolValidation: true}, mcp.Dialect{Structured: true})
}

// What a codec carries agrees with the members that it renders, whatever the bounds of the sender are.
func TestCarryAgrees(t *testing.T) {
	for _, d := range carryingDialects() {
		if d == (grpc.Dialect{}) {
			d = grpc.Dialect{MaxDetails: -1} // by default it has no room to carry a large error
		}
		for _, call := range []dialect.Call{{}, {ID: json.RawMessage("1"), OutputSchema: true, Elapsed: time.Second}, {Method: "resources/read", URI: "bell:1"}, {Method: "prompts/get"}} {
			for _, v := range samples.Values() {
				for _, most := range []int{0, 10, -1} {
					codec := dialect.Codec{Carry: true, MaxText: most}
					body, head := codec.Append(nil, d, call, v.Error)
					e, err := (&dialect.Codec{}).Decode(dialect.Document{Dialect: d, Status: head.Status, Body: body})
					require.NoError(t, err)
					require.True(t, e.Peer.Carried, "%s, %+v, %s: %v: %s", d.Name(), call, v.Name, e.Peer.Evidence, body)
				}
			}
		}
	}
}

// A carried error that is not the one of the other members is ignored, with a note.
func TestCarryDisagrees(t *testing.T) {
	sent := errkit.Error{
		Kind: errkit.RateLimited, Message: "The bell is busy.", Hint: "Ring later.", Retry: errkit.Allowed, RetryAfter: 2 * time.Second,
		Fields: []errkit.Field{{Path: "/times", Message: "is too many"}},
		Needs:  &errkit.Needs{Challenges: []errkit.Challenge{{ID: "1", URL: "https://bells.example/sign-in"}}},
	}
	tests := []struct {
		name   string
		change func(e *errkit.Error)
		lost   string // the dialects that have no member for it, not even a text
	}{
		{"kind", func(e *errkit.Error) { e.Kind = errkit.AppNotFound }, "mcp mcp-2026-07-28 mcp-2025-11-25 mcp-2025-06-18 acp anthropic gemini gemini-interactions bedrock"},
		{"message", func(e *errkit.Error) { e.Message = "The bell is broken." }, ""},
		{"no message", func(e *errkit.Error) { e.Message = "" }, ""},
		{"hint", func(e *errkit.Error) { e.Hint = "Give up." }, "aai-string toolerror"},
		{"fields", func(e *errkit.Error) { e.Fields = []errkit.Field{{Path: "/times", Message: "is too few"}} }, "toolerror"},
		{"retry", func(e *errkit.Error) { e.Retry, e.RetryAfter = errkit.Never, 0 }, "aai aai-string"},
		{"challenge", func(e *errkit.Error) {
			e.Needs = &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://evil.example"}}}
		}, "aai toolerror"},
	}
	codec := dialect.Codec{Carry: true}
	for _, d := range every() {
		body, head := codec.Append(nil, d, dialect.Call{}, &sent)
		if name := d.Name(); name == "grpc" || strings.HasPrefix(name, "connect") {
			continue // the canonical JSON is in base64, see package google
		}
		carried := func(e *errkit.Error) string { return string(e.AppendJSON(nil)) }
		if !strings.Contains(string(body), carried(&sent)) {
			carried = func(e *errkit.Error) string { // in a string
				return strings.Trim(strconv.Quote(string(e.AppendJSON(nil))), `"`)
			}
		}
		for _, tt := range tests {
			if strings.Contains(" "+tt.lost+" ", " "+d.Name()+" ") {
				continue
			}
			t.Run(d.Name()+", "+tt.name, func(t *testing.T) {
				other := sent
				tt.change(&other)
				require.Contains(t, string(body), carried(&sent))
				doc := strings.Replace(string(body), carried(&sent), carried(&other), 1)
				e, err := (&dialect.Codec{Unread: true}).Decode(dialect.Document{Dialect: d, Status: head.Status, Body: []byte(doc)})
				require.NoError(t, err)
				require.False(t, e.Peer.Carried, doc)
				require.Contains(t, strings.Join(e.Peer.Evidence, "\n"), "is not the error of the other members, ignored")
				require.NotEmpty(t, e.Peer.Unread, "the carried error is lost")
				require.True(t, strings.HasPrefix(string(e.Message), string(sent.Message)), e.Message)
			})
		}
	}
}
