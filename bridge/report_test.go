package bridge_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
)

// What an upstream or a client wrote moves no cursor and turns no text around in a log, by
// whatever handler.
func TestLogIsPlain(t *testing.T) {
	const evil = "\x1b[2J\u009b31m\u202eb\u2066\x7f\u200f"
	quoted := strings.ReplaceAll(evil, "\x1b", `\u001b`)
	tests := []struct {
		name string
		to   bridge.Bridge
		next http.Handler
	}{
		{"a page", bridge.Bridge{To: problem.Dialect{}}, respond(500, evil)},
		{"texts", bridge.Bridge{To: problem.Dialect{}}, respond(400, `{"message":"`+quoted+`","code":"a`+quoted+`"}`,
			"Content-Type", "application/json")},
		{"fields", bridge.Bridge{To: problem.Dialect{}}, respond(422, `{"type":"about:blank","status":422,"errors":[{"pointer":"#/`+
			quoted+`","detail":"`+quoted+`"}]}`, "Content-Type", "application/problem+json")},
		{"names of details", bridge.Bridge{To: problem.Dialect{}}, respond(409, `{"type":"about:blank","status":409,"a`+
			quoted+`":{"b`+quoted+`":1}}`, "Content-Type", "application/problem+json")},
		{"a redirect", bridge.Bridge{To: mcp.Dialect{}}, respond(302, "", "Location", "http://10.0.0.7/"+evil)},
		{"what passes", bridge.Bridge{To: problem.Dialect{}, From: oxp.Dialect{}}, respond(200, "\x0b",
			"Content-Type", "application/json", "Content-Encoding", "br")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var asJSON, asText bytes.Buffer
			for _, h := range []slog.Handler{slog.NewJSONHandler(&asJSON, nil), slog.NewTextHandler(&asText, nil)} {
				b := tt.to
				b.Report = bridge.Log(slog.New(h))
				r := newCall()
				r.URL.Path = "/" + evil
				b.Handler(tt.next).ServeHTTP(httptest.NewRecorder(), r)
			}
			require.Contains(t, asJSON.String(), "u009b31m")
			require.NotRegexp(t, "[\x1b\x7f-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f]", asJSON.String()+asText.String())
		})
	}
}

// The reference that a client gets finds one failure in the log: the path of the request, which
// frameworks write as the instance of each of its problems, would find all.
func TestPathIsNoReference(t *testing.T) {
	tests := []struct {
		name     string
		instance string
		want     string // "": a new one
		why      string
	}{
		{"the path", "/rings/7", "", "Spring"},
		{"the path behind that of the upstream", "/tower/rings/7", "", "the front adds it"},
		{"a method and the path", "GET%20/rings/7", "", "a filter of ASP.NET"},
		{"an id", "/failures/60780885", "/failures/60780885", "it finds the failure in the log of the server"},
		{"an URN", "urn:uuid:7f3c", "urn:uuid:7f3c", "the same"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var logged []string
			b := bridge.Bridge{To: problem.Dialect{}, Report: func(_ context.Context, r *bridge.Report) {
				logged = append(logged, r.Error.Ref)
			}}
			doc := `{"type":"about:blank","title":"Conflict","status":409,"detail":"no","instance":"` + tt.instance + `"}`
			front := b.Handler(respond(409, doc, "Content-Type", "application/problem+json"))
			for range 2 {
				w := httptest.NewRecorder()
				front.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/rings/7", nil))
				require.Contains(t, w.Body.String(), `"instance":"`+logged[len(logged)-1]+`"`, tt.why)
			}
			if tt.want == "" {
				require.NotEqual(t, logged[0], logged[1], tt.why)
			} else {
				require.Equal(t, []string{tt.want, tt.want}, logged, tt.why)
			}
		})
	}
}
