package dialect_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
)

// TestAppendAllocates nothing in any dialect, with and without Carry. The value
// with hostile text is left out: repairing text makes a copy of it.
func TestAppendAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 1<<20)
	for _, carry := range []bool{false, true} {
		codec := dialect.Codec{Carry: carry}
		for _, v := range values() {
			if v.name == "hostile" {
				continue
			}
			for _, w := range ways() {
				n := testing.AllocsPerRun(20, func() { codec.Append(buf, w.dialect, w.call, v.err) })
				require.Zero(t, n, "%s as %s, carry %t", v.name, w.name, carry)
			}
		}
	}
}
