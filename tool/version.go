package tool

import (
	"cmp"
	"fmt"
	"strings"
)

// maxVersion bounds a version, in bytes.
const maxVersion = 64

// A version is x.y.z as decimal digits without leading zeros.
type version [3]string

// parseVersion parses x.y.z and, if short is set, x, which is x.0.0 (OXP 1.0, Tool Version Resolution).
func parseVersion(s string, short bool) (version, error) {
	form := "x.y.z"
	if short {
		form = "x.y.z or x"
	}
	parts := strings.Split(s, ".")
	valid := len(s) <= maxVersion && (len(parts) == 3 || short && len(parts) == 1)
	v := version{"0", "0", "0"}
	for i, part := range parts {
		if !valid || part == "" || strings.Trim(part, "0123456789") != "" {
			return version{}, fmt.Errorf("the version %q is not of the form %s", s[:min(len(s), maxVersion)], form)
		}
		v[i] = cmp.Or(strings.TrimLeft(part, "0"), "0")
	}
	return v, nil
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
