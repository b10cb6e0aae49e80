package orders

import (
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
)

// Dialect is the header of a request with the name of the dialect that the front responds in.
const Dialect = "X-Dialect"

// Choose returns the dialect of a request, for [bridge.Bridge.Choose].
func Choose(r *http.Request) dialect.Dialect {
	d, err := all.Parse(r.Header.Get(Dialect))
	if err != nil {
		return nil
	}
	return d
}

// OfClients returns the dialects of clients of a front.
func OfClients() []dialect.Dialect {
	return slices.DeleteFunc(all.Dialects(), func(d dialect.Dialect) bool { return bridge.CheckClient(d) != nil })
}

// A Front serves a front whose upstream has this URL and whose [bridge.Bridge.Choose] is Choose.
// It waits for a response for the timeout.
type Front func(t *testing.T, upstream string, timeout time.Duration) (url string)

// The timeouts of fronts.
const (
	patient = time.Minute
	hasty   = 200 * time.Millisecond
)

// RequireOneBehind requires that an agent places one order, however the shop behind a front fails
// after it took the order, in each dialect.
func RequireOneBehind(t *testing.T, serve Front) {
	t.Helper()
	s := Open(t)
	front, timeout := serve(t, s.URL, patient), serve(t, s.URL, hasty)
	for _, d := range OfClients() {
		for _, url := range []string{front + "/reset", front + "/end", front + "/500", front + "/502", front + "/503",
			front + "/504", front + "/cut", timeout + "/silent"} {
			t.Run(d.Name()+url[strings.LastIndexByte(url, '/'):], func(t *testing.T) {
				before := s.Orders()
				_, last := Repeat(Ask(t, d, http.MethodPost, url))
				require.Eventually(t, func() bool { return s.Orders() > before }, time.Minute, time.Millisecond, last)
				require.Equal(t, before+1, s.Orders(), last)
			})
		}
	}
}

// RequireInvitationsBehind requires that the agent repeats a call if the shop took no order, and
// that nothing forbids to repeat a request that only reads, in each dialect.
func RequireInvitationsBehind(t *testing.T, serve Front) {
	t.Helper()
	s := Open(t)
	front, closed := serve(t, s.URL, patient), serve(t, s.Closed, patient)
	for _, d := range OfClients() {
		t.Run(d.Name()+"/GET", func(t *testing.T) {
			for _, path := range []string{"/500", "/502", "/503", "/504", "/end"} {
				require.NotRegexp(t, forbidden, Ask(t, d, http.MethodGet, front+path)(), path)
			}
			if last := Ask(t, d, http.MethodGet, front+"/503")(); !isSilent(d, "GET") {
				require.True(t, Invites(last), last)
			}
		})
		for name, url := range map[string]string{"a delay": front + "/busy", "a limit": front + "/429", "not sent": closed + "/"} {
			if isSilent(d, name) {
				continue
			}
			t.Run(d.Name()+"/"+name, func(t *testing.T) {
				calls, last := Repeat(Ask(t, d, http.MethodPost, url))
				require.Equal(t, 3, calls, last)
			})
		}
	}
	require.Zero(t, s.Orders())
}

// forbidden is what the effect of a call has in place of an invitation.
var forbidden = regexp.MustCompile(`have taken effect|"retry": ?"after_action"|OUTCOME_UNKNOWN|pushback`)

// isSilent reports whether a dialect has no place for an invitation: AAI has none, but for its
// string codes, OXP only where a delay is stated, and problem details and A2A only the effect none
// and a delay.
func isSilent(d dialect.Dialect, name string) bool {
	switch d.Name() {
	case "aai":
		return true
	case "aai-string":
		return name == "not sent"
	case "oxp", "oxp-flat":
		return name != "a delay"
	case "problem", "http", "a2a":
		return name == "GET" // which programs repeat by its status
	}
	return false
}

// Ask returns the call of the tool by a client with a dialect, over HTTP.
func Ask(t *testing.T, d dialect.Dialect, method, url string) (call func() string) {
	return func() string {
		var body io.Reader
		if method == http.MethodPost {
			body = strings.NewReader(Call)
		}
		r, err := http.NewRequestWithContext(t.Context(), method, url, body)
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set(Dialect, d.Name())
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			return err.Error()
		}
		defer func() { _ = res.Body.Close() }()
		text, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		for name := range res.Trailer {
			text = append(text, "\n"+strings.ToLower(name)+": "+res.Trailer.Get(name)...)
		}
		return Head(res.Header) + string(text)
	}
}
