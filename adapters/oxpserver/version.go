package oxpserver

import (
	"cmp"
	"fmt"
	"strings"
)

// A version is x.y.z as decimal digits without leading zeros. Any length is good, as in the pattern of OXP, so the
// digits are never made a number.
type version [3]string

// parseVersion reads x.y.z, and x if short is set, which is x.0.0 (OXP 1.0, Tool Version Resolution).
func parseVersion(s string, short bool) (version, error) {
	parts := strings.Split(s, ".")
	if len(parts) != 3 && !(short && len(parts) == 1) {
		if short {
			return version{}, fmt.Errorf("version %q is not of the form x.y.z or x", s)
		}
		return version{}, fmt.Errorf("version %q is not of the form x.y.z", s)
	}
	v := version{"0", "0", "0"}
	for i, part := range parts {
		if part == "" || strings.Trim(part, "0123456789") != "" {
			return version{}, fmt.Errorf("version %q is not of the form x.y.z", s)
		}
		if v[i] = strings.TrimLeft(part, "0"); v[i] == "" {
			v[i] = "0"
		}
	}
	return v, nil
}

func (v version) String() string { return strings.Join(v[:], ".") }

// compare compares numbers: the longer one is the larger one.
func (v version) compare(w version) int {
	for i := range v {
		if c := cmp.Or(cmp.Compare(len(v[i]), len(w[i])), cmp.Compare(v[i], w[i])); c != 0 {
			return c
		}
	}
	return 0
}

// splitID splits Toolkit.Tool[@version] (OXP 1.0, ToolId). The version is "" if there is none.
func splitID(id string) (name, version string, err error) {
	name, version, at := strings.Cut(id, "@")
	toolkit, tool, dot := strings.Cut(name, ".")
	if !dot || !word(toolkit) || !word(tool) || at && version == "" {
		return "", "", fmt.Errorf("%q is not of the form Toolkit.Tool or Toolkit.Tool@version", id)
	}
	return name, version, nil
}

// word reports whether s is one or more of A to Z, a to z, 0 to 9 and _.
func word(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '_' && !('0' <= c && c <= '9') && !('a' <= c|0x20 && c|0x20 <= 'z') {
			return false
		}
	}
	return s != ""
}
