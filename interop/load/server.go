package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// server is a running `toolerr serve`.
type server struct {
	cmd  *exec.Cmd
	base string
}

// start builds the command and runs `toolerr serve` on a free port. The log is discarded.
func start(ctx context.Context, dir string) (*server, error) {
	exe := filepath.Join(dir, "toolerr")
	build := exec.CommandContext(ctx, "go", "build", "-o", exe, "./cmd/toolerr")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w\n%s", err, out)
	}
	cmd := exec.CommandContext(ctx, exe, "serve", "--addr", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{cmd: cmd}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if s.base == "" && strings.HasPrefix(line, "http://") {
			s.base, _, _ = strings.Cut(line, "/ ")
		}
		if strings.HasPrefix(line, "Stop with") {
			return s, nil
		}
	}
	return nil, errors.Join(errors.New("the server did not print its address"), cmd.Wait())
}

// stop interrupts the server, and returns an error if its exit code is not 0.
func (s *server) stop() error {
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return s.cmd.Wait()
}

// memory returns the resident memory of the server, in bytes. It requires the /proc file system of Linux.
func (s *server) memory() (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
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
func (s *server) watch(ctx context.Context, d time.Duration) func() ([4]int, error) {
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
			n, err := s.memory()
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
