package agents

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"time"
)

// A Server is a program with the tools of the table.
type Server struct {
	ID      string
	Title   string
	HTTP    bool     // it speaks HTTP on the port $PORT, else MCP over standard input and output
	Ours    bool     // it uses this module
	Command []string // the program
	Dir     string
}

// A running server.
type running struct {
	Session
	stop func()
}

// start starts a server whose services are those of the backend.
func (s *Server) start(ctx context.Context, b *Backend) (*running, error) {
	c := exec.Command(s.Command[0], s.Command[1:]...)
	c.Dir = s.Dir
	c.Env = append(os.Environ(), "BACKEND="+b.URL, "NO_COLOR=1", "PYTHONDONTWRITEBYTECODE=1")
	var log bytes.Buffer
	c.Stderr = &log
	if s.HTTP {
		return s.startHTTP(ctx, c, &log)
	}
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.ID, err)
	}
	stop := func() {
		_ = in.Close()
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	session, err := openMCP(ctx, in, out)
	if err != nil {
		stop()
		return nil, fmt.Errorf("%s: %w: %s", s.ID, err, log.Bytes())
	}
	return &running{session, stop}, nil
}

// startHTTP starts a server, and waits until it accepts connections.
func (s *Server) startHTTP(ctx context.Context, c *exec.Cmd, log *bytes.Buffer) (*running, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(address)
	c.Env = append(c.Env, "PORT="+port)
	c.Stdout = io.Discard
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.ID, err)
	}
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		_ = c.Wait()
	}()
	stop := func() {
		_ = c.Process.Kill()
		<-exited
	}
	for range 400 {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
			return &running{&httpSession{"http://" + address}, stop}, nil
		}
		select {
		case <-ctx.Done():
			stop()
			return nil, ctx.Err()
		case <-exited:
			return nil, fmt.Errorf("%s: it ended: %s", s.ID, log.Bytes())
		case <-time.After(50 * time.Millisecond):
		}
	}
	stop()
	return nil, fmt.Errorf("%s: no server at %s: %s", s.ID, address, log.Bytes())
}
