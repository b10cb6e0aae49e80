// Package beside calls the tools of one server with the official MCP SDK alone, and with the line
// that README.md adds, and writes what the model reads into README.md.
package beside

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
)

var update = flag.Bool("update", false, "write the table of README.md")

type input struct {
	Book  string `json:"book" jsonschema:"what to order"`
	Count int    `json:"count" jsonschema:"how many"`
}

// Each tool fails as those of real servers do. None of them knows toolerr.
var tools = []struct {
	name string // what it does, in README.md
	fail func() error
	args map[string]any
}{
	{"returns the error of its database", func() error {
		return errors.New("dial tcp 10.0.0.7:5432: password authentication failed for user admin")
	}, map[string]any{"book": "dune", "count": 1}},
	{"placed an order, then lost its connection", func() error {
		return &net.OpError{Op: "read", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(10, 0, 0, 7), Port: 443},
			Err: os.NewSyscallError("read", syscall.ECONNRESET)}
	}, map[string]any{"book": "dune", "count": 1}},
	{"gets two wrong arguments", nil, map[string]any{"count": "many"}},
	{"panics", func() error { panic("index out of range [3] with length 3") }, map[string]any{"book": "dune", "count": 1}},
}

// read returns the text that a model reads of the call of a tool.
func read(ctx context.Context, fail func() error, args map[string]any, line bool) (string, error) {
	server := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	if line {
		server.AddReceivingMiddleware(mcperr.Middleware(nil))
	}
	mcp.AddTool(server, &mcp.Tool{Name: "order"}, func(context.Context, *mcp.CallToolRequest, input) (*mcp.CallToolResult, any, error) {
		return nil, nil, fail()
	})
	here, there := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, there, nil); err != nil {
		return "", err
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "host", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		return "", err
	}
	defer client.Close()
	res, err := client.CallTool(ctx, &mcp.CallToolParams{Name: "order", Arguments: args})
	if err != nil {
		return err.Error(), nil
	}
	return res.Content[0].(*mcp.TextContent).Text, nil
}

// TestPanic ends its own process, as the SDK alone does.
func TestMain(m *testing.M) {
	if os.Getenv("PANIC") != "" {
		log.SetOutput(io.Discard)
		_, _ = read(context.Background(), tools[3].fail, tools[3].args, false)
		os.Exit(0) // it was recovered
	}
	os.Exit(m.Run())
}

// reference is that of a record in the log, which is another one for each failure.
var reference = regexp.MustCompile(`\(reference [0-9a-f]{8}\)`)

func TestTable(t *testing.T) {
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.DiscardHandler))
	var table strings.Builder
	table.WriteString("| your tool | the model reads, with only the SDK | with this line |\n|---|---|---|\n")
	for i, tool := range tools {
		var alone string
		var err error
		if i == 3 {
			c := exec.CommandContext(t.Context(), os.Args[0])
			c.Env = append(os.Environ(), "PANIC=1")
			out, err := c.CombinedOutput()
			require.Error(t, err)
			require.Contains(t, string(out), "goroutine ")
			alone = "nothing: the process ends, with all its sessions"
		} else {
			alone, err = read(t.Context(), tool.fail, tool.args, false)
			require.NoError(t, err)
			alone = "`" + cell(alone) + "`"
		}
		with, err := read(t.Context(), tool.fail, tool.args, true)
		require.NoError(t, err)
		require.NotContains(t, with, "admin")
		with = reference.ReplaceAllString(with, "(reference 60780885)") // as in the examples below
		fmt.Fprintf(&table, "| %s | %s | %s |\n", tool.name, alone, cell(with))
	}
	const file = "../../README.md"
	page, err := os.ReadFile(file)
	require.NoError(t, err)
	const start, end = "<!-- what the model reads -->\n", "<!-- end -->"
	before, rest, ok := strings.Cut(string(page), start)
	require.True(t, ok)
	_, after, ok := strings.Cut(rest, end)
	require.True(t, ok)
	if want := before + start + table.String() + end + after; *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
	} else {
		require.Equal(t, want, string(page), "write it with: go test ./lab/beside -update")
	}
}

func cell(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\n", "<br>"), "|", "\\|")
}
