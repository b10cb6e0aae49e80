// Package client judges a client by what it makes of answers: a server for each [answer] of
// servers.json gives it to every call of a tool, and the rules compare what came of it with what
// the answer is.
package client

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest/internal/judge"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// rulesText has for each rule its id, category, level and source, then the rule, and what a
// program that breaks it does.
//
//go:embed rules.txt
var rulesText string

// servers has the protocols, and the answers to the call of a tool.
//
//go:embed servers.json
var servers []byte

// A protocol is what a server needs to know of a dialect.
type protocol struct {
	Kinds   map[int]errkit.Kind // of answers that are no documents of the dialect, by their status
	Success string              // a document
	Others  map[string]*answer  // to what is not a call, by the method of JSON-RPC or HTTP; "*": any other one
}

// An answer is an error, which is rendered in the dialect, a status with a body, or raw bytes. In
// bodies and raw bytes are the variables of [server.text].
type answer struct {
	Name, Of   string // Of: the names of the dialects, separated by spaces; "": all
	Error      *errkit.Error
	Status     int
	Type, Body string // Type "": application/json
	Raw        string // in place of these
	Repeat     string // is sent after it again and again
	Waits      bool   // the connection stays open after it
	Success    bool   // else it is an error of the call
}

const (
	maxEndless = 32 << 20       // bytes of an answer without an end
	maxRead    = 24 << 20       // bytes of it that a client may read: of a header 10 MiB are read, and buffers have more
	maxText    = 64 << 10       // bytes of the text of an error
	maxCalls   = 10             // of a tool, of one call of the client
	secret     = "canary-c41e7" // in what is private
)

// A server has one answer for calls, and observes the client.
type server struct {
	*answer
	dialect  dialect.Dialect
	protocol *protocol
	ctx      context.Context // ends with the server
	mu       sync.Mutex
	calls    []time.Time
	key      string       // of the first call
	unsafe   bool         // making these calls does not have the effect of making one of them
	post     bool         // not by their methods
	written  int          // bytes that were repeated in an answer, at most
	open     atomic.Int32 // connections
}

// A Call calls a tool of the server at a URL, once, as the program that is tested does it. It
// returns nil for a success.
type Call = func(ctx context.Context, url string) error

// Run judges a client by all rules. A call may last for patience after the end of its context. The
// error is about the dialect, or about a call that does not end.
func Run(ctx context.Context, name string, call Call, patience time.Duration) (*check.Report, error) {
	var data struct {
		Protocols map[string]*protocol
		Answers   []*answer
	}
	err := json.Unmarshal(servers, &data)
	row, _ := all.Find(name)
	p := data.Protocols[name]
	if err != nil || p == nil {
		return nil, cmp.Or(err, fmt.Errorf("Options.Dialect: clients of %q cannot be tested, but those of %s", name,
			strings.Join(slices.Sorted(maps.Keys(data.Protocols)), ", ")))
	}
	report := judge.New("client", name, rulesText)
	for _, a := range data.Answers {
		if a.Of == "" || slices.Contains(strings.Fields(a.Of), name) {
			s := &server{answer: a, dialect: row.Dialect, protocol: p}
			if err := s.judge(ctx, report, call, patience); err != nil {
				return nil, err
			}
		}
	}
	return report, nil
}

// judge lets a client call the server, and compares what comes of it with the rules. The error is
// about a call that does not end.
func (s *server) judge(ctx context.Context, r *check.Report, call Call, patience time.Duration) error {
	var stop context.CancelFunc
	s.ctx, stop = context.WithCancel(ctx)
	web := httptest.NewServer(s)
	defer web.Close()
	defer web.CloseClientConnections()
	defer stop()
	limit := lo.Ternary(s.Waits, 500*time.Millisecond, 5*time.Second) // calls may be repeated
	callCtx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	text, panicked := "the call ended its goroutine, as t.FailNow does", any(nil)
	err := errors.New(text)
	result := judge.Go(func() {
		if err = call(callCtx, web.URL); err != nil {
			text = err.Error()
		}
	})
	giveUp := time.AfterFunc(limit+patience, stop)
	select {
	case panicked = <-result:
	case <-time.After(limit + 2*patience):
		return fmt.Errorf("%s: the call did not return within %v of the end of its context, nor within %v after its "+
			"connection was closed", s.Name, patience, patience)
	}
	returned := giveUp.Stop()
	for end := time.Now().Add(time.Second); s.open.Load() > 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond) // the server may see later that the connection is closed
	}
	note := func(id string, about, broken bool, format string, args ...any) {
		judge.Note(r, "client/"+id, s.Name, about, broken, format, args...)
	}
	note("time/1", true, !returned, "the call did not return until its connection was closed")
	note("panic/1", returned, panicked != nil, "the client panics: %v", panicked)
	if !returned || panicked != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	wants, n := s.wants(), len(s.calls)
	note("close/1", true, s.open.Load() > 0, "the connection is open a second after the end of the call")
	note("size/1", s.Repeat != "", s.written > maxRead, "the client has read about %d bytes", s.written)
	note("success/1", s.Success, err != nil, "the call failed: %.300s", text)
	note("error/1", s.Error != nil && wants != nil, err == nil, "the call succeeded")
	note("error/2", s.Error == nil && !s.Success, err == nil, "the call succeeded")
	note("text/1", err != nil, len(text) > maxText, "the text has %d bytes", len(text))
	note("leak/1", err != nil, strings.Contains(text, secret), "the text is %.300q", text)
	_, coded := errors.AsType[*errkit.Error](err)
	coded = coded && wants != nil && callCtx.Err() == nil
	wants = cmp.Or(wants, &errkit.Error{Kind: errkit.UpstreamFailed, Effect: errkit.EffectUnknown})
	got, want := errkit.KindOf(err).String(), wants.Kind.String()
	note("kind/1", coded, got != want, "the kind is %s, and that of the answer %s", got, want)
	refused := wants.Kind == errkit.RateLimited || wants.Kind == errkit.Unavailable && wants.RetryAfter > 0
	passes := refused || mapping.Default().RetryOf(wants) == errkit.Allowed || s.Error == nil && s.Status/100 != 4
	again := !s.post && mapping.Default().Status(wants) >= 500 // a GET of what may pass harms nobody, whatever it says
	permitted := !s.Success && (again || request.MayRepeat(wants, passes, func() bool { return true }))
	harmless := refused || again || request.MayRepeat(wants, passes, func() bool { return !s.unsafe })
	note("retry/1", !permitted && wants.Kind != errkit.Unauthenticated, n > 1, "the tool was called %d times", n)
	note("retry/2", permitted, !harmless && n > 1, "the tool was called %d times", n)
	after := wants.RetryAfter
	waited := after
	for i := 1; i < n; i++ {
		waited = min(waited, s.calls[i].Sub(s.calls[i-1]))
	}
	note("retry/3", permitted && after > 0, waited < after, "repeated after %v, and it names %v", waited, after)
	note("retry/4", permitted && harmless && after == 0, n > maxCalls, "the tool was called %d times", n)
	r.Requests += n
	return nil
}

// wants returns the error that the answer is, nil if any will do.
func (s *server) wants() *errkit.Error {
	if kind, ok := s.protocol.Kinds[s.Status]; ok {
		return &errkit.Error{Kind: kind, Effect: errkit.EffectUnknown}
	}
	if s.Error == nil {
		return nil
	}
	doc, head := new(dialect.Codec).Append(nil, s.dialect, dialect.Call{ID: []byte(`1`)}, s.Error)
	header := http.Header{"Retry-After": {head.RetryAfterSeconds()}}
	d := dialect.Document{Dialect: s.dialect, Status: head.Status, Header: header, Body: doc}
	e, _ := new(dialect.Codec).Decode(d)
	return e
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	m, _ := jsontree.Parse(body, jsontree.Limits{})
	callID := m.Member("request").Member("call_id").Raw()
	id := cmp.Or(m.Member("id").Raw(), callID, `"1"`)
	method, _ := m.Member("method").Text()
	others := s.protocol.Others
	a := cmp.Or(others[cmp.Or(method, r.Method)], lo.Ternary(method == "tools/call", nil, others["*"]))
	if a == nil {
		a = s.answer
		s.mu.Lock()
		key := cmp.Or(request.Key(r), callID)
		s.key = cmp.Or(s.key, key)
		post := header.Repeatable(r.Method) != errkit.RepeatableYes
		s.post = s.post || post
		s.unsafe = s.unsafe || post && (key == "" || key != s.key)
		s.calls = append(s.calls, time.Now())
		s.mu.Unlock()
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	s.open.Add(1)
	defer s.open.Add(-1)
	defer conn.Close()
	defer context.AfterFunc(s.ctx, func() { _ = conn.Close() })()
	_, err = io.WriteString(conn, s.text(a, id, m.Member("params").Member("protocolVersion").Raw()))
	written := 0
	for chunk := strings.Repeat(a.Repeat, 64<<10); chunk != "" && err == nil && written < maxEndless; {
		var n int
		n, err = io.WriteString(conn, chunk)
		written += n
	}
	s.mu.Lock()
	s.written = max(s.written, written)
	s.mu.Unlock()
	if a.Waits {
		_, _ = io.Copy(io.Discard, conn)
	}
}

// text returns the bytes of an answer to a request with an id, and with a version of MCP.
func (s *server) text(a *answer, id, version string) string {
	success := strings.ReplaceAll(s.protocol.Success, "$id", id)
	variables := strings.NewReplacer("$id", id, "$version", version, "$success", success,
		"$half", success[:len(success)/2], "$secret", secret, "$bytes", "\xff\xfe\x00{",
		"$long", strings.Repeat("long ", 40_000), "$deep", strings.Repeat(`{"error":[`, 12_000)+strings.Repeat(`]}`, 12_000))
	body, head := []byte(a.Body), dialect.Head{Status: a.Status, ContentType: cmp.Or(a.Type, "application/json")}
	if a.Error != nil {
		body, head = new(dialect.Codec).Append(nil, s.dialect, dialect.Call{ID: []byte(id), Tool: "ring"}, a.Error)
	}
	if head.Status == 0 {
		return variables.Replace(a.Raw)
	}
	after := lo.Ternary(head.RetryAfter > 0, "Retry-After: "+head.RetryAfterSeconds()+"\r\n", "")
	text := variables.Replace(string(body))
	return fmt.Sprintf("HTTP/1.1 %d %s\r\nContent-Type: %s\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		head.Status, http.StatusText(head.Status), head.ContentType, after, len(text), text)
}
