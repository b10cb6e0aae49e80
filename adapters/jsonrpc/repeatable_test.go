package jsonrpc

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

// TestRepeatable: only a tool that states that it is repeatable invites after an unclear outcome.
func TestRepeatable(t *testing.T) {
	for _, test := range []struct {
		name    string
		states  tool.Annotations
		effect  errkit.Effect
		invites bool
	}{
		{"nothing is stated", tool.Annotations{}, errkit.EffectUnknown, false},
		{"destructive", tool.Annotations{Destructive: new(true)}, errkit.EffectUnknown, false},
		{"it only reads", tool.Annotations{ReadOnly: true}, errkit.EffectUnknown, true},
		{"idempotent", tool.Annotations{Idempotent: true}, errkit.EffectDone, true},
		{"done", tool.Annotations{}, errkit.EffectDone, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			fail := func(context.Context, struct{}) (string, error) {
				return "", &errkit.Error{Kind: errkit.Unavailable, Effect: test.effect}
			}
			s := &Server{Codec: dialect.Codec{Carry: true}}
			require.NoError(t, s.Add(tool.Must(tool.Define(tool.Definition{Name: "a", Annotations: test.states}, fail))))
			r := httptest.NewRequest("POST", "/", strings.NewReader(
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{}}}`))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			narrowed := strings.Contains(w.Body.String(), `"retry":"after_action"`) || strings.Contains(w.Body.String(), `"retry":"never"`)
			require.Equal(t, !test.invites, narrowed, w.Body.String())
		})
	}
}
