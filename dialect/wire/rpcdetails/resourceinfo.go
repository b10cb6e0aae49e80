package rpcdetails

import (
	"github.com/toolerr/toolerr/errkit"
)

// maxName is the number of characters of a name that the call has, such as that of its tool.
const maxName = 256

// resource returns the type and the name of what the call names and the error did not find.
func (s *source) resource() (kind, name string) {
	switch s.Kind {
	case errkit.ToolNotFound, errkit.VersionNotFound:
		return "tool", s.call.Tool
	case errkit.NotFound:
		return "resource", s.call.URI
	}
	return "", ""
}

// resourceInfo writes what the call names and the error did not find.
func (w *writer) resourceInfo(s *source) {
	kind, name := s.resource()
	w.string(1, "resourceType", kind)
	start := w.openString(2, "resourceName")
	w.cleanValue(name, maxName)
	w.closeString(start)
}
