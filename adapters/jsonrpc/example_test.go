package jsonrpc_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

func Example() {
	type input struct {
		Bell string `json:"bell"`
	}
	ring := tool.New("Doorbell.Ring", "Rings a doorbell.", func(_ context.Context, in input) (string, error) {
		if in.Bell != "front" {
			return "", errkit.New(errkit.NotFound, "There is no bell with this id.")
		}
		return "ding", nil
	})
	server := jsonrpc.Server{Boundary: &middleware.Boundary{}} // which reports nothing; without it, to log/slog
	if err := server.Add(ring); err != nil {
		panic(err)
	}
	for _, arguments := range []string{`{"bell":"front"}`, `{"bell":"back"}`, `{}`} {
		call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Doorbell_Ring","arguments":` +
			arguments + `}}`
		r := httptest.NewRequest("POST", "/aai", strings.NewReader(call))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		fmt.Println(w.Body)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":"ding"}
	// {"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Automation failed","data":{"type":"AUTOMATION_FAILED","detail":"There is no bell with this id."}}}
	// {"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Invalid parameters","data":{"type":"INVALID_PARAMS","detail":"bell: is required"}}}
}
