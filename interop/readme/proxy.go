package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// root is the path of the module.
const root = "github.com/toolerr/toolerr"

// version is the version at which the tree is served.
const version = "v0.1.0"

// modules are the folders of the modules that users import, in which "." is the module itself.
var modules = []string{".", "adapters/mcpgo", "adapters/connect", "adapters/grpc", "adapters/a2a", "adapters/llm",
	"adapters/echo", "adapters/gin", "adapters/caddy", "adapters/extproc", "middleware/otel", "analyzer"}

// serve writes the modules of the tree to a folder, in the form of a GOPROXY of the scheme file.
func serve(tree, dir string) error {
	for _, folder := range modules {
		if err := serveModule(filepath.Join(tree, folder), dir); err != nil {
			return err
		}
	}
	return nil
}

// serveModule writes one module: its list of versions, its go.mod as it is released, and its zip.
func serveModule(folder, dir string) error {
	data, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	mod, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		return err
	}
	path := mod.Module.Mod.Path
	if path != root { // a release has no replacement
		if err := mod.DropReplace(root, ""); err != nil {
			return err
		}
		if err := mod.AddRequire(root, version); err != nil {
			return err
		}
		mod.Cleanup()
		if data, err = mod.Format(); err != nil {
			return err
		}
		released := filepath.Join(dir, "released", filepath.Base(path))
		if err := os.CopyFS(released, os.DirFS(folder)); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(released, "go.mod"), data, 0o600); err != nil {
			return err
		}
		folder = released
	}
	at := filepath.Join(dir, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(at, 0o700); err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": version, "Time": time.Now().UTC()})
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{"list": []byte(version + "\n"), version + ".info": info,
		version + ".mod": data} {
		if err := os.WriteFile(filepath.Join(at, name), content, 0o600); err != nil {
			return err
		}
	}
	out, err := os.Create(filepath.Join(at, version+".zip"))
	if err != nil {
		return err
	}
	defer out.Close()
	if err := zip.CreateFromDir(out, module.Version{Path: path, Version: version}, folder); err != nil {
		return err
	}
	return out.Close()
}
