package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A process is a program that runs.
type process struct {
	cmd   *exec.Cmd
	addr  string
	out   bytes.Buffer // its standard output; the log is discarded
	ended chan error   // gets the result
}

// processes are the programs of a target. The clients call the last one.
type processes []*process

// maxStart is how long a program may take until it listens.
const maxStart = 30 * time.Second

// start runs programs, one after another, each of which knows values, such as the timeout of a
// front, and the addresses of those before it.
func start(ctx context.Context, dir string, values map[string]string, programs []program) (all processes, err error) {
	for i := range programs {
		cmd, err := programs[i].command(ctx, dir, values)
		if err != nil {
			return nil, errors.Join(err, all.kill())
		}
		p := &process{cmd: cmd, addr: values["listen"], ended: make(chan error, 1)}
		cmd.Stdout = &p.out
		if err := cmd.Start(); err != nil {
			return nil, errors.Join(err, all.kill())
		}
		go func() { p.ended <- cmd.Wait() }()
		all = append(all, p)
		if err := p.await(); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", programs[i].name, err), all.kill())
		}
	}
	return all, nil
}

// await waits until the process listens.
func (p *process) await() error {
	late := time.After(maxStart)
	for tick := time.NewTicker(10 * time.Millisecond); ; {
		if conn, err := net.Dial("tcp", p.addr); err == nil {
			tick.Stop()
			return conn.Close()
		}
		select {
		case err := <-p.ended:
			p.ended <- err
			return fmt.Errorf("it ended before it listened: %w", err)
		case <-late:
			return errors.New("it does not listen")
		case <-tick.C:
		}
	}
}

// stop interrupts the process. It returns an error if the exit code is not 0.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return <-p.ended
}

// stop interrupts the processes, the last one first. It returns what the last one printed,
// without its greeting.
func (all processes) stop() (last string, err error) {
	for i := len(all) - 1; i >= 0; i-- {
		err = errors.Join(err, all[i].stop())
	}
	last = all[len(all)-1].out.String()
	if _, after, ok := strings.Cut(last, "Stop with Ctrl-C.\n"); ok {
		last = after
	}
	return strings.TrimSpace(last), err
}

// kill ends the processes of a target that did not start.
func (all processes) kill() (err error) {
	for _, p := range all {
		err = errors.Join(err, p.cmd.Process.Kill())
		<-p.ended
	}
	return err
}

// base returns the URL that is called.
func (all processes) base() string { return "http://" + all[len(all)-1].addr }

// cpu returns the CPU time that the processes have used.
func (all processes) cpu() (sum time.Duration, err error) {
	for _, p := range all {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
		if err != nil {
			return 0, err
		}
		_, after, _ := strings.Cut(string(stat), ") ") // of the name
		fields := strings.Fields(after)
		for _, ticks := range fields[11:13] { // in user mode, and in the kernel (proc_pid_stat(5))
			n, err := strconv.Atoi(ticks)
			if err != nil {
				return 0, err
			}
			sum += time.Duration(n) * time.Second / 100
		}
	}
	return sum, nil
}

// memory returns the resident memory of the processes, in bytes. It requires the /proc file
// system of Linux.
func (all processes) memory() (sum int, err error) {
	for _, p := range all {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
		if err != nil {
			return 0, err
		}
		_, after, _ := strings.Cut(string(status), "VmRSS:")
		number, _, _ := strings.Cut(strings.TrimSpace(after), " ")
		kilobytes, err := strconv.Atoi(number)
		if err != nil {
			return 0, err
		}
		sum += kilobytes << 10
	}
	return sum, nil
}

// watch samples the memory until ctx is done. The returned function waits for that, and returns
// the maximum in each quarter of d: garbage collection makes single samples vary.
func (all processes) watch(ctx context.Context, d time.Duration) func() ([4]int, error) {
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
			n, err := all.memory()
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
