package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// sh runs a command line in the module of the page, or in the clone if it is for that, and
// returns what it prints.
func (r *reader) sh(line string) (string, error) {
	dir := r.dir
	if strings.HasPrefix(line, "go run ./cmd/") {
		dir = r.tree
	}
	c := r.command(dir, line)
	out, err := c.CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && strings.HasPrefix(line, "go run .") {
		err = nil // a program of a page may fail, which is printed
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.TrimSpace(line), err, out)
	}
	return string(out), nil
}

// command returns a command of a process group of its own, because go run starts another process.
func (r *reader) command(dir, line string) *exec.Cmd {
	c := exec.CommandContext(r.ctx, "bash", "-o", "pipefail", "-c", strings.ReplaceAll(line, "127.0.0.1:8080", r.addr))
	c.Dir, c.Env = dir, r.env
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 5 * time.Second
	return c
}

// start starts a server, and waits until it accepts connections.
func (r *reader) start(dir, line string) error {
	r.stop()
	c := r.command(dir, line)
	out := new(output)
	c.Stdout, c.Stderr = out, out
	if err := c.Start(); err != nil {
		return err
	}
	r.server = c
	for r.ctx.Err() == nil {
		if conn, err := net.Dial("tcp", r.addr); err == nil {
			return conn.Close()
		}
		if syscall.Kill(c.Process.Pid, 0) != nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("%s: no server at %s:\n%s", line, r.addr, out)
}

// stop ends the server, if one is running.
func (r *reader) stop() {
	if r.server != nil {
		_ = r.server.Cancel()
		_ = r.server.Wait()
		r.server = nil
	}
}

// An output is what a server has printed.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
