package extproc

import (
	"maps"
	"slices"
)

// Streams returns how many streams a server has.
func Streams(s *Server) int { return int(s.streams.Load()) }

// RequestAttributes returns the attributes that describe a request.
func RequestAttributes() []string { return slices.Collect(maps.Keys(requestAttributes)) }
