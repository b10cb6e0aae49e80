package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/toolerr/toolerr/interop/load/ways"
)

// A front is a program between a client and the upstream of package ways.
type front struct {
	name string
	bare bool // without toolerr: what passes anyway
	url  map[string]string
}

// frontTimeout is how long the fronts wait for the upstream.
const frontTimeout = time.Second

// startFronts starts all fronts before an upstream, with one process of `toolerr proxy` and of
// toolerr-extproc for each class of clients, and one of Caddy and of Envoy. Without a path of Envoy,
// there is none.
func startFronts(ctx context.Context, dir, upstream, envoy string) ([]front, processes, error) {
	var programs []program
	add := func(p program) { programs = append(programs, p) }
	for _, c := range ways.Classes {
		flags := []string{"--listen", "$listen", "--dialect", c.Dialect}
		if c.From != "" {
			flags = append(flags, "--from", c.From)
		}
		add(program{name: "proxy-" + c.Name, module: proxy.module, pkg: proxy.pkg, args: append([]string{"proxy", "--admin", "",
			"--upstream", "http://$upstream", "--timeout", "$timeout"}, flags...)})
		add(program{name: "processor-" + c.Name, module: processor.module, pkg: processor.pkg,
			args: append([]string{"--override", "--wait", "$wait"}, flags...)})
	}
	add(plainGateway)
	add(program{name: "caddy", module: caddy.module, pkg: caddy.pkg, args: caddy.args, file: caddyOfClasses()})
	if envoy != "" {
		config, err := envoyOfClasses()
		if err != nil {
			return nil, nil, err
		}
		add(program{name: "envoy", path: envoy, file: config, args: []string{"--config-path", "$file",
			"--concurrency", "1", "--disable-hot-restart", "--log-level", "off"}})
	}
	all, err := start(ctx, dir, map[string]string{"upstream": upstream, "timeout": frontTimeout.String(),
		"wait": (frontTimeout / 2).String()}, programs)
	if err != nil {
		return nil, nil, err
	}
	address := map[string]string{}
	for i := range programs {
		address[programs[i].name] = "http://" + all[i].addr
	}
	same := func(name string, bare bool, url func(class string) string) front {
		f := front{name, bare, map[string]string{}}
		for _, c := range ways.Classes {
			f.url[c.Name] = url(c.Name)
		}
		return f
	}
	fronts := []front{
		same("toolerr proxy", false, func(class string) string { return address["proxy-"+class] }),
		same("Caddy", false, func(string) string { return address["caddy"] }),
	}
	if envoy != "" {
		fronts = append(fronts, same("Envoy", false, func(string) string { return address["envoy"] }))
	}
	fronts = append(fronts,
		same("bare ReverseProxy", true, func(string) string { return address[plainGateway.name] }),
		same("bare Caddy", true, func(string) string { return address["caddy"] + "/bare" }))
	if envoy != "" {
		fronts = append(fronts, same("bare Envoy", true, func(string) string { return address["envoy"] + "/bare" }))
	}
	return fronts, all, nil
}

// caddyOfClasses returns a configuration of Caddy with a route for each class, and one without
// toolerr.
func caddyOfClasses() string {
	var routes strings.Builder
	for _, c := range ways.Classes {
		from := ""
		if c.From != "" {
			from = "from " + c.From
		}
		fmt.Fprintf(&routes, "\thandle /%s/* {\n\t\ttoolerr %s {\n\t\t\twait $wait\n\t\t\t%s\n\t\t}\n\t\timport tools\n\t}\n",
			c.Name, c.Dialect, from)
	}
	return `{
	admin off
	persist_config off
	auto_https off
}
(tools) {
	reverse_proxy $upstream {
		flush_interval -1
		transport http {
			compression off
			response_header_timeout $timeout
			max_response_header 64KiB
		}
	}
}
http://$listen {
	bind 127.0.0.1
` + routes.String() + `	handle {
		import tools
	}
}
`
}

var clusterOfProcessor = regexp.MustCompile(`(?ms)^    - name: toolerr\n.*`)

// envoyOfClasses returns the configuration that users of ext_proc have, with a route for each
// class, whose processor is its own, and one without a processor. Envoy waits for the upstream as
// long as the other fronts.
func envoyOfClasses() (string, error) {
	text, err := os.ReadFile("../../adapters/extproc/deploy/envoy.yaml")
	if err != nil {
		return "", err
	}
	const perRoute = "typed_per_filter_config: {toolerr: {\"@type\": " +
		"type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExtProcPerRoute, "
	const to = "route: {cluster: tools, timeout: 0s, idle_timeout: ${timeout}}"
	routes := "routes:\n"
	for _, c := range ways.Classes {
		routes += "                        - {match: {prefix: /" + c.Name + "/}, " + to + ", " + perRoute +
			"overrides: {grpc_service: {envoy_grpc: {cluster_name: toolerr-" + c.Name + "}}}}}}\n"
	}
	routes += "                        - {match: {prefix: /}, " + to + ", " + perRoute + "disabled: true}}}"
	cluster := clusterOfProcessor.FindString(string(text))
	clusters := ""
	for _, c := range ways.Classes {
		clusters += strings.NewReplacer("name: toolerr\n", "name: toolerr-"+c.Name+"\n", "cluster_name: toolerr\n",
			"cluster_name: toolerr-"+c.Name+"\n", "address: toolerr-extproc, port_value: 9002",
			"${processor-"+c.Name+"}").Replace(cluster)
	}
	config := strings.TrimSuffix(string(text), cluster) + clusters
	for _, r := range [][2]string{
		{"address: 0.0.0.0, port_value: 8080", "${listen}"},
		{"address: tools, port_value: 9000", "${upstream}"},
		{"routes: [{match: {prefix: /}, route: {cluster: tools, timeout: 0s}}]", routes},
		{"envoy_grpc: {cluster_name: toolerr}", "envoy_grpc: {cluster_name: toolerr-http}"},
	} {
		if !strings.Contains(config, r[0]) {
			return "", fmt.Errorf("envoy.yaml does not contain %q", r[0])
		}
		config = strings.ReplaceAll(config, r[0], r[1])
	}
	return socketAddress.ReplaceAllString(config, "{socket_address: {address: ${$1:host}, port_value: ${$1:port}}}"), nil
}

var socketAddress = regexp.MustCompile(`\{socket_address: \{\$\{([a-z-]+)\}\}\}`)
