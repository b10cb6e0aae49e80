package text

import "strings"

// Fold returns a name in the form in which the names of Go fields and of their JSON members are
// mostly equal.
func Fold(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "_", ""), "-", ""))
}
