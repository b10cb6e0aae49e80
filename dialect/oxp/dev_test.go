package oxp_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
)

// The slot is really used, and HideDev really hides it.
func TestDeveloperMessage(t *testing.T) {
	tests := []struct {
		name string
		d    oxp.Dialect
		e    errkit.Error
		want int
	}{
		{"a server error", oxp.Dialect{}, errkit.Error{Kind: errkit.ToolNotFound}, 1},
		{"a tool execution error", oxp.Dialect{}, errkit.Error{Kind: errkit.NotFound}, 1},
		{"flat", oxp.Dialect{Flat: true}, errkit.Error{Kind: errkit.NotFound}, 1},
		{"422 has no slot", oxp.Dialect{}, errkit.Error{Kind: errkit.InvalidInput}, 0},
		{"hidden", oxp.Dialect{HideDev: true}, errkit.Error{Kind: errkit.NotFound}, 0},
		{"hidden before the call", oxp.Dialect{HideDev: true, Flat: true}, errkit.Error{Kind: errkit.ToolNotFound}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.e.Dev = errkit.Dev(samples.DevCanary)
			codec := dialect.Codec{Carry: true}
			body, _ := codec.Append(nil, tt.d, dialect.Call{}, &tt.e)
			require.Equal(t, tt.want, bytes.Count(body, []byte(samples.DevCanary)), string(body))
		})
	}
}
