package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/examples/internal/wire"
)

// The same error has texts of the language of the request in every protocol.
func TestLanguages(t *testing.T) {
	h, err := handler()
	require.NoError(t, err)
	s := wire.Serve(t, h)
	protocols := []struct{ name, path, before, after string }{
		{"http", "/ring", ``, ``},
		{"oxp", "/oxp/tools/call", `{"tool_id":"Doorbell.Ring","input":`, `}`},
		{"mcp", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Doorbell_Ring","arguments":`, `}}`},
		{"aai", "/aai", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Doorbell_Ring","arguments":`, `}}`},
	}
	failures := []struct {
		name, input     string
		english, german []string // english is nil if each protocol has its own default
	}{
		{"message of a code", `{"bell":"back"}`, []string{"There is no bell with this id."}, []string{"Es gibt keine Klingel mit dieser ID."}},
		{"field", `{"bell":"front","times":11}`, []string{"must be at most 10"}, []string{"darf höchstens 10 sein"}},
		{"fields", `{"times":0}`, []string{"is required", "must be at least 1"}, []string{"fehlt", "muss mindestens 1 sein"}},
		{"text of a kind", `{"bell":"broken"}`, nil, []string{"Bei uns ist etwas schiefgegangen."}},
	}
	languages := []struct {
		name, accept string
		german       bool
	}{
		{"none", "", false},
		{"English", "en-GB, de;q=0.5", false},
		{"German", "de-AT, en;q=0.5", true},
		{"another", "fr", false},
		{"not valid", "*;;q=de", false},
	}
	for _, p := range protocols {
		for _, f := range failures {
			for _, l := range languages {
				t.Run(p.name+", "+f.name+", "+l.name, func(t *testing.T) {
					body := wire.Do(t, s, "POST", p.path, p.before+f.input+p.after, "Content-Type", "application/json",
						"Accept", "application/json, text/event-stream", "Accept-Language", l.accept).Body
					want, not := f.english, f.german
					if l.german {
						want, not = not, want
					}
					for _, text := range want {
						require.Contains(t, body, text)
					}
					for _, text := range not {
						require.NotContains(t, body, text)
					}
					require.NotContains(t, body, "relay 7")
				})
			}
		}
	}
	require.Contains(t, wire.Do(t, s, "GET", "/old", "", "Accept-Language", "de").Body, "Nicht gefunden.", "what replaces a plain text")
}
