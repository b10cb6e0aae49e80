// Package sitebuild writes the files of the static site, and compiles its program for browsers
// with small packages in the place of those of the standard library.
package sitebuild

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// packages are files of this folder, and the packages of the standard library in the place of
// which they are compiled.
var packages = map[string]string{
	"http/http.go": "net/http", "httptrace/trace.go": "net/http/httptrace",
	"rand/rand.go": "crypto/rand", "template/template.go": "html/template",
	"godebug/godebug.go": "internal/godebug",
}

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

// build compiles a package to WebAssembly with the toolchain in goroot, without what the program
// does not use of its standard library. It does not inline, because that makes the compressed
// program a fifth larger, and has the smaller encoding/json in each version of Go.
func build(out, pkg, goroot string) error {
	work, err := os.MkdirTemp("", "sitebuild")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	// The go command replaces no file in its module cache, which is where it keeps the toolchains
	// that it downloads, so that this one is used by another name.
	link := filepath.Join(work, "go")
	if err := os.Symlink(goroot, link); err != nil {
		return err
	}
	src := filepath.Join(link, "src")
	replace := map[string]string{}
	for own, pkg := range packages {
		files, err := filepath.Glob(filepath.Join(src, filepath.FromSlash(pkg), "*.go"))
		if err != nil {
			return err
		}
		for _, file := range files {
			if !slices.Contains(kept, filepath.Base(file)) {
				replace[file] = "" // is deleted
			}
		}
		if replace[filepath.Join(src, filepath.FromSlash(pkg), "own.go")], err = filepath.Abs(filepath.Join("lab", "sitebuild", own)); err != nil {
			return err
		}
	}
	for _, p := range patches {
		file := filepath.Join(src, filepath.FromSlash(p.file))
		if replace[file], err = p.write(cmp.Or(replace[file], file), work); err != nil {
			return err
		}
	}
	env := append(os.Environ(), "GOROOT="+link, "GOTOOLCHAIN=local", "GOEXPERIMENT=nojsonv2", "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	list := exec.Command(filepath.Join(link, "bin", "go"), "list", "-deps", "-f", `{{range .EmbedFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, pkg)
	list.Env, list.Stderr = env, os.Stderr
	embedded, err := list.Output()
	if err != nil {
		return err
	}
	for i, file := range strings.Fields(string(embedded)) {
		table, err := os.ReadFile(file)
		if filepath.Ext(file) != ".txt" || err != nil {
			continue
		}
		replace[file] = filepath.Join(work, fmt.Sprintf("table%d.txt", i))
		if err := os.WriteFile(replace[file], []byte(withoutComments(string(table))), 0o644); err != nil {
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
	compile := exec.Command(filepath.Join(link, "bin", "go"), "build", "-overlay", overlay, "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l -dwarf=false",
		"-o", out, pkg)
	compile.Env, compile.Stderr = env, os.Stderr
	return compile.Run()
}

// withoutComments returns a table of package rows without its comments, and without the links to
// the documentation of APIs, which only a command shows.
func withoutComments(table string) string {
	var b strings.Builder
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "docs ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// A patch replaces a text of a file of the standard library, which has it once.
type patch struct{ file, old, new string }

// patches remove code that the program does not need.
var patches = []patch{
	// A call of a method by a name that the linker does not know keeps the methods of all types:
	// templates of package show call two.
	{"text/template/exec.go", "ptr.MethodByName(fieldName)", `func() (none reflect.Value) {
		switch fieldName {
		case "Fault":
			return ptr.MethodByName("Fault")
		case "Text":
			return ptr.MethodByName("Text")
		}
		return none
	}()`},
	// They range over lists and maps, not over numbers and functions, for which reflect makes types.
	{"text/template/exec.go", "\n\t\tfor v := range val.Seq() {", "\n\t\tfor _, v := range []reflect.Value{} {"},
	{"text/template/exec.go", "if val.Type().CanSeq() {", "if false {"},
	{"text/template/exec.go", "if val.Type().CanSeq2() {", "if false {"},
	// They have no complex numbers.
	{"text/template/parse/node.go", "_, err := fmt.Sscan(text, &n.Complex128)", `err := fmt.Errorf("%s is complex", text)`},
	// No expression has a class of Unicode: \p{Greek}.
	{"regexp/syntax/parse.go", "func unicodeTable(name string) (tab, fold *unicode.RangeTable, sign int) {", "$0\n\treturn nil, nil, 0\n"},
	// One of the algorithms is enough.
	{"slices/zsortanyfunc.go", "func pdqsortCmpFunc[E any](data []E, a, b, limit int, cmp func(a, b E) int) {", `$0
	heapSortCmpFunc(data, a, b, cmp)
	return
`},
	{"slices/zsortordered.go", "func pdqsortOrdered[E cmp.Ordered](data []E, a, b, limit int) {", `$0
	heapSortOrdered(data, a, b)
	return
`},
}

// write writes a file with the change into a folder, and returns its name.
func (p patch) write(file, dir string) (string, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if strings.Count(string(source), p.old) != 1 {
		return "", fmt.Errorf("%s of this version of Go does not have %q once", p.file, p.old)
	}
	name := filepath.Join(dir, strings.ReplaceAll(p.file, "/", "-"))
	changed := strings.Replace(string(source), p.old, strings.Replace(p.new, "$0", p.old, 1), 1)
	return name, os.WriteFile(name, []byte(changed), 0o644)
}
