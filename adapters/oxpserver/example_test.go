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
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

type Lookup struct {
	Word string `json:"word" validate:"required,max=40" description:"The word to look up."`
}

type Meaning struct {
	Text string `json:"text"`
}

// define is the tool: it knows no protocol.
func define(_ context.Context, in Lookup) (Meaning, error) {
	if in.Word != "bell" {
		return Meaning{}, &errkit.Error{Kind: errkit.NotFound, Message: errkit.Textf("%q is not in the dictionary.", in.Word), Hint: "Try bell."}
	}
	return Meaning{"a thing that rings"}, nil
}

// One function is a tool in three protocols, by a line each.
func Example() {
	quiet := new(middleware.Boundary)
	onOXP := oxpserver.Server{Boundary: quiet}
	onAAI := jsonrpc.Server{Boundary: quiet}
	server := mcp.NewServer(&mcp.Implementation{Name: "dictionary", Version: "1"}, nil)
	server.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: quiet}))

	must(oxpserver.AddTool(&onOXP, oxpserver.Tool{ID: "Dictionary.Define", Version: "1.0.0", Description: "Defines a word."}, define))
	must(jsonrpc.AddTool(&onAAI, jsonrpc.Tool{Name: "Dictionary_Define"}, define))
	mcp.AddTool(server, &mcp.Tool{Name: "Dictionary_Define", Description: "Defines a word."}, mcperr.Func(define))

	mux := http.NewServeMux()
	mux.Handle("/oxp/", http.StripPrefix("/oxp", onOXP.Handler()))
	mux.Handle("/aai", &onAAI)
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}))

	say(mux, "/oxp/tools/call", `{"call_id":"c","tool_id":"Dictionary.Define","input":{"word":"gong"}}`)
	say(mux, "/aai", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Dictionary_Define","arguments":{"word":"gong"}}}`)
	say(mux, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Dictionary_Define","arguments":{"word":"gong"}}}`)
	// Output:
	// {"call_id":"c","duration":0,"success":false,"error":{"message":"\"gong\" is not in the dictionary.","additional_prompt_content":"Try bell."}}
	// {"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Automation failed","data":{"type":"AUTOMATION_FAILED","detail":"\"gong\" is not in the dictionary.; Try bell."}}}
	// {"jsonrpc":"2.0","id":1,"result":{"_meta":{"io.github.toolerr/error":{"kind":"not_found","message":"\"gong\" is not in the dictionary.","hint":"Try bell."}},"content":[{"type":"text","text":"\"gong\" is not in the dictionary.\nTry bell."}],"isError":true}}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func say(h http.Handler, path, body string) {
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", "2025-11-25")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	fmt.Println(timeless(strings.TrimSpace(w.Body.String())))
}
