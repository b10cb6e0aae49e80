package proxy

import (
	"log/slog"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// outputWait is how long the output of a program that ended is read on: programs that it started may hold it.
const outputWait = time.Second

// A process is one run of a program.
type process struct {
	command *exec.Cmd
	input   chan []byte // lines to write
	closed  bool        // input is
}

// startProcess starts a program. The functions are called by post: output for each line of its output, ended after it ended. Its standard
// error is logged.
func startProcess(command []string, log *slog.Logger, post func(func()), output func(*process, []byte, bool), ended func(*process, error)) (*process, error) {
	p := &process{command: exec.Command(command[0], command[1:]...), input: make(chan []byte, maxQueue)}
	stdout := &lineWriter{max: maxLine, emit: func(line []byte, cut bool) { post(func() { output(p, line, cut) }) }}
	stderr := &lineWriter{max: maxShown, emit: func(line []byte, cut bool) {
		log.Info("standard error of the program", "line", strings.ToValidUTF8(string(line), "\uFFFD"), "cut", cut)
	}}
	p.command.Stdout, p.command.Stderr, p.command.WaitDelay = stdout, stderr, outputWait
	in, err := p.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
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
			case <-gone:
				return
			}
		}
	}()
	go func() {
		err := p.command.Wait()
		stdout.flush()
		stderr.flush()
		close(gone)
		post(func() { ended(p, err) })
	}()
	return p, nil
}

// send sends a line. It is false if the program does not read its input.
func (p *process) send(line []byte) bool {
	if p.closed {
		return false
	}
	select {
	case p.input <- line:
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

// terminate asks the program to end.
func (p *process) terminate() {
	if p.command.Process.Signal(syscall.SIGTERM) != nil { // on Windows
		p.kill()
	}
}

func (p *process) kill() { _ = p.command.Process.Kill() }
