package dialect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// decodeOXP decodes the body of a validation error.
func decodeOXP(t *testing.T, body string) *errkit.Error {
	t.Helper()
	var codec dialect.Codec
	e, err := codec.Decode(dialect.Document{Dialect: dialect.OXP{}, Status: 422, Body: []byte(body)})
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
	require.Equal(t, strings.Repeat("/"+part, 4000), e.Fields[0].Path)
	require.Equal(t, []string{`"detail" in place of "message"`}, e.Peer.Evidence)
	n := testing.AllocsPerRun(2, func() { decodeOXP(t, long(4000)) })
	require.Less(t, n, 200.0, "copies of the path")

	e = decodeOXP(t, strings.ReplaceAll(long(4500), part, "a~b"))
	require.Equal(t, strings.Repeat("/a~0b", 4095), e.Fields[0].Path)
	require.Contains(t, e.Peer.Evidence, "more than 4096 parts of a loc, the rest is not read")
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
	require.Len(t, e.Fields, 4096)
	require.Len(t, e.Peer.Evidence, 101)
	require.Equal(t, "/parameter_errors/a0: number, read as its JSON", e.Peer.Evidence[0])
	require.Equal(t, "/parameter_errors/a99: number, read as its JSON", e.Peer.Evidence[99])
	require.Equal(t, "more than 100 notes, the rest is left out", e.Peer.Evidence[100])
}
