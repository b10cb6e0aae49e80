package site

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/toolerr/toolerr/mapping"
)

// A failure is a call of a demo tool that fails, in every protocol.
type failure struct {
	ID, Title string
	Why       string // what a reader sees in the answers
	Go        string // what the tool does
	Tool      string // id of the tool
	Input     string
	Broken    bool // the request is cut off

	Answers []exchange
}

// failures lists the calls.
var failures = []failure{
	{ID: "not-found", Title: "A doorbell that does not exist", Tool: "Doorbell.Ring", Input: `{"doorbell_id":"doorbell1"}`,
		Why: "The tool returns one Go value. Each protocol puts its parts in other places: the status, a code, a text for the model, members for programs.",
		Go: `return ringOutput{}, &errkit.Error{
	Kind:    errkit.NotFound,
	Message: "Doorbell ID not found",
	Hint:    "ids: doorbell42,doorbell84",
	Dev:     errkit.Devf("The doorbell with ID '%s' does not exist.", in.DoorbellID),
}`},
	{ID: "invalid-input", Title: "Input that breaks the schema", Tool: "Flight.Book", Input: `{"from":"Berlin","to":"CDG","passengers":12}`,
		Why: "The schema of the tool is checked before the tool runs. Every fault has its place in the input, so that a model can correct it.",
		Go:  "// The tool does not run. Its input has struct tags:\nFrom       string `validate:\"required,len=3,alpha,uppercase\"`\nPassengers int    `validate:\"omitempty,min=1,max=9\"`"},
	{ID: "panic", Title: "A panic in the tool", Tool: "Fail.With", Input: `{"panic":true}`,
		Why: "The process goes on. The panic value and the stack are in the log, under the reference that the answer has. Nothing private is sent.",
		Go:  "panic(errors.New(\"dial tcp 10.1.2.3:5432: the password is wrong\"))"},
	{ID: "rate-limited", Title: "Too many calls", Tool: "Fail.With", Input: `{"kind":"rate_limited"}`,
		Why: "The time to wait is a header in HTTP, a member in OXP, and a sentence for a model in MCP.",
		Go:  "return nil, &errkit.Error{Kind: errkit.RateLimited, Retry: errkit.Allowed, RetryAfter: 2 * time.Second}"},
	{ID: "auth-required", Title: "The user must give consent", Tool: "Mail.Send", Input: `{"to":"ada@example.com","subject":"Hello"}`,
		Why: "The call needs an authorization. Protocols with a member for it have the URL there; the others have it in the text.",
		Go:  "tool.Authorization{ID: provider, Challenge: post.challenge} // a requirement of the tool"},
	{ID: "upstream-failed", Title: "Another service is down", Tool: "Fail.With", Input: `{"upstream":503}`,
		Why: "The answer has the status of the service, and not its text: that is for the log of the server.",
		Go:  "return nil, &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503, Err: err}"},
	{ID: "tool-not-found", Title: "A tool that does not exist", Tool: "Doorbell.Paint", Input: `{}`,
		Why: "No code of the server's author runs. Each protocol has another place for this failure.",
		Go:  "// The server answers by itself."},
	{ID: "malformed", Title: "A request that is cut off", Tool: "Doorbell.Ring", Input: `{"doorbell_id":"doorbell42"}`, Broken: true,
		Why: "The request ends before its JSON does. The answer says where, and blames the caller.",
		Go:  "// No tool is called."},
}

// A protocol is a way to call the demo tools.
type protocol struct {
	Name    string
	Path    func(model string) string
	Headers map[string]string
	Body    func(id, model, input string) string
}

// protocols lists the ways. A tool has an id, and a name for models in which the dot is an underscore.
var protocols = []protocol{
	{"OXP", fixed("/oxp/tools/call"), nil, func(id, _, input string) string {
		return `{"request":{"tool_id":"` + id + `","input":` + input + `}}`
	}},
	{"MCP", fixed("/mcp"), map[string]string{"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}, toolsCall},
	{"AAI", fixed("/aai"), nil, toolsCall},
	{"RFC 9457", func(model string) string { return "/problem/" + model }, nil, onlyInput},
	{"Google APIs", func(model string) string { return "/google/" + model }, nil, onlyInput},
	{"Connect", func(model string) string { return "/connect/" + model }, nil, onlyInput},
	{"A2A", fixed("/a2a"), nil, func(_, model, input string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"data":{"name":"` + model + `","arguments":` + input + `}}]}}}`
	}},
}

func fixed(path string) func(string) string { return func(string) string { return path } }

func toolsCall(_, model, input string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + model + `","arguments":` + input + `}}`
}

func onlyInput(_, _, input string) string { return input }

// An exchange is a request and its answer.
type exchange struct {
	Protocol string
	Path     string
	Headers  string // of the request, JSON
	Request  string
	Status   int
	Text     string // of the status
	Answer   string // indented
}

// record calls the demo tools in every protocol.
func record(tools http.Handler, base string) []failure {
	list := make([]failure, len(failures))
	for i, f := range failures {
		model := strings.ReplaceAll(f.Tool, ".", "_")
		for _, p := range protocols {
			x := exchange{Protocol: p.Name, Path: p.Path(model), Request: p.Body(f.Tool, model, f.Input)}
			if f.Broken {
				x.Request = x.Request[:len(x.Request)-3]
			}
			headers := map[string]string{"Content-Type": "application/json"}
			for name, value := range p.Headers {
				headers[name] = value
			}
			doc, _ := json.Marshal(headers) // strings
			x.Headers = string(doc)
			x.call(tools, base, headers)
			f.Answers = append(f.Answers, x)
		}
		list[i] = f
	}
	return list
}

// call sets the answer to that of the tools.
func (x *exchange) call(tools http.Handler, base string, headers map[string]string) {
	r, err := http.NewRequest(http.MethodPost, base+x.Path, strings.NewReader(x.Request))
	if err != nil {
		return // unreachable: the URL is that of a listener and a constant path
	}
	if u, err := url.Parse(base); err == nil {
		r.Host = u.Host
	}
	r.RemoteAddr = "127.0.0.1:1"
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	tools.ServeHTTP(w, r)
	x.Status, x.Text, x.Answer = w.status, http.StatusText(w.status), strings.TrimSpace(w.body.String())
	var b bytes.Buffer
	if json.Indent(&b, []byte(x.Answer), "", "  ") == nil {
		x.Answer = b.String()
	}
}

// A recorder keeps a response.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header         { return w.header }
func (w *recorder) WriteHeader(status int)      { w.status = status }
func (w *recorder) Write(p []byte) (int, error) { return w.body.Write(p) }

// mappingTable has the codes of every kind.
func mappingTable() (header []string, rows [][]string) {
	return mapping.Header(), mapping.Default().Cells()
}
