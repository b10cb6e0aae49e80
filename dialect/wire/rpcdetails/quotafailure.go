package rpcdetails

import (
	"log/slog"
	"strconv"

	"github.com/toolerr/toolerr/errkit"
)

// limit returns the detail limit of an error that is rate limited.
func (s *source) limit() (int64, bool) {
	if s.Kind != errkit.RateLimited {
		return 0, false
	}
	for i := range s.Details {
		if a := &s.Details[i]; a.Key == "limit" && a.Value.Kind() == slog.KindInt64 && a.Value.Int64() > 0 {
			return a.Value.Int64(), true
		}
	}
	return 0, false
}

// quotaFailure writes the limit of an error that is rate limited.
func (w *writer) quotaFailure(s *source) {
	limit, _ := s.limit()
	w.openList("violations")
	item := w.openItem(1)
	if w.binary {
		w.integer(7, limit)
	} else {
		w.dst = strconv.AppendInt(append(w.dst, `"quotaValue":"`...), limit, 10) // ProtoJSON: 64 bits are a string
		w.dst = append(w.dst, '"')
	}
	w.closeItem(item)
	w.closeList()
}
