package oxpserver_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

type Lookup struct {
	Word string `json:"word" validate:"required,max=40" description:"The word to look up."`
}

type Meaning struct {
	Text string `json:"text"`
}

// lookUp is a function without any protocol.
func lookUp(_ context.Context, in Lookup) (Meaning, error) {
	if in.Word != "bell" {
		return Meaning{}, &errkit.Error{Kind: errkit.NotFound,
			Message: errkit.Textf("%q is not in the dictionary.", in.Word), Hint: "Try bell."}
	}
	return Meaning{"a thing that rings"}, nil
}

// One tool in three protocols.
func Example() {
	define := tool.New("Dictionary.Define", "Defines a word.", lookUp)

	quiet := new(middleware.Boundary) // reports nothing; without it, to log/slog
	onOXP := oxpserver.Server{Boundary: quiet}
	onAAI := jsonrpc.Server{Boundary: quiet}
	onMCP := mcp.NewServer(&mcp.Implementation{Name: "dictionary", Version: "1"}, nil)
	onMCP.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: quiet}))

	must(onOXP.Add(define))
	must(onAAI.Add(define))
	mcptool.Add(onMCP, define)

	mux := http.NewServeMux()
	mux.Handle("/oxp/", http.StripPrefix("/oxp", onOXP.Handler()))
	mux.Handle("/aai", &onAAI)
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return onMCP },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}))

	post(mux, "/oxp/tools/call", `{"call_id":"c","tool_id":"Dictionary.Define","input":{"word":"gong"}}`)
	post(mux, "/aai", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Dictionary_Define","arguments":{"word":"gong"}}}`)
	post(mux, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Dictionary_Define","arguments":{"word":"gong"}}}`)
	// Output:
	// {"call_id":"c","duration":0,"success":false,"error":{"message":"\"gong\" is not in the dictionary.","additional_prompt_content":"Try bell."}}
	// {"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Automation failed","data":{"type":"AUTOMATION_FAILED","detail":"\"gong\" is not in the dictionary.; Try bell."}}}
	// {"jsonrpc":"2.0","id":1,"result":{"_meta":{"io.github.toolerr/error":{"kind":"not_found","message":"\"gong\" is not in the dictionary.","hint":"Try bell.","stage":"execution"}},"content":[{"type":"text","text":"\"gong\" is not in the dictionary.\nTry bell."}],"isError":true}}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func post(h http.Handler, path, body string) {
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", "2025-11-25")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	fmt.Println(timeless(strings.TrimSpace(w.Body.String())))
}
