package ways

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
)

// A Server responds in the ways of their classes. The path of a request is that of a class and a
// way, and n in its query is the id of the call.
type Server struct {
	// Other responds to a request with another path, and reports whether it did; nil responds to
	// none.
	Other func(w io.Writer, path string, body []byte) bool

	mu    sync.Mutex
	calls map[string]*Call
}

// A Call is a request that the server responds to.
type Call struct {
	Got  chan struct{} // closed by the client, which got the first byte of a body
	Done chan struct{} // closed by the server, which has written the response, and closed its connection if it has to
	late bool          // the client did not get the first byte in time
}

var token = regexp.MustCompile("\x00(await|pause|hang|reset|drip)\x00")

// Times of the server.
const (
	pauseTime = 50 * time.Millisecond
	awaitTime = 3 * time.Second // for the client
	closeTime = 3 * time.Second // for the front, to close the connection
	dripTime  = 20 * time.Millisecond
)

// Expect returns the call with an id, which the client makes next.
func (s *Server) Expect(id string) *Call {
	c := &Call{Got: make(chan struct{}), Done: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls == nil {
		s.calls = map[string]*Call{}
	}
	s.calls[id] = c
	return c
}

// Forget ends a call, and reports whether the server waited in vain for the client to get the
// first byte.
func (s *Server) Forget(id string) (late bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	late = s.calls[id].late
	delete(s.calls, id)
	return late
}

// Serve responds to all requests of a listener, until it is closed.
func (s *Server) Serve(l net.Listener) {
	ways := map[string]*Way{}
	for _, g := range Groups() {
		for i := range g.Ways {
			ways[g.Path(i)] = &g.Ways[i]
		}
	}
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go s.serve(conn.(*net.TCPConn), ways)
	}
}

// serve responds to the requests of a connection.
func (s *Server) serve(conn *net.TCPConn, ways map[string]*Way) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	for {
		r, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		id := r.URL.Query().Get("n")
		s.mu.Lock()
		c := s.calls[id]
		s.mu.Unlock()
		p := r.URL.Path
		way := ways["/"+path.Base(path.Dir(p))+"/"+path.Base(p)]
		if way == nil && s.Other != nil && s.Other(conn, p, body) {
			continue
		}
		if way == nil {
			way = &Way{Raw: respondWith(404, asText, "there is no such way")}
		}
		text := way.Raw(id)
		if keep := s.write(conn, in, text, c) && clean(text, r); !keep {
			_ = conn.CloseWrite()
			_ = conn.SetReadDeadline(time.Now().Add(closeTime))
			_, _ = io.Copy(io.Discard, in)
			c.done()
			return
		}
		c.done()
	}
}

func (c *Call) done() {
	if c != nil {
		select {
		case <-c.Done:
		default:
			close(c.Done)
		}
	}
}

// write writes a response, and reports whether the connection can be used again.
func (s *Server) write(conn *net.TCPConn, in io.Reader, text string, c *Call) bool {
	for text != "" {
		at := token.FindStringIndex(text)
		if at == nil {
			at = []int{len(text), len(text)}
		}
		if _, err := io.WriteString(conn, text[:at[0]]); err != nil {
			return false
		}
		found := text[at[0]:at[1]]
		text = text[at[1]:]
		switch found {
		case Pause:
			time.Sleep(pauseTime)
		case Await:
			if c == nil {
				time.Sleep(pauseTime)
				continue
			}
			select {
			case <-c.Got:
			case <-time.After(awaitTime):
				s.mu.Lock()
				c.late = true
				s.mu.Unlock()
			}
		case Hang:
			_ = conn.SetReadDeadline(time.Now().Add(2 * awaitTime))
			_, _ = io.Copy(io.Discard, in)
			return false
		case Reset:
			_ = conn.SetLinger(0)
			_ = conn.Close()
			return false
		case Drip:
			for range 10 * int(time.Second/dripTime) {
				time.Sleep(dripTime)
				if _, err := io.WriteString(conn, "x"); err != nil {
					return false
				}
			}
			return false
		}
	}
	return true
}

// clean reports whether a response is complete, ends where its head has it, and leaves the
// connection open.
func clean(text string, r *http.Request) bool {
	resp, err := Parse(text, r)
	return err == nil && resp.Whole && !resp.Close
}

// A Response is a response of an upstream as a client gets it that is not behind a front.
type Response struct {
	*http.Response
	Content string // the body
	Whole   bool   // it ends where its head has it
	Err     error  // of the body
}

// Parse parses a response to a request, without its tokens and after responses of 1xx.
func Parse(text string, r *http.Request) (*Response, error) {
	in := bufio.NewReaderSize(strings.NewReader(token.ReplaceAllString(text, "")), 1<<20)
	for {
		resp, err := http.ReadResponse(in, r)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 200 && resp.StatusCode != 101 {
			continue
		}
		var body bytes.Buffer
		_, err = body.ReadFrom(resp.Body)
		_, more := in.Peek(1)
		framed := resp.ContentLength >= 0 || len(resp.TransferEncoding) > 0
		return &Response{resp, body.String(), err == nil && more != nil && framed, err}, nil
	}
}
