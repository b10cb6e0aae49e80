// Package bounded has errors for which there is a boundary, and so a fix if a function does nothing else with them.
package bounded

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

var api = nethttp.API{Boundary: &middleware.Boundary{Report: func(error) {}}}

// The statement is replaced where nothing of the handler runs after it.
func handle(w http.ResponseWriter, r *http.Request) {
	err := os.Remove("x")
	if err != nil {
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.Remove$`
		return
	}
	if err != nil {
		http.Error(w, "failed to remove: "+err.Error(), http.StatusNotFound) // want `http.Error sends the text of an error of os.Remove$`
		return
	}
	switch {
	case err != nil && r.Method == "PUT":
		http.Error(w, err.Error(), 503) // want `http.Error sends the text of an error of os.Remove$`
	case err != nil:
		http.Error(w, err.Error(), 409) // want `http.Error sends the text of an error of os.Remove$`
	}
}

// No fix keeps what these do.
func byHand(w http.ResponseWriter, r *http.Request) {
	err := os.Remove("x")
	if err != nil {
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.Remove: log the error, and send a text that you wrote$`
	}
	status := 500 + len(r.Method)%2
	switch r.Method {
	case "A":
		http.Error(w, err.Error(), status) // want `: log the error`
		return
	case "B":
		http.Error(w, err.Error(), 410) // want `: log the error`
		return
	case "C":
		http.Error(w, fmt.Sprintf("%s: %v", r.URL, err), 500) // want `: log the error`
		return
	case "D":
		http.Error(w, fmt.Sprint(err), 500) // want `: log the error`
		return
	case "E":
		http.Error(w /* the text */, err.Error(), 500) // want `: log the error`
		return
	case "F":
		fmt.Fprint(w, err) // want `: log the error`
		return
	case "G":
		http.Error(w, err.Error(), 500) // want `: log the error`
		fallthrough
	case "H":
		defer http.Error(w, err.Error(), 500) // want `: log the error`
		return
	case "I":
		http.Error(w, err.Error(), 200) // want `: log the error`
		return
	case "J":
		api := 1
		_ = api
		http.Error(w, err.Error(), 500) // want `: log the error`
		return
	case "K":
		errkit := 1
		_ = errkit
		http.Error(w, err.Error(), 500) // want `: log the error`
		return
	case "L":
		for range 2 {
			http.Error(w, err.Error(), 500) // want `: log the error`
		}
	case "M":
		http.Error(w, err.Error()+" "+r.Method, 500) // want `: log the error`
		return
	case "N":
		if err := json.NewDecoder(r.Body).Decode(new(int)); err != nil {
			http.Error(w, err.Error(), 500) // want `: log the error` `http.Error sends status 500 for a fault of the caller: send 400`
			return
		}
	}
	w.WriteHeader(204)
}

func unnamed(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, os.Remove("x").Error(), 500) // want `: log the error`
}

// A field of the receiver is nearer than a variable of the package.
type service struct{ errors *nethttp.API }

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	http.Error(w, os.Remove("x").Error(), 500) // want `http.Error sends the text of an error of os.Remove$`
}

// There are two.
type both struct{ public, private nethttp.API }

func (s *both) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	http.Error(w, os.Remove("x").Error(), 500) // want `: log the error`
}

func local(api2 *nethttp.API) {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, os.Remove("x").Error(), 500) // want `http.Error sends the text of an error of os.Remove$`
	})
	http.Handle("/ring", api2.Handler(ring))
	http.Handle("/inline", api2.Handler(func(w http.ResponseWriter, r *http.Request) error {
		if err := os.Remove("x"); err != nil {
			http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of os.Remove$`
			return nil
		}
		return errkit.New(errkit.NotFound, errkit.Text("failed: "+os.Remove("x").Error())) // want `errkit.Text sends the text of an error of os.Remove$`
	}))
	http.Handle("/twice", api2.Handler(twice))
	_ = twice(nil, nil)
}

func ring(w http.ResponseWriter, r *http.Request) error {
	if err := os.Remove("x"); err != nil {
		http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of os.Remove$`
		// A comment.
		return nil
	}
	if err := os.Remove("x"); err != nil {
		http.Error(w, "failed:", 404) // a text of the author
		return nil
	}
	if err := os.Remove("x"); err != nil {
		http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of os.Remove$`
		return nil
	}
	if err := os.Remove("x"); err != nil {
		http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of os.Remove: log the error`
		return errors.New("another one")
	}
	return nil
}

// twice is called without a boundary, too.
func twice(w http.ResponseWriter, r *http.Request) error {
	return errkit.New(errkit.Internal, errkit.Text(os.Remove("x").Error())) // want `errkit.Text sends the text of an error of os.Remove: give the error to errkit.Wrap as its cause`
}

func tools() {
	s := server.NewMCPServer("bells", "1", mcpgoerr.WithMiddleware(nil))
	s.AddTool("read", read)
}

func read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := os.Remove("x")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `mcp.NewToolResultError sends the text of an error of os.Remove$`
	}
	if err != nil {
		return mcp.NewToolResultErrorFromErr("failed to remove", err), nil // want `mcp.NewToolResultErrorFromErr sends the text of an error of os.Remove$`
	}
	if req == (mcp.CallToolRequest{}) {
		return mcp.NewToolResultErrorFromErr("failed to remove", err), nil // want `: log the error`
	}
	if req == (mcp.CallToolRequest{}) {
		return mcp.NewToolResultErrorf("failed to remove %v: %v", req, err), nil // want `: log the error`
	}
	if req == (mcp.CallToolRequest{}) {
		return mcp.NewToolResultError("name is required"), nil // want `mcp.NewToolResultError sends a text about an invalid input`
	}
	return nil, err // the boundary does not send its text
}

// A use in functions of the package is a cycle.
var cyclic = newAPI()

func newAPI() *nethttp.API { return new(nethttp.API) }
