package all_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// A reader infers the retry of a kind by the default table, so a dialect with members for the
// kind and for the retry states that of another table.
func TestRetryOfAnotherTable(t *testing.T) {
	table, err := mapping.Default().With(mapping.Row{Kind: errkit.Conflict, Retry: errkit.Allowed},
		mapping.Row{Kind: errkit.Unavailable, Retry: errkit.Never})
	require.NoError(t, err)
	own, reader := dialect.Codec{Table: table}, dialect.Codec{}
	for _, kind := range []errkit.Kind{errkit.Conflict, errkit.Unavailable} {
		e := &errkit.Error{Kind: kind}
		for _, to := range []dialect.Dialect{problem.Dialect{}, connect.Dialect{}, google.Dialect{}, grpc.Dialect{},
			a2a.Dialect{}, toolerror.Dialect{}} {
			doc, _, err := own.Measure(e, to, dialect.Call{ID: []byte("1")})
			require.NoError(t, err)
			doc.Dialect = to
			read, err := reader.Decode(doc)
			require.NoError(t, err, to.Name())
			require.Equal(t, table.RetryOf(e).String(), mapping.Default().RetryOf(read).String(), "%s, %s: %s",
				to.Name(), kind.String(), doc.Body)
		}
	}
}
