package all_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/model"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/attack"
)

// attacked are all dialects, with the options that render an error most often. Package model has
// one appender for all of its dialects: two of them are enough.
func attacked() []dialect.Dialect {
	dialects := slices.DeleteFunc(all.Dialects(), func(d dialect.Dialect) bool {
		m, ok := d.(model.Dialect)
		return ok && m != model.Anthropic && m != model.AISDK
	})
	return append(dialects, mcp.Dialect{Revision: "2025-11-25", Structured: true, URLElicitation: true},
		mcp.Dialect{Revision: "2026-07-28", URLElicitation: true},
		toolerror.Dialect{Format: toolerror.Both}, problem.Dialect{Base: "https://errors.example/"})
}

// requireMediaType requires that a document is JSON if and only if its media type is.
func requireMediaType(t *testing.T, head dialect.Head, body []byte) {
	t.Helper()
	require.Equal(t, strings.HasSuffix(head.ContentType, "json"), json.Valid(body), "%s: %.200s", head.ContentType,
		body)
}

// named is a JSON object of so many members, with names of so many bytes: all the same if same is
// true.
func named(count, length int, same bool, value string) string {
	var b strings.Builder
	for i := range max(count, 1) {
		if same {
			i = 0
		}
		fmt.Fprintf(&b, `,"%s%07d":%s`, strings.Repeat("k", length), i, value)
	}
	return "{" + b.String()[1:] + "}"
}

// What a caller's input makes of an error adds at most 64 KiB to a document, in every dialect
// with every option, and what it takes is linear in the error.
func TestAppendAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it renders every attack in every dialect")
	}
	list := func(n int, field func(i int) errkit.Field) *errkit.Error {
		e := &errkit.Error{Kind: errkit.InvalidInput, Message: "The input is invalid."}
		for i := range n {
			e.Fields = append(e.Fields, field(i))
		}
		return e
	}
	tests := []struct {
		name string
		make func(n int) *errkit.Error // of about n bytes
	}{
		{"many fields", func(n int) *errkit.Error {
			return list(n/50, func(i int) errkit.Field {
				return errkit.Field{Path: fmt.Sprint("/items/", i), Message: "must be at least 1", Rule: "min",
					Param: "1"}
			})
		}},
		{"many fields of one path", func(n int) *errkit.Error {
			return list(n/50, func(int) errkit.Field {
				return errkit.Field{Path: "/" + strings.Repeat("k", 40),
					Message: "is wrong"}
			})
		}},
		{"long paths", func(n int) *errkit.Error {
			return list(100, func(i int) errkit.Field {
				return errkit.Field{Path: fmt.Sprint("/",
					strings.Repeat("k", n/100), i)}
			})
		}},
		{"paths of control characters", func(n int) *errkit.Error {
			return list(100, func(i int) errkit.Field {
				return errkit.Field{Path: fmt.Sprint("/",
					strings.Repeat("\x01", n/100), i)}
			})
		}},
		{"paths of quotes", func(n int) *errkit.Error {
			return list(100, func(i int) errkit.Field {
				return errkit.Field{Path: fmt.Sprint("/",
					strings.Repeat(`"`, n/100), i)}
			})
		}},
		{"paths of escapes", func(n int) *errkit.Error {
			return list(100, func(i int) errkit.Field {
				return errkit.Field{Path: fmt.Sprint("/", strings.Repeat("~1\x1b", n/300), i)}
			})
		}},
		{"paths beyond ASCII", func(n int) *errkit.Error {
			return list(100, func(i int) errkit.Field {
				return errkit.Field{Path: fmt.Sprint("/",
					strings.Repeat("日", n/300), i)}
			})
		}},
		{"long parameters", func(n int) *errkit.Error {
			return list(50, func(i int) errkit.Field {
				return errkit.Field{Path: fmt.Sprint("/", i), Message: errkit.Text(strings.Repeat("m", n/100)),
					Param: strings.Repeat("p", n/100)}
			})
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, d := range attacked() {
				for _, codec := range []dialect.Codec{{}, {Carry: true}} {
					bare, _ := codec.Append(nil, d, dialect.Call{},
						&errkit.Error{Kind: errkit.InvalidInput, Message: "The input is invalid."})
					out := attack.Linear(t, 50<<10, 2, func(n int) (*errkit.Error, int) { return tt.make(n), n },
						func(e *errkit.Error) int {
							body, head := codec.Append(nil, d, dialect.Call{}, e)
							requireMediaType(t, head, body)
							return len(body)
						})
					for _, size := range out {
						require.LessOrEqual(t, size-len(bare), text.MaxInput, "%s, %+v", fmt.Sprintf("%#v", d), codec)
					}
				}
			}
		})
	}
}

// What a peer sends is decoded and translated with work that is linear, and what comes out has a
// bound.
func TestTranslateAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it translates every attack between all dialects")
	}
	many := func(n int, item string) string { return strings.Repeat(item+",", n/(len(item)+1)) + item }
	long := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		name    string
		dialect dialect.Dialect
		status  int
		body    func(n int) string
	}{
		{"a long message", oxp.Dialect{}, 400, func(n int) string { return `{"message":"` + long(n) + `"}` }},
		{"a long message in escapes", oxp.Dialect{}, 400,
			func(n int) string { return `{"message":"` + strings.Repeat(`\u0001\"`, n/8) + `"}` }},
		{"many parameters", oxp.Dialect{}, 422, func(n int) string {
			return `{"message":"m","parameter_errors":` + named(n/20, 1, false, `"wrong"`) + `}`
		}},
		{"long parameters", oxp.Dialect{}, 422, func(n int) string {
			return `{"message":"m","parameter_errors":` + named(n/1000, 1000, false, `{"a":[1]}`) + `}`
		}},
		{"parameters twice", oxp.Dialect{}, 422, func(n int) string {
			return `{"message":"m","parameter_errors":` + named(n/1000, 1000, true, `"wrong"`) + `}`
		}},
		{"many challenges", oxp.Dialect{}, 400, func(n int) string {
			return `{"message":"m","missing_requirements":{"authorization":[` + many(n,
				`{"id":"a","url":"https://a.example/"}`) + `]}}`
		}},
		{"many challenges of the wrong type", oxp.Dialect{}, 400, func(n int) string {
			return `{"message":"m","` + long(n/2) + `":1,"missing_requirements":{"authorization":[` + many(n/2,
				`{"id":1,"url":2,"check_url":3}`) + `]}}`
		}},
		{"many secrets", oxp.Dialect{}, 400, func(n int) string {
			return `{"message":"m","missing_requirements":{"secrets":[` + many(n, `"A"`) + `]}}`
		}},
		{"many details of FastAPI", oxp.Dialect{}, 422,
			func(n int) string { return `{"detail":[` + many(n, `{"msg":"m","loc":["body","a"]}`) + `]}` }},
		{"many texts of FastAPI", oxp.Dialect{}, 422,
			func(n int) string { return `{"detail":[` + many(n, `"m"`) + `]}` }},
		{"4096 details with long equal keys", problem.Dialect{}, 500, func(n int) string {
			return `{"title":"t","status":500,"details":1,` + strings.TrimPrefix(named(4096, n/4096, true, `1`), "{")
		}},
		{"many details with long keys", mcp.Dialect{}, 200, func(n int) string {
			return `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m","data":` + named(n/1000, 1000, false,
				`"v"`) + `}}`
		}},
		{"a detail of many members", aai.Dialect{}, 200, func(n int) string {
			return `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"m","data":{"type":"t","d":` + named(n/20,
				1, false, `1`) + `}}}`
		}},
		{"deep details", aai.Dialect{}, 200, func(n int) string {
			return `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"m","data":` +
				strings.Repeat(`{"`+long(n/100)+`":`, 100) + `1` + strings.Repeat("}", 100) + `}}`
		}},
		{"long codes", aai.Strings{}, 400, func(n int) string {
			return `{"status":"error","error":{"code":"` + long(n/2) + `","message":"m","data":{"type":"` + long(n/2) +
				`"}}}`
		}},
		{"a long type", aai.Dialect{}, 200, func(n int) string {
			return `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"m","data":{"type":"` + long(n) + `"}}}`
		}},
		{"many validation errors of the wrong type", aai.Strings{}, 400, func(n int) string {
			return `{"status":"error","error":{"code":"INVALID_PARAMS","message":"m","data":{"` + long(n/2) +
				`":1,"validationErrors":[` + many(n/2, `{"path":1,"message":2,"rule":3}`) + `]}}}`
		}},
		{"many blocks", mcp.Dialect{}, 200, func(n int) string {
			return `{"isError":true,"content":[` + many(n, `{"type":"text","text":"x"}`) + `]}`
		}},
		{"many blocks of JSON", toolerror.Dialect{}, 200, func(n int) string {
			return `{"isError":true,"content":[` + many(n,
				`{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"X\",\"message\":\"m\"}"}`) + `]}`
		}},
		{"prefixes of SDKs", mcp.Dialect{}, 200, func(n int) string {
			return `{"isError":true,"content":[{"type":"text","text":"` + strings.Repeat("MCP error -32602: ", n/18) +
				`"}]}`
		}},
		{"many questions", mcp.Dialect{}, 200, func(n int) string {
			return `{"resultType":"input_required","inputRequests":` + named(n/60, 8, false,
				`{"method":"m","params":{"message":"m"}}`) + `}`
		}},
		{"many suggestions", toolerror.Dialect{}, 200, func(n int) string {
			return `{"kind":"needsInput:v1","message":"m","needsInput":{"fields":[` + many(n/2, `"a"`) +
				`],"suggestions":` + named(n/40, 8, false, `["s"]`) + `},"options":[` + many(n/2,
				`{"label":"l","value":"v"}`) + `]}`
		}},
		{"a carried error", oxp.Dialect{}, 422, func(n int) string {
			return `{"message":"m","toolerr":{"kind":"invalid_input","fields":[` + many(n/2,
				`{"path":"/a","message":"m"}`) + `],"needs":{"secrets":[` + many(n/2, `"A"`) + `]}}}`
		}},
		{"many messages of a long name", problem.Dialect{}, 422, func(n int) string {
			return `{"title":"t","status":422,"errors":{"` + long(n/2) + `":[` + many(n/2, `"m"`) + `]}}`
		}},
		{"many fields of a problem", problem.Dialect{}, 422, func(n int) string {
			return `{"title":"t","status":422,"errors":[` + many(n, `{"pointer":"#/a","detail":"m"}`) + `]}`
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := attack.Linear(t, 100<<10, 8*len(attacked()), func(n int) (dialect.Document, int) {
				body := tt.body(n)
				return dialect.Document{Dialect: tt.dialect, Status: tt.status, Body: []byte(body)}, len(body)
			}, func(in dialect.Document) int {
				codec := dialect.Codec{Carry: true}
				e, err := codec.Decode(in)
				require.NoError(t, err)
				require.NotNil(t, e)
				require.LessOrEqual(t, len(e.Fields), text.MaxFields)
				require.LessOrEqual(t, len(e.Details), text.MaxDetails)
				for _, line := range e.Peer.Evidence {
					require.LessOrEqual(t, len(line), 2*text.MaxPath)
				}
				most := 0
				for _, d := range attacked() {
					body, head := codec.Append(nil, d, dialect.Call{}, e)
					requireMediaType(t, head, body)
					most = max(most, len(body))
				}
				return most
			})
			for _, size := range out {
				require.LessOrEqual(t, size, 512<<10)
			}
			if tt.name == "a long message in escapes" { // to compare it with what came back is enough once
				_, _, err := new(dialect.Codec).Translate(dialect.Document{Dialect: tt.dialect, Status: tt.status,
					Body: []byte(tt.body(100 << 10))}, mcp.Dialect{}, dialect.Call{})
				require.NoError(t, err)
			}
		})
	}
}

// What a call brings is bounded as well.
func TestLongCalls(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	call := dialect.Call{ID: json.RawMessage(`"` + long + `"`), Method: "resources/read",
		URI: "https://a/" + long + "/end", Tool: long}
	for _, d := range attacked() {
		var codec dialect.Codec
		body, head := codec.Append(nil, d, call,
			&errkit.Error{Kind: errkit.NotFound, Details: []slog.Attr{slog.String("uri", long)}})
		requireMediaType(t, head, body)
		require.Less(t, len(body), text.MaxInput, fmt.Sprintf("%#v", d))
	}
	var codec dialect.Codec
	body, _ := codec.Append(nil, mcp.Dialect{}, call, &errkit.Error{Kind: errkit.NotFound})
	require.Contains(t, string(body), `"id":null`)
	require.Contains(t, string(body), `…`)
	require.Contains(t, string(body), `/end"`)
}

// What a codec cuts is a loss.
func TestLossOfWhatIsCut(t *testing.T) {
	e := &errkit.Error{Kind: errkit.InvalidInput, Message: "m"}
	for i := range 200 {
		e.Fields = append(e.Fields, errkit.Field{Path: fmt.Sprint("/", i), Message: "is wrong"})
	}
	codec := dialect.Codec{Carry: true}
	_, losses, err := codec.Measure(e, problem.Dialect{}, dialect.Call{})
	require.NoError(t, err)
	require.Len(t, losses, 1)
	require.Equal(t, "fields", losses[0].Field)
	require.Equal(t, dialect.Narrowed, losses[0].Reason)
}

// A name that an object has many times is not looked up as often: 20,000 times took six seconds.
func TestRepeatedDelays(t *testing.T) {
	body := `{"message":"wait"` + strings.Repeat(`,"retry_after":1`, 20_000) + `}`
	start := time.Now()
	e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: httperr.Dialect{}, Status: 429, Body: []byte(body)})
	require.NoError(t, err)
	require.Equal(t, time.Second, e.RetryAfter)
	require.Less(t, time.Since(start), 2*time.Second)
}

// A long name above many members costs memory only where it is a part of the result.
func TestLongNames(t *testing.T) {
	name := strings.Repeat("n", 50_000)
	for _, leaf := range []string{`{"b":["is too high"]}`, `{"_errors":["is too high"]}`} {
		var body strings.Builder
		body.WriteString(`{"code":"VALIDATION_ERROR","message":"x","errors":{"` + name + `":{"a":` + leaf)
		for i := range 20_000 {
			fmt.Fprintf(&body, `,"a%d":%s`, i, leaf)
		}
		body.WriteString("}}}")
		codec := dialect.Codec{Dialects: all.Dialects(), Unread: true}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		e, err := codec.Decode(dialect.Document{Status: 400, Body: []byte(body.String())})
		runtime.ReadMemStats(&after)
		require.NoError(t, err)
		require.Len(t, e.Fields, 20, "10 KiB of paths")
		require.Equal(t, "truncated", e.Fields[19].Rule)
		size := 0
		for _, at := range e.Peer.Unread {
			size += len(at)
		}
		require.Less(t, size, 128<<10)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(100<<20))
	}
}
