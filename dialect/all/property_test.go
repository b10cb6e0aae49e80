package all_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/samples"
)

// With Carry all public parts survive from any dialect to any other.
func TestCarriedPartsSurviveEveryPairOfDialects(t *testing.T) {
	codec := dialect.Codec{Carry: true}
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		want := samples.Canonical(t, e)
		for _, from := range samples.Every {
			body, head := codec.Append(nil, from, call, e)
			in := dialect.Document{Dialect: from, Status: head.Status, Body: body}
			for _, to := range samples.Every {
				out, losses, err := codec.Translate(in, to, call)
				require.NoError(t, err, "%s to %s: %s", samples.Spelled(from), samples.Spelled(to), body)
				for _, l := range losses {
					require.Equal(t, dialect.Withheld, l.Reason, "%s to %s: %+v", samples.Spelled(from), samples.Spelled(to), l)
				}
				back, err := codec.Decode(out)
				require.NoError(t, err)
				require.Equal(t, tokens(t, []byte(want)), tokens(t, []byte(samples.Canonical(t, back))), "%s to %s: %s", samples.Spelled(from), samples.Spelled(to), out.Body)
			}
		}
	})
}

// The carried JSON is errkit's own, byte for byte.
func TestCarriedBytesAreTheCanonicalJSON(t *testing.T) {
	codec := dialect.Codec{Carry: true}
	rapid.Check(t, func(t *rapid.T) {
		e := samples.AnyError(t)
		body, _ := codec.Append(nil, problem.Dialect{}, dialect.Call{}, e)
		var doc struct {
			Carried json.RawMessage `json:"toolerr"`
		}
		require.NoError(t, json.Unmarshal(body, &doc))
		want, err := e.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, string(want), string(doc.Carried))
	})
}

// Without Carry every rendering is a document of its dialect, and what a
// translation does not report as lost came back equal.
func TestWhatIsNotLostIsEqual(t *testing.T) {
	var codec dialect.Codec
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		for _, d := range samples.Every {
			out, losses, err := codec.Measure(e, d, call)
			require.NoError(t, err, samples.Spelled(d))
			require.True(t, json.Valid(out.Body), "%s: %s", samples.Spelled(d), out.Body)
			require.GreaterOrEqual(t, out.Status, 200)
			require.LessOrEqual(t, out.Status, 599)
			require.NotEmpty(t, out.Header.Get("Content-Type"))

			back, err := (&dialect.Codec{NoGuess: true}).Decode(out)
			require.NoError(t, err)
			was, is := fieldsOf(t, &codec, e), fieldsOf(t, &codec, back)
			for field, from := range was {
				lost := slices.ContainsFunc(losses, func(l dialect.Loss) bool { return l.Field == field && l.Reason != dialect.Ambiguous })
				if field == "details" && call.URI != "" && from == "" {
					continue // the URI of the call may come back as a detail
				}
				require.Equal(t, lost, from != is[field], "%s: %s: %s: %s, came back %s: losses %+v", samples.Spelled(d), out.Body, field, from, is[field], losses)
			}
			for _, l := range losses {
				require.NotEqual(t, l.From == "" && l.To == "", l.Reason != dialect.Withheld, "%+v", l)
			}
		}
	})
}

// tokens returns what a document says, however its strings are escaped; "" for
// none.
func tokens(t require.TestingT, doc []byte) string {
	if len(doc) == 0 {
		return ""
	}
	var all []json.Token
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return fmt.Sprintf("%#v", all)
		}
		require.NoError(t, err)
		all = append(all, token)
	}
}

// fieldsOf returns the members of an error in its normal form by the names of
// losses.
func fieldsOf(t require.TestingT, c *dialect.Codec, e *errkit.Error) map[string]string {
	b, err := c.Normalize(e).MarshalJSON()
	require.NoError(t, err)
	var doc map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(b, &doc))
	fields := map[string]string{"retry_after": string(doc["retry_after_ms"])}
	for _, name := range []string{"kind", "code", "message", "hint", "fields", "needs", "retry", "stage", "upstream", "details", "ref"} {
		var text string
		if json.Unmarshal(doc[name], &text) != nil {
			text = string(doc[name])
		}
		fields[name] = text
	}
	fields["details"] = tokens(t, doc["details"])
	return fields
}

// What was read and said again is read and said the same.
func TestSayingAgainIsStable(t *testing.T) {
	var codec dialect.Codec
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		if strings.Contains(string(e.Message), "toolError:v1") {
			e.Message = "" // a text that is a document is read as one, and what is in it comes out
		}
		if e.Upstream == http.StatusRequestTimeout {
			e.Upstream = 0 // toolError:v1 reads CLIENT_ERROR with it as a timeout, and a timeout says no status
		}
		for _, d := range samples.Every {
			first, head := codec.Append(nil, d, call, e)
			second, head := again(t, &codec, d, call, first, head)
			third, _ := again(t, &codec, d, call, second, head)
			require.Equal(t, string(second), string(third), "%s: first %s", samples.Spelled(d), first)
		}
	})
}

func again(t require.TestingT, c *dialect.Codec, d dialect.Dialect, call dialect.Call, body []byte, head dialect.Head) ([]byte, dialect.Head) {
	e, err := c.Decode(dialect.Document{Dialect: d, Status: head.Status, Body: body})
	require.NoError(t, err, samples.Spelled(d))
	require.NotNil(t, e, "%s: %s", samples.Spelled(d), body)
	return c.Append(nil, d, call, e)
}

// Append appends: what stood before stays, and the bytes do not depend on it.
func TestAppendAppends(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry")}
		for _, d := range samples.Every {
			alone, _ := codec.Append(nil, d, call, e)
			for _, before := range []string{"x", `{"a":[`} {
				appended, _ := codec.Append([]byte(before), d, call, e)
				require.True(t, bytes.HasPrefix(appended, []byte(before)))
				require.Equal(t, string(alone), string(appended[len(before):]), samples.Spelled(d))
			}
		}
	})
}

// A challenge is said for any request, where the client can take it
// (MCP 2025-11-25, URL Elicitation Required Error).
func TestMCPChallengesOutsideOfTools(t *testing.T) {
	e := &errkit.Error{Kind: errkit.AuthRequired, Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://example.com/authorize"}}}}
	for _, method := range []string{"", "tools/call", "resources/read", "prompts/get", "completion/complete"} {
		doc, _ := new(dialect.Codec).Append(nil, mcp.Dialect{Revision: "2025-11-25", URLElicitation: true}, dialect.Call{Method: method}, e)
		require.Contains(t, string(doc), `{"code":-32042,`, method)
		require.Contains(t, string(doc), `"url":"https://example.com/authorize"`, method)
	}
}

// MCP forbids most of the codes that other protocols use.
func TestMCPNeverSaysAForbiddenCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		call.ID = json.RawMessage(`1`)
		codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry")}
		for _, revision := range []string{"", "2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28", "2027-01-01"} {
			for i := range 8 {
				d := mcp.Dialect{Revision: revision, URLElicitation: i&1 != 0, Structured: i&2 != 0, ProtocolValidation: i&4 != 0}
				body, head := codec.Append(nil, d, call, e)
				checkMCP(t, d, call, e, body, head)
			}
		}
	})
}

func checkMCP(t require.TestingT, d mcp.Dialect, call dialect.Call, e *errkit.Error, body []byte, head dialect.Head) {
	var doc struct {
		Error *struct {
			Code int64
			Data map[string]json.RawMessage
		}
		Result map[string]json.RawMessage
	}
	require.NoError(t, json.Unmarshal(body, &doc))
	newest := d.Revision == "" || d.Revision >= "2026-07-28"
	what := fmt.Sprintf("%s, %s: %s", samples.Spelled(d), call.Method, body)
	if doc.Error == nil {
		require.Equal(t, 200, head.Status)
		_, typed := doc.Result["resultType"]
		require.Equal(t, newest, typed, what)
		require.False(t, call.Method == "resources/read" || call.Method == "prompts/get", "no result outside tools/call: %s", what)
		if call.OutputSchema {
			require.NotContains(t, doc.Result, "structuredContent", what)
		}
		return
	}
	switch code := doc.Error.Code; {
	case code == -32002:
		require.True(t, e.Kind == errkit.NotFound && call.Method == "resources/read" && !newest, what)
	case code == -32022:
		require.True(t, e.Kind == errkit.UnsupportedVersion && newest, what)
		require.Contains(t, doc.Error.Data, "supported", what)
		require.Contains(t, doc.Error.Data, "requested", what)
	case code == -32042:
		require.True(t, d.Revision == "2025-11-25" && d.URLElicitation, what)
		require.Contains(t, doc.Error.Data, "elicitations", what)
	default:
		require.Contains(t, []int64{-32700, -32600, -32601, -32602, -32603}, code, what)
		require.False(t, code == -32601 && (call.Method == "" || call.Method == "tools/call"), "SDKs rewrite it: %s", what)
	}
	if _, ok := doc.Error.Data["uri"]; ok {
		require.True(t, e.Kind == errkit.NotFound && call.Method == "resources/read", what)
	}
}
