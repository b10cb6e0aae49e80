package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Who passes a program on passes on the licenses and notices of all that is in it, each text once.
func TestLicenses(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go/LICENSE": "BSD of Go", "go/src/fmt/LICENSE": "not read",
		"bells/LICENSE.txt": "MIT of Ada\n", "bells/NOTICE": "Notice of Ada", "bells/license.go": "package bells",
		"bells/licensed.md": "not a license", "bells/ring/COPYING": "BSD of Bob", "bells/other/LICENSE": "of what is not linked",
		"chimes/LICENCE": "MIT of Ada", "chimes/licenses/LICENSE": "in a folder beside",
		"own/LICENSE": "MIT of toolerr", "none/README.md": "no license",
	} {
		write(t, filepath.Join(dir, name), content)
	}
	in := func(path, module string) linked {
		p := linked{ImportPath: path, Dir: filepath.Join(dir, filepath.FromSlash(path))}
		p.Module = &struct{ Path, Version, Dir string }{module, "v1.0.0", filepath.Join(dir, filepath.Base(module))}
		return p
	}
	packages := []linked{in("chimes", "example.com/chimes"), in("bells/ring", "example.com/bells"), in("bells", "example.com/bells"),
		in("own", root), in("own/x", root+"/own"), {ImportPath: "fmt", Standard: true}}
	text, err := licenses(packages, filepath.Join(dir, "go"))
	require.NoError(t, err)
	line := "\n" + strings.Repeat("=", 80) + "\n"
	require.Equal(t, "This program contains the following software. Each part has the license below its name.\n"+
		"The source of a part is the Go module with this name and version, which its repository has.\n"+
		line+"Go and its standard library: LICENSE\n\nBSD of Go\n"+
		line+"example.com/bells v1.0.0: LICENSE.txt\nexample.com/chimes v1.0.0: LICENCE\n\nMIT of Ada\n"+
		line+"example.com/bells v1.0.0: NOTICE\n\nNotice of Ada\n"+
		line+"example.com/bells v1.0.0: ring/COPYING\n\nBSD of Bob\n", string(text))

	_, err = licenses(append(packages, in("none", "example.com/none")), filepath.Join(dir, "go"))
	require.EqualError(t, err, "example.com/none v1.0.0: no file with a license")
	_, err = licenses([]linked{{ImportPath: "a"}}, filepath.Join(dir, "go"))
	require.EqualError(t, err, "a: of no module")
	_, err = licenses(nil, filepath.Join(dir, "none"))
	require.EqualError(t, err, "Go and its standard library: no file with a license")
}

// The modules are those that are linked for a system, and all of them have a license.
func TestLinked(t *testing.T) {
	for _, tt := range []struct {
		pkg       string
		want, not []string
	}{
		{"cmd/toolerr", []string{"github.com/spf13/cobra v", "github.com/inconshreveable/mousetrap v", "Apache License", "golang.org/x/sys v"},
			[]string{root + " ", "go.uber.org/goleak"}},
		{"adapters/extproc/cmd/toolerr-extproc", []string{"google.golang.org/grpc v", "envoyproxy/go-control-plane", "NOTICE"}, []string{"spf13/cobra"}},
	} {
		e := &environment{ctx: t.Context(), dir: t.TempDir(), proxy: t.TempDir()}
		folder, err := filepath.Abs(filepath.Join("../..", tt.pkg))
		require.NoError(t, err)
		packages, goroot, err := e.linked([]string{"GOOS=windows", "GOARCH=arm64"}, folder, ".")
		require.NoError(t, err)
		text, err := licenses(packages, goroot)
		require.NoError(t, err)
		for _, want := range append(tt.want, "Go and its standard library: LICENSE", "Redistribution and use in source and binary forms") {
			require.Contains(t, string(text), want, tt.pkg)
		}
		for _, not := range tt.not {
			require.NotContains(t, string(text), not, tt.pkg)
		}
	}
	e := &environment{ctx: t.Context(), dir: t.TempDir(), proxy: t.TempDir()}
	_, _, err := e.linked(nil, t.TempDir(), ".")
	require.ErrorContains(t, err, "go list -deps", "with what the command prints")
	_, err = os.Stat(filepath.Join(e.dir, "mod"))
	require.ErrorIs(t, err, os.ErrNotExist)
}
