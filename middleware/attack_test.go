package middleware_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/attack"
	"github.com/toolerr/toolerr/middleware"
)

// The error of a document is bounded, however it is rendered, and found with linear work.
func TestDecodeJSONAttacks(t *testing.T) {
	for _, tt := range attack.Documents {
		t.Run(tt.Name, func(t *testing.T) {
			var log bytes.Buffer
			b := middleware.Boundary{Report: middleware.Log(slog.New(slog.NewJSONHandler(&log, nil)))}
			out := attack.Linear(t, 32<<10, 100,
				func(n int) ([]byte, int) { doc := []byte(tt.Doc(n)); return doc, len(doc) }, func(doc []byte) int {
					log.Reset()
					err := b.Run(t.Context(),
						func(context.Context) error { var v attack.Victim; return middleware.DecodeJSON(doc, &v) })
					if err == nil {
						return 0
					}
					rendered, failed := json.Marshal(err)
					require.NoError(t, failed)
					require.LessOrEqual(t, len(errkit.From(err).Fields), text.MaxFields)
					require.LessOrEqual(t, log.Len(), text.MaxRecord)
					return len(rendered)
				})
			for _, size := range out {
				require.LessOrEqual(t, size, text.MaxInput)
			}
		})
	}
}

// The same is true of errors that encoding/json returned to a handler. They are
// made before the measurement: on Go 1.27 each fault below a long name has a copy
// of the name, so that the documents are smaller here.
func TestJSONAttacks(t *testing.T) {
	type failed struct {
		doc  []byte
		errs []error
	}
	b := middleware.Boundary{Classify: []middleware.Classifier{middleware.JSON}}
	for _, tt := range attack.Documents {
		t.Run(tt.Name, func(t *testing.T) {
			out := attack.Linear(t, 4<<10, 500, func(n int) (failed, int) {
				in := failed{doc: []byte(tt.Doc(n))}
				for _, strict := range []bool{false, true} {
					d := json.NewDecoder(bytes.NewReader(in.doc))
					if strict {
						d.DisallowUnknownFields()
					}
					if err := d.Decode(new(attack.Victim)); err != nil {
						in.errs = append(in.errs, err)
					}
				}
				return in, len(in.doc)
			}, func(in failed) int {
				most := 0
				ctx := middleware.WithInput(t.Context(),
					func() middleware.Input { return middleware.Input{Body: in.doc} })
				for _, err := range in.errs {
					rendered, failed := json.Marshal(b.Handle(ctx, err))
					require.NoError(t, failed)
					most = max(most, len(rendered))
				}
				return most
			})
			for _, size := range out {
				require.LessOrEqual(t, size, text.MaxInput)
			}
		})
	}
}

// A list of faults that is cut ends with a field that reports it.
func TestDecodeJSONReportsThatFaultsAreLeftOut(t *testing.T) {
	var v attack.Victim
	e := errkit.From(middleware.DecodeJSON([]byte(`{"l":[`+strings.Repeat(`1,`, 100)+`1]}`), &v))
	require.Len(t, e.Fields, 100)
	require.Equal(t, "/l/98", e.Fields[98].Path)
	require.Equal(t, errkit.Field{Message: "has more faults than are listed here", Rule: "truncated"}, e.Fields[99])

	e = errkit.From(middleware.DecodeJSON([]byte(`{"l":[`+strings.Repeat(`1,`, 99)+`1]}`), &v))
	require.Equal(t, "/l/99", e.Fields[99].Path, "these are all")
}

func TestLogOfAnErrorThatWrapsItself(t *testing.T) {
	var record bytes.Buffer
	middleware.Log(slog.New(slog.NewTextHandler(&record, nil)))(t.Context(),
		&errkit.Error{Kind: errkit.NotFound, Err: &loop{}})
	require.Contains(t, record.String(), "kind=not_found")
}

// A record has its bound whatever is in it.
func TestLogIsBounded(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	var record bytes.Buffer
	report := middleware.Log(slog.New(slog.NewJSONHandler(&record, nil)))
	ctx := middleware.WithAttrs(t.Context(), slog.String("tool", long), slog.String("method", "tools/call"))
	b := middleware.Boundary{Report: report}
	_ = b.Run(ctx, func(context.Context) error { panic(long) })
	require.LessOrEqual(t, record.Len(), text.MaxRecord)
	var got map[string]any
	require.NoError(t, json.Unmarshal(record.Bytes(), &got))
	require.Equal(t, "tools/call", got["method"], "what is small stays whole")
	require.Contains(t, got["tool"], " bytes are left out)")
	require.Contains(t, got["stack"], "TestLogIsBounded")
	require.Contains(t, got["cause"], "panic: xxx")
}
