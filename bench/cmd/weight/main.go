// Command weight prints what programs link: the size of a program with each library over one
// without it, the modules in it, and the lines of its go.sum. Run it in the folder bench; versions
// are those of its go.mod.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A program is the smallest one that serves with a library.
type program struct {
	name    string
	over    string // the program with which it is compared, "" for none
	imports string // separated by spaces
	body    string // of main
}

const (
	serve = `_ = http.ListenAndServe("127.0.0.1:0", h)`
	sdk   = `s := mcp.NewServer(&mcp.Implementation{Name: "a", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "a"}, func(context.Context, *mcp.CallToolRequest, struct{ A int }) (*mcp.CallToolResult, any, error) {
		return nil, nil, nil
	})
	_ = s.Run(context.Background(), &mcp.StdioTransport{})`
	toolerr = "github.com/toolerr/toolerr/"
	goSDK   = "github.com/modelcontextprotocol/go-sdk/mcp"
)

var programs = []program{
	{"empty", "", "fmt", `fmt.Println("no")`},
	{"errkit", "empty", "fmt " + toolerr + "errkit", `fmt.Println(errkit.New(errkit.NotFound, "no"))`},
	{"oops", "empty", "fmt github.com/samber/oops", `fmt.Println(oops.Code("not_found").Errorf("no"))`},
	{"net/http", "", "net/http", `h := http.NotFoundHandler(); ` + serve},
	{"nethttp", "net/http", "net/http " + toolerr + "adapters/nethttp " + toolerr + "errkit",
		`h := nethttp.Middleware(nethttp.Handler(func(http.ResponseWriter, *http.Request) error {
		return errkit.New(errkit.NotFound, "no")
	})); ` + serve},
	{"nethttp/api", "net/http", "context net/http " + toolerr + "adapters/nethttp/api " + toolerr + "tool",
		`h := new(api.API).Tool(tool.New("A", "", func(context.Context, struct{ A int }) (int, error) { return 0, nil })); ` + serve},
	{"huma", "net/http", "context net/http github.com/danielgtaylor/huma/v2 github.com/danielgtaylor/huma/v2/adapters/humago",
		`h := http.NewServeMux()
	huma.Get(humago.New(h, huma.DefaultConfig("a", "1")), "/", func(context.Context, *struct{}) (*struct{}, error) {
		return nil, huma.Error404NotFound("no")
	}); ` + serve},
	{"echo", "net/http", "net/http github.com/labstack/echo/v5", `h := echo.New()
	h.GET("/", func(*echo.Context) error { return echo.NewHTTPError(404, "no") }); ` + serve},
	{"connect", "net/http", "context errors net/http connectrpc.com/connect google.golang.org/protobuf/types/known/emptypb",
		`h := connect.NewUnaryHandler("/a/b", func(context.Context, *connect.Request[emptypb.Empty]) (*connect.Response[emptypb.Empty], error) {
		return nil, connect.NewError(connect.CodeNotFound, errors.New("no"))
	}); ` + serve},
	{"MCP Go SDK", "", "context " + goSDK, sdk},
	{"mcp", "MCP Go SDK", "context " + goSDK + " mcperr=" + toolerr + "adapters/mcp",
		strings.Replace(sdk, "\n", "\n	s.AddReceivingMiddleware(mcperr.Middleware(nil))\n", 1)},
	{"mcp/mcptool", "MCP Go SDK", "context " + goSDK + " " + toolerr + "adapters/mcp/mcptool " + toolerr + "tool",
		strings.Replace(sdk, "\n", "\n	mcptool.Add(s, tool.New(\"B\", \"\", "+
			"func(context.Context, struct{ A int }) (int, error) { return 0, nil }))\n", 1)},
}

func main() {
	log.SetFlags(0)
	dir, err := os.MkdirTemp("", "weight")
	if err != nil {
		log.Fatal(err)
	}
	err = table(dir)
	_ = os.RemoveAll(dir)
	if err != nil {
		log.Fatal("weight: ", err)
	}
}

func table(dir string) error {
	fmt.Print("| program | over | MB more | modules more | lines of go.sum |\n|---|---|--:|--:|--:|\n")
	all := map[string]weight{}
	for _, p := range programs {
		w, err := p.weigh(dir)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		all[p.name] = w
		more := w.over(all[p.over])
		fmt.Printf("| %s | %s | %.1f | %d | %d |\n", p.name, p.over, more.megabytes, more.modules, w.sums)
	}
	return nil
}

// A weight is what a program links.
type weight struct {
	megabytes float64
	modules   int
	sums      int // lines of go.sum
}

func (w weight) over(other weight) weight {
	return weight{w.megabytes - other.megabytes, w.modules - other.modules, w.sums - other.sums}
}

// weigh builds the program.
func (p *program) weigh(dir string) (w weight, err error) {
	if w.sums, err = p.build(dir); err != nil {
		return w, err
	}
	binary := filepath.Join(dir, "program")
	info, err := os.Stat(binary)
	if err != nil {
		return w, err
	}
	linked, err := run(dir, "go", "version", "-m", binary)
	w.megabytes, w.modules = float64(info.Size())/1e6, bytes.Count(linked, []byte("\n\tdep\t"))
	return w, err
}

// build builds the program in a module of its own, and returns the number of lines of its go.sum.
func (p *program) build(dir string) (sums int, err error) {
	root, err := filepath.Abs("..")
	if err != nil {
		return 0, err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return 0, err
		}
		text = bytes.ReplaceAll(text, []byte("=> ../\n"), []byte("=> "+root+"\n"))
		text = bytes.ReplaceAll(text, []byte("=> ..\n"), []byte("=> "+root+"\n"))
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return 0, err
		}
	}
	var source strings.Builder
	source.WriteString("package main\n\nimport (\n")
	for path := range strings.FieldsSeq(p.imports) {
		name, rest, named := strings.Cut(path, "=")
		if !named {
			name, rest = "", path
		}
		fmt.Fprintf(&source, "\t%s %q\n", name, rest)
	}
	fmt.Fprintf(&source, ")\n\nfunc main() {\n\t%s\n}\n", p.body)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source.String()), 0o600); err != nil {
		return 0, err
	}
	if _, err := run(dir, "go", "mod", "tidy"); err != nil {
		return 0, err
	}
	if _, err := run(dir, "go", "build", "-trimpath", "-o", "program", "."); err != nil {
		return 0, err
	}
	text, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	return bytes.Count(text, []byte("\n")), err
}

// run runs a command and returns what it prints.
func run(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return out, nil
}
