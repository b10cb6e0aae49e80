// Package probe has what a run of package check sends and what comes back: the [Name] of a probe,
// which is a group of requests with one purpose; the [Request]; the [Exchange], which is a
// request with its answer as rules read it; and the transports that complete an Exchange, HTTP
// and lines of a program.
package probe

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
type Trait uint8

const (
	OverHTTP  Trait = 1 << iota // it exists only over HTTP
	Endpoint                    // it needs an endpoint that exists
	Dangerous                   // it may stop a server, so that Alive follows
	Body                        // it is about the body of a request
	Ending                      // a server may close a connection, as the SDK of MCP for Go does
)

// A Probe describes the requests with a name.
type Probe struct {
	Name   Name
	Text   string // what it does
	Traits Trait
}

// Has reports whether the probe has a trait.
func (p *Probe) Has(t Trait) bool { return p.Traits&t != 0 }

// All are the probes in the order in which they are run, with what they send. They call only
// tools that may be called.
var All = []Probe{
	{List, "lists the tools", 0},
	{Valid, "calls tools with valid input: tools that are declared read-only, with --call-all the others, too", 0},
	{UnknownTool, "calls a tool that does not exist", 0},
	{UnknownVersion, "calls a version of a tool that does not exist", 0},
	{UnknownMethod, "requests a method or a path that does not exist", 0},
	{WrongRevision, "requests a revision of the protocol that does not exist", 0},
	{Missing, "leaves out a required member of an input", 0},
	{WrongType, "sends a member of an input with a value of another type", 0},
	{OutOfBounds, "sends a value outside of the limits of its schema, to the tools of valid", 0},
	{Extra, "sends a member that the schema of the input does not allow, to the tools of valid", 0},
	{NoInput, "sends no input, or one that is not an object", 0},
	{NotJSON, "sends a body that is not JSON", Endpoint | Dangerous | Ending | Body},
	{NotRequest, "sends JSON that is not a request", Endpoint | Dangerous | Ending | Body},
	{Method, "uses an HTTP method that the endpoint does not have", OverHTTP | Endpoint},
	{ContentType, "sends a body of a type that is not JSON", OverHTTP | Endpoint | Body},
	{NoCredentials, "leaves out the credentials", OverHTTP},
	{BadCredentials, "sends an invalid bearer token", OverHTTP},
	{Repeated, "sends a wrong call again", 0},
	{Concurrent, "sends wrong calls at the same time", 0},
	{Cancelled, "gives up a request", Dangerous},
	{Slow, "sends a body slowly", OverHTTP | Dangerous | Body},
	{Deep, "sends an input of many levels", Dangerous | Ending | Body},
	{Large, "sends an input of many bytes", Dangerous | Body},
	{Alive, "lists the tools again after the probes that may stop a server", 0},
}
