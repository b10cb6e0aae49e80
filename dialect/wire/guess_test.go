package wire

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/guess"
)

// A dialect passes the scopes of package guess that only it has as an Open, so the bits must be the same.
func TestOpenIsThatOfGuess(t *testing.T) {
	require.Equal(t, guess.IsError, guess.Open(FailedCall))
	require.Equal(t, guess.Unknown, guess.Open(UnknownCode))
	require.Equal(t, guess.Fault, guess.Open(ServerFault))
}
