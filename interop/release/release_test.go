package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var date = time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)

// repository makes a repository with the root module, an adapter with a command, and a module that
// only it uses.
func repository(t *testing.T) (tree string) {
	t.Helper()
	for k, v := range map[string]string{"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a",
		"GIT_COMMITTER_EMAIL": "a@example.com", "GOTOOLCHAIN": "local"} {
		t.Setenv(k, v)
	}
	tree = t.TempDir()
	for name, content := range map[string]string{
		"go.mod":           "module github.com/toolerr/toolerr\n\ngo 1.26.0\n",
		"go.sum":           "",
		"errkit/errkit.go": "package errkit\n\nfunc Text() string { return \"ding\" }\n\nfunc Other() {}\n",
		"LICENSE":          "MIT\n",
		"README.md":        "# toolerr\n\nNothing is\nreleased. <!-- until the first release -->\n\nInstall it.\n",
		"CHANGELOG.md":     "# Changelog\n\n## Unreleased\n\n- A bell.\n",
		"adapters/extproc/deploy/chart/Chart.yaml":     "name: x\nversion: 0.0.9\nappVersion: \"0.0.9\"\n",
		"adapters/extproc/deploy/manifests/istio.yaml": "  image: \"toolerr-extproc:0.0.9\"\n  apiVersion: v1\n",
		"adapters/bell/go.mod": "module github.com/toolerr/toolerr/adapters/bell\n\ngo 1.26.0\n\nrequire github.com/toolerr/toolerr v0.0.0\n\n" +
			"replace github.com/toolerr/toolerr => ../..\n",
		"adapters/bell/go.sum":                "",
		"adapters/bell/bell.go":               "package bell\n\nimport \"github.com/toolerr/toolerr/errkit\"\n\nfunc Ring() string { return errkit.Text() }\n",
		"adapters/bell/cmd/toolerr-x/main.go": "package main\n\nimport \"github.com/toolerr/toolerr/adapters/bell\"\n\nfunc main() { println(bell.Ring()) }\n",
		"examples/go.mod": "module github.com/toolerr/toolerr/examples\n\ngo 1.26.0\n\nrequire github.com/toolerr/toolerr v0.0.0\n\n" +
			"replace github.com/toolerr/toolerr => ../\n",
		"examples/main.go": "package main\n\nimport \"github.com/toolerr/toolerr/errkit\"\n\nfunc main() { println(errkit.Text()) }\n",
	} {
		write(t, filepath.Join(tree, name), content)
	}
	gitIn(t, tree, "init", "--quiet", "--initial-branch=main")
	commit(t, tree)
	return tree
}

func write(t *testing.T, file, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(content), 0o644))
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	require.NoError(t, err)
	return string(data)
}

func gitIn(t *testing.T, tree string, args ...string) string {
	t.Helper()
	out, err := git(tree, args...)
	require.NoError(t, err)
	return out
}

func commit(t *testing.T, tree string) {
	t.Helper()
	gitIn(t, tree, "add", "--all")
	gitIn(t, tree, "commit", "--quiet", "-m", "change")
}

// printed returns what a function prints.
func printed(t *testing.T, f func() error) (string, error) {
	t.Helper()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	stdout := os.Stdout
	os.Stdout = w
	err = f()
	os.Stdout = stdout
	require.NoError(t, w.Close())
	out, readErr := io.ReadAll(r)
	require.NoError(t, readErr)
	return string(out), err
}

// A release has two commits and the tags of all released modules, and is pushed by the commands
// that it prints.
func TestTag(t *testing.T) {
	tree := repository(t)
	before := gitIn(t, tree, "rev-parse", "HEAD")

	out, err := printed(t, func() error { return tag(t.Context(), tree, "v0.1.0", true) })
	require.NoError(t, err)
	require.Contains(t, out, "adapters/bell/v0.1.0")
	require.Equal(t, before, gitIn(t, tree, "rev-parse", "HEAD"), "a dry run changes nothing")
	require.Empty(t, gitIn(t, tree, "tag"))

	out, err = printed(t, func() error { return tag(t.Context(), tree, "v0.1.0", false) })
	require.NoError(t, err)
	require.Contains(t, out, "git push --atomic origin main v0.1.0 adapters/bell/v0.1.0\n")
	require.Equal(t, "adapters/bell/v0.1.0\nv0.1.0\n", gitIn(t, tree, "tag"))
	require.Equal(t, gitIn(t, tree, "rev-parse", "HEAD~"), gitIn(t, tree, "rev-parse", "v0.1.0^{commit}"))
	require.Equal(t, gitIn(t, tree, "rev-parse", "HEAD~"), gitIn(t, tree, "rev-parse", "adapters/bell/v0.1.0^{commit}"))
	require.Empty(t, gitIn(t, tree, "status", "--porcelain"))

	mod := gitIn(t, tree, "show", "v0.1.0:adapters/bell/go.mod")
	require.Contains(t, mod, "require github.com/toolerr/toolerr v0.1.0")
	require.NotContains(t, mod, "replace")
	require.Contains(t, gitIn(t, tree, "show", "v0.1.0:examples/go.mod"), "v0.1.0\n\nreplace", "it is not released")
	require.Contains(t, read(t, tree, "adapters/bell/go.mod"), "v0.1.0\n\nreplace", "the branch is built with its own modules")
	require.Empty(t, read(t, tree, "adapters/bell/go.sum"))
	require.NoError(t, goIn(t.Context(), filepath.Join(tree, "adapters/bell"), "mod", "tidy", "-diff"))
	require.NoError(t, goIn(t.Context(), filepath.Join(tree, "examples"), "mod", "tidy", "-diff"))

	require.Equal(t, "# toolerr\n\nInstall it.\n", read(t, tree, "README.md"), "what a release makes wrong is removed")
	require.Equal(t, "name: x\nversion: 0.1.0\nappVersion: \"0.1.0\"\n", read(t, tree, "adapters/extproc/deploy/chart/Chart.yaml"))
	require.Equal(t, "  image: \"toolerr-extproc:0.1.0\"\n  apiVersion: v1\n", read(t, tree, "adapters/extproc/deploy/manifests/istio.yaml"))

	// After a change there can be another one.
	write(t, filepath.Join(tree, "CHANGELOG.md"), strings.Replace(read(t, tree, "CHANGELOG.md"), heading, heading+"\n- A bug.\n", 1))
	commit(t, tree)
	_, err = printed(t, func() error { return tag(t.Context(), tree, "v0.1.1", false) })
	require.NoError(t, err)
	require.Equal(t, "# Changelog\n\n## Unreleased\n\n## v0.1.1 - "+time.Now().Format(time.DateOnly)+"\n\n- A bug.\n\n## v0.1.0 - "+
		time.Now().Format(time.DateOnly)+"\n\n- A bell.\n", read(t, tree, "CHANGELOG.md"))
}

// The hashes in go.sum and the GOPROXY are those that the go command makes of the tags in the
// repository.
func TestSums(t *testing.T) {
	tree, dir := repository(t), t.TempDir()
	clone := filepath.Join(dir, "clone")
	require.NoError(t, cloneOf(tree, clone))
	r, err := release(clone, filepath.Join(dir, "proxy"), "v0.1.0", date)
	require.NoError(t, err)
	require.Len(t, r.Modules, 2)

	type download struct{ Sum, GoModSum, Zip string }
	downloaded := map[string]map[string]download{}
	for name, env := range map[string][]string{
		"git": {"GOPRIVATE=" + root, "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url.file://" + clone + ".insteadOf",
			"GIT_CONFIG_VALUE_0=https://github.com/toolerr/toolerr"},
		"proxy": {"GOPROXY=file://" + r.Proxy, "GOSUMDB=off"},
	} {
		downloaded[name] = map[string]download{}
		for _, m := range r.Modules {
			cmd := exec.Command("go", "mod", "download", "-json", m.Path()+"@v0.1.0")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), append(env, "GOMODCACHE="+filepath.Join(dir, name), "GOFLAGS=-modcacherw")...)
			out, err := cmd.Output()
			require.NoError(t, err, "%s", out)
			var d download
			require.NoError(t, json.Unmarshal(out, &d))
			d.Zip = ""
			downloaded[name][m.Path()] = d
		}
	}
	require.Equal(t, downloaded["git"], downloaded["proxy"])
	want := downloaded["git"][root]
	require.Equal(t, "github.com/toolerr/toolerr v0.1.0 "+want.Sum+"\ngithub.com/toolerr/toolerr v0.1.0/go.mod "+want.GoModSum+"\n",
		read(t, clone, "adapters/bell/go.sum"))

	// A program is installed from it, and so is a release that is opened again.
	again, err := open(clone, filepath.Join(dir, "again"), filepath.Join(dir, "proxy2"), "v0.1.0")
	require.NoError(t, err)
	for i, proxy := range []string{r.Proxy, again.Proxy} {
		e := &environment{ctx: t.Context(), dir: filepath.Join(dir, string(rune('a'+i))), proxy: proxy, fresh: true}
		require.NoError(t, os.Mkdir(e.dir, 0o755))
		require.NoError(t, program{pkg: "adapters/bell/cmd/toolerr-x"}.install(e, "v0.1.0"))
		out, err := exec.Command(filepath.Join(e.bin(), "toolerr-x")).CombinedOutput()
		require.NoError(t, err)
		require.Equal(t, "ding\n", string(out))
	}
	_, err = open(clone, filepath.Join(dir, "none"), filepath.Join(dir, "proxy3"), "v0.2.0")
	require.ErrorContains(t, err, "make release VERSION=v0.2.0")
}

func TestRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it makes a repository for each reason")
	}
	for _, tt := range []struct {
		name    string
		version string
		prepare func(t *testing.T, tree string)
		want    string
	}{
		{"no version", "0.1.0", nil, `"0.1.0" is not a version such as v0.1.0`},
		{"short version", "v0.1", nil, "is not a version"},
		{"metadata", "v0.1.0+x", nil, "is not a version"},
		{"another module path", "v2.0.0", nil, "must end with /v2"},
		{"changed file", "v0.1.0", func(t *testing.T, tree string) {
			write(t, filepath.Join(tree, "errkit/errkit.go"), "package errkit\n")
		}, "M errkit/errkit.go"},
		{"new file", "v0.1.0", func(t *testing.T, tree string) {
			write(t, filepath.Join(tree, "new.go"), "package toolerr\n")
		}, "?? new.go"},
		{"tag", "v0.1.0", func(t *testing.T, tree string) {
			gitIn(t, tree, "tag", "v0.1.0")
		}, "the tag v0.1.0 exists"},
		{"tag of one module", "v0.1.0", func(t *testing.T, tree string) {
			gitIn(t, tree, "tag", "adapters/bell/v0.1.0")
		}, "the tag adapters/bell/v0.1.0 exists"},
		{"older", "v0.1.0", func(t *testing.T, tree string) {
			gitIn(t, tree, "tag", "v0.2.0")
		}, "v0.1.0 is older than v0.2.0"},
		{"no branch", "v0.1.0", func(t *testing.T, tree string) {
			gitIn(t, tree, "checkout", "--quiet", "--detach")
		}, "no branch is checked out"},
		{"no changes", "v0.1.0", func(t *testing.T, tree string) {
			write(t, filepath.Join(tree, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n## v0.0.1 - 2026-01-01\n\n- A bell.\n")
			commit(t, tree)
		}, "no changes for v0.1.0"},
		{"no heading", "v0.1.0", func(t *testing.T, tree string) {
			write(t, filepath.Join(tree, "CHANGELOG.md"), "# Changelog\n\n- A bell.\n")
			commit(t, tree)
		}, `no heading "## Unreleased"`},
		{"in CHANGELOG already", "v0.1.0", func(t *testing.T, tree string) {
			write(t, filepath.Join(tree, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n- A.\n\n## v0.1.0 - 2026-01-01\n\n- B.\n")
			commit(t, tree)
		}, "already has the version v0.1.0"},
		{"root does not build", "v0.1.0", func(t *testing.T, tree string) {
			write(t, filepath.Join(tree, "errkit/errkit.go"), "package errkit\n\nfunc Text() string { return 1 }\n")
			commit(t, tree)
		}, "cannot use 1"},
		{"adapter does not build", "v0.1.0", func(t *testing.T, tree string) {
			write(t, filepath.Join(tree, "adapters/bell/bell.go"), "package bell\n\nfunc Ring() string { return errkit.Text() }\n")
			commit(t, tree)
		}, "undefined: errkit"},
		{"not tidy", "v0.1.0", func(t *testing.T, tree string) {
			write(t, filepath.Join(tree, "adapters/bell/bell.go"), "package bell\n\nfunc Ring() string { return \"\" }\n")
			commit(t, tree)
		}, "-require github.com/toolerr/toolerr v0.1.0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := repository(t)
			if tt.prepare != nil {
				tt.prepare(t, tree)
			}
			before := gitIn(t, tree, "for-each-ref")
			_, err := printed(t, func() error { return tag(t.Context(), tree, tt.version, false) })
			require.ErrorContains(t, err, tt.want)
			require.Equal(t, before, gitIn(t, tree, "for-each-ref"))
		})
	}
}

// A release that breaks programs needs a version that says so.
func TestAPI(t *testing.T) {
	tree := repository(t)
	out, err := printed(t, func() error { return api(t.Context(), tree) })
	require.NoError(t, err)
	require.Equal(t, "github.com/toolerr/toolerr: no release to compare with: there is no tag v*\n"+
		"github.com/toolerr/toolerr/adapters/bell: no release to compare with: there is no tag adapters/bell/v*\n", out)
	_, err = printed(t, func() error { return tag(t.Context(), tree, "v0.1.0", false) })
	require.NoError(t, err)

	write(t, filepath.Join(tree, "errkit/errkit.go"), "package errkit\n\nfunc Text() string { return \"\" }\n\nfunc New() {}\n")
	out, err = printed(t, func() error { return api(t.Context(), tree) })
	require.NoError(t, err, "it is a v0")
	require.Contains(t, out, "== github.com/toolerr/toolerr since v0.1.0\n")
	require.Contains(t, out, "Other: removed")
	require.Contains(t, out, "New: added")
	require.ErrorContains(t, checkAPI(t.Context(), tree, "v0.1.1"), "v0.1.1 breaks the API of v0.1.0")
	require.NoError(t, checkAPI(t.Context(), tree, "v0.2.0"))

	write(t, filepath.Join(tree, "errkit/errkit.go"), "package errkit\n\nfunc Other() {}\n")
	write(t, filepath.Join(tree, "adapters/bell/bell.go"), "package bell\n\nimport \"github.com/toolerr/toolerr/errkit\"\n\n"+
		"func Ring() string { errkit.Other(); return \"\" }\n")
	_, err = printed(t, func() error { return api(t.Context(), tree) })
	require.ErrorContains(t, err, "adapters/bell/v0.1.0 with this tree", "a program may upgrade the root module first")
}

// A release that is interrupted leaves nothing.
func TestInterrupted(t *testing.T) {
	tree := repository(t)
	t.Setenv("TMPDIR", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := printed(t, func() error { return tag(ctx, tree, "v0.1.0", false) })
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, gitIn(t, tree, "tag"))
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestMayBreak(t *testing.T) {
	for _, tt := range []struct {
		old, version string
		want         bool
	}{
		{"v0.1.0", "v0.1.1", false}, {"v0.1.0", "v0.2.0", true}, {"v0.9.0", "v1.0.0", true},
		{"v1.0.0", "v1.1.0", false}, {"v1.0.0", "v2.0.0", true}, {"v0.1.0", "v0.1.1-rc.1", false},
	} {
		require.Equal(t, tt.want, mayBreak(tt.old, tt.version), tt)
	}
}

func TestNotes(t *testing.T) {
	const changelog = "# Changelog\n\n## Unreleased\n\n- C.\n\n## v0.2.0 - 2026-02-01\n\n### Added\n\n- B ([b](docs/b.md#c), [RFC](https://example.com/)).\n\n" +
		"## v0.1.0 - 2026-01-01\n\n- A.\n"
	text, err := notes(changelog, "v0.2.0")
	require.NoError(t, err)
	require.Equal(t, "### Added\n\n- B ([b](https://github.com/toolerr/toolerr/blob/v0.2.0/docs/b.md#c), [RFC](https://example.com/)).\n", text)
	text, err = notes(changelog, "v0.1.0")
	require.NoError(t, err)
	require.Equal(t, "- A.\n", text)
	_, err = notes(changelog, "v0.1")
	require.ErrorContains(t, err, "no version v0.1")
}

// A tree that is not committed can be tried.
func TestOverlay(t *testing.T) {
	tree := repository(t)
	clone := filepath.Join(t.TempDir(), "clone")
	write(t, filepath.Join(tree, "errkit/errkit.go"), "package errkit\n")
	write(t, filepath.Join(tree, "mapping/new.go"), "package mapping\n")
	write(t, filepath.Join(tree, "staged.go"), "package toolerr\n")
	gitIn(t, tree, "add", "staged.go")
	require.NoError(t, os.Remove(filepath.Join(tree, "examples/main.go")))
	require.NoError(t, cloneOf(tree, clone))
	require.NoError(t, overlay(tree, clone))
	require.Empty(t, gitIn(t, clone, "status", "--porcelain"))
	require.Equal(t, "D\texamples/main.go\nM\terrkit/errkit.go\nA\tmapping/new.go\nA\tstaged.go\n",
		sorted(gitIn(t, clone, "diff", "--name-status", "HEAD~"), "examples/main.go", "errkit/errkit.go", "mapping/new.go", "staged.go"))

	version, err := nextVersion(clone)
	require.NoError(t, err)
	require.Equal(t, "v0.1.0", version)
	gitIn(t, clone, "tag", "v0.9.3")
	gitIn(t, clone, "tag", "v0.10.2")
	gitIn(t, clone, "tag", "v0.11.0-rc.1")
	write(t, filepath.Join(clone, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n## v0.10.2 - 2026-01-01\n\n- A.\n")
	version, err = nextVersion(clone)
	require.NoError(t, err)
	require.Equal(t, "v0.11.0", version)
	_, err = cut(read(t, clone, "CHANGELOG.md"), version, date)
	require.NoError(t, err, "just after a release a dry run has something to release")
}

// sorted returns the lines of a text in the order of the words that are in them.
func sorted(text string, words ...string) (out string) {
	for _, word := range words {
		for line := range strings.Lines(text) {
			if strings.Contains(line, word) {
				out += line
			}
		}
	}
	return out
}

// The same files are the same archive, whenever and wherever they are written.
func TestArchive(t *testing.T) {
	var archives [][]byte
	for range 2 {
		dir := t.TempDir()
		d := &distribution{time: date, to: dir, build: filepath.Join(dir, "build")}
		write(t, filepath.Join(d.build, "toolerr"), "program")
		write(t, filepath.Join(dir, "LICENSE"), "MIT")
		require.NoError(t, os.Chmod(filepath.Join(dir, "LICENSE"), 0o600))
		files := map[string]string{"x/toolerr": filepath.Join(d.build, "toolerr"), "x/LICENSE": filepath.Join(dir, "LICENSE")}
		for _, name := range []string{"x.tar.gz", "x.zip"} {
			require.NoError(t, d.archive(name, files))
			archives = append(archives, []byte(read(t, dir, name)))
		}
	}
	require.True(t, bytes.Equal(archives[0], archives[2]) && bytes.Equal(archives[1], archives[3]))

	dir := t.TempDir()
	write(t, filepath.Join(dir, "x.tar.gz"), string(archives[0]))
	require.NoError(t, sums(dir))
	check := exec.Command("sha256sum", "--check", "--quiet", "SHA256SUMS")
	check.Dir = dir
	require.NoError(t, check.Run())
	list, err := exec.Command("tar", "-tvzf", filepath.Join(dir, "x.tar.gz")).Output()
	require.NoError(t, err)
	require.Regexp(t, `(?m)^-rw-r--r-- 0/0 .* x/LICENSE\n-rwxr-xr-x 0/0 .* x/toolerr\n`, string(list))
}

func TestUsage(t *testing.T) {
	t.Chdir(repository(t))
	for _, args := range []string{"", "tag", "tag v0.1.0 v0.2.0", "dist", "notes", "api x", "unknown", "tag -x v0.1.0"} {
		require.ErrorIs(t, run(t.Context(), strings.Fields(args)), errUsage, args)
	}
	require.ErrorContains(t, run(t.Context(), []string{"dist", "v0.1.0", "plan9/amd64"}), "unknown system")
	require.ErrorContains(t, run(t.Context(), []string{"notes", "v0.1.0"}), "no version v0.1.0")
	require.False(t, errors.Is(run(t.Context(), []string{"dist", "v0.1.0"}), errUsage))
}
