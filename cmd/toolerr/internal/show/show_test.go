package show_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/format"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/show"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

func TestShowDocuments(t *testing.T) {
	tests := []struct {
		name, why string
		in        show.Request
		dialect   string
		error     string
		card      []string
	}{
		{"fields beside the input", "a value that is missing has a line", show.Request{
			Document: `{"message":"Wrong.","parameter_errors":{"seats":"must be at least 1","date":"is required"}}`,
			Status:   422, Input: `{"seats": 0, "to": ["CDG"]}`,
		}, "oxp-flat", `{"kind":"invalid_input","message":"Wrong.","fields":[{"path":"/seats","message":"must be at least 1"},{"path":"/date","message":"is required"}]}`,
			[]string{`<code>  &#34;seats&#34;: 0,</code><span class="fault">must be at least 1</span>`,
				`row bad missing`, `is required`, "Do not repeat the same call.", "the caller"}},
		{"without an input", "an outline of what the fields name", show.Request{
			Document: `{"detail":[{"type":"missing","loc":["body","items",1,"sku"],"msg":"Field required"}]}`,
			Status:   422,
		}, "http", `{"kind":"invalid_input","message":"Some input parameters are invalid.","fields":[{"path":"/items/1/sku","message":"Field required","rule":"missing"}]}`,
			[]string{`&#34;items&#34;: [`, `/* 1 */ {`, `&#34;sku&#34;: …`, "Field required"}},
		{"a response", "curl -i", show.Request{
			Document: "HTTP/2 503 \r\nRetry-After: 7\r\nContent-Type: text/html\r\n\r\n<html></html>",
		}, "http", `{"kind":"unavailable","retry_after_ms":7000}`, []string{"Wait 7 s first."}},
		{"a response and another status", "the head is that of this document", show.Request{
			Document: "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\n\r\n<html></html>", Status: 422,
		}, "http", `{"kind":"unavailable"}`,
			[]string{"the head of the document has the HTTP status 503, which replaces 422"}},
		{"two heads", "curl -iL --digest: the last one is that of the body", show.Request{
			Document: "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest\r\n\r\n" +
				"HTTP/1.1 503 Service Unavailable\r\n\r\n<html></html>",
		}, "http", `{"kind":"unavailable"}`, nil},
		{"a guess", "a text is only a sign", show.Request{
			Document: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: ring"}}`,
		}, "mcp", `{"kind":"tool_not_found","message":"Unknown tool: ring"}`,
			[]string{"low confidence", "Recognized as"}},
		{"an effect", "the outcome is not known, and no text invites", show.Request{
			Document: `{"type":"about:blank","status":504,"kind":"timeout","effect":"unknown"}`,
		}, "problem", `{"kind":"timeout","effect":"unknown"}`,
			[]string{"<dd>It is not known.</dd>", "<dd>This call may have taken effect. If it only reads data",
				"<strong>A client program.</strong> This call may have taken effect.",
				"<strong>A model.</strong> This call may have taken effect."}},
		{"no effect", "nothing has to be checked", show.Request{
			Document: `{"type":"about:blank","status":504,"kind":"timeout","effect":"none"}`,
		}, "problem", `{"kind":"timeout","effect":"none"}`,
			[]string{"<dd>Nothing was done.</dd>", "<strong>A model.</strong> Nothing was done. The same call may be tried"}},
		{"after an action", "no text refers to one that is not there", show.Request{
			Document: `{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","code":"insufficient_quota"}}`,
		}, "http", `{"kind":"rate_limited","retry":"after_action"}`,
			[]string{"<strong>A client program.</strong> Ask the user before you repeat the call.",
				"<strong>A model.</strong> Ask the user before you repeat the call.",
				"<dd>Ask the user before you repeat the call.</dd>"}},
		{"a retry that may do it twice", "a person who reads only this repeats an order", show.Request{
			Document: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
		}, "http", `{"kind":"unavailable"}`,
			[]string{"<dd>It depends on what the call does: see below.</dd>", "<dd>The same call may be tried again later.</dd>"}},
		{"no retry", "an empty answer looks like a fault of the page", show.Request{
			Document: `{"type":"about:blank","status":502}`,
		}, "http", `{"kind":"upstream_failed"}`, []string{"<dd>It is not stated: see below.</dd>"}},
		{"a guess of a kind that invites to a retry", "a guess invites to none, and no text contradicts that", show.Request{
			Document: `{"content":[{"type":"text","text":"Request timed out"}],"isError":true}`,
		}, "mcp", `{"kind":"timeout","message":"Request timed out","retry":"never"}`,
			[]string{"low confidence", "<dd>Do not repeat the same call.</dd>",
				"<strong>A client program.</strong> Do not repeat the same call.",
				"<strong>A model.</strong> Do not repeat the same call."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := show.Show(tt.in)
			require.Empty(t, got.Problem)
			if tt.dialect != "http" {
				require.Equal(t, tt.dialect, got.Dialect)
			}
			var want, have map[string]any
			require.NoError(t, json.Unmarshal([]byte(tt.error), &want))
			require.NoError(t, json.Unmarshal(got.Error, &have))
			for name, v := range want {
				if name == "message" && tt.dialect == "http" {
					continue
				}
				require.Equal(t, v, have[name], "%s: %s", tt.why, name)
			}
			for _, part := range tt.card {
				require.Contains(t, string(got.Card), part, tt.why)
			}
		})
	}
}

func TestShowProblems(t *testing.T) {
	const noFormat = "This is in no format, or not an error. Many bodies need their HTTP status; for a line of a log, run toolerr explain."
	tests := []struct {
		name, request, want string
	}{
		{"nothing", `{}`, "Paste a document, or pick one of the examples."},
		{"only spaces", `{"document":" \n","status":0}`, "Paste a document, or pick one of the examples."},
		{"a response with a body of spaces", `{"document":"HTTP/1.1 200 OK\n\n \n"}`, noFormat},
		{"not JSON", `{"document":"{\"a\": 1,\n}"}`, "This is not valid JSON: line 2, column 1."},
		{"prose", `{"document":"hello"}`, noFormat},
		{"a success", `{"document":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"ding\"}]}}"}`, "This is a success in the format MCP, the latest revision. It has no error."},
		{"no error", `{"error":{"kind":"no_such_kind"}}`, "This is not the canonical JSON of an error."},
		{"wrong type", `{"document":7}`, "The request is not valid JSON, or a member of it has the wrong type."},
		{"too large", `{"document":"` + strings.Repeat("x", show.MaxRequest) + `"}`,
			"The document is too large for this page: the limit is 256 KiB."},
		{"a damaged head", `{"document":"HTTP/1.1 abc"}`, noFormat},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got show.Answer
			require.NoError(t, json.Unmarshal(show.JSON([]byte(tt.request)), &got))
			require.Equal(t, show.Answer{Problem: tt.want}, got)
		})
	}
}

// An error comes back from the form as it was: what a person did not change is the same.
func TestShowErrorsRoundTrip(t *testing.T) {
	for _, v := range samples.Values() {
		doc, err := v.Error.MarshalJSON()
		require.NoError(t, err)
		got := show.Show(show.Request{Error: doc, Dialects: []string{"problem"}})
		require.Empty(t, got.Problem)
		require.JSONEq(t, string(doc), string(got.Error), v.Name)
	}
}

// Every dialect has a group and a short name, except those that are another name of one of these
// or are only read.
func TestGroups(t *testing.T) {
	names := show.Names()
	for _, name := range all.Names() {
		if name == (mcp.Dialect{}).Name() || name == (httperr.Dialect{}).Name() {
			continue
		}
		require.Contains(t, names, name)
	}
	slices.Sort(names)
	require.Equal(t, slices.Compact(slices.Clone(names)), names)
	for _, name := range append(names, show.Main()...) {
		_, err := all.Parse(name)
		require.NoError(t, err)
		require.NotEqual(t, name, show.Short(name))
	}
}

var tags = regexp.MustCompile(`<mark class="([^"]*)"[^>]*>([^<]*)</mark>`)

// marks returns what the document in a dialect has of each field.
func marks(t *testing.T, e, name string) map[string]string {
	t.Helper()
	got := show.Show(show.Request{Error: json.RawMessage(e), Dialects: []string{name}})
	require.Empty(t, got.Problem)
	found := map[string]string{}
	for _, m := range tags.FindAllStringSubmatch(string(got.Renderings), -1) {
		found[m[1]] += m[2] + "|"
	}
	return found
}

func TestMarks(t *testing.T) {
	const full = `{"kind":"rate_limited","code":"too_fast","message":"Slow down.","hint":"Use a page.","retry":"allowed","retry_after_ms":2000,"fields":[{"path":"/times","message":"must be at most 10"}]}`
	tests := []struct {
		name, why, dialect string
		want               map[string]string
	}{
		{"MCP", "one text has four fields", "mcp-2025-11-25", map[string]string{
			"f-message l-folded": "Slow down.|", "f-hint l-folded": "Use a page.|",
			"f-fields l-folded": "times: must be at most 10|",
		}},
		{"RFC 9457", "each field has a member; the name of a member belongs to it", "problem", map[string]string{
			"f-message": "Slow down.|", "f-kind": "Too Many Requests|429|rate_limited|", "f-code": "too_fast|",
			"f-hint":   "Use a page.|",
			"f-fields": "times|must be at most 10|", "f-retry_after": "2000|", "f-retry": "allowed|",
		}},
		{"gRPC", "not JSON", "grpc", map[string]string{"f-message": "Slow down.|"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := marks(t, full, tt.dialect)
			for class, text := range tt.want {
				require.Equal(t, text, got[class], "%s: %s: %v", tt.why, class, got)
			}
		})
	}
}

// The marks are only colors: without them a document is what the dialect renders, indented.
func TestMarksKeepTheDocument(t *testing.T) {
	unescape := strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&lt;", "<", "&gt;", ">", "&#43;", "+", "&amp;", "&")
	between := func(text, from, to string) string {
		_, text, _ = strings.Cut(text, from)
		text, _, _ = strings.Cut(text, to)
		return text
	}
	for _, v := range samples.Values() {
		doc, err := v.Error.MarshalJSON()
		require.NoError(t, err)
		panels := strings.Split(string(show.Show(show.Request{Error: doc, Dialects: show.Names()}).Renderings),
			"<article")[1:]
		require.Len(t, panels, len(show.Names()))
		for i, panel := range panels {
			var text strings.Builder
			for _, part := range strings.Split("<pre"+between(panel, "<pre", "</pre>"), "<") {
				_, part, _ = strings.Cut(part, ">")
				text.WriteString(part)
			}
			body, text2 := unescape.Replace(between(panel, `data-copy="`, `"`)), unescape.Replace(text.String())
			if show.Names()[i] == "grpc" {
				require.Equal(t, strings.ReplaceAll(body, "\r\n", "\n"), text2)
				continue
			}
			var compact bytes.Buffer
			require.NoError(t, json.Compact(&compact, []byte(text2)), show.Names()[i])
			require.Equal(t, body, compact.String(), show.Names()[i])
		}
	}
}

// Markup in a document is text on the page.
func TestMarkupIsEscaped(t *testing.T) {
	const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
	quoted, err := json.Marshal(attack)
	require.NoError(t, err)
	for _, r := range []show.Request{
		{Document: `{"message":` + string(quoted) + `,"parameter_errors":{` + string(quoted) + `:` + string(quoted) +
			`}}`, Status: 422, Input: `{"a":` + string(quoted) + `}`, Dialects: show.Names()},
		{Error: json.RawMessage(`{"kind":"auth_required","message":` + string(quoted) + `,"code":` + string(quoted) +
			`,"needs":{"authorization":[{"id":"1","url":"javascript:alert(1)"}]},"details":{"a":` + string(quoted) +
			`}}`), Dialects: show.Names()},
	} {
		got := show.Show(r)
		require.Empty(t, got.Problem)
		for _, html := range []string{string(got.Card), string(got.Renderings)} {
			require.NotContains(t, html, "<script")
			require.NotContains(t, html, "<img")
			require.NotContains(t, html, `href="javascript`)
			require.Contains(t, html, "&lt;script&gt;")
		}
	}
}

// What a document has for developers is not shown, and no cause is.
func TestPrivateText(t *testing.T) {
	e := &errkit.Error{Kind: errkit.NotFound, Message: "No.", Dev: errkit.Dev(samples.DevCanary),
		Err: errors.New(samples.ErrCanary)}
	doc, err := e.MarshalJSON()
	require.NoError(t, err)
	for _, r := range []show.Request{
		{Error: doc, Dialects: show.Names()},
		{Document: `{"$schema":"urn:oxp:1.0","result":{"call_id":"1","success":false,"error":{"message":"No.","developer_message":"` + samples.DevCanary + `"}}}`, Dialects: slices.DeleteFunc(show.Names(), func(n string) bool {
			return strings.HasPrefix(n, "oxp")
		})},
	} {
		got, err := json.Marshal(show.Show(r))
		require.NoError(t, err)
		for _, canary := range []string{samples.DevCanary, samples.ErrCanary, samples.PrivateCanary} {
			require.NotContains(t, string(got), canary)
		}
	}
}

// The Go expression is in the format of gofmt.
func TestGoSource(t *testing.T) {
	got := show.Show(show.Request{Error: json.RawMessage(`{"kind":"auth_required","code":"no \"grant\"","retry_after_ms":1500,"fields":[{"path":"/a","message":"is required"}],
		"needs":{"authorization":[{"id":"1","url":"https://a.example/"}],"scopes":["ring"]},"details":{"bell":"front","n":[1]}}`), Dialects: []string{"oxp"}}).Go
	require.Equal(t, strings.Join([]string{
		"&errkit.Error{",
		"	Kind:       errkit.AuthRequired,",
		"	RetryAfter: 1500 * time.Millisecond,",
		"	Code:       \"no \\\"grant\\\"\",",
		"	Fields: []errkit.Field{",
		"		{Path: \"/a\", Message: \"is required\"},",
		"	},",
		"	Details: []slog.Attr{",
		"		slog.String(\"bell\", \"front\"),",
		"		slog.Any(\"n\", json.RawMessage(\"[1]\")),",
		"	},",
		"	Needs: &errkit.Needs{",
		"		Challenges: []errkit.Challenge{",
		"			{ID: \"1\", URL: \"https://a.example/\"},",
		"		},",
		"		Scopes: []string{\"ring\"},",
		"	},",
		"}",
	}, "\n"), got)
	for _, v := range samples.Values() {
		doc, err := v.Error.MarshalJSON()
		require.NoError(t, err)
		source := "package p\n\nvar e = " + show.Show(show.Request{Error: doc, Dialects: []string{"oxp"}}).Go + "\n"
		formatted, err := format.Source([]byte(source))
		require.NoError(t, err, source)
		require.Equal(t, string(formatted), source, v.Name)
	}
}
