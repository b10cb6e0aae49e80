package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// systems are those that programs are built for.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// sbom makes the bill of materials of a program, in the format CycloneDX.
const sbom = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0"

// dist writes the files of a release that is tagged to the folder dist of the tree: an archive of
// each program for each system with its bill of materials and the licenses of what is in it, the
// site, and the hashes of all. The same version of Go writes the same bytes each time: programs
// are built from the modules of the tags, as `go install` builds them. The folder build has the
// programs for images, as build/linux/amd64/toolerr, and their licenses, as
// build/linux/amd64/toolerr-THIRD-PARTY.txt.
func dist(ctx context.Context, tree, version string, targets []string) error {
	if len(targets) == 0 {
		targets = systems
	}
	for _, t := range targets {
		if !slices.Contains(systems, t) {
			return fmt.Errorf("unknown system %q: known are %s", t, strings.Join(systems, ", "))
		}
	}
	work, err := os.MkdirTemp("", "toolerr-dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r, err := open(tree, filepath.Join(work, "clone"), filepath.Join(work, "proxy"), version)
	if err != nil {
		return err
	}
	seconds, err := git(r.Clone, "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	at, err := strconv.ParseInt(strings.TrimSpace(seconds), 10, 64)
	if err != nil {
		return err
	}
	d := &distribution{Release: r, e: &environment{ctx: ctx, dir: work, proxy: r.Proxy, fresh: true, sums: true}, time: time.Unix(at, 0).UTC(),
		to: filepath.Join(tree, "dist"), build: filepath.Join(tree, "build")}
	for _, dir := range []string{d.to, d.build} {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	license, err := os.ReadFile(filepath.Join(r.Clone, "LICENSE"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(d.build, "LICENSE"), license, 0o644); err != nil { // for images
		return err
	}
	if err := d.e.run(work, "install", sbom); err != nil {
		return err
	}
	for _, p := range programs {
		for _, target := range targets {
			if err := d.program(p, target); err != nil {
				return err
			}
		}
	}
	if err := d.site(); err != nil {
		return err
	}
	return sums(d.to)
}

type distribution struct {
	*Release
	e         *environment
	time      time.Time // of all files in archives
	to, build string
}

// program writes the archive of a program for a system, and its bill of materials.
func (d *distribution) program(p program, target string) error {
	system, machine, _ := strings.Cut(target, "/")
	suffix, extension := "", ".tar.gz"
	if system == "windows" {
		suffix, extension = ".exe", ".zip"
	}
	gopath := filepath.Join(d.e.dir, "go", target)
	env := []string{"GOOS=" + system, "GOARCH=" + machine, "CGO_ENABLED=0", "GOPATH=" + gopath, "GOBIN="}
	if err := d.e.runWith(env, d.e.dir, "install", "-ldflags=-s -w", root+"/"+p.pkg+"@"+d.Version); err != nil {
		return err
	}
	base := path.Base(p.pkg) + suffix
	built := filepath.Join(gopath, "bin", system+"_"+machine, base)
	if _, err := os.Stat(built); err != nil { // that of this computer
		built = filepath.Join(gopath, "bin", base)
	}
	data, err := os.ReadFile(built)
	if err != nil {
		return err
	}
	file := filepath.Join(d.build, target, p.name+suffix)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(file, data, 0o755); err != nil {
		return err
	}
	notices, err := d.notices(env, p.pkg, filepath.Join(d.build, target, p.name+"-"+thirdParty))
	if err != nil {
		return err
	}
	name := strings.Join([]string{p.name, d.Version, system, machine}, "_")
	content := map[string]string{name + "/" + p.name + suffix: file, name + "/" + thirdParty: notices}
	for _, other := range []string{"LICENSE", "README.md"} {
		content[name+"/"+other] = filepath.Join(d.Clone, other)
	}
	if err := d.archive(name+extension, content); err != nil {
		return err
	}
	fmt.Println(name + extension)
	return d.e.tool(env, "cyclonedx-gomod", "bin", "-json", "-noserial", "-notimestamp", "-std", "-version", d.Version,
		"-output", filepath.Join(d.to, name+".cdx.json"), file)
}

// notices writes the licenses of what is in a program that is built with the variables, and
// returns the file.
func (d *distribution) notices(env []string, pkg, file string) (string, error) {
	packages, goroot, err := d.e.linked(env, filepath.Join(d.Clone, pkg), ".")
	if err != nil {
		return "", err
	}
	text, err := licenses(packages, goroot)
	if err != nil {
		return "", fmt.Errorf("%s: %w", pkg, err)
	}
	return file, os.WriteFile(file, text, 0o644)
}

// site writes the archive of the static site, with the licenses of what is in its program for
// browsers.
func (d *distribution) site() error {
	dir := filepath.Join(d.e.dir, "site")
	if err := d.e.run(d.Clone, "run", "./cmd/toolerr/internal/site/write", dir); err != nil {
		return err
	}
	name := "toolerr-site_" + d.Version
	notices, err := d.notices([]string{"GOOS=js", "GOARCH=wasm"}, "cmd/toolerr/internal/site/wasm", filepath.Join(d.e.dir, thirdParty))
	if err != nil {
		return err
	}
	content := map[string]string{name + "/" + thirdParty: notices, name + "/LICENSE": filepath.Join(d.Clone, "LICENSE")}
	err = filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(dir, file)
		content[name+"/"+filepath.ToSlash(inside)] = file
		return err
	})
	if err != nil {
		return err
	}
	return d.archive(name+".tar.gz", content)
}

// archive writes files to an archive, in the order of their names, with the time of the release
// and without users.
func (d *distribution) archive(name string, files map[string]string) (err error) {
	out, err := os.Create(filepath.Join(d.to, name))
	if err != nil {
		return err
	}
	defer out.Close()
	var add func(name string, mode fs.FileMode, data []byte) error
	var finish []io.Closer // in this order
	if strings.HasSuffix(name, ".zip") {
		z := zip.NewWriter(out)
		finish = append(finish, z)
		add = func(name string, mode fs.FileMode, data []byte) error {
			header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: d.time}
			header.SetMode(mode)
			w, err := z.CreateHeader(header)
			if err == nil {
				_, err = w.Write(data)
			}
			return err
		}
	} else {
		g := gzip.NewWriter(out)
		t := tar.NewWriter(g)
		finish = append(finish, t, g)
		add = func(name string, mode fs.FileMode, data []byte) error {
			header := &tar.Header{Name: name, Mode: int64(mode), Size: int64(len(data)), ModTime: d.time, Format: tar.FormatPAX}
			if err := t.WriteHeader(header); err != nil {
				return err
			}
			_, err := t.Write(data)
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		data, err := os.ReadFile(files[name])
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if strings.HasPrefix(files[name], d.build) && filepath.Ext(name) != ".txt" {
			mode = 0o755
		}
		if err := add(name, mode, data); err != nil {
			return err
		}
	}
	for _, f := range append(finish, out) {
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

// sums writes the hashes of all files of a folder, as sha256sum --check reads them.
func sums(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(data), f.Name())
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(text.String()), 0o644)
}
