// Package explain has the texts that explain errors to people: one for each kind, and one for each
// member of a document that often needs an explanation. They are plain text; `toolerr explain`
// prints them, and documentation is made of them.
package explain

import (
	"cmp"
	_ "embed"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// A Text explains a kind.
type Text struct {
	Kind   errkit.Kind
	Means  string // what happened
	Client string // what a client program should do
	Model  string // what a model should be told
	Spec   Spec   // where a specification defines the failure

	example func() error
}

// A Spec is a section of a specification.
type Spec struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

// The sections of specifications that the texts refer to.
var (
	mcpErrors = Spec{"MCP 2025-11-25, tools: error handling",
		"https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling"}
	mcpOutput = Spec{"MCP 2025-11-25, tools: output schema",
		"https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema"}
	mcpElicitation = Spec{"MCP 2025-11-25, elicitation",
		"https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation"}
	mcpLifecycle = Spec{"MCP 2025-11-25, lifecycle: version negotiation",
		"https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation"}
	mcpCancellation = Spec{"MCP 2025-11-25, cancellation",
		"https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation"}
	mcpMeta = Spec{"MCP 2025-11-25, overview: _meta",
		"https://modelcontextprotocol.io/specification/2025-11-25/basic#meta"}
	rpcErrors       = Spec{"JSON-RPC 2.0 §5.1", "https://www.jsonrpc.org/specification#error_object"}
	aaiErrors       = Spec{"AAI, error codes", "https://github.com/gybob/aai-protocol"}
	oxpErrors       = Spec{"OXP 1.0", "https://github.com/OpenToolCalling/Specification"}
	problems        = Spec{"RFC 9457 §3.1", "https://www.rfc-editor.org/rfc/rfc9457#section-3.1"}
	extensions      = Spec{"RFC 9457 §3.2", "https://www.rfc-editor.org/rfc/rfc9457#section-3.2"}
	tooManyRequests = Spec{"RFC 6585 §4", "https://www.rfc-editor.org/rfc/rfc6585#section-4"}
	bearerErrors    = Spec{"RFC 6750 §3.1", "https://www.rfc-editor.org/rfc/rfc6750#section-3.1"}
)

// http returns the section of RFC 9110, such as "15.5.5".
func http(section string) Spec {
	return Spec{"RFC 9110 §" + section, "https://www.rfc-editor.org/rfc/rfc9110#section-" + section}
}

// Kind returns the text of a kind, and that of errkit.Internal for an unknown kind.
func Kind(k errkit.Kind) Text {
	if int(k) >= len(texts) {
		k = errkit.Internal
	}
	t := texts[k]
	t.Kind = k
	if p := paragraphs()[k.String()]; len(p) == 3 {
		t.Means, t.Client, t.Model = p[0], p[1], p[2]
	}
	return t
}

//go:embed kinds.md
var kindTexts string

// paragraphs returns the paragraphs of kinds.md by the name of the kind.
var paragraphs = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for section := range strings.SplitSeq(kindTexts, "\n## ") {
		parts := strings.Split(strings.TrimSpace(section), "\n\n")
		for _, p := range parts[1:] {
			all[parts[0]] = append(all[parts[0]], strings.ReplaceAll(p, "\n", " "))
		}
	}
	return all
})

// Error returns the text of an error: that of its kind, with other advice if the error has a retry or
// an effect for which that of the kind does not hold.
func Error(e *errkit.Error) Text {
	t, table := Kind(e.Kind), mapping.Default()
	bare := &errkit.Error{Kind: e.Kind, Upstream: e.Upstream, Retry: e.Retry, Effect: e.Effect}
	if bare.Retry == table.Retry(e.Kind, e.Upstream) {
		bare.Retry = errkit.RetryUnspecified
	}
	if bare.Retry == errkit.RetryUnspecified && bare.Effect == errkit.EffectUnspecified {
		return t
	}
	advice := string(table.AppendAdvice(nil, bare, errkit.RepeatableUnstated))
	switch advice {
	case "":
		t.Client, t.Model = "Give the message to the model. Nothing was done.", "Read the message. Nothing was done."
	case e.Kind.Advice():
	default:
		t.Client, t.Model = advice, advice
	}
	return t
}

// Example returns the Go statement that makes an error of the kind.
func (t Text) Example() string { return statements()[t.Kind] }

// Make runs the statement of Example.
func (t Text) Make() error { return t.example() }

// Sample returns the error of a kind that its statement makes, without the cause.
func Sample(k errkit.Kind) *errkit.Error {
	e := *errkit.From(Kind(k).Make())
	e.Err = nil
	return &e
}

//go:embed kinds.go
var source string

// statements returns the body of the function of each kind. Because the examples are code, they
// compile.
var statements = sync.OnceValue(func() (bodies [len(texts)]string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "kinds.go", source, parser.SkipObjectResolution)
	if err != nil {
		panic(err) // unreachable: this file compiles
	}
	var next errkit.Kind // the kinds are in their order
	ast.Inspect(file, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncLit); ok {
			body := source[files.Position(f.Body.Lbrace).Offset+1 : files.Position(f.Body.Rbrace).Offset]
			bodies[next] = strings.TrimSpace(strings.ReplaceAll(body, "\n\t\t\t", "\n"))
			next++
		}
		return true
	})
	return bodies
})

// A Member explains a member of a document, or a header.
type Member struct {
	Name    string
	Aliases []string // other names of the same idea
	Where   string   // the protocols that have it, and its place
	Means   string   // what it means, and what to do with it
	Spec    Spec
}

// Members returns all members, sorted by name.
func Members() []Member {
	return slices.SortedFunc(slices.Values(members), func(a, b Member) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

// LookupMember returns the member with a name or alias, in any case.
func LookupMember(name string) (Member, bool) {
	for _, m := range members {
		if strings.EqualFold(m.Name, name) || slices.ContainsFunc(m.Aliases,
			func(a string) bool { return strings.EqualFold(a, name) }) {
			return m, true
		}
	}
	return Member{}, false
}
