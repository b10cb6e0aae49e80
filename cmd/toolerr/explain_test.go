package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// What explain says of shapes is what the dialects read.
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

// Every kind and every code has a page, and no page is empty.
func TestExplainKnowsAllNames(t *testing.T) {
	for _, name := range append(kindNames(), codeNames()...) {
		t.Run(name, func(t *testing.T) {
			p, err := explain(name)
			require.NoError(t, err)
			var b strings.Builder
			require.NoError(t, p.print(&b))
			require.Contains(t, b.String(), "reads as", "either of itself or of where it gets lost")
		})
	}
}

// What a dialect says with a code, explain of that code lists.
func TestExplainKnowsWhatIsSaid(t *testing.T) {
	pages := map[string]*codePage{}
	for _, said := range allProbes() {
		if said.code == "" || said.code == mcpAsks {
			continue
		}
		if pages[said.code] == nil {
			pages[said.code] = codePageOf(said.code)
		}
		require.NotEmpty(t, pages[said.code].Means, "%s says %s as %s", said.dialect, said.kind, said.code)
	}
	require.Greater(t, len(pages), 30)
}

const mcpAsks = "input_required" // what an MCP result without an error has instead of a code; a kind too

// No code of the rows gets past the probes.
func TestProbesFindTheTable(t *testing.T) {
	codes := map[string]map[string]bool{}
	for _, p := range allProbes() {
		name := strings.SplitN(p.dialect, "-2", 2)[0] // the revisions of MCP in one
		if codes[name] == nil {
			codes[name] = map[string]bool{}
		}
		codes[name][p.kind.String()+" "+p.code] = true
	}
	for _, r := range mapping.Default().All() {
		kind := r.Kind.String() + " "
		require.True(t, codes["aai"][kind+number(r.AAI)], "aai: %s", kind)
		require.True(t, codes["aai-string"][kind+mapping.Default().AAIString(r.Kind, 503)], "aai-string: %s", kind)
		require.True(t, codes["toolerror"][kind+mapping.Default().ToolError(r.Kind, 503)], "toolerror: %s", kind)
		if r.MCP == mapping.Result {
			require.True(t, codes["mcp"][kind] || r.Kind == errkit.UnsupportedVersion, "mcp: %s", kind)
		} else {
			require.True(t, codes["mcp"][kind+number(r.MCP)], "mcp: %s", kind)
		}
	}
}

func TestRangesAreApart(t *testing.T) {
	for i, a := range ranges {
		require.Less(t, a.from, a.to)
		for _, b := range ranges[i+1:] {
			require.True(t, a.to < b.from || b.to < a.from, "%v and %v", a, b)
		}
	}
}

func TestSpans(t *testing.T) {
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
	require.Equal(t, "", spans(among()))
	require.Equal(t, "400, 402-404, 599", spans(among(399, 400, 402, 403, 404, 599, 600)))
	require.Equal(t, "400-599", spans(func(int) bool { return true }))
}
