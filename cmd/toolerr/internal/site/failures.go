package site

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/demo"
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
	{ID: "not-found", Title: "A doorbell that does not exist", Tool: "Doorbell.Ring",
		Input: `{"doorbell_id":"doorbell1"}`,
		Why: "The tool returns one Go value. Each protocol puts its parts in other places: the status, a code, a " +
			"text for the model, members for programs.",
		Go: `return ringOutput{}, &errkit.Error{
	Kind:    errkit.NotFound,
	Message: "Doorbell ID not found",
	Hint:    "ids: doorbell42,doorbell84",
	Dev:     errkit.Devf("The doorbell with ID '%s' does not exist.", in.DoorbellID),
}`},
	{ID: "invalid-input", Title: "Input that breaks the schema", Tool: "Flight.Book",
		Input: `{"from":"Berlin","to":"CDG","passengers":12}`,
		Why: "The schema of the tool is checked before the tool runs. Every fault has its place in the input, so " +
			"that a model can correct it.",
		Go: "// The tool does not run. Its input has struct tags:\n" +
			"From       string `validate:\"required,len=3,alpha,uppercase\"`\n" +
			"Passengers int    `validate:\"omitempty,min=1,max=9\"`"},
	{ID: "panic", Title: "A panic in the tool", Tool: "Fail.With", Input: `{"panic":true}`,
		Why: "The process goes on. The panic value and the stack are in the log, under the reference that the " +
			"answer has. Nothing private is sent.",
		Go: "panic(errors.New(\"dial tcp 10.1.2.3:5432: the password is wrong\"))"},
	{ID: "rate-limited", Title: "Too many calls", Tool: "Fail.With", Input: `{"kind":"rate_limited"}`,
		Why: "The time to wait is a header in HTTP, a member in OXP, and a sentence for a model in MCP.",
		Go: "return nil, &errkit.Error{Kind: errkit.RateLimited, Retry: errkit.Allowed, RetryAfter: 2 * " +
			"time.Second}"},
	{ID: "auth-required", Title: "The user must give consent", Tool: "Mail.Send",
		Input: `{"to":"ada@example.com","subject":"Hello"}`,
		Why: "The call needs an authorization. Protocols with a member for it have the URL there; the others " +
			"have it in the text.",
		Go: "tool.Authorization{ID: provider, Challenge: post.challenge} // a requirement of the tool"},
	{ID: "upstream-failed", Title: "Another service is down", Tool: "Fail.With", Input: `{"upstream":503}`,
		Why: "The answer has the status of the service, and not its text: that is for the log of the server.",
		Go:  "return nil, &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503, Err: err}"},
	{ID: "tool-not-found", Title: "A tool that does not exist", Tool: "Doorbell.Paint", Input: `{}`,
		Why: "No code of the server's author runs. Each protocol has another place for this failure.",
		Go:  "// The server answers by itself."},
	{ID: "malformed", Title: "A request that is cut off", Tool: "Doorbell.Ring",
		Input: `{"doorbell_id":"doorbell42"}`, Broken: true,
		Why: "The request ends before its JSON does. The answer says where, and blames the caller.",
		Go:  "// No tool is called."},
}

// An exchange is a request and its answer.
type exchange struct {
	Protocol string
	Path     string
	Headers  string // of the request, JSON
	Request  string
	Status   int
	Answer   string // indented
}

// record calls the demo tools in every protocol.
func record(tools http.Handler, base string) []failure {
	list := slices.Clone(failures)
	for i, f := range list {
		for _, p := range demo.Protocols {
			x := exchange{Protocol: p.Name}
			x.Path, x.Request = p.Request(f.Tool, f.Input)
			if f.Broken {
				x.Request = x.Request[:len(x.Request)-3]
			}
			x.call(tools, base, append([][2]string{{"Content-Type", "application/json"}}, p.Header...))
			list[i].Answers = append(list[i].Answers, x)
		}
	}
	return list
}

// call sets the answer to that of the tools, and the headers.
func (x *exchange) call(tools http.Handler, base string, headers [][2]string) {
	r := httptest.NewRequest(http.MethodPost, base+x.Path, strings.NewReader(x.Request))
	r.RemoteAddr = "127.0.0.1:1"
	names := map[string]string{}
	for _, h := range headers {
		r.Header.Set(h[0], h[1])
		names[h[0]] = h[1]
	}
	doc, _ := json.Marshal(names) // strings
	w := httptest.NewRecorder()
	tools.ServeHTTP(w, r)
	x.Headers, x.Status, x.Answer = string(doc), w.Code, strings.TrimSpace(w.Body.String())
	var b bytes.Buffer
	if json.Indent(&b, []byte(x.Answer), "", "  ") == nil {
		x.Answer = b.String()
	}
}
