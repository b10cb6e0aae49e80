package foreign

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/jsontree"
)

// A text is an error without an HTTP status only if it states a code in a place that programs
// print one in.
func TestPrinted(t *testing.T) {
	for _, test := range []struct{ name, text, code, why string }{
		{"gRPC", "rpc error: code = NotFound desc = no bell", "NotFound", "status.Error"},
		{"wrapped", "failed to ring: rpc error: code = Aborted desc = busy", "Aborted", "fmt.Errorf with %w"},
		{"pgx", `ERROR: relation "bells" does not exist (SQLSTATE 42P01)`, "42P01", "PgError.Error"},
		{"MySQL", "ERROR 1062 (23000): Duplicate entry '7' for key 'bells.id'", "23000", "its client"},
		{"Node.js", "Error: connect ECONNREFUSED 127.0.0.1:7071", "ECONNREFUSED", "a system call"},
		{"a file", "EACCES: permission denied, open '/bell'", "EACCES", "a system call"},
		{"a cloud", "PERMISSION_DENIED: The caller may not ring", "PERMISSION_DENIED", "a code and a colon"},

		{"documentation", "The server returns rpc error: code = NotFound, which is final.", "", "no description"},
		{"a log", "2026-11-02 WARN connect ECONNREFUSED 127.0.0.1:7071, again", "", "not at the start"},
		{"a setting", "Network: 10.0.0.0/8", "", "a word, although APIs share it as a code"},
		{"a warning", "WARNING: the bell is old", "", "no code"},
		{"a text", "Error: the bell is gone", "", "no code"},
		{"a question", "How do I fix ECONNREFUSED: nothing helps", "", "a sentence before it"},
		{"a name", "SQLSTATE 23505 means a duplicate (SQLSTATE class 23)", "", "no code between the marks"},
		{"a long text", "rpc error: code = NotFound desc = a\nb\nc\nd", "", "more than a message"},
		{"markup", "<p>rpc error: code = NotFound desc = x</p>", "", "a page"},
	} {
		v, _, what := readPage(&dialect.Document{Body: []byte(test.text)})
		code := v.At("/sqlstate/code").Scalar() + v.At("/printed/code").Scalar()
		require.Equal(t, test.code, code, "%s: %s", test.name, test.why)
		require.Empty(t, what, test.name)
		for _, status := range []int{200, 404, 500} { // which says what the text is
			v, _, _ = readPage(&dialect.Document{Status: status, Body: []byte(test.text)})
			require.Equal(t, jsontree.Absent, v.Member("printed").Kind(), test.name)
			require.Equal(t, jsontree.Absent, v.Member("sqlstate").Kind(), test.name)
		}
	}
}
