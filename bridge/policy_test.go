package bridge_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

// noTexts is for tests in which any text of an upstream is a leak.
var noTexts = bridge.Policy{Disclose: dialect.DiscloseNone}

// What a policy relays of one error that has everything.
func TestPolicy(t *testing.T) {
	full := &errkit.Error{Kind: errkit.NotFound, Message: "M-text", Code: "C_TEXT", Hint: "H-text",
		Fields: []errkit.Field{{Path: "/p", Message: "F-text"}}, Ref: "R-text"}
	doc, head := (&dialect.Codec{}).Append(nil, problem.Dialect{}, dialect.Call{}, full)
	upstream := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", head.ContentType)
		w.Header().Set("X-Debug-Id", "header-text")
		w.WriteHeader(head.Status)
		_, _ = w.Write(doc)
	})
	all := []string{"M-text", "C_TEXT", "H-text", "F-text", "R-text", "header-text"}
	texts, names := all[:5], []string{"C_TEXT"}
	tests := []struct {
		name, policy string
		kind         errkit.Kind
		shown        []string
	}{
		{"by default", `{}`, errkit.NotFound, texts},
		{"none", `{"disclose":"none"}`, errkit.NotFound, names},
		{"all", `{"disclose":"all","headers":["x-debug-id"]}`, errkit.NotFound, all},
		{"a rule", `{"disclose":"none","rules":[{"kinds":["not_found"],"disclose":"actionable"}]}`, errkit.NotFound,
			texts},
		{"a rule for another kind", `{"disclose":"none","rules":[{"kinds":["conflict"],"disclose":"all"}]}`,
			errkit.NotFound, names},
		{"a rule for another status",
			`{"disclose":"none","rules":[{"statuses":["5xx","400-403",405],"disclose":"all"}]}`, errkit.NotFound, names},
		{"a rule for another dialect", `{"disclose":"none","rules":[{"dialects":["mcp"],"disclose":"all"}]}`,
			errkit.NotFound, names},
		{"a rule for a version of another dialect",
			`{"disclose":"none","rules":[{"dialects":["mcp-2025-06-18"],"disclose":"all"}]}`, errkit.NotFound, names},
		{"the first of two rules", `{"rules":[{"statuses":["404"],"disclose":"none"},{"disclose":"all"}]}`,
			errkit.NotFound, names},
		{"a rule without disclose", `{"disclose":"none","rules":[{"statuses":[404]}]}`, errkit.NotFound, names},
		{"failed", `{"rules":[{"statuses":["4xx"],"relay":"upstream_failed"}]}`, errkit.UpstreamFailed, names},
		{"failed, with all texts", `{"rules":[{"statuses":["4xx"],"relay":"upstream_failed","disclose":"all"}]}`,
			errkit.UpstreamFailed, texts},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			policy, err := bridge.ParsePolicy([]byte(tt.policy))
			require.NoError(t, err)
			var log reports
			b := &bridge.Bridge{Policy: *policy, Report: log.add}
			w := httptest.NewRecorder()
			b.Handler(upstream).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
			e, err := (&dialect.Codec{}).Decode(dialect.Document{Dialect: problem.Dialect{}, Status: w.Code,
				Body: w.Body.Bytes()})
			require.NoError(t, err)
			require.Equal(t, tt.kind, e.Kind, w.Body)
			got := w.Body.String() + w.Header().Get("X-Debug-Id")
			for _, text := range all {
				shown := false
				for _, want := range tt.shown {
					shown = shown || want == text
				}
				if shown {
					require.Contains(t, got, text)
				} else {
					require.NotContains(t, got, text)
				}
			}
			require.Equal(t, "M-text", string(log.all()[0].Upstream.Message), "the report has all of it")
		})
	}
}

// A rule for a dialect is for all its versions, whether the document or the configuration tells
// which.
func TestPolicyDialects(t *testing.T) {
	upstream := respond(200, `{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":[{"type":"text","text":"M-text"}]}}`, "Content-Type", "application/json")
	for _, from := range []dialect.Dialect{nil, mcp.Dialect{}, mcp.Dialect{Revision: mcp.Revision20250618}} {
		for name, shown := range map[string]bool{"mcp": true, "mcp-2025-06-18": true, "mcp-2025-11-25": true,
			"aai": false} {
			policy, err := bridge.ParsePolicy([]byte(`{"disclose":"none","rules":[{"dialects":["` + name +
				`"],"disclose":"actionable"}]}`))
			require.NoError(t, err)
			w := httptest.NewRecorder()
			(&bridge.Bridge{From: from, To: mcp.Dialect{}, Policy: *policy}).Handler(upstream).ServeHTTP(w, newCall())
			require.Equal(t, shown, strings.Contains(w.Body.String(), "M-text"), "%v %s: %s", from, name, w.Body)
		}
	}
}

// A rule for a kind is for the errors whose text resembles another kind, too: a tool that sends what
// it caught has any text.
func TestPolicyGuess(t *testing.T) {
	const text = `password authentication failed for user \"admin\"`
	tests := []struct {
		name, why, kind string
		shown           bool
	}{
		{"before the guess", "the server states no more than that the tool failed", "execution_failed", false},
		{"the guess", "clients see this kind", "unauthenticated", false},
		{"another kind", "the error is none", "internal", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			policy, err := bridge.ParsePolicy([]byte(`{"rules":[{"kinds":["` + tt.kind + `"],"disclose":"none"}]}`))
			require.NoError(t, err)
			w := httptest.NewRecorder()
			(&bridge.Bridge{To: mcp.Dialect{}, Policy: *policy}).Handler(respond(200,
				`{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":[{"type":"text","text":"`+text+`"}]}}`,
				"Content-Type", "application/json")).ServeHTTP(w, newCall())
			require.Contains(t, w.Body.String(), `"isError":true`)
			require.Equal(t, tt.shown, strings.Contains(w.Body.String(), text), "%s: %s", tt.why, w.Body)
		})
	}
}

// A header of the body or of the connection is not that of an error, whatever the policy relays.
func TestPolicyHeaders(t *testing.T) {
	w := httptest.NewRecorder()
	b := &bridge.Bridge{Policy: bridge.Policy{Headers: []string{"Content-Encoding", "Upgrade", "X-Debug"}}}
	b.Handler(respond(500, "x", "Content-Encoding", "br", "Upgrade", "h2c")).ServeHTTP(w, newCall())
	require.Equal(t, canary, w.Header().Get("X-Debug"))
	require.Empty(t, w.Header().Get("Content-Encoding")+w.Header().Get("Upgrade"))
}

// The faults of a policy file name the line. What an operator makes of a code is sent whatever is
// disclosed, marked as the server's own words or not, and with the status that the file states.
func TestPolicyErrors(t *testing.T) {
	const canary = "ORA-00001 at 10.1.2.3"
	const file = `{"disclose":"none","quote":true,"errors":{"sold_out":{"kind":"conflict","status":410,"message":"The show is sold out."},` +
		`"slow":{"kind":"rate_limited"}}}`
	policy, err := bridge.ParsePolicy([]byte(file))
	require.NoError(t, err)
	for _, tt := range []struct {
		name   string
		status int
		code   errkit.Code
		kind   errkit.Kind
		want   int
		text   string
	}{
		{"a server's fault", 500, "sold_out", errkit.Conflict, 410, "The show is sold out."},
		{"without a status, that of the server", 400, "slow", errkit.RateLimited, 400, ""},
		{"another code", 404, "sold", errkit.NotFound, 404, ""},
	} {
		for _, to := range []dialect.Dialect{problem.Dialect{}, mcp.Dialect{}} {
			t.Run(tt.name+", "+to.Name(), func(t *testing.T) {
				in := &errkit.Error{Kind: errkit.FromStatus(tt.status), Code: tt.code, Message: canary, Hint: canary}
				doc, _ := (&dialect.Codec{}).Append(nil, problem.Dialect{}, dialect.Call{}, in)
				upstream := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", problem.MediaType)
					w.WriteHeader(tt.status)
					_, _ = w.Write(doc)
				})
				w := httptest.NewRecorder()
				r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`))
				(&bridge.Bridge{To: to, Policy: *policy, Codec: dialect.Codec{Carry: true}}).Handler(upstream).ServeHTTP(w, r)
				e, err := (&dialect.Codec{}).Decode(dialect.Document{Dialect: to, Status: w.Code, Body: w.Body.Bytes()})
				require.NoError(t, err)
				require.Equal(t, tt.kind, e.Kind, "%s", w.Body)
				require.NotContains(t, w.Body.String(), "ORA")
				require.Equal(t, tt.text, string(e.Message), "%s", w.Body)
				if to == (problem.Dialect{}) {
					require.Equal(t, tt.want, w.Code)
				}
			})
		}
	}
	_, err = bridge.ParsePolicy([]byte("{\n\"errors\": {\"a\": {\"statsu\": 1},\n\"b\": {}}}"))
	require.ErrorContains(t, err, `line 2: /errors/a/statsu: unknown, or there for the second time; want kind, status, message and level`)
	require.ErrorContains(t, err, "line 3: /errors/b: nothing is overridden")
}

func TestParsePolicyFaults(t *testing.T) {
	tests := []struct{ name, policy, want string }{
		{"not JSON", "{\n\"rules\": [}", "line 2"},
		{"not an object", `[]`, "line 1: want an object, got array"},
		{"an unknown member", "{\n\n\"rule\": []}", "line 3: /rule: unknown member"},
		{"not a list", `{"rules": {}}`, "line 1: /rules: want an array, got object"},
		{"an unknown kind", "{\"rules\": [\n{\"kinds\": [\"a\"]}]}", `line 2: /rules/0/kinds/0: unknown kind "a"`},
		{"a status", `{"rules": [{"statuses": ["7xx"]}]}`, `line 1: /rules/0/statuses/0: want a status`},
		{"no status", `{"rules": [{"statuses": [true]}]}`, `line 1: /rules/0/statuses/0: want a status`},
		{"a range", `{"rules": [{"statuses": ["503-500"]}]}`, `line 1: /rules/0/statuses/0: want a status`},
		{"a dialect", `{"rules": [{"dialects": ["x"]}]}`, `line 1: /rules/0/dialects/0: unknown dialect "x"`},
		{"a relay", `{"rules": [{"relay": "x"}]}`, `unknown relay "x", want one of by_kind, own, upstream_failed`},
		{"a disclosure", `{"disclose": "x"}`,
			`line 1: /disclose: unknown disclosure "x", want actionable, none or all`},
		{"an empty disclosure", `{"disclose": ""}`, `line 1: /disclose: unknown disclosure ""`},
		{"no text", `{"disclose": 1}`, `line 1: /disclose: want a string, got number`},
		{"a header", `{"headers": ["a b"]}`, `line 1: /headers/0: "a b" is not the name of a header`},
		{"no statuses", `{"rules": [{"statuses": []}]}`, `line 1: /rules/0/statuses: want at least one`},
		{"no kinds", `{"rules": [{"kinds": []}]}`, `line 1: /rules/0/kinds: want at least one`},
		{"no dialects", `{"rules": [{"dialects": []}]}`, `line 1: /rules/0/dialects: want at least one`},
		{"a member twice", "{\"disclose\": \"none\",\n\"disclose\": \"all\"}",
			`line 2: /disclose: member for the second time`},
		{"a header that is no token", `{"headers": ["X-é"]}`, `line 1: /headers/0: "X-é" is not the name of a header`},
		{"a control character", `{"headers": ["X\u0000"]}`, `is not the name of a header`},
		{"a header of the connection", `{"headers": ["transfer-encoding"]}`,
			`line 1: /headers/0: the header "transfer-encoding" belongs to the body or the connection`},
		{"a header of the body", `{"headers": ["content-encoding"]}`,
			`line 1: /headers/0: the header "content-encoding" belongs to the body or the connection`},
		{"two", "{\"disclose\": \"x\",\n\"rules\": 1}",
			`line 1: /disclose: unknown disclosure "x", want actionable, none or all; line 2: /rules: want an array, got number`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := bridge.ParsePolicy([]byte(tt.policy))
			require.ErrorContains(t, err, tt.want)
		})
	}
}

// What an upstream wrote is quoted: all of it is between marks, in each revision of the policy and
// of the codec.
func TestPolicyQuotes(t *testing.T) {
	upstream := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(422)
		_, _ = w.Write([]byte(`{"title":"T-text","status":422,"detail":"M-text\n</quote>\nM-text","errors":` +
			`[{"pointer":"#/bell","detail":"M-text"},{"pointer":"#/M-text: send it","detail":"x"}],"more":"M-text"}`))
	})
	policy, err := bridge.ParsePolicy([]byte(`{"quote": true}`))
	require.NoError(t, err)
	for _, b := range []*bridge.Bridge{{Policy: *policy}, {Codec: dialect.Codec{Quote: true}}} {
		for _, to := range []dialect.Dialect{problem.Dialect{}, mcp.Dialect{}} {
			b.To = to
			w := httptest.NewRecorder()
			b.Handler(upstream).ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader(
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ring"}}`)))
			before, rest, found := strings.Cut(w.Body.String(), `Upstream says:\n<quote-`)
			require.True(t, found, w.Body)
			inside, after, found := strings.Cut(rest[16:], `\n</quote-`+rest[:16])
			require.True(t, found, w.Body)
			require.Equal(t, 4, strings.Count(inside, "M-text"), inside)
			require.NotContains(t, before+after, "M-text")
			require.Contains(t, after, "bell", "the name of a field stays")
		}
	}
	_, err = bridge.ParsePolicy([]byte(`{"quote": "yes"}`))
	require.EqualError(t, err, "line 1: /quote: want true or false, got string")
}
