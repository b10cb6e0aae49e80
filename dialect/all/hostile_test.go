package all_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/golden"
)

// decodeOXP decodes the body of a validation error.
func decodeOXP(t *testing.T, body string) *errkit.Error {
	t.Helper()
	var codec dialect.Codec
	e, err := codec.Decode(dialect.Document{Dialect: oxp.Dialect{}, Status: 422, Body: []byte(body)})
	require.NoError(t, err)
	require.NotNil(t, e)
	return e
}

// A place of as many parts as a document can have is read up to a bound, and
// without copying what is read for each part.
func TestLongPlacesOfFastAPI(t *testing.T) {
	part := strings.Repeat("a", 900)
	long := func(n int) string {
		return `{"detail":[{"msg":"is wrong","loc":["body"` + strings.Repeat(`,"`+part+`"`, n) + `]}]}`
	}
	e := decodeOXP(t, long(4000))
	require.Equal(t, "/"+part[:253]+"…"+part[:254], e.Fields[0].Path, "a path of 512 bytes")
	require.Equal(t, []string{`"detail" in place of "message"`, "more than 100 parts of a loc, the rest is not read"},
		e.Peer.Evidence)
	n := testing.AllocsPerRun(2, func() { decodeOXP(t, long(4000)) })
	require.Less(t, n, 200.0, "copies of the path")

	e = decodeOXP(t, strings.ReplaceAll(long(99), part, "a~b"))
	require.Equal(t, strings.Repeat("/a~0b", 99), e.Fields[0].Path)
	require.Len(t, e.Peer.Evidence, 1)
}

func TestManyMessagesOfFastAPI(t *testing.T) {
	e := decodeOXP(t, `{"detail":["a"`+strings.Repeat(`,""`, 100_000)+`]}`)
	require.Equal(t, "a"+strings.Repeat("; ", 2048), string(e.Message))
	n := testing.AllocsPerRun(2, func() { decodeOXP(t, `{"detail":["a"`+strings.Repeat(`,""`, 100_000)+`]}`) })
	require.Less(t, n, 200.0, "copies of the message")
}

// Only so many notes are taken; were one taken of every parameter, and its place
// looked for, there would be as many steps as the square of them.
func TestManyOddParameters(t *testing.T) {
	var b strings.Builder
	for i := range 150_000 {
		fmt.Fprintf(&b, `,"a%d":1`, i)
	}
	e := decodeOXP(t, `{"message":"m","parameter_errors":{`+b.String()[1:]+`}}`)
	require.Len(t, e.Fields, 100)
	require.Equal(t, "truncated", e.Fields[99].Rule)
	require.Len(t, e.Peer.Evidence, 101)
	require.Equal(t, "/parameter_errors/a0: number, read as its JSON", e.Peer.Evidence[0])
	require.Equal(t, "/parameter_errors/a99: number, read as its JSON", e.Peer.Evidence[99])
	require.Equal(t, "more than 100 notes, the rest is left out", e.Peer.Evidence[100])
}

// RFC 9110 §10.2.3: delay-seconds are digits alone.
func TestRetryAfterHeader(t *testing.T) {
	const longest = math.MaxInt64 / time.Millisecond * time.Millisecond
	tests := []struct {
		header string
		want   time.Duration
	}{
		{"0", 0},
		{"007", 7 * time.Second},
		{"120", 2 * time.Minute},
		{"-1", 0},
		{"+1", 0},
		{"-9223372036854776", 0},
		{"-99999999999999999999999", 0},
		{"1.5", 1500 * time.Millisecond},
		{"1_0", 0},
		{"9223372036", 9223372036 * time.Second},
		{"9223372037", longest},
		{"9223372036854776", longest},
		{"18446744073709551615", longest},
		{"99999999999999999999999", longest},
		{"Fri, 20 Nov 2026 12:00:30 GMT", 30 * time.Second},
		{"Fri, 20 Nov 2026 11:00:30 GMT", 0},
	}
	for _, tt := range tests {
		t.Run(tt.header, func(t *testing.T) {
			var codec dialect.Codec
			h := golden.Header{"Retry-After": tt.header, "Date": "Fri, 20 Nov 2026 12:00:00 GMT"}.HTTP()
			e, err := codec.Decode(dialect.Document{Dialect: problem.Dialect{}, Status: 503, Header: h,
				Body: []byte(`{"status":503,"title":"Busy"}`)})
			require.NoError(t, err)
			require.Equal(t, tt.want, e.RetryAfter)
		})
	}
}

// A number that is no status is not taken for the status that its lower 32 bits
// are, where an int has no more.
func TestStatusesOutOfRange(t *testing.T) {
	const far = "4294967796" // 500 and 1<<32
	tests := []struct {
		name     string
		dialect  dialect.Dialect
		body     string
		kind     errkit.Kind
		upstream int
	}{
		{"problem", problem.Dialect{}, `{"title":"x","status":` + far + `}`, errkit.Unknown, 0},
		{"upstream of a problem", problem.Dialect{}, `{"title":"x","status":400,"upstream":` + far + `}`,
			errkit.InvalidInput, math.MaxInt32},
		{"toolError:v1", toolerror.Dialect{},
			`{"kind":"toolError:v1","code":"SERVER_ERROR","message":"x","details":{"statusCode":` + far + `}}`,
			errkit.UpstreamFailed, math.MaxInt32},
		{"Arcade over OXP", oxp.Dialect{},
			`{"success":false,"error":{"message":"x","kind":"UPSTREAM_RUNTIME_NOT_FOUND","status_code":` + far + `}}`,
			errkit.UpstreamFailed, math.MaxInt32},
		{"Arcade over MCP", mcp.Dialect{},
			`{"isError":true,"content":[],"_meta":{"arcade":{"errorKind":"UPSTREAM_RUNTIME_NOT_FOUND","statusCode":` +
				far + `}}}`, errkit.UpstreamFailed, math.MaxInt32},
		{"carried", oxp.Dialect{}, `{"result":{"call_id":"1","success":false,"error":{"message":"x","toolerr":{"kind":"upstream_failed","message":"x","upstream":` + far + `}}}}`, errkit.UpstreamFailed, math.MaxInt32},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			e, err := codec.Decode(dialect.Document{Dialect: tt.dialect, Body: []byte(tt.body)})
			require.NoError(t, err)
			require.Equal(t, tt.kind, e.Kind)
			require.Equal(t, tt.upstream, min(e.Upstream, math.MaxInt32))
		})
	}
}
