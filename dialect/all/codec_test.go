package all_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/samples"
)

func TestNormalOfNil(t *testing.T) {
	var codec dialect.Codec
	n := codec.Normalize(nil)
	require.Equal(t, codec.Normalize(&errkit.Error{}), n)
	require.Equal(t, errkit.Internal.Text(), n.Message)
	n.Message = "changed"
	require.NotEqual(t, n.Message, codec.Normalize(nil).Message)
}

// A dialect keeps what its interface promises without a Codec around it, and
// says it once.
func TestDialectsSayThatADocumentIsNone(t *testing.T) {
	for _, d := range samples.Every {
		for _, body := range []string{"", "{", "[]", "{}", "null", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, `{"result":[],"error":{}}`} {
			e, err := d.Decode(new(dialect.Codec), dialect.Document{Body: []byte(body)})
			require.ErrorIs(t, err, dialect.ErrNotDocument, "%s: %s", samples.Spelled(d), body)
			require.Nil(t, e)
			require.True(t, strings.HasPrefix(err.Error(), d.Name()+": not a document of this dialect: "), err.Error())

			var codec dialect.Codec
			_, same := codec.Decode(dialect.Document{Dialect: d, Body: []byte(body)})
			require.EqualError(t, same, err.Error())
		}
	}
}
