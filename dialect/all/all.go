// Package all lists the dialects of this module, for programs that detect the dialect of a document or take it by name.
package all

import (
	"fmt"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
)

// list has every dialect by its name, in the order of preference for detection.
var list = [...]struct {
	dialect  dialect.Dialect
	detected bool // false: its documents are detected as those of a dialect above it
}{
	{mcp.Dialect{}, true},
	{mcp.Dialect{Revision: mcp.Revision20260728}, false},
	{mcp.Dialect{Revision: mcp.Revision20251125}, false},
	{mcp.Dialect{Revision: mcp.Revision20250618}, false},
	{aai.Dialect{}, true},
	{toolerror.Dialect{}, true},
	{oxp.Dialect{}, true},
	{oxp.Dialect{Flat: true}, true},
	{problem.Dialect{}, true},
	{google.Dialect{}, true},
	{connect.Dialect{}, true},
	{connect.Dialect{Stream: true}, false},
	{grpc.Dialect{}, true},
	{aai.Strings{}, true},
	{httperr.Dialect{}, true},
}

// Dialects returns every dialect that can be detected, in the order of preference for [dialect.Codec.Dialects].
func Dialects() []dialect.Dialect {
	dialects := make([]dialect.Dialect, 0, len(list))
	for _, row := range list {
		if row.detected {
			dialects = append(dialects, row.dialect)
		}
	}
	return dialects
}

// Names returns the names that [Parse] accepts.
func Names() []string {
	names := make([]string, len(list))
	for i, row := range list {
		names[i] = row.dialect.Name()
	}
	return names
}

// Parse returns the dialect with a name: one of [Names], or "mcp-" and another revision.
func Parse(name string) (dialect.Dialect, error) {
	for _, row := range list {
		if row.dialect.Name() == name {
			return row.dialect, nil
		}
	}
	if revision, ok := strings.CutPrefix(name, "mcp-"); ok {
		if _, err := time.Parse(time.DateOnly, revision); err == nil {
			return mcp.Dialect{Revision: revision}, nil
		}
	}
	return nil, fmt.Errorf("dialect: unknown dialect %q, want one of %s", name, strings.Join(Names(), ", "))
}
