// Command toolerr-extproc serves external processing (ext_proc) for Envoy, Istio, implementations
// of the Gateway API and agentgateway: it replaces the errors in the responses of upstreams by
// documents of one dialect.
//
//	toolerr-extproc --dialect mcp --policy policy.json --listen 0.0.0.0:9002 --metrics 0.0.0.0:9003
//
// It serves gRPC, with a health service (grpc.health.v1), and on another address metrics for
// Prometheus. The log is JSON on standard error.
// docs/deploy-envoy.md has the configuration of Envoy and of Kubernetes; toolerr-extproc --help
// lists the flags.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"

	"github.com/toolerr/toolerr/adapters/extproc"
	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/internal/metrics"
	"github.com/toolerr/toolerr/middleware/jsonschema"
)

// Exit codes, which are those of the command toolerr.
const (
	exitFailed = 1
	exitUsage  = 2
)

// Bounds of the connections.
const (
	idle       = time.Minute      // after which a connection is probed
	probe      = 20 * time.Second // for the response to a probe
	probeEvery = 10 * time.Second // at most, by a client
	maxMessage = 4 << 20          // bytes, beside those that are held
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)                           // so that a second signal ends the program
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // it does not end the server
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run serves until ctx is done, and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c, err := parse(args, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "toolerr-extproc: %v (see toolerr-extproc --help)\n", err)
		return exitUsage
	}
	if err := c.serve(ctx, slog.New(slog.NewJSONHandler(stderr, nil))); err != nil {
		fmt.Fprintf(stderr, "toolerr-extproc: %v\n", err)
		return exitFailed
	}
	return 0
}

// A config is the configuration that the flags state.
type config struct {
	listen    string
	metrics   string // "": none
	grace     time.Duration
	transport []grpc.ServerOption
	server    extproc.Server
}

const usage = `Serve external processing (ext_proc) for Envoy and what speaks its protocol.

Errors in the responses of your servers become documents of a dialect. Your clients
see what they can act on, but not the texts of your servers' own faults, and no
private text, such as a stack, SQL or a key.

Usage: toolerr-extproc --dialect D [flags]

`

// parse reads the flags and the files that they name. It prints what --help and --version ask for,
// and returns flag.ErrHelp then.
func parse(args []string, help io.Writer) (*config, error) {
	c := &config{server: extproc.Server{Bridge: new(bridge.Bridge)}}
	b := c.server.Bridge
	flags := flag.NewFlagSet("toolerr-extproc", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("dialect", "the dialect `D` of the responses: "+strings.Join(all.Names(), ", "), dialectInto(&b.To))
	flags.Func("from", "the dialect `D` of the upstreams' errors (default: detected)", dialectInto(&b.From))
	flags.Func("policy", "`FILE` with what is relayed of the upstreams' errors", policyInto(&b.Policy))
	flags.TextVar(&b.Codec.Disclose, "disclose", dialect.DiscloseActionable,
		"what is relayed of errors for which the policy does not state it: actionable, none or all")
	flags.BoolVar(&b.Codec.Quote, "quote", false, "mark the upstreams' texts as quoted, for a model")
	flags.StringVar(&c.listen, "listen", "127.0.0.1:9002", "`HOST:PORT` to listen on, or unix:PATH")
	flags.StringVar(&c.metrics, "metrics", "", "`HOST:PORT` of /metrics, for Prometheus (default: none)")
	flags.Func("mode", "the `MODE` of bodies of clients that do not state it, such as BUFFERED_PARTIAL"+
		" (default: FULL_DUPLEX_STREAMED)", modeInto(&c.server.Mode))
	flags.BoolVar(&c.server.Override, "override", false,
		"all clients have allow_mode_override: the modes NONE and STREAMED are not final")
	flags.IntVar(&c.server.MaxStreams, "max-streams", 10_000, "process `N` requests at the same time")
	flags.IntVar(&b.Hold, "hold", 64<<10, "hold `N` bytes of a response until it is known what it is")
	flags.DurationVar(&b.Wait, "wait", 0, "wait for the rest of a response that is held for a `DURATION`,"+
		" at most (and for 0) 5s")
	b.Tools = &bridge.Tools{Faults: jsonschema.Faults}
	flags.BoolVar(&b.Tools.Refuse, "validate", false, "refuse a call of a tool of MCP whose arguments break its input"+
		" schema; else only a call that fails is explained by them")
	flags.BoolVar(&b.Tools.Trusted, "trust-annotations", false, "trust readOnlyHint and idempotentHint of the tools:"+
		" such a call may be repeated")
	cert := flags.String("cert", "", "`FILE` with the certificate for TLS")
	key := flags.String("key", "", "`FILE` with the key of the certificate")
	flags.DurationVar(&c.grace, "grace", 30*time.Second,
		"wait for pending requests for a `DURATION` when the server stops")
	flags.BoolVar(&b.Codec.NoGuess, "no-guess", false, "do not guess a kind from a text")
	version := flags.Bool("version", false, "print the version")
	flags.Usage = func() {} // the caller prints errors, in one line
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(help, usage)
			flags.SetOutput(help)
			flags.PrintDefaults()
		}
		return nil, err
	}
	switch {
	case *version:
		if info, ok := debug.ReadBuildInfo(); ok {
			fmt.Fprintln(help, "toolerr-extproc", info.Main.Version, info.GoVersion)
		}
		return nil, flag.ErrHelp
	case flags.NArg() > 0:
		return nil, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case b.To == nil:
		return nil, errors.New("missing --dialect D")
	case bridge.CheckClient(b.To) != nil:
		return nil, fmt.Errorf("--dialect grpc: %w", bridge.CheckClient(b.To))
	case c.server.MaxStreams < 1 || b.Hold < 1 || c.grace < 0 || b.Wait < 0:
		return nil, errors.New("--max-streams and --hold must be positive, and --grace and --wait not negative")
	case (*cert == "") != (*key == ""):
		return nil, errors.New("--cert and --key are needed together")
	case *cert != "":
		tls, err := credentials.NewServerTLSFromFile(*cert, *key)
		if err != nil {
			return nil, fmt.Errorf("--cert, --key: %w", err)
		}
		c.transport = append(c.transport, grpc.Creds(tls))
	}
	_, b.Codec.Carry = b.To.(mcp.Dialect) // the reference of a failure, among others, which no text has
	return c, nil
}

func dialectInto(to *dialect.Dialect) func(string) error {
	return func(name string) (err error) {
		*to, err = all.Parse(name)
		return err
	}
}

func modeInto(to *filter.ProcessingMode_BodySendMode) func(string) error {
	return func(name string) error {
		n, ok := filter.ProcessingMode_BodySendMode_value[name]
		*to = filter.ProcessingMode_BodySendMode(n)
		if !ok || *to == filter.ProcessingMode_NONE || *to == filter.ProcessingMode_GRPC {
			return errors.New("want STREAMED, BUFFERED, BUFFERED_PARTIAL or FULL_DUPLEX_STREAMED")
		}
		return nil
	}
}

// policyInto reads a policy file. Its faults are reported with the name of the file and
// their lines.
func policyInto(to *bridge.Policy) func(string) error {
	return func(file string) error {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		policy, err := bridge.ParsePolicy(text)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		*to = *policy
		return nil
	}
}

// serve serves until ctx is done, and then waits for pending streams.
func (c *config) serve(ctx context.Context, log *slog.Logger) error {
	network, addr := "tcp", c.listen
	if path, ok := strings.CutPrefix(addr, "unix:"); ok {
		network, addr = "unix", path
	}
	listener, err := new(net.ListenConfig).Listen(ctx, network, addr)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	counts, _ := metrics.New(registry) // no other metric has their names
	c.server.Bridge.Report = counts.Log(log)
	failed := make(chan error, 2)
	if c.metrics != "" {
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.metrics)
		if err != nil {
			return fmt.Errorf("--metrics: %w", err)
		}
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{Registry: registry}))
		server := &http.Server{Handler: mux, ReadHeaderTimeout: probe, IdleTimeout: idle}
		defer server.Close()
		go func() { failed <- server.Serve(listener) }()
		log.Info("serving metrics", "addr", listener.Addr().String())
	}
	server := grpc.NewServer(append(c.transport,
		grpc.MaxConcurrentStreams(uint32(min(c.server.MaxStreams, 1<<31-1))), // of a connection
		grpc.MaxRecvMsgSize(maxMessage+c.server.Bridge.Hold),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: idle, Timeout: probe}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: probeEvery, PermitWithoutStream: true}),
	)...)
	health := extproc.Register(server, &c.server)
	log.Info("serving", "addr", listener.Addr().String(), "dialect", c.server.Bridge.To.Name())
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping")
	health.Shutdown()
	late := time.AfterFunc(c.grace, func() {
		log.Warn("some streams did not end in time")
		server.Stop()
	})
	defer late.Stop()
	server.GracefulStop()
	log.Info("stopped")
	return nil
}
