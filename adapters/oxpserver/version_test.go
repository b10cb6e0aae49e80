package oxpserver

import (
	"cmp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestCompareVersions(t *testing.T) {
	ascending := []string{"0.0.0", "0.0.9", "0.0.10", "0.9.0", "0.10.0", "1.0.0", "1.0.18446744073709551616", "1.1.0", "9.0.0", "10.0.0", "99999999999999999999.0.0"}
	for i, a := range ascending {
		for j, b := range ascending {
			v, err := parseVersion(a, false)
			require.NoError(t, err)
			w, err := parseVersion(b, false)
			require.NoError(t, err)
			require.Equal(t, min(max(i-j, -1), 1), v.compare(w), "%s and %s", a, b)
		}
	}
}

func TestLeadingZerosDoNotCount(t *testing.T) {
	v, err := parseVersion("01.00.0007", false)
	require.NoError(t, err)
	require.Equal(t, "1.0.7", v.String())
}

func TestSplitID(t *testing.T) {
	tests := []struct{ id, name, version, err string }{
		{"Calculator.Add", "Calculator.Add", "", ""},
		{"_1.a_Z@2", "_1.a_Z", "2", ""},
		{"Calculator.Add@1.0.0", "Calculator.Add", "1.0.0", ""},
		{"", "", "", "not of the form"}, {".", "", "", "not of the form"}, {"A.", "", "", "not of the form"}, {".B", "", "", "not of the form"},
		{"A.B.C", "", "", "not of the form"}, {"A-B.C", "", "", "not of the form"}, {"A.B ", "", "", "not of the form"}, {"Ä.B", "", "", "not of the form"},
		{"A.B@", "", "", "not of the form"}, {"@1", "", "", "not of the form"}, {"A.B`", "", "", "not of the form"}, {"A.B{", "", "", "not of the form"},
	}
	for _, tt := range tests {
		t.Run(tt.id, func(t *testing.T) {
			name, version, err := splitID(tt.id)
			if tt.err != "" {
				require.ErrorContains(t, err, tt.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tt.name, name)
			require.Equal(t, tt.version, version)
		})
	}
}

func TestParseVersionRefuses(t *testing.T) {
	for _, s := range []string{"", "1", "1.0", "1.0.0.0", "1..0", "1.0.x", "-1.0.0", "+1.0.0", "1.0.0-beta", " 1.0.0", "1,0,0", "latest", "١.0.0"} {
		_, err := parseVersion(s, false)
		require.Error(t, err, s)
	}
	v, err := parseVersion("12", true)
	require.NoError(t, err)
	require.Equal(t, "12.0.0", v.String())
}

// Any digits compare as the numbers that they are.
func TestCompareIsNumeric(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a, b := rapid.Uint64().Draw(r, "a"), rapid.Uint64().Draw(r, "b")
		zeros := strings.Repeat("0", rapid.IntRange(0, 3).Draw(r, "zeros"))
		v, err := parseVersion("1."+zeros+strconv.FormatUint(a, 10)+".0", false)
		require.NoError(r, err)
		w, err := parseVersion("1."+strconv.FormatUint(b, 10)+".0", false)
		require.NoError(r, err)
		require.Equal(r, cmp.Compare(a, b), v.compare(w))
	})
}
