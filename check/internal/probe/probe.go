// Package probe has what a run of package check sends and what comes back: the [Name] of a probe,
// which is a group of requests with one purpose; the [Request]; the [Exchange], which is a
// request with its answer as rules read it; and the transports that complete an Exchange, HTTP
// and lines of a program.
package probe

import (
	_ "embed"
	"strings"

	"github.com/toolerr/toolerr/internal/rows"
)

// A Name is that of a group of requests with one purpose.
type Name string

// The probes, which All describes.
const (
	List           Name = "list"
	Valid          Name = "valid"
	UnknownTool    Name = "unknown-tool"
	UnknownVersion Name = "unknown-version"
	UnknownMethod  Name = "unknown-method"
	WrongRevision  Name = "wrong-revision"
	Missing        Name = "missing"
	WrongType      Name = "wrong-type"
	OutOfBounds    Name = "out-of-bounds"
	Extra          Name = "extra"
	NoInput        Name = "no-input"
	NotJSON        Name = "not-json"
	NotRequest     Name = "not-request"
	Method         Name = "method"
	ContentType    Name = "content-type"
	NoCredentials  Name = "no-credentials"
	BadCredentials Name = "bad-credentials"
	Repeated       Name = "repeated"
	Concurrent     Name = "concurrent"
	Cancelled      Name = "cancelled"
	Slow           Name = "slow"
	Deep           Name = "deep"
	Large          Name = "large"
	Alive          Name = "alive"
)

// A Trait is what a runner must know of a probe.
type Trait string

const (
	OverHTTP  Trait = "http"      // it exists only over HTTP
	Endpoint  Trait = "endpoint"  // it needs an endpoint that exists
	Dangerous Trait = "dangerous" // it may stop a server, so that Alive follows
	Body      Trait = "body"      // it is about the body of a request
	Ending    Trait = "ending"    // a server may close a connection, as the SDK of MCP for Go does
)

// A Probe describes the requests with a name.
type Probe struct {
	Name   Name
	Text   string // what it does
	Traits string
}

// Has reports whether the probe has a trait.
func (p *Probe) Has(t Trait) bool { return strings.Contains(p.Traits, string(t)) }

//go:embed probes.txt
var probesText string

// All are the probes in the order in which they are run, with what they send. They call only
// tools that may be called.
var All = rows.Table[Probe](probesText, "probes", nil)
