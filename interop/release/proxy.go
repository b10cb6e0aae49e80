package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"
)

// serve writes a version of a module to a folder, in the form of a GOPROXY of the scheme file: its
// list of versions, its go.mod and its zip, as the go command makes them of a revision of the
// repository. It returns their hashes.
func serve(dir, tree, revision string, m *Module, version string) (Sum, error) {
	subdir := m.Dir
	if subdir == "." {
		subdir = ""
	}
	escaped, err := module.EscapePath(m.Path())
	if err != nil {
		return Sum{}, err
	}
	at := filepath.Join(dir, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(at, 0o755); err != nil {
		return Sum{}, err
	}
	mod, err := git(tree, "show", revision+":"+filepath.ToSlash(filepath.Join(subdir, "go.mod")))
	if err != nil {
		return Sum{}, err
	}
	info, err := json.Marshal(map[string]any{"Version": version, "Time": time.Now().UTC()})
	if err != nil {
		return Sum{}, err
	}
	for name, content := range map[string]string{"list": version + "\n", version + ".info": string(info),
		version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(content), 0o644); err != nil {
			return Sum{}, err
		}
	}
	archive := filepath.Join(at, version+".zip")
	out, err := os.Create(archive)
	if err != nil {
		return Sum{}, err
	}
	defer out.Close()
	v := module.Version{Path: m.Path(), Version: version}
	if err := zip.CreateFromVCS(out, v, tree, revision, subdir); err != nil {
		return Sum{}, err
	}
	if err := out.Close(); err != nil {
		return Sum{}, err
	}
	var sum Sum
	if sum.zip, err = dirhash.HashZip(archive, dirhash.Hash1); err != nil {
		return Sum{}, err
	}
	sum.mod, err = dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(at, version+".mod"))
	})
	return sum, err
}
