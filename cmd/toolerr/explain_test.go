package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// TestExplainAll reads the pages of all codes, which would be most of the log of a script.
func TestExplainAll(t *testing.T) {
	out, code, failure := execute("explain", "--json")
	require.Zero(t, code, failure)
	var pages []struct {
		Code   string `json:"code"`
		DocURL string `json:"doc_url"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &pages))
	urls := map[string]string{}
	for _, p := range pages {
		urls[p.Code] = p.DocURL
	}
	require.Equal(t, "https://toolerr.github.io/toolerr/codes/nosuchkey/", urls["NoSuchKey"])
	require.Contains(t, urls, "-32011")
}

// TestShapes checks that the dialects decode an example of each shape to its kind.
func TestShapes(t *testing.T) {
	examples := map[string]struct {
		dialect dialect.Dialect
		body    string
	}{
		"OXP missing_requirements.authorization": {oxp.Dialect{},
			`{"$schema":"urn:oxp:1.0","message":"Visit the page.","missing_requirements":{"authorization":[{"id":"a","url":"https://example.com/a"}]}}`},
		"MCP data.elicitations": {mcp.Dialect{Revision: "2025-11-25"},
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"Visit the page.","data":{"elicitations":[{"mode":"url","elicitationId":"a","url":"https://example.com/a","message":"Visit it."}]}}}`},
		"MCP resultType input_required, with a URL": {mcp.Dialect{},
			`{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"url","message":"Visit it.","url":"https://example.com/a"}}}}`},
		"MCP resultType input_required, with a form": {mcp.Dialect{},
			`{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"form","message":"Which bell?","requestedSchema":{"type":"object","properties":{"bell":{"type":"string"}}}}}}}`},
		"toolError:v1 a payload of needsInput:v1": {toolerror.Dialect{},
			`{"kind":"needsInput:v1","type":"elicitation","message":"Which bell?","needsInput":{"fields":["bell"],"reason":"There are two."}}`},
		"OXP missing_requirements with only user_id or secrets": {oxp.Dialect{},
			`{"$schema":"urn:oxp:1.0","message":"Who is it?","missing_requirements":{"user_id":true}}`},
		"MCP resultType input_required, with only a state": {mcp.Dialect{},
			`{"resultType":"input_required","requestState":"c3RhdGU"}`},
		"MCP data.supported and data.requested": {mcp.Dialect{Revision: "2025-11-25"},
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2025-11-25"],"requested":"1.0.0"}}}`},
		"MCP data.uri": {mcp.Dialect{},
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Resource not found","data":{"uri":"file:///bell"}}}`},
		"MCP data.requiredCapabilities": {mcp.Dialect{},
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"Sampling is needed.","data":{"requiredCapabilities":{"sampling":{}}}}}`},
		"OXP the status of a challenge is failed": {oxp.Dialect{Flat: true},
			`{"status":"failed"}`},
		"AAI string data.validationErrors": {aai.Strings{},
			`{"status":"error","error":{"code":"INVALID_PARAMS","message":"Wrong.","data":{"validationErrors":[{"path":"times","message":"must be at least 1"}]}}}`},
		"AAI string data.missingVars": {aai.Strings{},
			`{"status":"error","error":{"code":"INVALID_REQUEST","message":"Wrong.","data":{"code":"MISSING_ENV_VARS","missingVars":["BELL_KEY"]}}}`},
		"AAI numeric -32013 with status 429 in its detail": {aai.Dialect{},
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"HTTP 429 from https://example.com"}}}`},
	}
	shapes := codeFacts("shapes")
	require.Len(t, examples, len(shapes))
	var codec dialect.Codec
	for _, s := range shapes {
		name := s[1] + " " + s[2]
		t.Run(name, func(t *testing.T) {
			e, err := codec.Decode(dialect.Document{Dialect: examples[name].dialect, Body: []byte(examples[name].body)})
			require.NoError(t, err)
			require.NotNil(t, e)
			require.Equal(t, s[0], e.Kind.String())
			require.False(t, e.Peer.Guessed)
		})
	}
}

// TestExplainAllNames checks that explain has a page that is not empty for every kind and every
// code.
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

// TestExplainAllRenderings checks that explain has a meaning for every code that a dialect
// renders.
func TestExplainAllRenderings(t *testing.T) {
	pages := map[string]*page{}
	for _, r := range allRenderings() {
		if r.code == "" || r.code == inputRequired {
			continue
		}
		if pages[r.code] == nil {
			pages[r.code] = codePageOf(r.code)
		}
		require.NotEmpty(t, pages[r.code].Meanings, "%s renders %s as %s", r.Dialect, r.kind, r.code)
	}
	require.Greater(t, len(pages), 30)
}

const inputRequired = "input_required" // a resultType of MCP, which wireCode returns; it is the name of a kind, too

// TestRenderingsCoverTheTable checks that the renderings have every code of the mapping table.
func TestRenderingsCoverTheTable(t *testing.T) {
	codes := map[string]map[string]bool{}
	for _, p := range allRenderings() {
		name := strings.SplitN(p.Dialect, "-2", 2)[0] // the same name for all revisions of MCP
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

// TestOXPStatuses compares the kinds of the statuses of OXP with those that a response without other
// evidence is decoded as.
func TestOXPStatuses(t *testing.T) {
	table := mapping.Default()
	want := map[string]errkit.Kind{"200": table.FromOXP(mapping.OXPTool), "400": table.FromOXP(mapping.OXPServer),
		"401": errkit.Unauthenticated, "422": table.FromOXP(mapping.OXPValidation)}
	statuses := codeFacts("oxp")
	require.Len(t, statuses, len(want))
	for _, row := range statuses {
		require.Len(t, row, 4)
		require.Equal(t, want[row[0]].String(), row[2], "status %s", row[0])
	}
}

func TestRangesDoNotOverlap(t *testing.T) {
	var ranges [][2]int
	for _, row := range codeFacts("ranges") {
		require.Len(t, row, 4)
		from, err := strconv.Atoi(row[0])
		require.NoError(t, err)
		to, err := strconv.Atoi(row[1])
		require.NoError(t, err)
		ranges = append(ranges, [2]int{from, to})
	}
	for i, a := range ranges {
		require.Less(t, a[0], a[1])
		for _, b := range ranges[i+1:] {
			require.True(t, a[1] < b[0] || b[1] < a[0], "%v and %v", a, b)
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
