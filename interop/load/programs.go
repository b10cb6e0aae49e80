package main

// The programs that are measured, and what they need.
var (
	serve = program{name: "serve", module: "../..", pkg: "./cmd/toolerr",
		args: []string{"serve", "--addr", "$listen"}}
	leak     = program{name: "leak", module: ".", pkg: "./leak", args: []string{"$listen"}}
	upstream = program{name: "upstream", module: ".", pkg: "./upstream", args: []string{"$listen"}}

	// The fronts, which are before upstream.
	proxy = program{name: "proxy", module: "../..", pkg: "./cmd/toolerr",
		args: []string{"proxy", "--listen", "$listen", "--admin", "", "--upstream", "http://$upstream", "--dialect",
			"mcp", "--disclose", "none", "--timeout", "$timeout"}}
	caddy = program{name: "caddy", module: "../../adapters/caddy", pkg: "./cmd/caddy", file: caddyfile("toolerr mcp {\n\t\tdisclose none\n\t}"),
		args: []string{"run", "--config", "$file", "--adapter", "caddyfile"}}
	processor = program{name: "processor", module: "../../adapters/extproc", pkg: "./cmd/toolerr-extproc",
		args: []string{"--listen", "$listen", "--dialect", "mcp", "--disclose", "none", "--override"}}
	gateway = program{name: "gateway", module: ".", pkg: "./gateway",
		args: []string{"--listen", "$listen", "--upstream", "$upstream", "--timeout", "$timeout", "--processor",
			"$processor"}}

	// The same without toolerr: gateway is then the reverse proxy of `toolerr proxy`.
	plainGateway = program{name: "gateway", module: ".", pkg: "./gateway",
		args: []string{"--listen", "$listen", "--upstream", "$upstream", "--timeout", "$timeout"}}
	plainCaddy = program{name: "plain-caddy", module: "../../adapters/caddy", pkg: "./cmd/caddy",
		file: caddyfile(""), args: caddy.args}
)

// caddyfile returns the configuration of Caddy with a directive before reverse_proxy.
func caddyfile(directive string) string {
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
