package extproc

// Streams returns how many streams a server has.
func Streams(s *Server) int { return int(s.streams.Load()) }
