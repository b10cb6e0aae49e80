package main

import (
	"context"
	"fmt"
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
// toolerr-extproc for each class of clients, and one of Caddy and of Envoy.
func startFronts(ctx context.Context, dir, upstream string) ([]front, processes, error) {
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
	add(gateway)
	add(program{name: "caddy", module: caddy.module, pkg: caddy.pkg, args: caddy.args, file: fixed(caddyOfClasses())})
	add(program{name: "envoy", install: envoy.install, args: envoy.args, file: envoyOfClasses})
	add(program{name: "http-envoy", install: envoy.install, args: envoy.args, file: envoyOf("envoy-http.yaml",
		[2]string{"${toolerr}", "${processor-http}"})})
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
		same("Envoy", false, func(string) string { return address["envoy"] }),
		{"Envoy, HTTP", false, map[string]string{"http": address["http-envoy"]}},
		same("bare ReverseProxy", true, func(string) string { return address["gateway"] }),
		same("bare Caddy", true, func(string) string { return address["caddy"] + "/bare" }),
		same("bare Envoy", true, func(string) string { return address["envoy"] + "/bare" }),
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

// envoyOfClasses returns the configuration of Envoy with a route for each class, whose processor
// is its own, and one without a processor.
func envoyOfClasses() (string, error) {
	const all = "{match: {prefix: /}, route: {cluster: tools, timeout: 0s, idle_timeout: ${timeout}}}"
	config, err := envoyOf("envoy.yaml", [2]string{"cluster_name: toolerr}", "cluster_name: toolerr-http}"})()
	if err != nil {
		return "", err
	}
	cluster := clusterOfProcessor.FindString(config)
	config = strings.TrimSuffix(config, cluster)
	var routes []string
	for _, c := range ways.Classes {
		name := "toolerr-" + c.Name
		routes = append(routes, strings.TrimSuffix(strings.Replace(all, "prefix: /", "prefix: /"+c.Name+"/", 1), "}")+", "+
			perRoute+"overrides: {grpc_service: {envoy_grpc: {cluster_name: "+name+"}}}}}}")
		config += strings.NewReplacer("name: toolerr\n", "name: "+name+"\n", "${toolerr:", "${processor-"+c.Name+":").Replace(cluster)
	}
	routes = append(routes, strings.TrimSuffix(all, "}")+", "+perRoute+"disabled: true}}}")
	return strings.Replace(config, all, strings.Join(routes, ",\n                          "), 1), nil
}
