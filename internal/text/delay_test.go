package text

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestDelays(t *testing.T) {
	tests := []struct {
		name    string
		d       time.Duration
		ms, s   int64
		rounded time.Duration // as milliseconds
	}{
		{"zero", 0, 0, 0, 0},
		{"negative", -time.Hour, 0, 0, 0},
		{"the least", 1, 1, 1, time.Millisecond},
		{"a millisecond", time.Millisecond, 1, 1, time.Millisecond},
		{"a fraction", 1500 * time.Microsecond, 2, 1, 2 * time.Millisecond},
		{"a second", time.Second, 1000, 1, time.Second},
		{"more than a second", time.Second + 1, 1001, 2, 1001 * time.Millisecond},
		{"the most", math.MaxInt64, 9223372036854, 9223372037, 9223372036854 * time.Millisecond},
		{"the least of all", math.MinInt64, 0, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.ms, Milliseconds(tt.d))
			require.Equal(t, tt.s, Seconds(tt.d))
			require.Equal(t, tt.rounded, FromMilliseconds(Milliseconds(tt.d)))
		})
	}
	require.Equal(t, time.Duration(0), FromMilliseconds(-5))
	require.Equal(t, time.Duration(9223372036854)*time.Millisecond, FromMilliseconds(math.MaxInt64))
	require.Equal(t, 7*time.Second, FromSeconds(7))
	require.Equal(t, FromMilliseconds(math.MaxInt64), FromSeconds(math.MaxUint64))
}
