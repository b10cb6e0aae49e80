package check

// A Probe is a group of requests with one purpose.
type Probe string

// The probes, in the order in which they are run. They call only tools that may be called, see
// [Options].
const (
	List           Probe = "list"            // list the tools
	Valid          Probe = "valid"           // valid calls of read-only tools, or of all tools if Options.CallAll is set
	UnknownTool    Probe = "unknown-tool"    // a call of a tool that does not exist
	UnknownVersion Probe = "unknown-version" // a call of a version of a tool that does not exist
	UnknownMethod  Probe = "unknown-method"  // a JSON-RPC method, or a path, that does not exist
	WrongRevision  Probe = "wrong-revision"  // a revision of the protocol that does not exist
	Missing        Probe = "missing"         // an input without a required member
	WrongType      Probe = "wrong-type"      // an input with a member of the wrong type
	OutOfBounds    Probe = "out-of-bounds"   // an input with a value outside of the limits of its schema
	Extra          Probe = "extra"           // an input with a member that its schema does not allow
	NoInput        Probe = "no-input"        // no input, or one that is not an object, for a tool that needs one
	NotJSON        Probe = "not-json"        // a body that is not JSON
	NotRequest     Probe = "not-request"     // JSON that is not a request
	Method         Probe = "method"          // an HTTP method that the endpoint does not have
	ContentType    Probe = "content-type"    // a body of a type that is not JSON
	NoCredentials  Probe = "no-credentials"  // a request without the credentials of the others
	BadCredentials Probe = "bad-credentials" // a request with an invalid bearer token
	Repeated       Probe = "repeated"        // the same wrong call again
	Concurrent     Probe = "concurrent"      // many wrong calls at once
	Cancelled      Probe = "cancelled"       // a request that the client gives up
	Slow           Probe = "slow"            // a body that is sent slowly
	Deep           Probe = "deep"            // an input of many levels
	Large          Probe = "large"           // an input of many bytes
	Alive          Probe = "alive"           // list the tools again, after each of the last four, not-json and not-request
)

// Probes are all probes, with what they send.
var Probes = []struct {
	Name Probe
	Text string
}{
	{List, "lists the tools"},
	{Valid, "calls tools with valid input: tools that are declared read-only, with --call-all the others, too"},
	{UnknownTool, "calls a tool that does not exist"},
	{UnknownVersion, "calls a version of a tool that does not exist"},
	{UnknownMethod, "requests a method or a path that does not exist"},
	{WrongRevision, "requests a revision of the protocol that does not exist"},
	{Missing, "leaves out a required member of an input"},
	{WrongType, "sends a member of an input with a value of another type"},
	{OutOfBounds, "sends a value outside of the limits of its schema, to the tools of valid"},
	{Extra, "sends a member that the schema of the input does not allow, to the tools of valid"},
	{NoInput, "sends no input, or one that is not an object"},
	{NotJSON, "sends a body that is not JSON"},
	{NotRequest, "sends JSON that is not a request"},
	{Method, "uses an HTTP method that the endpoint does not have"},
	{ContentType, "sends a body of a type that is not JSON"},
	{NoCredentials, "leaves out the credentials"},
	{BadCredentials, "sends an invalid bearer token"},
	{Repeated, "sends a wrong call again"},
	{Concurrent, "sends wrong calls at the same time"},
	{Cancelled, "gives up a request"},
	{Slow, "sends a body slowly"},
	{Deep, "sends an input of many levels"},
	{Large, "sends an input of many bytes"},
	{Alive, "lists the tools again after the probes that may stop a server"},
}
