package a2aerr_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// states is an interceptor of a program that knows whether a message may be sent twice.
type states struct {
	a2asrv.PassthroughCallInterceptor
	of errkit.Repeatable
}

func (s states) Before(ctx context.Context, _ *a2asrv.CallContext, _ *a2asrv.Request) (context.Context, error) {
	return middleware.WithRepeatable(ctx, s.of), nil
}

// A2A states nothing about a message; a cancelation may be repeated.
func TestRepeatable(t *testing.T) {
	unclear := &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown}
	tests := []struct {
		name string
		of   errkit.Repeatable
		text string
	}{
		{"nothing", errkit.RepeatableUnstated, "If it only reads data"},
		{"the program says yes", errkit.RepeatableYes, "may be tried again"},
		{"the program says no", errkit.RepeatableNo, "may already have taken effect"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, failing(unclear), nil, a2asrv.WithCallInterceptor(states{of: tt.of}))
			res, err := s.client(t, false).SendMessage(t.Context(), message())
			require.NoError(t, err)
			doc, err := json.Marshal(res)
			require.NoError(t, err)
			require.Contains(t, string(doc), tt.text)
		})
	}
	a := failing(&errkit.Error{Kind: errkit.InputRequired, Message: "Which bell?"})
	a.cancel = func(context.Context) error { return unclear }
	client := serve(t, a, nil).client(t, false)
	result, err := client.SendMessage(t.Context(), message())
	require.NoError(t, err)
	_, err = client.CancelTask(t.Context(), &a2a.TaskIDParams{ID: result.TaskInfo().TaskID})
	require.ErrorContains(t, err, "may be tried again")
}
