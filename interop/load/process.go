package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A process is a server that runs.
type process struct {
	cmd  *exec.Cmd
	out  io.Reader
	base string
}

// start builds a program from the folder of a module and runs it. It must print its address on a line, and then one that
// begins with "Stop with". The log is discarded.
func start(ctx context.Context, dir string, t *target) (*process, error) {
	exe := filepath.Join(dir, "server")
	build := exec.CommandContext(ctx, "go", "build", "-o", exe, t.pkg)
	build.Dir = t.module
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w\n%s", err, out)
	}
	cmd := exec.CommandContext(ctx, exe, t.args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(out)
	p := &process{cmd: cmd, out: lines}
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return nil, errors.Join(errors.New("the server did not print its address"), cmd.Wait())
		}
		line = strings.TrimSpace(line)
		if p.base == "" && strings.HasPrefix(line, "http://") {
			address, _, _ := strings.Cut(line, " ")
			p.base = strings.TrimSuffix(address, "/")
		}
		if strings.HasPrefix(line, "Stop with") {
			return p, nil
		}
	}
}

// stop interrupts the server. It returns what the server prints at its end, the CPU time that it used, and an error if its
// exit code is not 0.
func (p *process) stop() (last string, cpu time.Duration, err error) {
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		return "", 0, err
	}
	text, readErr := io.ReadAll(p.out)
	err = errors.Join(readErr, p.cmd.Wait())
	return strings.TrimSpace(string(text)), p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime(), err
}

// memory returns the resident memory of the server, in bytes. It requires the /proc file system of Linux.
func (p *process) memory() (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	number, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	kilobytes, err := strconv.Atoi(number)
	return kilobytes << 10, err
}

// watch samples the memory until ctx is done. The returned function waits for that, and returns the maximum in each quarter
// of d: garbage collection makes single samples vary.
func (p *process) watch(ctx context.Context, d time.Duration) func() ([4]int, error) {
	var peak [4]int
	var failure error
	var wg sync.WaitGroup
	begin := time.Now()
	wg.Go(func() {
		for tick := time.NewTicker(50 * time.Millisecond); ; {
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case <-tick.C:
			}
			n, err := p.memory()
			if err != nil {
				failure = err
				return
			}
			quarter := min(int(time.Since(begin)*4/d), 3)
			peak[quarter] = max(peak[quarter], n)
		}
	})
	return func() ([4]int, error) { wg.Wait(); return peak, failure }
}
