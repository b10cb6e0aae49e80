package sitebuild

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWithoutComments(t *testing.T) {
	require.Equal(t, "= 7 Bells\ncode /code\n\trow # of a table\n",
		withoutComments("# A comment.\n= 7 Bells\ndocs https://bells.example\ncode /code\n# Another.\n\trow # of a table\n"))
}
