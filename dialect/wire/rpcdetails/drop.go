package rpcdetails

import (
	"github.com/toolerr/toolerr/errkit"
)

// A drop is how much is left out where there is little room: the messages of least use first. Each one includes those
// before it.
type drop uint8

const (
	dropNothing    drop = iota
	dropDebug           // DebugInfo
	dropCarry           // the carried error, which counts only beside the other messages
	dropHelp            // Help, and ResourceInfo
	dropFields          // all but 10 fields
	dropMoreFields      // all but one field
	dropDetails         // all of metadata but the kind, and the needs
	dropMessage         // all but the start of the message
	drops
)

const (
	fewFields = 10  // that dropFields keeps
	fewBytes  = 128 // of the message that dropMessage keeps, percent-encoded
)

// fields returns the fields that are not dropped.
func (s *source) fields() []errkit.Field {
	switch {
	case s.drop >= dropMoreFields:
		return s.Fields[:min(1, len(s.Fields))]
	case s.drop >= dropFields:
		return s.Fields[:min(fewFields, len(s.Fields))]
	}
	return s.Fields
}
