package probe

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/toolerr/toolerr/internal/procgroup"
)

// overStdio sends requests to a program, one in each line, and reads the responses from its
// output. In the place of the program there may be a connection.
type overStdio struct {
	in      io.WriteCloser
	out     io.ReadCloser
	kill    func()
	wait    func() error // for the end of the program
	timeout time.Duration

	mu      sync.Mutex
	waiting map[string]chan []byte // by the id; "null" for a request without one
	ended   chan struct{}
	err     error // why it ended
	stderr  tail
	stray   string // the first line of its output that is no message

	answered atomic.Bool // a request
}

// NewStdio starts a program with its arguments. If conn is not nil, it is in the place of a
// program. A timeout is for one request.
func NewStdio(ctx context.Context, command []string, conn io.ReadWriteCloser, timeout time.Duration) (Sender, error) {
	t := &overStdio{timeout: timeout, waiting: map[string]chan []byte{}, ended: make(chan struct{})}
	if conn != nil {
		t.in, t.out, t.kill, t.wait = conn, conn, func() {}, func() error { return nil }
	} else if err := t.start(ctx, command); err != nil {
		return nil, err
	}
	go t.read(t.out)
	return t, nil
}

// start starts a program.
func (t *overStdio) start(ctx context.Context, command []string) (err error) {
	program := exec.CommandContext(ctx, command[0], command[1:]...)
	program.Stderr = &t.stderr
	program.WaitDelay = time.Second
	procgroup.Set(program)
	program.Cancel = func() error { return procgroup.Signal(program.Process, syscall.SIGKILL) }
	if t.in, err = program.StdinPipe(); err != nil {
		return err
	}
	if t.out, err = program.StdoutPipe(); err != nil {
		return err
	}
	t.kill = func() { _ = program.Cancel() }
	t.wait = func() error {
		err := program.Wait()
		t.kill() // the children that it left
		return err
	}
	return program.Start()
}

func (t *overStdio) Ended() bool {
	select {
	case <-t.ended:
		return true
	default:
		return false
	}
}

func (t *overStdio) read(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 64<<10), maxAnswer)
	for lines.Scan() {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			id, isResponse := responseID(line)
			t.mu.Lock()
			if t.stray == "" && !isMessage(line) {
				t.stray = Shortened(strings.ToValidUTF8(string(line[:min(len(line), maxShown)]), ""), 80)
			}
			if c, ok := t.waiting[id]; ok && isResponse {
				delete(t.waiting, id)
				c <- bytes.Clone(line)
			}
			t.mu.Unlock()
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		t.err = fmt.Errorf("the program wrote a line of more than %d bytes", maxAnswer)
		t.out.Close()
		t.kill()
		_ = t.wait() // its error is that of the signal
	} else if err := t.wait(); err != nil {
		t.err = fmt.Errorf("the program ended: %w%s", err, t.stderr.shown())
	} else {
		t.err = fmt.Errorf("the program closed its output%s", t.stderr.shown())
	}
	close(t.ended)
}

func (t *overStdio) Send(ctx context.Context, x *Exchange) {
	id, timeout := x.Request.ID, t.timeout
	if x.Probe == NotJSON || x.Probe == NotRequest { // which many programs ignore
		id, timeout = "null", min(timeout, 2*time.Second)
	}
	if !t.answered.Load() { // it may be installed first
		timeout *= 6
	}
	answer := make(chan []byte, 1)
	if id != "" {
		t.mu.Lock()
		t.waiting[id] = answer
		t.mu.Unlock()
	}
	start := time.Now()
	defer func() { x.Elapsed = time.Since(start) }()
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	x.Failure = t.write(ctx, append(bytes.Clone(x.Request.Body), '\n'))
	if x.Failure == nil && id != "" {
		if x.Probe == Cancelled {
			time.AfterFunc(cancelAfter, cancel)
		}
		select {
		case x.Body = <-answer:
		case <-t.ended:
			x.Failure = t.err
		case <-ctx.Done():
			waited := time.Since(start).Round(100 * time.Millisecond)
			x.Failure = fmt.Errorf("there was no answer in %v: %w", waited, ctx.Err())
			if !t.answered.Load() {
				x.Failure = fmt.Errorf("%w%s", x.Failure, t.stderr.shown())
			}
			t.mu.Lock()
			delete(t.waiting, id)
			t.mu.Unlock()
		}
	}
	t.mu.Lock()
	x.Stray = t.stray
	t.mu.Unlock()
	if len(answer) > 0 { // the program ended with it
		x.Body, x.Failure = <-answer, nil
	}
	if x.Message = x.Body; x.Body != nil {
		t.answered.Store(true)
	}
}

// write writes a line. A program that does not read its input makes it wait, at most until ctx is
// done.
func (t *overStdio) write(ctx context.Context, line []byte) error {
	done := make(chan error, 1)
	go func() {
		_, err := t.in.Write(line)
		if err != nil {
			time.Sleep(time.Second) // if the program ended, the case below has its exit status and output
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-t.ended:
		return t.err
	case <-ctx.Done():
		return fmt.Errorf("the program does not read its input: %w", ctx.Err())
	}
}

func (t *overStdio) Close() {
	t.in.Close()
	select {
	case <-t.ended:
	case <-time.After(2 * time.Second):
		t.kill()
		t.out.Close() // a program that it started may hold the other end
		<-t.ended
	}
}

// tail keeps the last bytes of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const (
	maxTail  = 8 << 10 // bytes
	maxShown = 400
)

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-maxTail):]
	return len(p), nil
}

// shown returns the start of a panic, or the last bytes, for an error.
func (t *tail) shown() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := bytes.TrimSpace(t.text)
	if at := bytes.LastIndex(text, []byte("panic: ")); at >= 0 {
		text = text[at:min(len(text), at+maxShown)]
	}
	if text = text[max(0, len(text)-maxShown):]; len(text) > 0 {
		return "; it printed: " + strings.ToValidUTF8(string(text), "")
	}
	return ""
}
