// Agents lets deterministic agents call the tools of servers, and writes what they did:
//
//	go run ./cmd/agents                         # all servers; writes docs/agents.md and docs/agents.svg
//	go run ./cmd/agents -servers toolerr,huma   # only these; writes nothing
//	go run ./cmd/agents -servers toolerr -texts # also what the agents read
//
// With -url and -model a model behind an OpenAI-compatible URL is the agent, and the numbers are
// printed; its key is in $OPENAI_API_KEY. With `serve ID` it is one of the servers.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/bench/agents"
	"github.com/toolerr/toolerr/bench/agents/goserver"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "agents:", err)
		os.Exit(1)
	}
}

// docs is the directory of the page, from the module of benchmarks.
const docs = "../docs"

func run(ctx context.Context) error {
	if len(os.Args) == 3 && os.Args[1] == "serve" {
		return goserver.Serve(ctx, os.Args[2])
	}
	only := flag.String("servers", "", "run these servers only, separated by commas, and write no files")
	texts := flag.Bool("texts", false, "print what the agents read")
	url := flag.String("url", "", "URL of an OpenAI-compatible API, such as http://127.0.0.1:11434/v1")
	model := flag.String("model", "", "name of a model of that API")
	cases := flag.Int("cases", 40, "number of wrong calls that the model repairs")
	flag.Parse()
	if (*url == "") != (*model == "") {
		return errors.New("-url and -model go together")
	}

	table, err := agents.Load()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := filepath.Abs("agents")
	if err != nil {
		return err
	}
	servers := agents.Servers(dir, self, "serve")
	wanted := strings.Split(*only, ",")
	if *url != "" && *only == "" {
		wanted = []string{"toolerr", "go-sdk"}
	}
	if *url != "" || *only != "" {
		for _, id := range wanted {
			if !slices.ContainsFunc(servers, func(s agents.Server) bool { return s.ID == id }) {
				return fmt.Errorf("there is no server %q", id)
			}
		}
		servers = slices.DeleteFunc(servers, func(s agents.Server) bool { return !slices.Contains(wanted, s.ID) })
	}
	if err := install(ctx, dir, servers); err != nil {
		return err
	}
	backend, err := agents.NewBackend()
	if err != nil {
		return err
	}
	defer backend.Close()
	if *url != "" {
		chat := &agents.Chat{URL: *url, Model: *model, Key: os.Getenv("OPENAI_API_KEY")}
		return chat.Run(ctx, os.Stdout, servers, table, backend, *cases)
	}

	var results []*agents.Result
	var broken []error
	for i := range servers {
		r, err := agents.Measure(ctx, &servers[i], table, backend)
		if err != nil {
			return err
		}
		if r.Server.Ours {
			broken = append(broken, r.Check(table))
		}
		if *texts {
			fmt.Print(r.Texts(table))
		}
		results = append(results, r)
	}
	fmt.Print(agents.Tables(table, results))
	if *only == "" {
		broken = append(broken, write(table, results))
	}
	return errors.Join(broken...)
}

// install provides for the servers that are not written in Go.
func install(ctx context.Context, dir string, servers []agents.Server) error {
	if !slices.ContainsFunc(servers, func(s agents.Server) bool { return s.Dir != "" }) {
		return nil
	}
	c := exec.CommandContext(ctx, filepath.Join(dir, "install"))
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("install the servers: %w", err)
	}
	return nil
}

// write writes the page and its plot.
func write(table *agents.Table, results []*agents.Result) error {
	file := filepath.Join(docs, "agents.md")
	before, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	page, err := agents.Page(string(before), table, results)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(file, []byte(page), 0o644),
		os.WriteFile(filepath.Join(docs, "agents.svg"), []byte(agents.Plot(results)), 0o644))
}
