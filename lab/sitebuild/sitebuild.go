// Package sitebuild writes the files of the static site, and compiles its program for browsers with
// a small net/http.
package sitebuild

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// kept are the files of net/http that stay.
var kept = []string{"status.go", "method.go"}

// Write writes files into a folder, with the loader of WebAssembly, which must be that of the
// toolchain that compiles, and compiles a package of the tree in the working directory.
func Write(dir string, files map[string][]byte, pkg string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	goroot := strings.TrimSpace(string(root))
	if files["assets/wasm_exec.js"], err = os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")); err != nil {
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
	return build(filepath.Join(dir, "assets", "toolerr.wasm"), pkg, goroot)
}

// build compiles a package to WebAssembly with the toolchain in goroot, without most of its net/http.
// It does not inline, because that makes the compressed program a fifth larger.
func build(out, pkg, goroot string) error {
	work, err := os.MkdirTemp("", "sitebuild")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	// The go command replaces no file in its module cache, which is where it keeps the toolchains that
	// it downloads, so that this one is used by another name.
	link := filepath.Join(work, "go")
	if err := os.Symlink(goroot, link); err != nil {
		return err
	}
	std := filepath.Join(link, "src", "net", "http")
	files, err := filepath.Glob(filepath.Join(std, "*.go"))
	if err != nil {
		return err
	}
	replace := map[string]string{}
	for _, file := range files {
		replace[file] = "" // is deleted
	}
	for _, name := range kept {
		delete(replace, filepath.Join(std, name))
	}
	for name, own := range map[string]string{"http.go": "http/http.go", "httptrace/trace.go": "httptrace/trace.go"} {
		if replace[filepath.Join(std, name)], err = filepath.Abs(filepath.Join("lab", "sitebuild", own)); err != nil {
			return err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	overlay := filepath.Join(work, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		return err
	}
	compile := exec.Command(filepath.Join(link, "bin", "go"), "build", "-overlay", overlay, "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l",
		"-o", out, pkg)
	compile.Env = append(os.Environ(), "GOROOT="+link, "GOTOOLCHAIN=local", "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	compile.Stderr = os.Stderr
	return compile.Run()
}
