package middleware_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/slogtest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/testlog"
	"github.com/toolerr/toolerr/middleware"
)

// sampled returns a logger whose failures are sampled, and what it writes, without times.
func sampled(s middleware.Sampling) (*slog.Logger, *middleware.Sampler, *testlog.Log) {
	var out testlog.Log
	h := middleware.Sample(slog.NewTextHandler(&out,
		&slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}), s)
	return slog.New(h), h, &out
}

func TestSample(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logger, _, out := sampled(middleware.Sampling{First: 2, Period: time.Minute})
		report := middleware.Log(logger)
		ctx := middleware.WithAttrs(t.Context(), slog.String("tool", "ring"), slog.String("version", "1"))
		for range 5 {
			report(ctx, &errkit.Error{Kind: errkit.Network, Err: errors.New("connection refused")})
			report(ctx, &errkit.Error{Kind: errkit.NotFound, Code: "no_bell"})
			logger.Info("started")
		}
		require.Equal(t, 2, strings.Count(out.String(), "connection refused"))
		require.Equal(t, 2, strings.Count(out.String(), "no_bell"))
		require.Equal(t, 5, strings.Count(out.String(), "started"), "it is not a failure")
		require.NotContains(t, out.String(), "repeated")

		time.Sleep(time.Minute)
		synctest.Wait()
		require.Contains(t, out.String(), "level=ERROR msg=\"call failed\" kind=network tool=ring repeated=3\n")
		require.Contains(t, out.String(),
			"level=INFO msg=\"call failed\" kind=not_found code=no_bell tool=ring repeated=3\n")

		report(ctx, &errkit.Error{Kind: errkit.Network, Err: errors.New("again")})
		require.Contains(t, out.String(), "again", "a new period begins")
		time.Sleep(time.Minute)
		synctest.Wait()
		require.Equal(t, 2, strings.Count(out.String(), "repeated"), "nothing was held")
	})
}

// Clients decide about the names of tools: the memory is bounded, and so is the log. Failures of
// another kind are still written.
func TestSampleManyFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logger, sampler, out := sampled(middleware.Sampling{First: 1, Failures: 10})
		for i := range 1000 {
			logger.Info("call failed", "kind", "rate_limited", "tool", fmt.Sprint(i, strings.Repeat("x", 1<<10)))
		}
		require.Len(t, out.Lines(), 11, "ten failures, and one for all others")
		for range 3 {
			logger.Info("call failed", "kind", "internal", "tool", "Pay.Charge")
			logger.Error("call failed", "kind", "internal", "tool", "Pay.Charge")
		}
		require.Equal(t, []string{
			`level=INFO msg="call failed" kind=internal tool=Pay.Charge`,
			`level=ERROR msg="call failed" kind=internal tool=Pay.Charge`,
		}, out.Lines()[11:])
		sampler.Flush()
		require.ElementsMatch(t, []string{
			`level=INFO msg="call failed" kind=rate_limited repeated=989`,
			`level=INFO msg="call failed" kind=internal repeated=2`,
			`level=ERROR msg="call failed" kind=internal repeated=2`,
		}, out.Lines()[13:])
		sampler.Flush()
		require.Len(t, out.Lines(), 16, "all periods have ended")
	})
}

// Names that do not exist are one failure, so they leave room for others.
func TestSampleUnknownNames(t *testing.T) {
	for _, kind := range []errkit.Kind{errkit.ToolNotFound, errkit.MethodNotFound} {
		logger, sampler, out := sampled(middleware.Sampling{First: 1, Failures: 2})
		report := middleware.Log(logger)
		for i := range 5 {
			name := fmt.Sprint("junk", i)
			report(middleware.WithAttrs(t.Context(), slog.String("method", name), slog.String("tool", name),
				slog.String("route", "/mcp")), errkit.From(kind))
		}
		report(middleware.WithAttrs(t.Context(), slog.String("tool", "Pay.Charge")),
			&errkit.Error{Kind: errkit.Internal})
		require.Len(t, out.Lines(), 2)
		sampler.Flush()
		require.Equal(t, fmt.Sprintf("level=INFO msg=\"call failed\" kind=%s route=/mcp repeated=4", kind.String()),
			out.Lines()[2])
	}
}

// Only records of Log are counted: "kind" and "call failed" are common words.
func TestSampleOtherRecords(t *testing.T) {
	tests := []struct{ name, message, kind, why string }{
		{"another message", "payment booked", "internal", "an attribute of the application"},
		{"another kind", "call failed", "card", "no kind of errors"},
		{"no kind", "call failed", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			logger, sampler, out := sampled(middleware.Sampling{First: 1})
			for range 5 {
				logger.Info(tt.message, "kind", tt.kind)
			}
			sampler.Flush()
			require.Len(t, out.Lines(), 5, tt.why)
		})
	}
}

// Loggers with attributes share the counts, and the count has the attributes.
func TestSampleWithAttrs(t *testing.T) {
	logger, sampler, out := sampled(middleware.Sampling{First: 1})
	for i := range 3 {
		logger.With("request", i).Error("call failed", "kind", "internal")
	}
	sampler.Flush()
	require.Equal(t, []string{
		`level=ERROR msg="call failed" request=0 kind=internal`,
		`level=ERROR msg="call failed" request=2 kind=internal repeated=2`,
	}, out.Lines())
	logger.Log(t.Context(), slog.LevelInfo, "call failed", "kind", "canceled")
	for _, level := range []slog.Level{slog.LevelInfo, slog.LevelWarn, slog.LevelInfo} {
		logger.Log(t.Context(), level, "call failed", "kind", "canceled")
	}
	sampler.Flush()
	require.Equal(t, `level=WARN msg="call failed" kind=canceled repeated=3`, out.Lines()[3], "the highest level")
	for range 2 {
		logger.Debug("call failed", "kind", "timeout")
	}
	sampler.Flush()
	require.Equal(t, `level=DEBUG msg="call failed" kind=timeout repeated=1`, out.Lines()[5])
	require.True(t, logger.Enabled(t.Context(), slog.LevelDebug))
	require.False(t, logger.Enabled(t.Context(), slog.LevelDebug-1))
}

func TestSampleConcurrently(t *testing.T) {
	logger, sampler, out := sampled(middleware.Sampling{First: 3})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				logger.Error("call failed", "kind", "internal")
			}
		})
	}
	all.Wait()
	sampler.Flush()
	require.Len(t, out.Lines(), 4)
	require.Contains(t, out.String(), "repeated=797")
}

type panicking struct{ slog.Handler }

func (panicking) Handle(context.Context, slog.Record) error { panic("the disk is full") }

// A handler that panics at the end of a period would otherwise terminate the program.
func TestSamplePanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logger := slog.New(middleware.Sample(panicking{slog.NewTextHandler(io.Discard, nil)},
			middleware.Sampling{First: 1}))
		require.Panics(t, func() { logger.Error("call failed", "kind", "internal") }, "as without sampling")
		logger.Error("call failed", "kind", "internal")
		time.Sleep(time.Minute)
		synctest.Wait()
	})
}

// A Sampler obeys the rules for handlers.
func TestSampleIsHandler(t *testing.T) {
	var out bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		out.Reset()
		return middleware.Sample(slog.NewJSONHandler(&out, nil), middleware.Sampling{})
	}, func(t *testing.T) (found map[string]any) {
		require.NoError(t, json.Unmarshal(out.Bytes(), &found))
		return found
	})
}
