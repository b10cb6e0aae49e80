package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/proxy"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/middleware/jsonschema"
)

// proxyFlags are the flags of proxy.
type proxyFlags struct {
	http          proxy.HTTP
	stdio         proxy.Stdio
	bridge        bridge.Bridge
	tools         bridge.Tools
	upstream      string
	policy        string
	listen, admin string
}

func newProxy() *cobra.Command {
	f := proxyFlags{listen: "127.0.0.1:8080", admin: "127.0.0.1:8081"}
	cmd := newCommand("proxy", cobra.ArbitraryArgs, untilSignal(f.run))
	flags := cmd.Flags()
	flags.StringVar(&f.upstream, "upstream", "", "`URL` of the server")
	dialectChoice(&f.bridge.To).addTo(cmd, "dialect",
		"the dialect of the responses (default for a COMMAND: mcp): "+dialectNames, false)
	dialectChoice(&f.bridge.From).addTo(cmd, "from",
		"the dialect of the server's errors (default: detected): "+dialectNames, false)
	flags.StringVar(&f.policy, "policy", "", "`FILE` with what is relayed of the server's errors")
	newChoice(&f.bridge.Codec.Disclose, "disclosure", disclosures).addTo(cmd, "disclose",
		"what to relay of errors for which the policy does not state it: actionable (default), none or all", false)
	flags.BoolVar(&f.bridge.Codec.Quote, "quote", false, "mark the server's texts as quoted, for a model")
	flags.BoolVar(&f.tools.Refuse, "validate", false,
		"refuse a call of a tool whose arguments break its input schema; else only a call that fails is explained "+
			"by them, because many servers accept \"5\" for a number (MCP)")
	flags.BoolVar(&f.tools.Trusted, "trust-annotations", false,
		"trust readOnlyHint and idempotentHint of the server's tools: such a call may be repeated "+
			"(default for a COMMAND: true) (MCP)")
	flags.StringVar(&f.listen, "listen", f.listen, "`HOST:PORT` to listen on; port 0 selects a free port")
	flags.StringSliceVar(&f.http.Hosts, "host", nil,
		"`NAME` in the Host header of requests, beside localhost; checked if --listen is a loopback address "+
			"(repeatable)")
	flags.BoolVar(&f.http.TrustForwarded, "trust-forwarded", false,
		"keep Forwarded and X-Forwarded-For, -Host and -Proto of requests, and add to X-Forwarded-For: only a "+
			"trusted proxy sends requests")
	flags.StringVar(&f.admin, "admin", f.admin, "`HOST:PORT` of /healthz, /readyz and /metrics; \"\" for none")
	flags.StringVar(&f.http.Cert, "cert", "", "`FILE` with the certificate for TLS")
	flags.StringVar(&f.http.Key, "key", "", "`FILE` with the key of the certificate")
	// By default the proxy responds before clients of the TypeScript SDK give up, after 60 s.
	flags.DurationVar(&f.http.Timeout, "timeout", 55*time.Second,
		"wait for a response, for a server that reads a request, and for the rest of a body that is examined, "+
			"for a `DURATION`, such as 30s, but for such a body at most 1m, or 5s of an error; 0: no limit but "+
			"these, and 30s for a program that initializes again")
	flags.DurationVar(&f.http.Grace, "grace", 30*time.Second,
		"wait for pending requests for a `DURATION` when the proxy stops")
	flags.IntVar(&f.stdio.Restarts, "restarts", 5,
		"start a COMMAND again `N` times in a row, if it responded to no request")
	flags.BoolVar(&f.bridge.Codec.NoGuess, "no-guess", false, "do not guess a kind from a text")
	return cmd
}

func (f *proxyFlags) run(ctx context.Context, cmd *cobra.Command, args []string) error {
	if err := f.check(cmd, args); err != nil {
		return err
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // it does not end the proxy
	records := newLossy(cmd.ErrOrStderr())
	defer records.Write(nil) // waits for the last record
	log := slog.New(slog.NewJSONHandler(plainJSON{records}, nil))
	f.tools.Faults, f.bridge.Tools = jsonschema.Faults, &f.tools
	if len(args) > 0 {
		s := &f.stdio
		f.tools.Trusted = f.tools.Trusted || !cmd.Flags().Changed("trust-annotations")
		s.Command, s.Bridge, s.Log, s.Timeout, s.Grace = args, f.bridge, log, f.http.Timeout, f.http.Grace
		return s.Serve(ctx, cmd.InOrStdin(), cmd.OutOrStdout())
	}
	listener, err := listen(ctx, "listen", f.listen)
	if err != nil {
		return err
	}
	var admin net.Listener
	if f.admin != "" {
		if admin, err = listen(ctx, "admin", f.admin); err != nil {
			return errors.Join(err, listener.Close())
		}
		log.Info("serving health and metrics", "addr", admin.Addr().String())
	}
	if os.Getenv("GOGC") == "" {
		// The proxy keeps 3 MB. By default a collection starts after as much garbage, that of 300
		// calls of 1 KB; with this after 1,500 calls, which takes 15 MB more of memory.
		debug.SetGCPercent(500)
	}
	f.http.Bridge, f.http.Log = f.bridge, log
	return f.http.Serve(ctx, listener, admin)
}

// check checks the flags, and reads the policy.
func (f *proxyFlags) check(cmd *cobra.Command, args []string) (err error) {
	stdio := len(args) > 0
	if stdio && f.bridge.To == nil {
		f.bridge.To = mcp.Dialect{}
	}
	_, isMCP := f.bridge.To.(mcp.Dialect)
	f.bridge.Codec.Carry = isMCP // the reference of a failure, among others, which no text has
	switch {
	case stdio && cmd.ArgsLenAtDash() != 0:
		return usageErrorf("unexpected argument %q; a command follows \"--\"", args[0])
	case stdio && f.upstream != "":
		return usageErrorf("--upstream and a command exclude each other")
	case !stdio && f.upstream == "":
		return usageErrorf("missing --upstream URL, or -- COMMAND")
	case !stdio && f.bridge.To == nil:
		return usageErrorf("missing --dialect D")
	case bridge.CheckClient(f.bridge.To) != nil:
		return usageErrorf("invalid argument \"grpc\" for --dialect: %w", bridge.CheckClient(f.bridge.To))
	case (f.http.Cert == "") != (f.http.Key == ""):
		return usageErrorf("--cert and --key are needed together")
	case f.http.Timeout < 0:
		return usageErrorf("--timeout must not be negative")
	case f.http.Grace < 0:
		return usageErrorf("--grace must not be negative")
	case f.stdio.Restarts < 0:
		return usageErrorf("--restarts must not be negative")
	case stdio && !isMCP:
		return usageErrorf("a command speaks MCP: --dialect must be mcp or one of its revisions")
	}
	for _, host := range f.http.Hosts {
		if _, err := netip.ParseAddr(host); host == "" || err != nil && strings.ContainsAny(host, ":/[]*@ ") {
			return usageErrorf("invalid argument %q for --host: want a name without a scheme and a port, such as "+
				"tools.example.com", host)
		}
	}
	if f.http.Upstream, err = proxy.ParseUpstream(f.upstream); !stdio && err != nil {
		return usageErrorf("invalid argument for --upstream: %w", err) // it may have a password
	}
	return f.readPolicy()
}

// readPolicy reads the policy file. Its faults are a usage error with the name and the lines of
// the file.
func (f *proxyFlags) readPolicy() error {
	if f.policy == "" {
		return nil
	}
	text, err := os.ReadFile(f.policy)
	if err != nil {
		return usageErrorf("--policy: %w", err)
	}
	policy, err := bridge.ParsePolicy(text)
	if faults, ok := errors.AsType[bridge.PolicyErrors](err); ok {
		lines := lo.Map(faults, func(fault *bridge.PolicyError, _ int) string {
			return f.policy + ":" + strings.TrimPrefix(fault.Error(), "line ")
		})
		return usageErrorf("%s", strings.Join(lines, "; "))
	}
	if err != nil {
		return usageErrorf("%s: %w", f.policy, err)
	}
	f.bridge.Policy = *policy
	return nil
}

// listen listens on the address of a flag.
func listen(ctx context.Context, flag, addr string) (net.Listener, error) {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = net.DefaultResolver.LookupPort(ctx, "tcp", port)
	}
	if err != nil {
		return nil, usageErrorf("invalid argument %q for --%s: want HOST:PORT, such as 127.0.0.1:8080", addr, flag)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flag, err)
	}
	return l, nil
}
