package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	names := append(kindNames(), codeNames()...)
	for _, test := range []struct {
		name string
		want []string
		why  string
	}{
		{"not_fond", []string{"not_found", "NOT_FOUND"}, "missing letter"},
		{"rateLimited", []string{"rate_limited", "RATE_LIMITED"}, "different case and separators"},
		{"32011", []string{"-32011"}, "missing sign"},
		{"limited", []string{"rate_limited", "RATE_LIMITED"}, "part of a name"},
		{"timeuot", []string{"timeout", "TIMEOUT"}, "transposed letters"},
		{"elephant", []string{}, "no similar name"},
		{"-7", []string{}, "too short to guess"},
		{"", []string{}, "empty name"},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, nearest(test.name, names), test.why)
		})
	}
}

// TestUnknown checks that a message lists at most three of many names.
func TestUnknown(t *testing.T) {
	many := append(kindNames(), codeNames()...)
	for _, test := range []struct {
		name  string
		names []string
		want  string
	}{
		{"not_fond", many, `unknown name "not_fond", did you mean "not_found" or "NOT_FOUND"?`},
		{"tim", []string{"a", "b"}, `unknown name "tim", want one of a, b`},
		{"", []string{"a", "b"}, `unknown name "", want one of a, b`},
		{"elephant", many, `unknown name "elephant"; toolerr table lists all`},
		{strings.Repeat("x", maxLength-1) + "ö", many, `unknown name "` + strings.Repeat("x", maxLength-1) + `"…; toolerr table lists all`},
		{strings.Repeat("x", 1000), many, `unknown name "` + strings.Repeat("x", maxLength) + `"…; toolerr table lists all`},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Contains(t, unknown("name", test.name, test.names, "toolerr table").Error(), test.want)
		})
	}
}
