// Command tools defines a tool once and serves it over OXP, MCP, AAI and plain HTTP.
//
//	go run ./tools
//	curl -s localhost:8080/oxp/tools/call -H 'Content-Type: application/json' -d '{"tool_id":"Doorbell.Ring","input":{"bell":"back","times":99}}'
//	curl -s localhost:8080/aai -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Doorbell_Ring","arguments":{"bell":"back"}}}'
//	curl -s localhost:8080/ring -H 'Content-Type: application/json' -d '{"bell":"back"}'
package main

import (
	"context"
	"errors"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

type RingInput struct {
	Bell  string `json:"bell" validate:"required,max=64" description:"The bell to ring."`
	Times int    `json:"times" default:"1" validate:"min=1,max=10"`
}

type RingOutput struct {
	Sound string `json:"sound"`
}

var ring = tool.New("Doorbell.Ring", "Rings a doorbell.", func(_ context.Context, in RingInput) (RingOutput, error) {
	if in.Bell != "front" {
		return RingOutput{}, &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.", Hint: "ids: front"}
	}
	return RingOutput{"ding"}, nil
})

func handler() (http.Handler, error) {
	var onOXP oxpserver.Server
	var onAAI jsonrpc.Server
	onMCP := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	onMCP.AddReceivingMiddleware(mcperr.Middleware(nil))
	mcptool.Add(onMCP, ring)
	if err := errors.Join(onOXP.Add(ring), onAAI.Add(ring)); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/oxp/", http.StripPrefix("/oxp", onOXP.Handler()))
	mux.Handle("/aai", &onAAI)
	mux.Handle("POST /ring", new(api.API).Tool(ring))
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return onMCP }, nil))
	return mux, nil
}

func main() {
	h, err := handler()
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", h))
}
