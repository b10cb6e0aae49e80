// Command write writes the static site into a folder: the pages of `toolerr serve`, the
// documentation, and the program behind the playground as WebAssembly, which the Go toolchain
// compiles. It runs at the root of the tree: `make site`.
package main

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/demo"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/site"
	"github.com/toolerr/toolerr/lab/docpages"
	"github.com/toolerr/toolerr/lab/sitebuild"
)

// base is the address of `toolerr serve`, at which a reader finds the tools whose answers the site
// shows.
const base = "http://127.0.0.1:8080"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: write DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "write:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	pages, err := docpages.Read(".")
	if err != nil {
		return err
	}
	files, err := site.Files(site.Options{Tools: demo.New(base, slog.New(slog.DiscardHandler)), Base: base, Static: true,
		Endpoints: demo.Endpoints(base),
		Docs:      lo.Map(pages, func(p docpages.Page, _ int) site.Doc { return site.Doc(p) }),
		Codes:     exec.Command("go", "run", "./cmd/toolerr", "explain", "--json").Output})
	if err != nil {
		return err
	}
	return sitebuild.Write(dir, files, "./cmd/toolerr/internal/site/wasm")
}
