package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// A Release is a version of all released modules of a clone of the repository.
type Release struct {
	Clone   string    // the folder of the clone, at the commit that is tagged
	Proxy   string    // the folder of a GOPROXY that has this version of the modules and nothing else
	Version string    // such as v0.1.0
	Modules []*Module // in the order of their tags
}

// release makes the two commits and the tags of a version in a clone. The first commit is tagged:
// in it the CHANGELOG has the version, nested modules require it, and nothing replaces it, because
// the go command installs no program of a module with replace directives. The second one restores
// these directives, so that each module of the branch is built with the others of its commit.
func release(clone, proxy, version string, date time.Time) (*Release, error) {
	all, err := modules(clone)
	if err != nil {
		return nil, err
	}
	r := &Release{Clone: clone, Proxy: proxy, Version: version}
	if err := r.writePages(date); err != nil {
		return nil, err
	}
	if err := r.writeChart(); err != nil {
		return nil, err
	}
	sums := map[string]Sum{}
	for _, m := range all {
		if err := m.require(clone, version, !m.Released()); err != nil {
			return nil, err
		}
		if !m.Released() {
			continue
		}
		if err := m.addSums(clone, version, sums); err != nil {
			return nil, err
		}
		tree, err := writeTree(clone)
		if err != nil {
			return nil, err
		}
		if sums[m.Path()], err = serve(proxy, clone, tree, m, version); err != nil {
			return nil, err
		}
		r.Modules = append(r.Modules, m)
	}
	if _, err := git(clone, "commit", "--quiet", "--all", "-m", "release: "+version, "-m",
		"Nested modules require "+version+" and replace nothing, so that their programs can be installed."); err != nil {
		return nil, err
	}
	for _, m := range r.Modules {
		if _, err := git(clone, "tag", "-a", "-m", m.Tag(version), m.Tag(version)); err != nil {
			return nil, err
		}
	}
	return r, r.reopen()
}

// reopen makes the second commit, and leaves the clone at the first one.
func (r *Release) reopen() error {
	files := []string{"checkout", "--quiet", "HEAD~", "--"}
	for _, m := range r.Modules {
		if m.Dir != "." {
			files = append(files, m.Dir+"/go.mod", m.Dir+"/go.sum")
		}
	}
	if _, err := git(r.Clone, files...); err != nil {
		return err
	}
	all, err := modules(r.Clone)
	if err != nil {
		return err
	}
	for _, m := range all {
		if err := m.require(r.Clone, r.Version, true); err != nil {
			return err
		}
	}
	if _, err := git(r.Clone, "commit", "--quiet", "--all", "-m", "modules: replace the modules of this repository again",
		"-m", "Each module is built with the others of its commit."); err != nil {
		return err
	}
	_, err = git(r.Clone, "checkout", "--quiet", r.Version)
	return err
}

// writePages cuts the CHANGELOG, and removes what the release makes wrong from the other pages.
func (r *Release) writePages(date time.Time) error {
	pages, err := git(r.Clone, "ls-files", "-z", "--", "*.md")
	if err != nil {
		return err
	}
	for page := range strings.SplitSeq(strings.TrimSuffix(pages, "\x00"), "\x00") {
		file := filepath.Join(r.Clone, page)
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		changed := published(string(text))
		if page == "CHANGELOG.md" {
			if changed, err = cut(changed, r.Version, date); err != nil {
				return err
			}
		}
		if changed == string(text) {
			continue
		}
		if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// chart has the versions of the Helm chart and of the image in it, and in what it renders.
var chart = map[string]*regexp.Regexp{
	"chart/Chart.yaml": regexp.MustCompile(`(?m)^((?:v|appV)ersion: "?)[^"\n]*`),
	"manifests/*.yaml": regexp.MustCompile(`(image: "toolerr-extproc:)[^"\n]*`),
}

// writeChart makes the image of the release the one of the Helm chart.
func (r *Release) writeChart() error {
	for pattern, version := range chart {
		files, err := filepath.Glob(filepath.Join(r.Clone, "adapters/extproc/deploy", pattern))
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			text = version.ReplaceAll(text, []byte("${1}"+strings.TrimPrefix(r.Version, "v")))
			if err := os.WriteFile(file, text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// open returns a release that has tags, with a clone of the tree at its commit.
func open(tree, clone, proxy, version string) (*Release, error) {
	if err := cloneOf(tree, clone); err != nil {
		return nil, err
	}
	if _, err := git(clone, "checkout", "--quiet", "--detach", "refs/tags/"+version); err != nil {
		return nil, fmt.Errorf("there is no tag %s: make release VERSION=%s makes it", version, version)
	}
	r := &Release{Clone: clone, Proxy: proxy, Version: version}
	var err error
	if r.Modules, err = released(clone); err != nil {
		return nil, err
	}
	for _, m := range r.Modules {
		if _, err := serve(proxy, clone, "refs/tags/"+m.Tag(version), m, version); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// checkTree returns an error if the tree cannot be released as the version.
func checkTree(tree, version string) error {
	if !semver.IsValid(version) || semver.Canonical(version) != version {
		return fmt.Errorf("%q is not a version such as v0.1.0 or v0.2.0-rc.1 (https://semver.org)", version)
	}
	if major := semver.Major(version); major != "v0" && major != "v1" {
		return fmt.Errorf("%s: the paths of the modules must end with /%s", version, major)
	}
	status, err := git(tree, "status", "--porcelain")
	if err != nil {
		return err
	}
	if status != "" {
		return fmt.Errorf("commit or remove these changes first:\n%s", strings.TrimRight(status, "\n"))
	}
	ms, err := released(tree)
	if err != nil {
		return err
	}
	for _, m := range ms {
		if _, err := git(tree, "rev-parse", "--quiet", "--verify", "refs/tags/"+m.Tag(version)); err == nil {
			return fmt.Errorf("the tag %s exists: a version of a module cannot be replaced, choose the next one", m.Tag(version))
		}
		newest, err := m.newest(tree)
		if err != nil {
			return err
		}
		if newest != "" && semver.Compare(version, newest) < 0 {
			return fmt.Errorf("%s is older than %s, the newest release", version, m.Tag(newest))
		}
	}
	return nil
}

// writeTree returns the tree of all files that git knows, as they are in the folder.
func writeTree(clone string) (string, error) {
	if _, err := git(clone, "add", "--update"); err != nil {
		return "", err
	}
	id, err := git(clone, "write-tree")
	return strings.TrimSpace(id), err
}

// cloneOf clones the commit of a tree with the tags.
func cloneOf(tree, clone string) error {
	_, err := git(".", "clone", "--quiet", "--", tree, clone)
	return err
}

// overlay commits the changes of a tree that are not committed, in a clone of it.
func overlay(tree, clone string) error {
	changed, err := git(tree, "diff", "--name-only", "--no-renames", "-z", "HEAD")
	if err != nil {
		return err
	}
	added, err := git(tree, "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil || changed+added == "" {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(changed+added, "\x00"), "\x00") {
		to := filepath.Join(clone, name)
		data, err := os.ReadFile(filepath.Join(tree, name))
		if os.IsNotExist(err) {
			err = os.RemoveAll(to)
		} else if err == nil {
			if err = os.MkdirAll(filepath.Dir(to), 0o755); err == nil {
				err = os.WriteFile(to, data, 0o644)
			}
		}
		if err != nil {
			return err
		}
	}
	if _, err := git(clone, "add", "--all"); err != nil {
		return err
	}
	_, err = git(clone, "commit", "--quiet", "--allow-empty", "-m", "changes that are not committed")
	return err
}
