// Package all lists the dialects of this module, for programs that detect the dialect of a document or take it by name.
package all

import (
	"fmt"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
)

// Dialects returns one value of every dialect, in the order of preference for [dialect.Codec.Dialects].
func Dialects() []dialect.Dialect {
	return []dialect.Dialect{
		mcp.Dialect{},
		aai.Dialect{},
		toolerror.Dialect{},
		oxp.Dialect{},
		oxp.Dialect{Flat: true},
		problem.Dialect{},
		aai.Strings{},
	}
}

var named = []struct {
	name    string
	dialect dialect.Dialect
}{
	{"oxp", oxp.Dialect{}},
	{"oxp-flat", oxp.Dialect{Flat: true}},
	{"mcp", mcp.Dialect{}},
	{"mcp-2026-07-28", mcp.Dialect{Revision: mcp.Revision20260728}},
	{"mcp-2025-11-25", mcp.Dialect{Revision: mcp.Revision20251125}},
	{"mcp-2025-06-18", mcp.Dialect{Revision: mcp.Revision20250618}},
	{"aai", aai.Dialect{}},
	{"aai-string", aai.Strings{}},
	{"toolerror", toolerror.Dialect{}},
	{"problem", problem.Dialect{}},
}

// Names returns the names that [Parse] accepts.
func Names() []string {
	names := make([]string, len(named))
	for i, n := range named {
		names[i] = n.name
	}
	return names
}

// Parse returns the dialect with a name: one of [Names], or "mcp-" and another revision.
func Parse(name string) (dialect.Dialect, error) {
	for _, n := range named {
		if n.name == name {
			return n.dialect, nil
		}
	}
	if revision, ok := strings.CutPrefix(name, "mcp-"); ok {
		if _, err := time.Parse(time.DateOnly, revision); err == nil {
			return mcp.Dialect{Revision: revision}, nil
		}
	}
	return nil, fmt.Errorf("dialect: unknown dialect %q, want one of %s", name, strings.Join(Names(), ", "))
}
