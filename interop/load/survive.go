package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/toolerr/toolerr/interop/load/ways"
)

// A survival is what happens to the programs of a front while clients call it. No call may be
// lost: each has a response that is its own, a success or an error.
type survival struct {
	name     string
	programs []program
	happens  func(ctx context.Context, all processes) error
	fails    bool // calls fail meanwhile
	repeats  bool // a server that stops may close a connection before it reads from it: the client calls again
}

// workers is the number of clients.
const workers = 4

var survivals = []survival{
	{"toolerr proxy, kill -9 of the upstream", []program{upstream, proxy}, killUpstream, true, false},
	{"Caddy, kill -9 of the upstream", []program{upstream, caddy}, killUpstream, true, false},
	{"Envoy, kill -9 of the upstream", []program{upstream, processor, envoy}, killUpstream, true, false},
	{"toolerr proxy, SIGHUP", []program{upstream, proxy}, hangUp, false, false},
	{"Caddy, 10 other configurations", []program{upstream, reloaded}, reload, false, true},
	{"Envoy, restarts of both toolerr-extproc", []program{upstream, processor, second, between}, restart, false, false},
}

// The programs that only survivals have.
var (
	reloaded = program{name: "reloaded", module: caddy.module, pkg: caddy.pkg, args: caddy.args, socket: true,
		file: fixed(strings.NewReplacer("admin off", "admin unix/$dir/admin", "bind 127.0.0.1", "bind fd/3").
			Replace(caddyfileText("toolerr mcp")))}
	second = program{name: "second", module: processor.module, pkg: processor.pkg, args: processor.args}
	// Envoy asks two servers.
	between = program{name: "between", install: envoy.install, args: envoy.args, file: envoyOf("envoy.yaml",
		[2]string{"static_resources:", "admin: {address: {pipe: {path: ${dir}/envoy}}}\nstatic_resources:"},
		[2]string{"endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {${toolerr}}}}}]}]",
			"endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {${processor}}}}}, " +
				"{endpoint: {address: {socket_address: {${second}}}}}]}]"})}
)

func killUpstream(ctx context.Context, all processes) error {
	for range 3 {
		time.Sleep(300 * time.Millisecond)
		if err := all[0].again(ctx, syscall.SIGKILL, 200*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

func hangUp(_ context.Context, all processes) error {
	for range 10 {
		time.Sleep(50 * time.Millisecond)
		if err := all[1].cmd.Process.Signal(syscall.SIGHUP); err != nil {
			return err
		}
	}
	return nil
}

// reload replaces the configuration of Caddy by one with another bound.
func reload(ctx context.Context, all processes) error {
	caddy := all[1].cmd
	config := slices.Index(caddy.Args, "--config") + 1
	text, err := os.ReadFile(caddy.Args[config])
	if err != nil {
		return err
	}
	_, socket, _ := strings.Cut(string(text), "admin unix/")
	socket, _, _ = strings.Cut(socket, "\n")
	for late := time.Now().Add(maxStart); ; time.Sleep(100 * time.Millisecond) { // the system accepts calls before it
		conn, err := net.Dial("unix", socket)
		if err == nil {
			_ = conn.Close()
			break
		}
		if time.Now().After(late) {
			return err
		}
	}
	for i := range 10 {
		time.Sleep(100 * time.Millisecond)
		other := strings.Replace(string(text), "toolerr mcp", fmt.Sprintf("toolerr mcp {\n\t\thold %dKiB\n\t}", 64+i), 1)
		if err := os.WriteFile(caddy.Args[config], []byte(other), 0o600); err != nil {
			return err
		}
		out, err := exec.CommandContext(ctx, caddy.Path, "reload", "--config", caddy.Args[config], "--adapter", "caddyfile",
			"--address", "unix/"+socket).CombinedOutput()
		if err != nil {
			return fmt.Errorf("reload: %w\n%s", err, out)
		}
	}
	return nil
}

// restart restarts one of the processors as soon as Envoy uses both.
func restart(ctx context.Context, all processes) error {
	for _, p := range all[1:3] {
		if err := awaitHealthy(ctx, all[3], 2); err != nil {
			return err
		}
		if err := p.again(ctx, syscall.SIGTERM, time.Second); err != nil {
			return err
		}
	}
	return awaitHealthy(ctx, all[3], 2)
}

// awaitHealthy waits until Envoy uses a number of processors, which it checks every five seconds.
func awaitHealthy(ctx context.Context, envoy *process, n int) error {
	config, err := os.ReadFile(envoy.cmd.Args[slices.Index(envoy.cmd.Args, "--config-path")+1])
	if err != nil {
		return err
	}
	_, socket, _ := strings.Cut(string(config), "path: ")
	socket, _, _ = strings.Cut(socket, "}")
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}}
	for late := time.Now().Add(maxStart); time.Now().Before(late); time.Sleep(100 * time.Millisecond) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://envoy/clusters", nil)
		if err != nil {
			return err
		}
		resp, err := transport.RoundTrip(r)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil {
			return err
		}
		if len(healthyProcessor.FindAll(text, -1)) == n {
			return nil
		}
	}
	return fmt.Errorf("fewer than %d processors are used by Envoy", n)
}

var healthyProcessor = regexp.MustCompile(`(?m)^toolerr::[0-9.:]+::health_flags::healthy$`)

// again ends a process by a signal, and starts it again after a time.
func (p *process) again(ctx context.Context, signal syscall.Signal, after time.Duration) error {
	if err := p.cmd.Process.Signal(signal); err != nil {
		return err
	}
	<-p.ended
	time.Sleep(after)
	p.cmd = exec.CommandContext(ctx, p.cmd.Path, p.cmd.Args[1:]...)
	if err := p.cmd.Start(); err != nil {
		return err
	}
	go func() { p.ended <- p.cmd.Wait() }()
	return p.await()
}

// run makes calls while it happens, and returns the numbers of successes, of errors and of
// calls that were repeated, and what is wrong with the other responses.
func (s *survival) run(ctx context.Context, dir string) (successes, failures, again int64, lost map[string]int, err error) {
	all, err := start(ctx, dir, map[string]string{"timeout": "5s", "dir": dir}, s.programs)
	if err != nil {
		return 0, 0, 0, nil, err
	}
	var running sync.WaitGroup
	var mu sync.Mutex
	var id, ok, failed, repeated atomic.Int64
	lost = map[string]int{}
	done := make(chan struct{})
	for range workers {
		running.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				n := strconv.FormatInt(id.Add(1), 10)
				success, fault := callOnce(ctx, all.base(), n)
				for range 3 {
					if s.repeats && strings.HasSuffix(fault, ": EOF") {
						repeated.Add(1)
						success, fault = callOnce(ctx, all.base(), n)
					}
				}
				switch {
				case fault != "":
					mu.Lock()
					lost[fault]++
					mu.Unlock()
				case success:
					ok.Add(1)
				default:
					failed.Add(1)
				}
			}
		})
	}
	err = s.happens(ctx, all)
	time.Sleep(300 * time.Millisecond)
	close(done)
	running.Wait()
	if success, fault := callOnce(ctx, all.base(), "7"); !success {
		err = errors.Join(err, fmt.Errorf("the last call failed: %s", fault))
	}
	if s.fails == (failed.Load() == 0) {
		err = errors.Join(err, fmt.Errorf("%d calls failed", failed.Load()))
	}
	return ok.Load(), failed.Load(), repeated.Load(), lost, errors.Join(err, all.kill())
}

var survivor = func() *mixed {
	i := slices.IndexFunc(mix, func(m mixed) bool { return m.path == "/mcp/result" })
	return &mix[i]
}()

// callOnce makes a call over a connection of its own, which may be a success. It returns what is
// wrong with the response, "" if it is one of the call.
func callOnce(ctx context.Context, base, id string) (success bool, fault string) {
	m := survivor
	r := send(ctx, m.way, base+m.path+"?n="+id, id, &ways.Call{Got: make(chan struct{})})
	x := expectation{m.class, m.way, id, ways.Same}
	if x.check(r) == "" {
		return true, ""
	}
	x.want = "200|upstream_failed,network,unavailable,timeout"
	if r.Response != nil && (r.StatusCode == http.StatusBadGateway && bytes.HasPrefix(r.body, []byte("upstream connect error")) ||
		r.StatusCode == http.StatusInternalServerError && len(r.body) == 0 && r.Header.Get("Server") == "envoy") {
		return false, "" // of Envoy, which asks no filter, or gets no response of it
	}
	return false, x.check(r)
}

// runSurvivals prints a row for each.
func runSurvivals(ctx context.Context, out io.Writer, dir, only string) (err error) {
	fmt.Fprintf(out, "\n| while clients call | calls | errors | repeated | lost |\n|---|--:|--:|--:|--:|\n")
	for i := range survivals {
		s := &survivals[i]
		if !strings.Contains(s.name, only) {
			continue
		}
		successes, failures, again, lost, runErr := s.run(ctx, dir)
		n := 0
		for _, fault := range slices.Sorted(maps.Keys(lost)) {
			n += lost[fault]
			runErr = errors.Join(runErr, fmt.Errorf("%d lost: %s", lost[fault], fault))
		}
		fmt.Fprintf(out, "| %s | %d | %d | %d | %d |\n", s.name, successes+failures+int64(n), failures, again, n)
		if runErr != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", s.name, runErr))
		}
	}
	return err
}
