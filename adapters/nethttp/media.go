package nethttp

import "strings"

// mediaType returns the type and subtype of a Content-Type, in lower case and
// without parameters.
func mediaType(contentType string) string {
	t, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// isJSON reports whether a Content-Type is one of JSON.
func isJSON(contentType string) bool {
	t := mediaType(contentType)
	return t == "application/json" || strings.HasPrefix(t, "application/") && strings.HasSuffix(t, "+json")
}
