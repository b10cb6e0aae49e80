package bridge

import (
	"log/slog"
	"regexp"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// negotiated returns the details with which a client negotiates with the server, if they have no room for another text: versions of the
// protocol, and capabilities that it has to declare (MCP 2026-07-28, -32021 and -32022).
func negotiated(e *errkit.Error) []slog.Attr {
	switch e.Kind {
	case errkit.UnsupportedVersion:
		return publicDetails(e.Details, onlyVersions, "supported", "requested")
	case errkit.Unsupported:
		return publicDetails(e.Details, func(v jsontree.Value) bool { return v.Kind() == jsontree.Object && onlyNames(v, 3) }, "requiredCapabilities")
	}
	return nil
}

// publicDetails returns the details with one of these keys and a value that is public.
func publicDetails(details []slog.Attr, isPublic func(jsontree.Value) bool, keys ...string) (public []slog.Attr) {
	for _, d := range details {
		if !slices.Contains(keys, d.Key) {
			continue
		}
		doc := append(errkit.AppendDetails([]byte("{"), []slog.Attr{d}, nil), '}')
		if v, err := jsontree.Parse(doc, jsontree.Limits{}); err == nil && isPublic(v.Member(d.Key)) {
			public = append(public, d)
		}
	}
	return public
}

// version is a version of a protocol, such as "2025-11-25", "1.0" or "v2". It has no room for another text.
var version = regexp.MustCompile(`^v?[0-9][0-9.-]{0,15}$`)

func onlyVersions(v jsontree.Value) bool {
	switch v.Kind() {
	case jsontree.String:
		s, _ := v.Text()
		return version.MatchString(s)
	case jsontree.Number:
		return true
	case jsontree.Array:
		for item := range v.Elements() {
			if item.Kind() == jsontree.Array || !onlyVersions(item) {
				return false
			}
		}
		return true
	}
	return false
}

// capability is the name of a capability or of an extension, such as "sampling" or "io.modelcontextprotocol/tasks".
var capability = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._/-]{0,63}$`)

// onlyNames reports whether v is an object of capabilities, which are objects of capabilities or flags, with at most this depth.
func onlyNames(v jsontree.Value, depth int) bool {
	switch v.Kind() {
	case jsontree.Bool:
		return true
	case jsontree.Object:
		if depth == 0 || v.Len() > 32 {
			return v.Len() == 0
		}
		for name, m := range v.Members() {
			if !capability.MatchString(name) || !onlyNames(m, depth-1) {
				return false
			}
		}
		return true
	}
	return false
}
