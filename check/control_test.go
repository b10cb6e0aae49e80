package check

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// toolsServer is an MCP server with two tools, whose calls answer decides.
func toolsServer(t *testing.T, readOnly bool, answer func(tool, input string) string,
	unknown ...string) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Name      string
				Arguments json.RawMessage
			}
		}
		body, _ := io.ReadAll(r.Body)
		if json.Unmarshal(body, &m) != nil || m.ID == nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		result := strings.Join(append([]string{}, unknown...), "")
		if result == "" {
			result = `"error":{"code":-32601,"message":"There is no such method."}`
		}
		switch m.Method {
		case "initialize":
			result = `"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}`
		case "tools/list":
			tool := `{"name":"%s","annotations":{"readOnlyHint":%v},"inputSchema":{"type":"object","required":["url","max"],` +
				`"properties":{"url":{"type":"string"},"max":{"type":"integer"}}}}`
			result = fmt.Sprintf(`"result":{"tools":[`+tool+`,`+tool+`]}`, "find", readOnly, "read", readOnly)
		case "tools/call":
			result = answer(m.Params.Name, string(m.Params.Arguments))
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s}`, m.ID, result)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func failed(text string) string {
	doc, _ := json.Marshal(text)
	return `"result":{"isError":true,"content":[{"type":"text","text":` + string(doc) + `}]}`
}

// TestControls checks that a failure with another reason than the fault of the request is not
// judged, and that the report has its text.
func TestControls(t *testing.T) {
	wrong := func(input string) bool {
		return !strings.Contains(input, `"max":1`) || !strings.Contains(input, `"url":"t`)
	}
	const browser = "### Error\nChromium is not found. Run \"npx playwright install chrome\""
	tests := []struct {
		name     string
		readOnly bool
		answer   func(tool, input string) string
		broken   []string // of the rules tool/...
		text     string   // that is not judged
	}{
		{"no browser, for every call and also for an unknown tool", true,
			func(string, string) string { return failed(browser) }, nil, "Chromium is not found"},
		{"no network, with the name of the tool and numbers", true, func(tool, _ string) string {
			return failed(fmt.Sprintf("%s: connect ECONNREFUSED after %d ms", tool, len(tool)*77))
		}, nil, "connect ECONNREFUSED"},
		{"a panic on every call", true, func(string, string) string {
			return `"error":{"code":-32603,"message":"internal panic: nil pointer dereference"}`
		}, nil, "internal panic"},
		{"no browser, and no right input may be sent", false,
			func(string, string) string { return failed(browser) }, nil, "Chromium is not found"},
		{"one text for every wrong input, and right inputs succeed", true, func(tool, input string) string {
			switch {
			case tool == noTool:
				return `"error":{"code":-32602,"message":"Unknown tool"}`
			case wrong(input):
				return failed("Something is not right here")
			}
			return `"result":{"content":[]}`
		}, []string{"tool/input/4", "tool/input/5"}, ""},
		{"a text about the input for every wrong input, and no right input may be sent", false,
			func(tool, _ string) string {
				return `"error":{"code":-32602,"message":"Invalid input"}`
			}, []string{"tool/input/4"}, ""},
		{"right inputs fail for another reason, wrong ones for theirs", true, func(tool, input string) string {
			switch {
			case tool == noTool:
				return `"error":{"code":-32602,"message":"Unknown tool"}`
			case wrong(input):
				return `"error":{"code":-32603,"message":"url or max"}`
			}
			return failed("connect ECONNREFUSED")
		}, []string{"tool/input/3", "tool/input/5"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report, err := Run(t.Context(), Target{Dialect: "mcp", URL: toolsServer(t, tt.readOnly, tt.answer)},
				Options{CallInvalid: true, slow: 1, deep: 10, large: 10})
			require.NoError(t, err)
			var got []string
			for _, x := range report.Results {
				if strings.HasPrefix(x.Rule.ID, "tool/input/") && x.Found > 0 {
					got = append(got, x.Rule.ID)
				}
			}
			require.Subset(t, got, tt.broken, "%v", got)
			text := report.NotJudged("a", "b")
			if tt.text == "" {
				require.NotContains(t, text, "another reason")
				return
			}
			require.Empty(t, got)
			require.Contains(t, text, "another reason")
			require.Contains(t, text, tt.text)
		})
	}
}
