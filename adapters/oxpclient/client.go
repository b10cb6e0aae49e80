package oxpclient

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/tool"
)

// A Client calls the tools of one server. Only URL is required. It may be used by many goroutines
// at once, and must not be changed after the first call.
type Client struct {
	URL  string       // of the server; /tools and /tools/call are below it
	HTTP *http.Client // sends the requests; nil: http.DefaultClient

	// Authorize adds the credentials of the application to a request, such as a bearer token. HTTP
	// should not: it also requests a check_url. Nil: there are none.
	Authorize func(*http.Request) error

	Needs Needs // supplies what a call lacks; nil: a call that lacks something fails

	// MayCheck reports whether a check_url at another origin than URL may be requested, by its
	// host. The address of the host is not checked; a Dialer with Control can do that. Nil: none
	// may be.
	MayCheck func(*url.URL) bool

	// Idempotent reports whether making a call of a tool twice has the effect of making it once:
	// the tool only reads, or the server answers a call_id that it knows with its first answer, as
	// one with oxpserver.Server.Keys does. Nil: no tool.
	Idempotent func(tool string) bool

	// OnRetry is called before each wait; tool is "" for the list of tools.
	OnRetry func(ctx context.Context, tool string, err *errkit.Error, wait time.Duration)

	Codec dialect.Codec // decodes errors
	Flat  bool          // send the flat form, with the header OXP-Version

	MaxBody  int64         // maximum size of a response, in bytes; 0: 4 MiB
	Timeout  time.Duration // of one request; 0: 2 minutes
	Attempts int           // of one call, with the first; 0: 3
	MaxWait  time.Duration // a call that must wait longer is not repeated; 0: 30 s

	Poll       time.Duration // between two requests of a check_url, unless its server wants more; 0: 2 s
	MaxConsent time.Duration // that the user has for one challenge; 0: 5 minutes
}

// A Call is a call of a tool (OXP 1.0, Call Tool Request).
type Call struct {
	ID      string      // the idempotency key, of the call and its repetitions; "": a random one
	TraceID string      // of the trace that the call belongs to; "": none
	Tool    string      // Toolkit.Tool, Toolkit.Tool@1 or Toolkit.Tool@1.2.3
	Input   any         // encoded by package json; nil: none
	Caller  tool.Caller // what the call brings besides; the scopes of tokens are not sent
}

// A Result is what a tool returned.
type Result struct {
	CallID   string          // of the call
	Value    json.RawMessage // nil: the tool returns none
	Duration time.Duration   // of the tool, as the server states it
}

// maxAsked bounds how often one call asks for what it lacks.
const maxAsked = 3

// Call calls a tool. The error is an [*errkit.Error]: that of the server, or that of the request.
// If what the call lacks cannot be supplied, it is the error with the Needs, whose cause is why.
func (c *Client) Call(ctx context.Context, call Call) (*Result, error) {
	call.ID = cmp.Or(call.ID, request.NewID())
	call.Caller.Secrets = maps.Clone(call.Caller.Secrets)
	for asked := 0; ; asked++ {
		var result *Result
		e := c.repeat(ctx, call.Tool, func() (e *errkit.Error) {
			result, e = c.call(ctx, &call)
			return e
		}, func() bool { return c.Idempotent != nil && c.Idempotent(call.Tool) })
		switch {
		case e == nil:
			return result, nil
		case asked == maxAsked || !c.maySupply(e):
			return nil, e
		}
		if err := c.supply(ctx, e, &call.Caller); err != nil {
			return nil, because(e, err)
		}
	}
}

// repeat runs f until it succeeds or must not be repeated.
func (c *Client) repeat(
	ctx context.Context, name string, f func() *errkit.Error, idempotent func() bool,
) *errkit.Error {
	policy := request.Repeat{Attempts: c.Attempts, Base: 500 * time.Millisecond, MaxWait: c.MaxWait}
	for attempt := 1; ; attempt++ {
		e := f()
		if e == nil || isForModel(e) || !request.MayRepeat(e, c.Codec.Table.RetryOf(e) == errkit.Allowed, idempotent) {
			return e
		}
		repeat, err := policy.Wait(ctx, e, attempt, func(wait time.Duration) {
			if c.OnRetry != nil {
				c.OnRetry(ctx, name, e, wait)
			}
		})
		if err != nil {
			return because(e, err)
		}
		if !repeat {
			return e
		}
	}
}

// isForModel reports whether an error has what a model needs to change the call.
func isForModel(e *errkit.Error) bool { return e.Hint != "" || len(e.Fields) > 0 }

// because returns e with err as a cause, or err itself if its author gave it a kind.
func because(e *errkit.Error, err error) *errkit.Error {
	if request.IsCoded(err) {
		return errkit.From(err)
	}
	c := *e
	c.Err = errors.Join(e.Err, err)
	return &c
}

// A Tool is a tool that a server lists (OXP 1.0, ToolDefinition).
type Tool struct {
	ID           string          `json:"id"`   // for [Call]: Toolkit.Tool@1.2.3
	Name         string          `json:"name"` // for models
	Description  string          `json:"description"`
	Version      string          `json:"version"`
	InputSchema  json.RawMessage `json:"input_schema"`  // nil: not stated
	OutputSchema json.RawMessage `json:"output_schema"` // nil: not stated; null: the tool returns no value
	Requirements Requirements    `json:"requirements"`
}

// Requirements are what a call of a tool must bring besides its input.
type Requirements struct {
	Authorization []Authorization `json:"authorization"`
	Secrets       []struct {
		ID string `json:"id"`
	} `json:"secrets"`
	UserID bool `json:"user_id"`
}

// An Authorization is what the user must have allowed.
type Authorization struct {
	ID     string `json:"id"`
	OAuth2 struct {
		Scopes []string `json:"scopes"`
	} `json:"oauth2"`
}

// Tools returns the tools of the server. The error is as that of [Client.Call].
func (c *Client) Tools(ctx context.Context) ([]Tool, error) {
	var list struct {
		Items []Tool `json:"items"`
		Tools []Tool `json:"tools"` // in the prose of OXP 1.0
	}
	e := c.repeat(ctx, "", func() *errkit.Error {
		resp, e := c.exchange(ctx, http.MethodGet, "tools", nil)
		if e == nil {
			_, e = c.decode(resp)
		}
		if e != nil {
			return e
		}
		err := json.Unmarshal(resp.Body, &list)
		if err == nil && list.Items == nil && list.Tools == nil {
			err = errors.New("the response has no list of tools")
		}
		if err != nil {
			return unusable(err)
		}
		return nil
	}, func() bool { return true })
	if e != nil {
		return nil, e
	}
	return append(list.Items, list.Tools...), nil
}
