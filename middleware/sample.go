package middleware

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// Sampling configures [Sample].
type Sampling struct {
	First  int           // records of the same failure that are written in each period; 0: 10
	Period time.Duration // starts with the first record of a failure; 0: one minute
	// different failures that are counted at the same time, besides one for each kind and level;
	// 0: 1000
	Failures int
}

// A Sampler is a handler that writes repeated failures only as a count. It is safe for concurrent
// use. Its memory is bounded.
type Sampler struct {
	next   slog.Handler
	counts *periods
}

// Sample returns a handler for the records of [Log] that passes on the first records of each
// failure in a period, and at its end one record with the number of the others:
//
//	level=ERROR msg="call failed" kind=network tool=ring repeated=4711
//
// Failures are the same if their kind, code and call (tool, method, route and so on) are: records
// with different causes may be counted. Names of tools and methods that do not exist are not
// compared. Failures beyond Sampling.Failures are the same if their kind and level are, so that a
// client that invents names cannot hide failures of other kinds. Records of others than Log are
// passed on.
func Sample(h slog.Handler, s Sampling) *Sampler {
	s.First = cmp.Or(max(s.First, 0), 10)
	s.Period = cmp.Or(max(s.Period, 0), time.Minute)
	s.Failures = cmp.Or(max(s.Failures, 0), 1000)
	return &Sampler{h, &periods{limits: s, current: map[string]*period{}}}
}

// Enabled reports whether the handler below is enabled.
func (s *Sampler) Enabled(ctx context.Context, level slog.Level) bool {
	return s.next.Enabled(ctx, level)
}

// WithAttrs returns a Sampler with the same counts.
func (s *Sampler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &Sampler{s.next.WithAttrs(attrs), s.counts}
}

// WithGroup returns a Sampler with the same counts.
func (s *Sampler) WithGroup(name string) slog.Handler {
	return &Sampler{s.next.WithGroup(name), s.counts}
}

// Handle passes on a record or counts it.
func (s *Sampler) Handle(ctx context.Context, r slog.Record) error {
	if key, attrs := failureOf(r); key != "" && s.counts.hold(key, attrs, r, s.next) {
		return nil
	}
	return s.next.Handle(ctx, r)
}

// Flush ends all periods, for a program that exits.
func (s *Sampler) Flush() {
	s.counts.mu.Lock()
	keys := slices.Collect(maps.Keys(s.counts.current))
	s.counts.mu.Unlock()
	for _, key := range keys {
		s.counts.end(key)
	}
}

// sameFailure are the attributes that are the same in all records of a failure.
var sameFailure = []string{"kind", "code", "route", "tool", "method", "procedure", "prompt", "resource"}

// finite is the number of attributes, the first ones in sameFailure, of which clients cannot
// invent values.
const finite = 3

// failureOf returns the attributes that identify a failure, and their values as a key, which is
// "" if the record is not of Log.
func failureOf(r slog.Record) (key string, attrs []slog.Attr) {
	if r.Message != logMessage {
		return "", nil
	}
	values := make([]string, len(sameFailure))
	r.Attrs(func(a slog.Attr) bool {
		if i := slices.Index(sameFailure, a.Key); i >= 0 {
			values[i] = text.Middle(a.Value.Resolve().String(), text.MaxKey)
		}
		return true
	})
	kind, ok := errkit.LookupKind(values[0])
	if !ok {
		return "", nil
	}
	if kind == errkit.ToolNotFound || kind == errkit.MethodNotFound {
		clear(values[finite:])
	}
	for i, value := range values {
		if value != "" {
			attrs = append(attrs, slog.String(sameFailure[i], value))
		}
	}
	return strings.Join(values, "\x00"), attrs
}

// periods are the periods of the current failures, by their keys. The failures beyond the limit
// have a key for each kind and level.
type periods struct {
	limits  Sampling
	mu      sync.Mutex
	current map[string]*period
}

// A period counts the records of one failure.
type period struct {
	timer         *time.Timer
	written, held int
	last          slog.Record  // what is known about the records that were held
	to            slog.Handler // of the last one
}

// hold reports whether a record is only counted. The first of its attributes is the kind.
func (s *periods) hold(key string, attrs []slog.Attr, r slog.Record, to slog.Handler) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.current[key]
	if p == nil && len(s.current) >= s.limits.Failures {
		attrs = attrs[:1]
		key = attrs[0].Value.String() + "\x00" + r.Level.String()
		p = s.current[key]
	}
	if p == nil {
		p = &period{timer: time.AfterFunc(s.limits.Period, func() { s.end(key) })}
		s.current[key] = p
	}
	if p.written < s.limits.First {
		p.written++
		return false
	}
	level := r.Level
	if p.held > 0 {
		level = max(level, p.last.Level)
	}
	p.held++
	p.to, p.last = to, slog.NewRecord(time.Time{}, level, r.Message, 0)
	p.last.AddAttrs(attrs...)
	return true
}

// end ends a period and writes its count. A handler that panics must not end the program.
func (s *periods) end(key string) {
	s.mu.Lock()
	p := s.current[key]
	delete(s.current, key)
	s.mu.Unlock()
	if p == nil {
		return
	}
	p.timer.Stop()
	if p.held == 0 {
		return
	}
	defer func() { _ = recover() }()
	p.last.Time = time.Now()
	p.last.AddAttrs(slog.Int("repeated", p.held))
	_ = p.to.Handle(context.Background(), p.last)
}
