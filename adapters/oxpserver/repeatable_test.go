package oxpserver_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// A call whose outcome is not clear can be retried only if the annotations of its tool say that it
// may be made twice.
func TestRepeatable(t *testing.T) {
	tests := []struct {
		name   string
		states tool.Annotations
		retry  bool
	}{
		{"nothing", tool.Annotations{}, false},
		{"destructive", tool.Annotations{Destructive: new(true)}, false},
		{"it only reads", tool.Annotations{ReadOnly: true}, true},
		{"idempotent", tool.Annotations{Idempotent: true}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := oxpserver.Server{Boundary: new(middleware.Boundary)}
			require.NoError(t, addTool(&s, tool.Definition{Name: "T.Buy", Version: "1.0.0", Annotations: tt.states},
				func(context.Context, note) (int, error) {
					return 0, &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown, RetryAfter: time.Second}
				}))
			w := send(s.Handler(), t.Context(), `{"tool_id":"T.Buy","input":{}}`, nil)
			if tt.retry {
				require.Contains(t, w.Body.String(), `"retry_after_ms":1000`)
			} else {
				require.NotContains(t, w.Body.String(), `"retry_after_ms":1000`)
			}
		})
	}
}
