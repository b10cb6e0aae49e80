package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// TestShapes checks that the dialects decode the example of each shape to its kind.
func TestShapes(t *testing.T) {
	var codec dialect.Codec
	for _, s := range shapes {
		t.Run(s.in+" "+s.what, func(t *testing.T) {
			e, err := codec.Decode(dialect.Document{Dialect: s.dialect, Body: []byte(s.example)})
			require.NoError(t, err)
			require.NotNil(t, e)
			require.Equal(t, s.kind.String(), e.Kind.String())
			require.False(t, e.Peer.Guessed)
		})
	}
}

// TestExplainAllNames checks that explain has a page that is not empty for every kind and every code.
func TestExplainAllNames(t *testing.T) {
	for _, name := range append(kindNames(), codeNames()...) {
		t.Run(name, func(t *testing.T) {
			p, err := pageOf(name)
			require.NoError(t, err)
			var b strings.Builder
			require.NoError(t, p.print(&b))
			require.Contains(t, b.String(), "decodes to", "a meaning or an ambiguity")
		})
	}
}

// TestExplainAllRenderings checks that explain has a meaning for every code that a dialect renders.
func TestExplainAllRenderings(t *testing.T) {
	pages := map[string]*codePage{}
	for _, r := range allRenderings() {
		if r.code == "" || r.code == inputRequired {
			continue
		}
		if pages[r.code] == nil {
			pages[r.code] = codePageOf(r.code)
		}
		require.NotEmpty(t, pages[r.code].Meanings, "%s renders %s as %s", r.dialect, r.kind, r.code)
	}
	require.Greater(t, len(pages), 30)
}

const inputRequired = "input_required" // a resultType of MCP, which wireCode returns; it is the name of a kind, too

// TestRenderingsCoverTheTable checks that the renderings have every code of the mapping table.
func TestRenderingsCoverTheTable(t *testing.T) {
	codes := map[string]map[string]bool{}
	for _, p := range allRenderings() {
		name := strings.SplitN(p.dialect, "-2", 2)[0] // the same name for all revisions of MCP
		if codes[name] == nil {
			codes[name] = map[string]bool{}
		}
		codes[name][p.kind.String()+" "+p.code] = true
	}
	for _, r := range mapping.Default().Rows() {
		kind := r.Kind.String() + " "
		require.True(t, codes["aai"][kind+strconv.Itoa(r.AAI)], "aai: %s", kind)
		require.True(t, codes["aai-string"][kind+mapping.Default().AAIString(r.Kind, 503)], "aai-string: %s", kind)
		require.True(t, codes["toolerror"][kind+mapping.Default().ToolError(r.Kind, 503)], "toolerror: %s", kind)
		if r.MCP == mapping.MCPResult {
			require.True(t, codes["mcp"][kind] || r.Kind == errkit.UnsupportedVersion, "mcp: %s", kind)
		} else {
			require.True(t, codes["mcp"][kind+strconv.Itoa(r.MCP)], "mcp: %s", kind)
		}
	}
}

func TestRangesDoNotOverlap(t *testing.T) {
	for i, a := range ranges {
		require.Less(t, a.from, a.to)
		for _, b := range ranges[i+1:] {
			require.True(t, a.to < b.from || b.to < a.from, "%v and %v", a, b)
		}
	}
}

func TestStatusRanges(t *testing.T) {
	among := func(statuses ...int) func(int) bool {
		return func(n int) bool {
			for _, s := range statuses {
				if s == n {
					return true
				}
			}
			return false
		}
	}
	require.Equal(t, "", statusRanges(among()))
	require.Equal(t, "400, 402-404, 599", statusRanges(among(399, 400, 402, 403, 404, 599, 600)))
	require.Equal(t, "400-599", statusRanges(func(int) bool { return true }))
}
