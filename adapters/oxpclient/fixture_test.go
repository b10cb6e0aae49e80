package oxpclient_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolerr/toolerr/adapters/oxpclient"
	"github.com/toolerr/toolerr/errkit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// canary is private: only Dev and Err may have it.
const canary = "CANARY-31ca"

const id = "123e4567-e89b-12d3-a456-426614174000"

// An answer is a response; of a status 0 the request fails with err.
type answer struct {
	status int
	body   string
	header http.Header
	err    error
}

// script answers the requests for each path with one answer after the other, the last of them
// again and again.
type script struct {
	sync.Mutex
	answers map[string][]answer
	sent    []sent
	began   time.Time
	open    int
}

type sent struct {
	method, url, body string
	header            http.Header
	at                time.Duration
}

func newScript(answers map[string][]answer) *script {
	return &script{answers: answers, began: time.Now()}
}

// calls returns a script for calls only.
func calls(answers ...answer) *script { return newScript(map[string][]answer{"/tools/call": answers}) }

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	s.Lock()
	defer s.Unlock()
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
		_ = r.Body.Close()
	}
	s.sent = append(s.sent, sent{r.Method, r.URL.String(), string(body), r.Header, time.Since(s.began)})
	list := s.answers[r.URL.Path]
	if len(list) == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	a := list[0]
	if len(list) > 1 {
		s.answers[r.URL.Path] = list[1:]
	}
	if a.status == 0 {
		return nil, a.err
	}
	s.open++
	h := a.header
	if h == nil {
		h = http.Header{"Content-Type": {"application/json"}}
	}
	return &http.Response{StatusCode: a.status, Header: h, Body: &body2{strings.NewReader(a.body), s}, Request: r,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}, nil
}

type body2 struct {
	io.Reader
	s *script
}

func (b *body2) Close() error {
	b.s.Lock()
	defer b.s.Unlock()
	b.s.open--
	return nil
}

// ids returns the call ids that were sent.
func (s *script) ids(t *testing.T) (all []string) {
	t.Helper()
	for _, r := range s.sent {
		if r.method == http.MethodPost {
			all = append(all, callOf(t, r.body).CallID)
		}
	}
	return all
}

type sentCall struct {
	CallID  string `json:"call_id"`
	TraceID string `json:"trace_id"`
	ToolID  string `json:"tool_id"`
	Input   json.RawMessage
	Context struct {
		UserID                 string `json:"user_id"`
		Authorization, Secrets []struct{ ID, Token, Value string }
	}
}

func callOf(t *testing.T, body string) (c sentCall) {
	t.Helper()
	var doc struct {
		Schema  string `json:"$schema"`
		Request sentCall
	}
	require.NoError(t, json.Unmarshal([]byte(body), &doc), body)
	require.Equal(t, "urn:oxp:1.0", doc.Schema)
	return doc.Request
}

// user supplies what calls lack.
type user struct {
	id, secret string
	err        error
	challenges []errkit.Challenge
	consents   func()
}

func (u *user) Consent(_ context.Context, c errkit.Challenge) error {
	u.challenges = append(u.challenges, c)
	if u.consents != nil {
		u.consents()
	}
	return u.err
}

func (u *user) UserID(context.Context) (string, error) { return u.id, u.err }

func (u *user) Secret(_ context.Context, name string) (string, error) {
	if u.secret == "" {
		return "", u.err
	}
	return u.secret + " of " + name, u.err
}

// wrap returns a call tool response.
func wrap(result string) string {
	return `{"$schema":"urn:oxp:1.0","result":{"call_id":"` + id + `","duration":2,` + result + `}}`
}

func toolError(members string) answer {
	return answer{status: 200, body: wrap(`"success":false,"error":{"message":"No.",` + members + `}`)}
}

var done = answer{status: 200, body: wrap(`"success":true,"value":15`)}

func client(s http.RoundTripper) *oxpclient.Client {
	return &oxpclient.Client{URL: "https://bells.example", HTTP: &http.Client{Transport: s}}
}

// failed returns the error of a call, which keeps private what is private.
func failed(t *testing.T, err error) *errkit.Error {
	t.Helper()
	require.Error(t, err)
	require.NotContains(t, err.Error(), canary)
	e, ok := err.(*errkit.Error)
	require.True(t, ok, "%T", err)
	doc, _ := json.Marshal(e)
	require.NotContains(t, string(doc), canary)
	return e
}
