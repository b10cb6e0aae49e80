package all_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// every is every dialect with every option that changes its bytes.
var every = []dialect.Dialect{
	oxp.Dialect{},
	oxp.Dialect{Flat: true},
	oxp.Dialect{HideDev: true},
	mcp.Dialect{},
	mcp.Dialect{Revision: "2026-07-28", URLElicitation: true, Structured: true},
	mcp.Dialect{Revision: "2025-11-25"},
	mcp.Dialect{Revision: "2025-11-25", URLElicitation: true},
	mcp.Dialect{Revision: "2025-06-18", Structured: true},
	mcp.Dialect{Revision: "2025-06-18", ProtocolValidation: true, URLElicitation: true},
	aai.Dialect{},
	aai.Strings{},
	toolerror.Dialect{},
	toolerror.Dialect{Format: toolerror.JSON},
	toolerror.Dialect{Format: toolerror.Both, Revision: "2026-07-28"},
	problem.Dialect{},
	problem.Dialect{Base: "https://example.com/problems/"},
}

// spelled names a dialect with its options.
func spelled(d dialect.Dialect) string { return fmt.Sprintf("%s %+v", d.Name(), d) }

const (
	devCanary     = "CANARY-DEV"
	errCanary     = "CANARY-ERR"
	privateCanary = "CANARY-PRIVATE"
)

// logged is a value that says in a log what nobody else may know.
type logged struct{ Secret string }

func (l logged) LogValue() slog.Value { return slog.StringValue(l.Secret) }

var texts = rapid.OneOf(
	rapid.SampledFrom([]string{
		"", "There is no bell.", "a\nb\tc\r\nd", "\x00\x1b[31mred\x1b[0m\x7f", "quotes \" and \\ and </script>", "\u202ereversed\u202c \u2066x\u2069",
		"bad \xff\xfe UTF-8", "\u2028\u2029", "日本語 😀 é", "MCP error -32602: not found", "Something went wrong on our side. (reference x)",
		"HTTP 429 from https://example.com", "the call timed out", `{"kind":"toolError:v1","code":"NOT_FOUND","message":"no"}`, "\u009b31mred", "Authorization required: x; y: z",
	}),
	rapid.StringN(0, 12, -1),
	rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8), func(b []byte) string { return string(b) }),
)

var publicTexts = rapid.Map(texts, func(s string) errkit.Text { return errkit.Text(s) })

var pointers = rapid.OneOf(
	rapid.SampledFrom([]string{"", "/b", "/items/0/sku", "/", "//", "/~1x", "/a~1b", "/m~0n", "/~01", "no pointer", "#/b", "/日本"}),
	texts,
)

var names = rapid.OneOf(
	rapid.SampledFrom([]string{"a", "status", "detail", "kind", "statusCode", "toolerr", "uri", "supported", "requested", "type", "retry_after_ms", "data", "errorType", "obtain_url", "message", ""}),
	texts,
)

var durations = rapid.OneOf(
	rapid.SampledFrom([]time.Duration{0, 1, time.Millisecond, 1500 * time.Microsecond, 500 * time.Millisecond, time.Second, time.Minute, -time.Second, math.MaxInt64, math.MinInt64}),
	rapid.Map(rapid.Int64Range(0, 1e13), func(n int64) time.Duration { return time.Duration(n) }),
)

func details(t *rapid.T, depth int) []slog.Attr {
	var attrs []slog.Attr
	for range rapid.IntRange(0, 3).Draw(t, "details") {
		attrs = append(attrs, slog.Attr{Key: names.Draw(t, "key"), Value: detail(t, depth)})
	}
	return attrs
}

func detail(t *rapid.T, depth int) slog.Value {
	choices := []func() slog.Value{
		func() slog.Value { return slog.StringValue(texts.Draw(t, "string")) },
		func() slog.Value { return slog.Int64Value(rapid.Int64().Draw(t, "int")) },
		func() slog.Value { return slog.Uint64Value(rapid.Uint64().Draw(t, "uint")) },
		func() slog.Value { return slog.Float64Value(rapid.Float64().Draw(t, "float")) },
		func() slog.Value {
			return slog.Float64Value(rapid.SampledFrom([]float64{0, 1, -1, 1e21, 1e-7, math.NaN(), math.Inf(1), math.Copysign(0, -1)}).Draw(t, "odd float"))
		},
		func() slog.Value { return slog.BoolValue(rapid.Bool().Draw(t, "bool")) },
		func() slog.Value { return slog.DurationValue(durations.Draw(t, "duration")) },
		func() slog.Value {
			return slog.TimeValue(time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "time"), 1).UTC())
		},
		func() slog.Value { return slog.AnyValue(nil) },
		func() slog.Value {
			return slog.AnyValue(rapid.SliceOfN(rapid.Map(texts, func(s string) string { return s }), 0, 3).Draw(t, "strings"))
		},
		func() slog.Value { return slog.AnyValue([]string(nil)) },
		func() slog.Value { return slog.AnyValue(map[string]any{"a": 1.5, "b": []any{nil, true, "x"}}) },
		func() slog.Value { return slog.AnyValue(json.RawMessage(` [ "1.0" , 2.50 , {} ] `)) },
		func() slog.Value { return slog.AnyValue(json.RawMessage(`{"broken"`)) },
		func() slog.Value { return slog.AnyValue(json.Number("10.00")) },
		func() slog.Value { return slog.AnyValue(errors.New(errCanary)) },
		func() slog.Value { return slog.AnyValue(errkit.Timeout) },
		func() slog.Value { return slog.AnyValue(errkit.Code("quota")) },
		func() slog.Value { return slog.AnyValue(errkit.Dev(privateCanary)) },
		func() slog.Value { return slog.AnyValue(logged{privateCanary}) },
		func() slog.Value { return slog.AnyValue(struct{ P errkit.Private }{errkit.Dev(privateCanary)}) },
		func() slog.Value { return slog.AnyValue(make(chan int)) },
	}
	if depth > 0 {
		choices = append(choices, func() slog.Value { return slog.GroupValue(details(t, depth-1)...) })
	}
	return rapid.SampledFrom(choices).Draw(t, "detail")()
}

func needs(t *rapid.T) *errkit.Needs {
	n := &errkit.Needs{
		UserID:  rapid.Bool().Draw(t, "user id"),
		Secrets: rapid.SliceOfN(texts, 0, 2).Draw(t, "secrets"),
		Scopes:  rapid.SliceOfN(texts, 0, 2).Draw(t, "scopes"),
	}
	urls := rapid.OneOf(rapid.SampledFrom([]string{"", "https://example.com/authorize?a=1&b=2", "aai://consent", "javascript:alert(1)"}), texts)
	for range rapid.IntRange(0, 2).Draw(t, "challenges") {
		n.Challenges = append(n.Challenges, errkit.Challenge{
			ID: texts.Draw(t, "id"), URL: urls.Draw(t, "url"), CheckURL: urls.Draw(t, "check url"), Message: publicTexts.Draw(t, "challenge message"),
		})
	}
	if rapid.Bool().Draw(t, "wants input") {
		n.Reason = publicTexts.Draw(t, "reason")
		for range rapid.IntRange(0, 2).Draw(t, "inputs") {
			n.Input = append(n.Input, errkit.Input{Name: names.Draw(t, "input"), Suggestions: rapid.SliceOfN(texts, 0, 2).Draw(t, "suggestions")})
		}
		for range rapid.IntRange(0, 2).Draw(t, "options") {
			n.Options = append(n.Options, errkit.Option{
				Label: texts.Draw(t, "label"), Value: texts.Draw(t, "value"), Description: texts.Draw(t, "description"), Field: texts.Draw(t, "field"),
			})
		}
	}
	return n
}

// anyError draws an error with anything in any field.
func anyError(t *rapid.T) *errkit.Error {
	sometimes := func(label string) bool { return rapid.IntRange(0, 2).Draw(t, label) == 0 }
	e := &errkit.Error{
		Kind:    rapid.SampledFrom(append(errkit.Kinds(), 200)).Draw(t, "kind"),
		Retry:   rapid.SampledFrom([]errkit.Retry{0, 0, 0, errkit.Never, errkit.Allowed, errkit.AfterAction, 9}).Draw(t, "retry"),
		Stage:   rapid.SampledFrom([]errkit.Stage{0, 0, 0, errkit.BeforeCall, errkit.Execution, 9}).Draw(t, "stage"),
		Message: publicTexts.Draw(t, "message"),
		Dev:     errkit.Dev(devCanary),
		Err:     fmt.Errorf("cause: %w", errors.New(errCanary)),
	}
	if sometimes("has upstream") {
		e.Upstream = rapid.SampledFrom([]int{400, 401, 403, 404, 408, 429, 500, 503, 504, 302, -1, math.MaxInt32}).Draw(t, "upstream")
	}
	if sometimes("has status") {
		e.Status = rapid.SampledFrom([]uint16{400, 402, 404, 410, 451, 500, 503, 599, 200, 399, 600, math.MaxUint16}).Draw(t, "status")
	}
	if sometimes("has retry after") {
		e.RetryAfter = durations.Draw(t, "retry after")
	}
	if sometimes("has code") {
		e.Code = errkit.Code(texts.Draw(t, "code"))
	}
	if sometimes("has hint") {
		e.Hint = publicTexts.Draw(t, "hint")
	}
	if sometimes("has ref") {
		e.Ref = texts.Draw(t, "ref")
	}
	if sometimes("has fields") {
		for range rapid.IntRange(0, 3).Draw(t, "fields") {
			e.Fields = append(e.Fields, errkit.Field{
				Path: pointers.Draw(t, "path"), Message: publicTexts.Draw(t, "field message"), Rule: texts.Draw(t, "rule"), Param: texts.Draw(t, "param"),
			})
		}
	}
	if sometimes("has details") {
		e.Details = details(t, 2)
	}
	if sometimes("has needs") {
		e.Needs = needs(t)
	}
	return e
}

func anyCall(t *rapid.T) dialect.Call {
	return dialect.Call{
		ID:           rapid.SampledFrom([]json.RawMessage{nil, nil, json.RawMessage(`7`), json.RawMessage(`"a\"b"`), json.RawMessage(`null`), json.RawMessage(`{"no":"id"}`), json.RawMessage(`bro ken`)}).Draw(t, "id"),
		Tool:         texts.Draw(t, "tool"),
		Method:       rapid.SampledFrom([]string{"", "", "tools/call", "resources/read", "prompts/get"}).Draw(t, "method"),
		URI:          rapid.SampledFrom([]string{"", "file:///a", "\x00\xff"}).Draw(t, "uri"),
		Elapsed:      durations.Draw(t, "elapsed"),
		OutputSchema: rapid.Bool().Draw(t, "output schema"),
	}
}

// canonical returns the canonical JSON, where a byte that is not UTF-8 is the
// character U+FFFD. errkit escapes it, as encoding/json does.
func canonical(t require.TestingT, e *errkit.Error) string {
	b, err := e.MarshalJSON()
	require.NoError(t, err)
	return strings.ReplaceAll(string(b), `\ufffd`, "\ufffd")
}

// With Carry all public parts survive from any dialect to any other.
func TestCarriedPartsSurviveEveryPairOfDialects(t *testing.T) {
	codec := dialect.Codec{Carry: true}
	rapid.Check(t, func(t *rapid.T) {
		e, call := anyError(t), anyCall(t)
		want := canonical(t, e)
		for _, from := range every {
			body, head := codec.Append(nil, from, call, e)
			in := dialect.Document{Dialect: from, Status: head.Status, Body: body}
			for _, to := range every {
				out, losses, err := codec.Translate(in, to, call)
				require.NoError(t, err, "%s to %s: %s", spelled(from), spelled(to), body)
				for _, l := range losses {
					require.Equal(t, dialect.Withheld, l.Reason, "%s to %s: %+v", spelled(from), spelled(to), l)
				}
				back, err := codec.Decode(out)
				require.NoError(t, err)
				require.Equal(t, tokens(t, []byte(want)), tokens(t, []byte(canonical(t, back))), "%s to %s: %s", spelled(from), spelled(to), out.Body)
			}
		}
	})
}

// The carried JSON is errkit's own, byte for byte.
func TestCarriedBytesAreTheCanonicalJSON(t *testing.T) {
	codec := dialect.Codec{Carry: true}
	rapid.Check(t, func(t *rapid.T) {
		e := anyError(t)
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
		e, call := anyError(t), anyCall(t)
		for _, d := range every {
			out, losses, err := codec.Measure(e, d, call)
			require.NoError(t, err, spelled(d))
			require.True(t, json.Valid(out.Body), "%s: %s", spelled(d), out.Body)
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
				require.Equal(t, lost, from != is[field], "%s: %s: %s: %s, came back %s: losses %+v", spelled(d), out.Body, field, from, is[field], losses)
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
		e, call := anyError(t), anyCall(t)
		if strings.Contains(string(e.Message), "toolError:v1") {
			e.Message = "" // a text that is a document is read as one, and what is in it comes out
		}
		if e.Upstream == http.StatusRequestTimeout {
			e.Upstream = 0 // toolError:v1 reads CLIENT_ERROR with it as a timeout, and a timeout says no status
		}
		for _, d := range every {
			first, head := codec.Append(nil, d, call, e)
			second, head := again(t, &codec, d, call, first, head)
			third, _ := again(t, &codec, d, call, second, head)
			require.Equal(t, string(second), string(third), "%s: first %s", spelled(d), first)
		}
	})
}

func again(t require.TestingT, c *dialect.Codec, d dialect.Dialect, call dialect.Call, body []byte, head dialect.Head) ([]byte, dialect.Head) {
	e, err := c.Decode(dialect.Document{Dialect: d, Status: head.Status, Body: body})
	require.NoError(t, err, spelled(d))
	require.NotNil(t, e, "%s: %s", spelled(d), body)
	return c.Append(nil, d, call, e)
}

// Append appends: what stood before stays, and the bytes do not depend on it.
func TestAppendAppends(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, call := anyError(t), anyCall(t)
		codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry")}
		for _, d := range every {
			alone, _ := codec.Append(nil, d, call, e)
			for _, before := range []string{"x", `{"a":[`} {
				appended, _ := codec.Append([]byte(before), d, call, e)
				require.True(t, bytes.HasPrefix(appended, []byte(before)))
				require.Equal(t, string(alone), string(appended[len(before):]), spelled(d))
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
		e, call := anyError(t), anyCall(t)
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
	what := fmt.Sprintf("%s, %s: %s", spelled(d), call.Method, body)
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
