package envelope

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest"
	"github.com/toolerr/toolerr/errkit"
)

func TestLaws(t *testing.T) { dialecttest.Run(t, Dialect{}) }

func FuzzDecode(f *testing.F) { dialecttest.Fuzz(f, Dialect{}) }

func TestCodes(t *testing.T) { require.NoError(t, codes.Check()) }

func TestDecode(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string
		want   errkit.Kind
	}{
		{"a code", 404, `{"error":{"code":"not_found","message":"No."}}`, errkit.NotFound},
		{"a code of the first version", 429, `{"error":{"code":"slow_down","message":"No."}}`, errkit.RateLimited},
		{"a code of a later version", 409, `{"error":{"code":"locked","message":"No."}}`, errkit.Conflict},
		{"a code of a later version, without a status", 0, `{"error":{"code":"locked","message":"No."}}`, errkit.Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			e, err := codec.Decode(dialect.Document{Dialect: Dialect{}, Status: tt.status, Body: []byte(tt.body)})
			require.NoError(t, err)
			require.Equal(t, tt.want, e.Kind)
			require.Equal(t, errkit.Text("No."), e.Message)
		})
	}
}
