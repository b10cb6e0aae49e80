package rpcdetails

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/delay"
)

// A source is what the messages are made of.
type source struct {
	*errkit.Error
	call    dialect.Call
	options Options
	drop    drop
}

// AppendJSON appends the details as a JSON array of google.protobuf.Any (ProtoJSON).
func AppendJSON(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, o Options) []byte {
	w, s := writer{dst: append(dst, '['), codec: c}, source{wire.WithRetry(c.Table, e), call, o, dropNothing}
	for m := range messages {
		if !s.has(m) {
			continue
		}
		item := w.openItem(0)
		w.dst = append(append(append(w.dst, `"@type":"`+typePrefix...), names[m]...), '"')
		w.message(m, &s)
		w.closeItem(item)
	}
	return append(w.dst, ']')
}

// has reports whether a message is appended.
func (s *source) has(m message) bool {
	drop := s.drop
	switch m {
	case errorInfo:
		return true
	case retryInfo:
		return delay.Milliseconds(s.RetryAfter) > 0
	case badRequest:
		return drop < dropDetails && (len(s.Fields) > 0 || s.Needs != nil && len(s.Needs.Input) > 0)
	case quotaFailure:
		_, ok := s.limit()
		return ok && drop < dropDetails
	case preconditionFailure:
		return drop < dropDetails && s.Needs != nil && (s.Needs.UserID || len(s.Needs.Secrets) > 0 || len(s.Needs.Scopes) > 0)
	case help:
		return drop < dropHelp && s.Needs != nil && len(s.Needs.Challenges) > 0
	case requestInfo:
		return s.Ref != ""
	case resourceInfo:
		_, name := s.resource()
		return drop < dropHelp && name != ""
	case debugInfo:
		return drop < dropDebug && s.options.Debug && s.Dev.Reveal() != ""
	}
	return false
}

// message appends the fields of a message.
func (w *writer) message(m message, s *source) {
	switch m {
	case errorInfo:
		w.errorInfo(s)
	case retryInfo:
		w.retryInfo(s)
	case badRequest:
		w.badRequest(s)
	case quotaFailure:
		w.quotaFailure(s)
	case preconditionFailure:
		w.preconditionFailure(s)
	case help:
		w.help(s)
	case requestInfo:
		w.string(1, "requestId", s.Ref)
	case resourceInfo:
		w.resourceInfo(s)
	case debugInfo:
		w.text(2, "detail", s.Dev.Reveal())
	}
}
