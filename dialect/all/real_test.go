package all_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

// real is a document as servers send it, in words of our own, and what is read
// from it. The tables stand in the files beside, one for each protocol.
type real struct {
	name     string
	why      string
	dialect  dialect.Dialect
	status   int
	header   header
	body     string
	want     string // canonical JSON of the error; "" for a document that holds none
	guessed  bool   // the kind is of low confidence
	evidence string // what the evidence must hold
}

type header map[string]string

func (h header) http() http.Header {
	all := http.Header{}
	for name, value := range h {
		all.Set(name, value)
	}
	return all
}

func TestRealDocuments(t *testing.T) {
	for _, table := range []struct {
		name  string
		cases []real
	}{
		{"OXP", realOXP}, {"MCP", realMCP}, {"AAI", realAAI}, {"toolError", realToolError}, {"problem", realProblem},
	} {
		seen := map[string]bool{}
		for _, tt := range table.cases {
			require.False(t, seen[tt.name], "two cases are called %q", tt.name)
			seen[tt.name] = true
			t.Run(table.name+"/"+tt.name, func(t *testing.T) {
				var codec dialect.Codec
				in := dialect.Document{Dialect: tt.dialect, Status: tt.status, Header: tt.header.http(), Body: []byte(tt.body)}
				e, err := codec.Decode(in)
				require.NoError(t, err, tt.why)
				if tt.want == "" {
					require.Nil(t, e, tt.why)
					_, _, err = codec.Translate(in, problem.Dialect{}, dialect.Call{})
					require.ErrorIs(t, err, dialect.ErrNoError)
					return
				}
				require.NotNil(t, e, tt.why)
				require.Equal(t, tt.want, canonical(t, e), tt.why)
				require.Equal(t, tt.guessed, e.Peer.Guessed, "%s: %v", e.Peer.Rule, e.Peer.Evidence)
				require.Equal(t, tt.dialect.Name(), e.Peer.Dialect)
				require.NotEmpty(t, e.Peer.Rule)
				require.Equal(t, tt.body, string(e.Peer.Raw))
				evidence := strings.Join(append(e.Peer.Evidence, e.Peer.Rule), "\n")
				require.Contains(t, evidence, tt.evidence)
				require.Equal(t, tt.guessed, strings.Contains(evidence, "low confidence"))

				for _, to := range every { // whatever was read can be said in any dialect
					_, _, err := codec.Translate(in, to, dialect.Call{})
					require.NoError(t, err, spelled(to))
				}
			})
		}
	}
}

// Every kind of Arcade's errors, in both places where they ride
// (arcade_core/errors.py; three of them in its API types alone).
func TestArcadeKinds(t *testing.T) {
	tests := map[string]errkit.Kind{
		"TOOLKIT_LOAD_FAILED":                   errkit.ConfigInvalid,
		"TOOL_DEFINITION_BAD_DEFINITION":        errkit.ConfigInvalid,
		"TOOL_DEFINITION_BAD_INPUT_SCHEMA":      errkit.ConfigInvalid,
		"TOOL_DEFINITION_BAD_OUTPUT_SCHEMA":     errkit.ConfigInvalid,
		"TOOL_REQUIREMENTS_NOT_MET":             errkit.RequirementMissing,
		"TOOL_RUNTIME_BAD_INPUT_VALUE":          errkit.InvalidInput,
		"TOOL_RUNTIME_BAD_OUTPUT_VALUE":         errkit.OutputInvalid,
		"TOOL_RUNTIME_RETRY":                    errkit.ExecutionFailed,
		"TOOL_RUNTIME_CONTEXT_REQUIRED":         errkit.InputRequired,
		"TOOL_RUNTIME_FATAL":                    errkit.ExecutionFailed,
		"CONTEXT_CHECK_FAILED":                  errkit.FailedPrecondition,
		"CONTEXT_DENIED":                        errkit.PermissionDenied,
		"UPSTREAM_RUNTIME_BAD_REQUEST":          errkit.UpstreamFailed,
		"UPSTREAM_RUNTIME_AUTH_ERROR":           errkit.UpstreamFailed,
		"UPSTREAM_RUNTIME_NOT_FOUND":            errkit.UpstreamFailed,
		"UPSTREAM_RUNTIME_VALIDATION_ERROR":     errkit.UpstreamFailed,
		"UPSTREAM_RUNTIME_RATE_LIMIT":           errkit.RateLimited,
		"UPSTREAM_RUNTIME_SERVER_ERROR":         errkit.UpstreamFailed,
		"UPSTREAM_RUNTIME_UNMAPPED":             errkit.UpstreamFailed,
		"NETWORK_TRANSPORT_RUNTIME_TIMEOUT":     errkit.Timeout,
		"NETWORK_TRANSPORT_RUNTIME_UNREACHABLE": errkit.Network,
		"NETWORK_TRANSPORT_RUNTIME_UNMAPPED":    errkit.Network,
		"UNKNOWN":                               errkit.Unknown,
	}
	var codec dialect.Codec
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			e, err := codec.Decode(dialect.Document{Dialect: oxp.Dialect{}, Status: 200, Body: []byte(
				`{"result":{"call_id":"1","success":false,"error":{"message":"No.","kind":"` + name + `"}}}`)})
			require.NoError(t, err)
			require.Equal(t, want.String(), e.Kind.String())
			require.Equal(t, name, e.Peer.Type)

			e, err = codec.Decode(dialect.Document{Dialect: mcp.Dialect{}, Body: []byte(
				`{"content":[{"type":"text","text":"No."}],"isError":true,"_meta":{"arcade":{"errorKind":"` + name + `"}}}`)})
			require.NoError(t, err)
			require.Equal(t, want.String(), e.Kind.String())
			require.Equal(t, name, e.Peer.Type)
		})
	}
}
