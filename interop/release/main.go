// Command release makes releases of the modules of this repository, and tries them.
//
//	release tag [-n] VERSION            commit and tag a version of all modules; -n keeps nothing
//	release dist VERSION [OS/ARCH...]   build the programs and the site of a version that is tagged into dist/
//	release try [-all] [COMMAND...]     release the tree in a clone, use it as strangers do, and run a command with it
//	release api                         compare the exported API with the newest release
//	release notes VERSION               print what CHANGELOG.md has for a version
//
// It pushes nothing. README.md has when each is used.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: release tag [-n] VERSION | dist VERSION [OS/ARCH...] | try [-all] [COMMAND...] | api | notes VERSION")
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // what is left is removed
	defer stop()
	if err := run(ctx, flag.Args()); err != nil {
		if errors.Is(err, errUsage) {
			flag.Usage()
			os.Exit(2)
		}
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("wrong usage")

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	tree, err := git(".", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	tree = strings.TrimSpace(tree)
	set := flag.NewFlagSet(args[0], flag.ContinueOnError)
	set.SetOutput(new(bytes.Buffer))
	dry := set.Bool("n", false, "")
	all := set.Bool("all", false, "")
	if err := set.Parse(args[1:]); err != nil {
		return errUsage
	}
	rest := set.Args()
	switch {
	case args[0] == "tag" && len(rest) == 1:
		return tag(ctx, tree, rest[0], *dry)
	case args[0] == "dist" && len(rest) >= 1:
		return dist(ctx, tree, rest[0], rest[1:])
	case args[0] == "try":
		return try(ctx, tree, *all, rest)
	case args[0] == "api" && len(rest) == 0:
		return api(ctx, tree)
	case args[0] == "notes" && len(rest) == 1:
		changelog, err := os.ReadFile(filepath.Join(tree, "CHANGELOG.md"))
		if err != nil {
			return err
		}
		text, err := notes(string(changelog), rest[0])
		fmt.Print(text)
		return err
	}
	return errUsage
}

// tag makes the commits and tags of a version in a clone, builds what is tagged, and takes them
// over, unless it is a dry run.
func tag(ctx context.Context, tree, version string, dry bool) error {
	if err := checkTree(tree, version); err != nil {
		return err
	}
	branch, err := git(tree, "symbolic-ref", "--quiet", "--short", "HEAD")
	if err != nil {
		return errors.New("check out the branch that is released first: no branch is checked out")
	}
	branch = strings.TrimSpace(branch)
	work, err := os.MkdirTemp("", "toolerr-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	clone := filepath.Join(work, "clone")
	if err := cloneOf(tree, clone); err != nil {
		return err
	}
	if err := checkAPI(ctx, tree, version); err != nil {
		return err
	}
	r, err := release(clone, filepath.Join(work, "proxy"), version, time.Now())
	if err != nil {
		return err
	}
	e := &environment{ctx: ctx, dir: work, proxy: r.Proxy, fresh: true}
	for _, m := range r.Modules {
		fmt.Println("==", m.Tag(version)+": go vet, go mod tidy -diff")
		dir := filepath.Join(clone, m.Dir)
		if err := e.run(dir, "vet", "./..."); err != nil {
			return err
		}
		if err := e.run(dir, "mod", "tidy", "-diff"); err != nil {
			return err
		}
	}
	if dry {
		fmt.Printf("Nothing is changed: this was a dry run. Without it %s would have two more commits, and these tags:\n", branch)
		for _, m := range r.Modules {
			fmt.Println("  " + m.Tag(version))
		}
		return nil
	}
	return takeOver(tree, branch, r)
}

// takeOver fetches the commits and the tags of a release into the tree.
func takeOver(tree, branch string, r *Release) error {
	if _, err := git(tree, "fetch", "--quiet", "--no-tags", r.Clone, branch); err != nil {
		return err
	}
	if _, err := git(tree, "merge", "--quiet", "--ff-only", "FETCH_HEAD"); err != nil {
		return err
	}
	fetch := []string{"fetch", "--quiet", "--atomic", "--no-tags", r.Clone}
	push := []string{"git push --atomic origin", branch}
	for _, m := range r.Modules {
		name := m.Tag(r.Version)
		fetch = append(fetch, "refs/tags/"+name+":refs/tags/"+name)
		push = append(push, name)
	}
	if _, err := git(tree, fetch...); err != nil {
		return err
	}
	fmt.Printf("%s is committed and tagged, and nothing is pushed. Look at it (git show %[1]s), then\n\n\t%s\n\tgh workflow run release.yml --ref %[1]s\n\n"+
		"The workflow builds the programs and the images, and publishes the release. To undo it before the push:\n\n"+
		"\tgit reset --hard HEAD~2 && git tag --list '%[1]s' '*/%[1]s' | xargs git tag --delete\n",
		r.Version, strings.Join(push, " "))
	return nil
}

// git returns the output of a command of git in a folder.
func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(log.String()))
	}
	return out.String(), nil
}
