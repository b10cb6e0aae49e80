package tool

import (
	"cmp"
	"fmt"
	"regexp"
)

// maxVersion bounds a version, in bytes.
const maxVersion = 64

// A version is x.y.z as decimal digits without leading zeros.
type version [3]string

// versionPattern matches x and x.y.z.
var versionPattern = regexp.MustCompile(`^0*([0-9]+)(?:\.0*([0-9]+)\.0*([0-9]+))?$`)

// parseVersion parses x.y.z and, if short is set, x, which is x.0.0 (OXP 1.0, Tool Version
// Resolution).
func parseVersion(s string, short bool) (version, error) {
	s = s[:min(len(s), maxVersion+1)]
	parts := versionPattern.FindStringSubmatch(s)
	if len(s) <= maxVersion && parts != nil && (short || parts[2] != "") {
		return version{parts[1], cmp.Or(parts[2], "0"), cmp.Or(parts[3], "0")}, nil
	}
	form := "x.y.z"
	if short {
		form = "x.y.z or x"
	}
	return version{}, fmt.Errorf("the version %q is not of the form %s", s[:min(len(s), maxVersion)], form)
}

// compare compares as numbers: of two numbers without leading zeros the longer one is larger.
func (v version) compare(w version) int {
	for i := range v {
		if c := cmp.Or(cmp.Compare(len(v[i]), len(w[i])), cmp.Compare(v[i], w[i])); c != 0 {
			return c
		}
	}
	return 0
}
