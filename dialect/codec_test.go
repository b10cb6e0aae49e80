package dialect_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

func TestNormalOfNil(t *testing.T) {
	var codec dialect.Codec
	n := codec.Normal(nil)
	require.Equal(t, codec.Normal(&errkit.Error{}), n)
	require.Equal(t, errkit.Internal.Text(), n.Message)
	n.Message = "changed"
	require.NotEqual(t, n.Message, codec.Normal(nil).Message)
}
