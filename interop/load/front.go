package main

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"github.com/toolerr/toolerr/interop/load/ways"
)

// slowTimeout is the timeout of the fronts.
const slowTimeout = 2 * time.Second

// mix are the ways of package ways in which a call of MCP is made that does not wait, with their
// paths.
var mix, slow = func() (list []mixed, slow mixed) {
	for _, g := range ways.Groups() {
		for i := range g.Ways {
			m := mixed{g.Class, &g.Ways[i], g.Path(i)}
			text := m.way.Raw("1")
			waits := strings.Contains(text, ways.Hang) || strings.Contains(text, ways.Drip)
			switch {
			case m.path == "/mcp/never-responds":
				slow = m
			case g.Class.Name == "mcp" && m.way.Request.Method == http.MethodPost && !waits:
				list = append(list, m)
			}
		}
	}
	return list, slow
}()

type mixed struct {
	class *ways.Class
	way   *ways.Way
	path  string
}

// pickWay returns the way for call number n: each in turn, and one of 1,000 without a response.
func pickWay(n uint64) *mixed {
	if n%1000 == 0 {
		return &slow
	}
	return &mix[n%uint64(len(mix))]
}

func frontRequest(n uint64) (path string, header http.Header, body string) {
	m := pickWay(n)
	r, err := m.way.Request.HTTP("http://127.0.0.1"+m.path, strconv.FormatUint(n, 10))
	if err != nil {
		panic(err) // the list has a fault
	}
	return m.path, r.Header, strings.ReplaceAll(m.way.Request.Body, "@ID", strconv.FormatUint(n, 10))
}

// frontCheck returns the check of a front.
func frontCheck(front string) func(uint64, *vegeta.Result) string {
	return func(n uint64, r *vegeta.Result) string {
		m := pickWay(n)
		if fault := m.check(front, n, r); fault != "" {
			return m.path + ": " + fault
		}
		return ""
	}
}

// check returns what is wrong with a response. One may be right although the front has a limit for
// its way, which can be of the time between two parts.
func (m *mixed) check(front string, n uint64, r *vegeta.Result) string {
	x := expectation{m.class, m.way, strconv.FormatUint(n, 10), m.way.Want}
	got := &response{body: r.Body}
	if r.Code == 0 {
		got.err = errors.New(noResponse(r))
	} else {
		request, err := m.way.Request.HTTP("http://127.0.0.1"+m.path, x.id)
		if err != nil {
			return err.Error()
		}
		got.Response = &http.Response{StatusCode: int(r.Code), Header: r.Headers, Request: request}
		if x.want == ways.Same {
			x.want = ways.Bare // the attacker has no trailers
		}
	}
	fault := x.check(got)
	if l := limitOf(front, m.path); l != nil && fault != "" {
		x.want = l.want
		return x.check(got)
	}
	return fault
}

// ring is a call, of which %d is the id.
const ring = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"ring","arguments":{"times":3}}}`

var acceptsBoth = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
