// Command readme follows README.md and docs/ as a newcomer does: in an empty module, with a
// release of the tree, it builds every program, runs every command, and compares what is
// printed with the page. Its arguments are the root of the tree and, if not all pages are to be
// followed, their paths. `release try`, which runs it, makes the release.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/lab/docblocks"
)

// limit is the time that all pages may take, with the downloads of modules.
const limit = 20 * time.Minute

// root is the path of the module.
const root = "github.com/toolerr/toolerr"

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: readme TREE [PAGE...]")
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := follow(ctx, os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "readme:", err)
		os.Exit(1)
	}
}

// others are the pages whose commands are measurements in a clone, which take hours, or need
// servers of others.
var others = []string{"docs/load.md", "docs/check.md", "docs/scorecard.md", "docs/reliability.md"}

// follow follows pages of a tree; none are all pages.
func follow(ctx context.Context, tree string, pages []string) error {
	tree, err := filepath.Abs(tree)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "toolerr-readme-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r := &reader{ctx: ctx, tree: tree}
	if r.env, err = environment(); err != nil {
		return err
	}
	if r.addr, err = freeAddress(); err != nil {
		return err
	}
	if len(pages) == 0 {
		if pages, err = docblocks.Pages(tree); err != nil {
			return err
		}
		pages = slices.DeleteFunc(pages, func(page string) bool { return slices.Contains(others, page) })
	}
	for i, page := range pages {
		blocks, err := docblocks.Read(tree, page)
		if err != nil {
			return err
		}
		r.dir = filepath.Join(work, fmt.Sprintf("page%d", i))
		if err := r.page(page, blocks); err != nil {
			return err
		}
	}
	return nil
}

// environment returns the environment of this process with the variables of the release, by which
// its modules are public, and its programs are installed in a folder of PATH.
func environment() ([]string, error) {
	file := os.Getenv("RELEASE")
	if file == "" {
		return nil, errors.New("there is no release: run `go run ./release try go run ./readme ..`")
	}
	variables, err := os.ReadFile(file)
	return append(os.Environ(), strings.Split(strings.TrimSpace(string(variables)), "\n")...), err
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// A reader follows the pages.
type reader struct {
	ctx       context.Context
	tree      string
	dir       string // the module of the page
	installed string // a module with the requirements only; "": no page needed it yet
	env       []string
	addr      string    // in place of 127.0.0.1:8080
	server    *exec.Cmd // what "go run ." started; nil: nothing
}

// page follows one page. The install block of README.md, which is the first page, is that of
// every page.
func (r *reader) page(page string, blocks []docblocks.Block) error {
	if !slices.ContainsFunc(blocks, func(b docblocks.Block) bool { return slices.Contains(followed, b.Lang) }) {
		return nil
	}
	defer r.stop()
	if err := r.module(page); err != nil {
		return err
	}
	for _, b := range orderOf(blocks) {
		if !slices.Contains(followed, b.Lang) {
			continue
		}
		start := time.Now()
		if err := r.block(b); err != nil {
			return fmt.Errorf("%s:%d: %w", b.Page, b.Line, err)
		}
		fmt.Printf("%s:%d: %s ok (%s)\n", b.Page, b.Line, b.Lang, time.Since(start).Round(time.Millisecond))
	}
	return nil
}

// module makes the module of a page. That of README.md has no requirements, because the page adds
// them; the others begin with them.
func (r *reader) module(page string) error {
	if page != "README.md" && r.installed != "" {
		return os.CopyFS(r.dir, os.DirFS(r.installed))
	}
	if err := os.Mkdir(r.dir, 0o700); err != nil {
		return err
	}
	if _, err := r.sh("go mod init example.com/bells"); err != nil || page == "README.md" {
		return err
	}
	if _, err := r.sh("go get " + root + "/..."); err != nil {
		return err
	}
	const empty = "package main\n\nfunc main() {}\n" // a page of a tool does not have a program
	if err := os.WriteFile(filepath.Join(r.dir, "main.go"), []byte(empty), 0o600); err != nil {
		return err
	}
	r.installed = r.dir + "-installed"
	return os.CopyFS(r.installed, os.DirFS(r.dir))
}

// followed has the languages of the blocks that are followed.
var followed = []string{"go", "console", "sh"}

// orderOf moves the block that installs to the front: a page shows first what the module is.
func orderOf(blocks []docblocks.Block) []docblocks.Block {
	for i, b := range blocks {
		if b.Page == "README.md" && strings.HasPrefix(b.Text, "go get ") {
			return slices.Concat([]docblocks.Block{b}, blocks[:i], blocks[i+1:])
		}
	}
	return blocks
}

func (r *reader) block(b docblocks.Block) error {
	switch {
	case b.Lang == "go":
		return r.program(b)
	case b.Lang == "console":
		return r.console(b)
	case b.Lang == "sh" && b.Text == "go run .\n":
		return r.start(r.dir, "go run .")
	case b.Lang == "sh" && strings.Contains(b.Text, "go run ./cmd/toolerr serve"):
		return r.demo()
	case b.Lang == "sh" && strings.HasPrefix(b.Text, "toolerr proxy --upstream "):
		defer r.stop() // it serves until then
		return r.start(r.dir, "exec "+strings.TrimSpace(b.Text)+" --listen 127.0.0.1:8080 --admin ''")
	case b.Lang == "sh":
		for line := range strings.Lines(b.Text) {
			if _, err := r.sh(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// program replaces the program of the module, and builds it.
func (r *reader) program(b docblocks.Block) error {
	r.stop()
	text := strings.ReplaceAll(b.Text, "127.0.0.1:8080", r.addr)
	if err := os.WriteFile(filepath.Join(r.dir, "main.go"), []byte(text), 0o600); err != nil {
		return err
	}
	_, err := r.sh("go build -o " + os.DevNull + " . && go vet .")
	return err
}

// console runs commands and compares what they print.
func (r *reader) console(b docblocks.Block) error {
	commands := b.Commands()
	if len(commands) == 0 {
		return fmt.Errorf("no command in\n%s", b.Text)
	}
	for _, c := range commands {
		got, err := r.sh(c.Line)
		if err != nil {
			return err
		}
		if got = strings.ReplaceAll(got, r.addr, "127.0.0.1:8080"); sameRef(got) != sameRef(c.Output) {
			return fmt.Errorf("%s\nprints\n%s\nand the page has\n%s", c.Line, got, c.Output)
		}
	}
	return nil
}

// ref is the reference of an error, which is another one in each run.
var ref = regexp.MustCompile(`"instance":"[0-9a-f]{8}"`)

func sameRef(printed string) string { return ref.ReplaceAllString(printed, `"instance":"60780885"`) }

// demo starts the demo server of the tree, and runs the requests that it prints.
func (r *reader) demo() error {
	defer r.stop()
	if err := r.start(r.tree, "exec go run ./cmd/toolerr serve --addr "+r.addr); err != nil {
		return err
	}
	printed := ""
	for r.ctx.Err() == nil && !strings.Contains(printed, "Stop with") { // its last line
		time.Sleep(50 * time.Millisecond)
		printed = r.server.Stdout.(*output).String()
	}
	requests := 0
	for line := range strings.Lines(printed) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "curl ") {
			requests++
			got, err := r.sh(line)
			if err != nil {
				return err
			}
			if !strings.Contains(got, "oorbell") {
				return fmt.Errorf("%s\nprints\n%s", line, got)
			}
		}
	}
	if requests < 3 {
		return fmt.Errorf("the demo server prints %d requests:\n%s", requests, printed)
	}
	return nil
}
