package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// The programs that are measured, and what they need.
var (
	serve = program{name: "serve", module: "../..", pkg: "./cmd/toolerr",
		args: []string{"serve", "--addr", "$listen"}}
	leak     = program{name: "leak", module: ".", pkg: "./leak", args: []string{"$listen"}}
	upstream = program{name: "upstream", module: ".", pkg: "./upstream", args: []string{"$listen"}}

	// The fronts, which are before upstream.
	proxy = program{name: "proxy", module: "../..", pkg: "./cmd/toolerr",
		args: []string{"proxy", "--listen", "$listen", "--admin", "", "--upstream", "http://$upstream", "--dialect",
			"mcp", "--timeout", "$timeout"}}
	caddy = program{name: "caddy", module: "../../adapters/caddy", pkg: "./cmd/caddy", file: caddyfile("toolerr mcp"),
		args: []string{"run", "--config", "$file", "--adapter", "caddyfile"}}
	processor = program{name: "processor", module: "../../adapters/extproc", pkg: "./cmd/toolerr-extproc",
		args: []string{"--listen", "$listen", "--dialect", "mcp", "--override"}}
	envoy = program{name: "envoy", install: "../../lab/envoy/install", file: envoyOf("envoy.yaml",
		[2]string{"${toolerr}", "${processor}"}),
		args: []string{"--config-path", "$file", "--concurrency", "2", "--disable-hot-restart", "--log-level", "off"}}

	// The same for clients that know an error by its status.
	httpProcessor = program{name: "http-processor", module: processor.module, pkg: processor.pkg,
		args: []string{"--listen", "$listen", "--dialect", "problem", "--override"}}
	httpEnvoy = program{name: "http-envoy", install: envoy.install, args: envoy.args, file: envoyOf("envoy-http.yaml",
		[2]string{"${toolerr}", "${http-processor}"})}

	// The same without toolerr. gateway is the reverse proxy of `toolerr proxy`.
	gateway = program{name: "gateway", module: ".", pkg: "./gateway",
		args: []string{"--listen", "$listen", "--upstream", "$upstream", "--timeout", "$timeout"}}
	plainCaddy = program{name: "plain-caddy", module: caddy.module, pkg: caddy.pkg, file: caddyfile(""), args: caddy.args}
	plainEnvoy = program{name: "plain-envoy", install: envoy.install, args: envoy.args, file: envoyOf("envoy.yaml",
		[2]string{"${toolerr}", "${upstream}"},
		[2]string{"timeout: 0s, idle_timeout: ${timeout}}}", "timeout: 0s, idle_timeout: ${timeout}}, " + perRoute + "disabled: true}}}"})}
)

// A file is the text of a configuration.
type file func() (string, error)

func fixed(s string) file { return func() (string, error) { return s, nil } }

// caddyfile returns the configuration of Caddy with a directive before reverse_proxy.
func caddyfile(directive string) file { return fixed(caddyfileText(directive)) }

func caddyfileText(directive string) string {
	return `{
	admin off
	persist_config off
	auto_https off
}
http://$listen {
	bind 127.0.0.1
	` + directive + `
	reverse_proxy $upstream {
		transport http {
			compression off
			response_header_timeout $timeout
			keepalive_idle_conns_per_host 256
		}
	}
}
`
}

// perRoute is what a route states of the filter ext_proc, without its end.
const perRoute = "typed_per_filter_config: {toolerr: {\"@type\": " +
	"type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExtProcPerRoute, "

var socketAddress = regexp.MustCompile(`\{socket_address: \{\$\{([a-z-]+)\}\}\}`)

// envoyOf returns a configuration of Envoy that users of toolerr-extproc have, with other texts.
// ${listen}, ${upstream} and ${toolerr} are its addresses. Envoy waits for the upstream as long as
// the other fronts.
func envoyOf(name string, replace ...[2]string) file {
	return func() (string, error) {
		text, err := os.ReadFile("../../adapters/extproc/deploy/" + name)
		if err != nil {
			return "", err
		}
		config := string(text)
		for _, r := range append([][2]string{
			{"address: 0.0.0.0, port_value: 8080", "${listen}"},
			{"address: tools, port_value: 9000", "${upstream}"},
			{"address: toolerr-extproc, port_value: 9002", "${toolerr}"},
			{"timeout: 0s", "timeout: 0s, idle_timeout: ${timeout}"},
		}, replace...) {
			if !strings.Contains(config, r[0]) {
				return "", fmt.Errorf("%s does not contain %q", name, r[0])
			}
			config = strings.ReplaceAll(config, r[0], r[1])
		}
		return socketAddress.ReplaceAllString(config,
			"{socket_address: {address: ${$1:host}, port_value: ${$1:port}}}"), nil
	}
}
