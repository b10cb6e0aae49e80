package agents

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// A Session calls the tools of a server. An error of it is a failure of the measurement, but for
// [io.EOF]: the server ended the connection without a response.
type Session interface {
	Call(ctx context.Context, tool string, input any) (Answer, error)

	// List returns the JSON of the list of tools.
	List(context.Context) (string, error)
}

// patience is how long a response may take.
const patience = 20 * time.Second

// revision is of the Model Context Protocol. All servers speak it.
const revision = "2025-06-18"

// mcpSession speaks to a server over its standard input and output. The calls come one after the
// other.
type mcpSession struct {
	in    io.Writer
	lines <-chan []byte // closed at the end of the output
	id    int
}

// openMCP opens a session, and lists the tools, as all clients do.
func openMCP(ctx context.Context, in io.Writer, out io.Reader) (*mcpSession, error) {
	lines := make(chan []byte)
	go func() {
		defer close(lines)
		r := bufio.NewReader(out)
		for {
			line, err := r.ReadBytes('\n')
			if err != nil {
				return
			}
			lines <- line
		}
	}()
	s := &mcpSession{in: in, lines: lines}
	params := map[string]any{"protocolVersion": revision, "capabilities": struct{}{},
		"clientInfo": map[string]string{"name": "agents", "version": "1"}}
	if _, err := s.request(ctx, "initialize", params); err != nil {
		return nil, fmt.Errorf("initialize: %w", err)
	}
	if err := s.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"}); err != nil {
		return nil, err
	}
	_, err := s.List(ctx)
	return s, err
}

// A response of JSON-RPC.
type response struct {
	ID     any             `json:"id"`
	Method string          `json:"method"` // of a request of the server
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

func (s *mcpSession) send(message any) error {
	b, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if _, err = s.in.Write(append(b, '\n')); err != nil {
		return io.EOF // the server is gone
	}
	return nil
}

// request returns the response with its id. What else the server sends is ignored.
func (s *mcpSession) request(ctx context.Context, method string, params any) (*response, error) {
	s.id++
	if err := s.send(map[string]any{"jsonrpc": "2.0", "id": s.id, "method": method, "params": params}); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: no response: %w", method, ctx.Err())
		case line, ok := <-s.lines:
			if !ok {
				return nil, io.EOF
			}
			var r response
			if err := json.Unmarshal(line, &r); err != nil {
				return nil, fmt.Errorf("%s: %w: %s", method, err, line)
			}
			if id, ok := r.ID.(float64); ok && int(id) == s.id && r.Method == "" {
				return &r, nil
			}
		}
	}
}

func (s *mcpSession) List(ctx context.Context) (string, error) {
	r, err := s.request(ctx, "tools/list", struct{}{})
	if err != nil {
		return "", err
	}
	return string(r.Result), nil
}

// Call returns the text blocks of a result, or the code, the message and the data of an error.
func (s *mcpSession) Call(ctx context.Context, tool string, input any) (Answer, error) {
	r, err := s.request(ctx, "tools/call", map[string]any{"name": tool, "arguments": input})
	if err != nil {
		return Answer{}, err
	}
	if e := r.Error; e != nil {
		text := fmt.Sprintf("%d %s", e.Code, e.Message)
		if len(e.Data) > 0 {
			text += "\n" + string(e.Data)
		}
		return Answer{Text: text, Code: e.Code}, nil
	}
	var result struct {
		IsError bool
		Content []struct{ Text string }
	}
	if err := json.Unmarshal(r.Result, &result); err != nil {
		return Answer{}, fmt.Errorf("%s: %w: %s", tool, err, r.Result)
	}
	texts := make([]string, len(result.Content))
	for i, block := range result.Content {
		texts[i] = block.Text
	}
	return Answer{OK: !result.IsError, Text: strings.Join(texts, "\n")}, nil
}

// httpSession posts inputs to URL/name.
type httpSession struct{ url string }

// single opens a connection for each call: some servers close it after an error, which a client
// that keeps it learns too late.
var single = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

func (s *httpSession) List(context.Context) (string, error) { return "", errors.ErrUnsupported }

// Call returns the status, Retry-After and the body.
func (s *httpSession) Call(ctx context.Context, tool string, input any) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	body, err := json.Marshal(input)
	if err != nil {
		return Answer{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/"+tool, bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	res, err := single.Do(req)
	if err != nil {
		return Answer{}, errors.Join(io.EOF, err)
	}
	defer res.Body.Close()
	read, err := io.ReadAll(res.Body)
	if err != nil {
		return Answer{}, errors.Join(io.EOF, err)
	}
	a := Answer{OK: res.StatusCode < 300, Text: string(read), Status: res.StatusCode}
	a.RetryAfter = res.Header.Get("Retry-After")
	if !a.OK {
		head := res.Status
		if a.RetryAfter != "" {
			head += "\nRetry-After: " + a.RetryAfter
		}
		a.Text = head + "\n" + a.Text
	}
	return a, nil
}
