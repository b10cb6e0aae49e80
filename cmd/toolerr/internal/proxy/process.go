package proxy

import (
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/internal/procgroup"
	"github.com/toolerr/toolerr/internal/rpc"
)

// outputWait is how long the output of a program that ended is waited for: programs that it
// started may hold it.
const outputWait = time.Second

// A process is one run of a program.
type process struct {
	command *exec.Cmd
	input   chan []byte  // lines to write
	unread  atomic.Int64 // bytes of what was sent and is not written
	closed  bool         // input is
	last    string       // line of its standard error, after it ended
	ended   atomic.Bool  // the program, and the children that it left
}

// startProcess starts a program. The functions are called by post: output for each line of its
// output, ended after it ended and its output was read. Its standard error is logged.
func startProcess(command []string, log *slog.Logger, post func(func()), output func(*process, []byte, *rpc.Message),
	ended func(*process, error)) (*process, error) {
	p := &process{command: exec.Command(command[0], command[1:]...), input: make(chan []byte, maxQueue)}
	procgroup.Set(p.command)
	in, err := p.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, outEnd, err := newStream(maxLine, func(line []byte, cut *rpc.Message) {
		post(func() { output(p, line, cut) })
	})
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	stderr, errEnd, err := newStream(maxShown, func(line []byte, cut *rpc.Message) {
		p.last = strings.ToValidUTF8(string(line), "\uFFFD")
		log.Info("standard error of the program", "line", p.last, "cut", cut != nil)
	})
	if err != nil {
		return nil, errors.Join(err, in.Close(), stdout.pipe.Close(), outEnd.Close())
	}
	p.command.Stdout, p.command.Stderr = outEnd, errEnd
	err = p.command.Start()
	outEnd.Close()
	errEnd.Close()
	if err != nil {
		return nil, errors.Join(err, stdout.pipe.Close(), stderr.pipe.Close()) // Start has closed in
	}
	gone := make(chan struct{})
	go func() {
		defer in.Close()
		for {
			select {
			case line, ok := <-p.input:
				if !ok {
					return
				}
				if _, err := in.Write(append(line[:len(line):len(line)], '\n')); err != nil {
					return // it closed its input, or ended
				}
				p.unread.Add(-int64(len(line)))
			case <-gone:
				return
			}
		}
	}()
	go func() {
		stdout.read()
		select {
		case <-gone:
		case <-time.After(outputWait):
			post(func() {
				if !p.closed {
					log.Error("the program closed its output: it is ended")
					p.end(0)
				}
			})
		}
	}()
	go stderr.read()
	go func() {
		err := p.command.Wait()
		_ = procgroup.Signal(p.command.Process, syscall.SIGTERM) // the children that it left
		close(gone)
		stdout.end()
		stderr.end()
		_ = procgroup.Signal(p.command.Process, syscall.SIGKILL)
		p.ended.Store(true)
		post(func() { ended(p, err) })
	}()
	return p, nil
}

// A stream is an output of a program.
type stream struct {
	lines  lineWriter
	pipe   *os.File
	exited atomic.Bool   // the program did
	wait   time.Duration // of reads after that
	done   chan struct{} // closed after the last line
}

// newStream returns a stream, and the end of it that the program writes to.
func newStream(longest int, emit func(line []byte, cut *rpc.Message)) (*stream, *os.File, error) {
	r, w, err := os.Pipe()
	return &stream{lines: lineWriter{max: longest, emit: emit}, pipe: r, wait: outputWait, done: make(chan struct{})},
		w, err
}

// read reads the stream to its end. A message without the end of its line is passed on when
// nothing follows it for outputWait. After the program exited it ends, too, when all reads
// together waited for wait; what the program wrote is in the pipe then, and is read, however slow
// the client is.
func (s *stream) read() {
	defer close(s.done)
	defer s.pipe.Close()
	chunk := make([]byte, 32<<10)
	for {
		start := time.Now()
		_ = s.pipe.SetReadDeadline(start.Add(lo.Ternary(len(s.lines.line) > 0, outputWait, time.Hour)))
		exited := s.exited.Load()
		if exited {
			_ = s.pipe.SetReadDeadline(start.Add(s.wait))
		}
		n, err := s.pipe.Read(chunk)
		if exited {
			s.wait -= time.Since(start)
		}
		_, _ = s.lines.Write(chunk[:n])
		if isLate := errors.Is(err, os.ErrDeadlineExceeded); isLate && (!exited || s.wait > 0) {
			if _, ok := messages(s.lines.line); ok {
				s.lines.flush()
			}
		} else if err != nil {
			s.lines.flush()
			return
		}
	}
}

// end waits until the stream of a program that exited is read.
func (s *stream) end() {
	s.exited.Store(true)                           // before it, because read sets another one
	if s.pipe.SetReadDeadline(time.Now()) != nil { // on Windows
		defer time.AfterFunc(s.wait, func() { s.pipe.Close() }).Stop()
	}
	<-s.done
}

// send sends a line. It is false if the program does not read its input.
func (p *process) send(line []byte) bool {
	if p.closed || p.unread.Load() > maxHeld {
		return false
	}
	select {
	case p.input <- line:
		p.unread.Add(int64(len(line)))
		return true
	default:
		return false
	}
}

// closeInput closes the input, by which a client ends a server (MCP, Lifecycle, Shutdown).
func (p *process) closeInput() {
	if !p.closed {
		p.closed = true
		close(p.input)
	}
}

// end asks the program to end after a time, and then ends it.
func (p *process) end(after time.Duration) {
	time.AfterFunc(after, func() { p.signal(syscall.SIGTERM) }) // on Windows only the next does something
	time.AfterFunc(after+killWait, p.kill)
}

func (p *process) kill() { p.signal(syscall.SIGKILL) }

func (p *process) signal(s syscall.Signal) {
	if !p.ended.Load() {
		_ = procgroup.Signal(p.command.Process, s)
	}
}
