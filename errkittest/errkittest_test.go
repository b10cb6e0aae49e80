package errkittest_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkittest"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

type ringInput struct {
	Bell string `json:"bell" validate:"required,max=20"`
}

// TestHandler tests a server that breaks no rule, with its list of tools.
func TestHandler(t *testing.T) {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.NewTextHandler(io.Discard, nil)))
	api := &nethttp.API{Boundary: boundary, Rewrite: true}
	var set tool.Set
	require.NoError(t, set.Add(tool.New("Bell_Ring", "Rings a bell.", func(context.Context, ringInput) (string, error) { return "ding", nil })))
	doc, err := api.OpenAPI(&set)
	require.NoError(t, err)
	tools, err := json.Marshal(doc)
	require.NoError(t, err)
	errkittest.Handler(t, api.Middleware(api.Tools(&set)), errkittest.Options{Dialect: "problem", Tools: tools})
}

// TestKnown tests a server that breaks rules, all of which are known.
func TestKnown(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	errkittest.Handler(t, h, errkittest.Options{Dialect: "problem", Tools: []byte(`[{"name":"a"}]`), Known: []string{
		"http/json/1", "http/document/1", "text/empty/1",
	}})
}
