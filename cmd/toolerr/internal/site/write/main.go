// Command write writes the static site into a folder: the pages of `toolerr serve`, the
// documentation, and the program behind the playground as WebAssembly, which the Go toolchain
// compiles. It runs at the root of the tree: `make site`.
package main

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/demo"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/site"
	"github.com/toolerr/toolerr/lab/docpages"
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
	var docs []site.Doc
	for _, p := range pages {
		docs = append(docs, site.Doc(p))
	}
	tools, err := demo.New(base, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	files, err := site.Files(site.Options{Tools: tools, Base: base, Static: true, Docs: docs,
		Endpoints: demo.Endpoints(base), Codes: exec.Command("go", "run", "./cmd/toolerr", "explain", "--json").Output})
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	// The loader must be that of the toolchain that compiles.
	if files["assets/wasm_exec.js"], err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm",
		"wasm_exec.js")); err != nil {
		return err
	}
	files[".nojekyll"] = nil // GitHub Pages publishes the files as they are
	for name, body := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, body, 0o644); err != nil {
			return err
		}
	}
	compile := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o",
		filepath.Join(dir, "assets", "toolerr.wasm"), "./cmd/toolerr/internal/site/wasm")
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	compile.Stderr = os.Stderr
	return compile.Run()
}
