package demo

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/samber/lo"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

// readOnly are the tools that only read.
var readOnly = []string{"Calculator.Add", "Fail.With", "Files.List", "Pattern.Get", "Shop.Orders"}

// noDoorbell is the error of the example in OXP 1.0, Call Tool, Tool Execution Error.
var noDoorbell = &errkit.Error{
	Kind: errkit.NotFound, Code: "no_such_doorbell", Message: "Doorbell ID not found", Hint: "ids: doorbell42,doorbell84",
	Retry: errkit.Allowed, RetryAfter: 500 * time.Millisecond,
}

// declared are the errors that the tools declare.
var declared = map[string][]error{
	"Calculator.Add": {errkit.InvalidInput}, "Doorbell.Ring": {noDoorbell}, "Flight.Book": {errkit.InvalidInput},
}

// newTools returns the tools.
func newTools(bookings booking, users *consents) *tool.Set {
	set, orders := new(tool.Set), new(shop)
	add(set, "Calculator.Add", "1.0.0", "Adds two numbers.", `{"a":10,"b":5}`, sum)
	add(set, "Calculator.Add", "1.1.0", "Adds two numbers. Returns an error if the sum is too large.",
		`{"a":10,"b":5}`, checkedSum)
	add(set, "Doorbell.Ring", "0.1.0", "Rings a doorbell.", `{"doorbell_id":"doorbell1"}`, ring)
	add(set, "Flight.Book", "1.0.0", "Books a flight.", `{"from":"TXL","to":"CDG","departureDate":"12/12/2024"}`,
		bookings.book)
	add(set, "Mail.Send", "1.0.0", "Sends a mail after the user has given consent.",
		`{"to":"ada@example.com","subject":"Hello"}`, send,
		users.required(mailProvider, "Allow the demo to send mail."))
	add(set, "Files.List", "1.0.0", "Lists files after the user has given consent, with the third check of it.", `{}`,
		list, users.required(filesProvider, "Allow the demo to list files."))
	add(set, "Pattern.Get", "1.0.0", "Returns a pattern of design. Over MCP its errors are toolError:v1.",
		`{"id":"timeout","format":"both"}`, getPattern)
	add(set, "Shop.Order", "1.0.0", "Places an order. The connection to the shop breaks before it answers.",
		`{"item":"dune"}`, orders.place)
	add(set, "Shop.Orders", "1.0.0", "Lists the items that were ordered.", `{}`, orders.list)
	add(set, "Fail.With", "1.0.0", "Fails with the requested error.", `{"kind":"rate_limited"}`, fail)
	return set
}

// add defines a tool and adds it to a set. It panics for a definition that is wrong.
func add[In, Out any](set *tool.Set, name, version, description, input string,
	f func(context.Context, In) (Out, error), required ...tool.Authorization) {
	lo.Must0(set.Add(lo.Must(tool.Define(tool.Definition{
		Name: name, Version: version, Description: description,
		Examples:     []tool.Example{{Input: json.RawMessage(input)}},
		Annotations:  tool.Annotations{ReadOnly: slices.Contains(readOnly, name)},
		Requirements: tool.Requirements{Authorization: required},
		Errors:       declared[name],
	}, f))))
}

type addInput struct {
	A float64 `json:"a" required:"true" description:"The first number."`
	B float64 `json:"b" required:"true" description:"The second number."`
}

// sum is Calculator.Add 1.0.0. An infinite sum cannot be encoded as JSON, so the call fails with
// OutputInvalid.
func sum(_ context.Context, in addInput) (float64, error) { return in.A + in.B, nil }

// checkedSum is Calculator.Add 1.1.0, which returns InvalidInput if the sum is infinite.
func checkedSum(ctx context.Context, in addInput) (float64, error) {
	total, err := sum(ctx, in)
	if math.IsInf(total, 0) {
		return 0, &errkit.Error{Kind: errkit.InvalidInput, Message: "The sum is too large for a number.",
			Hint: "Use smaller numbers."}
	}
	return total, err
}

type ringInput struct {
	DoorbellID string `json:"doorbell_id" validate:"required,max=64" description:"The ID of the doorbell to ring."`
}

type ringOutput struct {
	Sound string `json:"sound"`
}

// ring is Doorbell.Ring 0.1.0. For an unknown id it returns noDoorbell.
func ring(_ context.Context, in ringInput) (ringOutput, error) {
	switch in.DoorbellID {
	case "doorbell42":
		return ringOutput{"ding dong"}, nil
	case "doorbell84":
		return ringOutput{"dong"}, nil
	}
	return ringOutput{}, &errkit.Error{Code: noDoorbell.Code,
		Dev: errkit.Devf("The doorbell with ID '%s' does not exist.", in.DoorbellID)}
}

type bookInput struct {
	From          string `json:"from" validate:"required,len=3,alpha,uppercase" pattern:"^[A-Z]{3}$" description:"IATA code of the departure airport." examples:"[\"TXL\"]"`
	To            string `json:"to" validate:"required,len=3,alpha,uppercase,nefield=From" pattern:"^[A-Z]{3}$" description:"IATA code of the destination airport, which must differ from the departure airport." examples:"[\"CDG\"]"`
	DepartureDate string `json:"departureDate" validate:"required" pattern:"^\\d{2}/\\d{2}/\\d{4}$" description:"Departure date in dd/mm/yyyy format."`
	Passengers    int    `json:"passengers,omitempty" validate:"omitempty,min=1,max=9" description:"The number of passengers (default 1)."`
	Cabin         string `json:"cabin,omitempty" validate:"omitempty,oneof=economy business first" description:"The cabin class (default economy)."`
}

type bookOutput struct {
	Flight     string `json:"flight"`
	Departs    string `json:"departs" format:"date"`
	Passengers int    `json:"passengers"`
	Cabin      string `json:"cabin"`
}

const (
	bookFormat  = "02/01/2006"
	bookBadDate = "There is no such date."
)

// booking is Flight.Book 1.0.0. It checks that the date is in the future, which a schema cannot
// express (SEP-1303).
type booking struct{ now func() time.Time }

func (b booking) book(_ context.Context, in bookInput) (bookOutput, error) {
	departs, err := time.Parse(bookFormat, in.DepartureDate)
	if err != nil {
		return bookOutput{}, errkit.Wrap(err, errkit.InvalidInput, bookBadDate)
	}
	now := b.now()
	if !departs.After(now) {
		return bookOutput{}, errkit.New(errkit.InvalidInput,
			errkit.Textf("Dates must be in the future. Current date is %s", now.Format(bookFormat)))
	}
	return bookOutput{Flight: in.From + "-" + in.To, Departs: departs.Format(time.DateOnly),
		Passengers: max(in.Passengers, 1), Cabin: cmp.Or(in.Cabin, "economy")}, nil
}

// maxOrders is the maximum number of orders in memory. The oldest is removed first.
const maxOrders = 100

// A shop is a service that takes orders, and whose connection breaks before it answers. It is an
// [http.RoundTripper], so that the demo needs no other server.
type shop struct {
	mu     sync.Mutex
	orders []string
}

// RoundTrip places the order in the body of a request.
func (s *shop) RoundTrip(r *http.Request) (*http.Response, error) {
	item := lo.Must(io.ReadAll(r.Body)) // a text
	s.mu.Lock()
	defer s.mu.Unlock()
	s.orders = append(s.orders[max(len(s.orders)+1-maxOrders, 0):], string(item))
	return nil, io.ErrUnexpectedEOF
}

type orderInput struct {
	Item string `json:"item" validate:"required,max=100" description:"What to order."`
}

// place is Shop.Order 1.0.0. The order is placed, and the caller does not learn it.
func (s *shop) place(ctx context.Context, in orderInput) (string, error) {
	body := strings.NewReader(in.Item)
	r := lo.Must(http.NewRequestWithContext(ctx, http.MethodPost, "http://shop.invalid/orders", body))
	client := http.Client{Transport: &nethttp.Transport{Base: s}}
	resp, err := client.Do(r)
	if err != nil {
		return "", err
	}
	return "ordered", resp.Body.Close()
}

// list is Shop.Orders 1.0.0, with which a caller checks what happened.
func (s *shop) list(context.Context, struct{}) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.orders...), nil
}

type patternInput struct {
	ID     string `json:"id" validate:"required,max=100" description:"The id of the pattern; one of timeout, unauthorized, broken and invalid fails."`
	Format string `json:"format,omitempty" validate:"omitempty,oneof=markdown json both" description:"The blocks of an error over MCP (default markdown)."`
}

// patterns are those that Pattern.Get returns.
var patterns = map[string]string{
	"retry": "Repeat a call that failed, after a while.", "circuit-breaker": "Stop calling what fails.",
}

// patternErrors are the examples of Tool Error Responses, by the id that fails with them.
var patternErrors = map[string]errkit.Error{
	"timeout": {Kind: errkit.Timeout, Message: "Network error: Request timeout"},
	"unauthorized": {Kind: errkit.Unauthenticated, Upstream: http.StatusUnauthorized,
		Message: "Authentication required: Missing or invalid API key"},
	"broken": {Kind: errkit.UpstreamFailed, Upstream: http.StatusInternalServerError, Retry: errkit.Allowed,
		Message: "Internal server error"},
	"invalid": {Kind: errkit.InvalidInput, Upstream: http.StatusBadRequest,
		Message: "Invalid request: limit must be between 1 and 100"},
}

// getPattern is Pattern.Get 1.0.0. An unknown id needs the user, who chooses one (Tool Error
// Responses, Consistency).
func getPattern(_ context.Context, in patternInput) (any, error) {
	if e, ok := patternErrors[in.ID]; ok {
		e.Err = errSecret
		return nil, &e
	}
	if text, ok := patterns[in.ID]; ok {
		return text, nil
	}
	return nil, &errkit.Error{Kind: errkit.InputRequired, Needs: &errkit.Needs{
		Reason: errkit.Textf("Pattern %q not found.", in.ID),
		Input:  []errkit.Input{{Name: "id", Suggestions: slices.Sorted(maps.Keys(patterns))}},
	}}
}

// toolErrors is the middleware of a server whose errors are toolError:v1 for Pattern.Get, and
// those of options for everything else.
func toolErrors(options mcperr.Options) mcp.Middleware {
	others := mcperr.Middleware(&options)
	options.ToolError, options.NoCarry = true, true // as the document has them
	formatted := mcperr.Middleware(&options)
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		others, formatted := others(next), formatted(next)
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if call, ok := req.GetParams().(*mcp.CallToolParamsRaw); ok && call != nil && call.Name == "Pattern_Get" {
				return formatted(ctx, method, req)
			}
			return others(ctx, method, req)
		}
	}
}

// kindName is the name of an errkit.Kind.
type kindName string

// Enum returns the names of all kinds, for the schema of the input.
func (kindName) Enum() []any {
	return lo.Map(errkit.Kinds(), func(k errkit.Kind, _ int) any { return k.String() })
}

type failInput struct {
	Kind     kindName `json:"kind,omitempty" description:"The kind of the error."`
	Panic    bool     `json:"panic,omitempty" description:"Panic instead of returning an error."`
	SleepMS  int      `json:"sleep_ms,omitempty" validate:"omitempty,min=0,max=30000" description:"How long to wait before the result, in milliseconds."`
	Upstream int      `json:"upstream,omitempty" validate:"omitempty,min=400,max=599" description:"The HTTP status of an upstream service's response; the default kind is then upstream_failed."`
}

type failOutput struct {
	SleptMS int `json:"slept_ms"`
}

// errSecret is the cause of every failure. It is logged, and must not be in a response.
var errSecret = errors.New("dial tcp 10.1.2.3:5432: password of user demo is wrong")

// fail is Fail.With 1.0.0. It returns the requested error, or succeeds if none is requested.
func fail(ctx context.Context, in failInput) (failOutput, error) {
	select {
	case <-time.After(time.Duration(in.SleepMS) * time.Millisecond):
	case <-ctx.Done():
		return failOutput{}, ctx.Err()
	}
	if in.Panic {
		panic(errSecret)
	}
	e := &errkit.Error{Err: errSecret, Upstream: in.Upstream}
	switch {
	case in.Kind != "":
		if err := e.Kind.UnmarshalText([]byte(in.Kind)); err != nil {
			return failOutput{}, errkit.Wrap(err, errkit.InvalidInput, "There is no such kind.")
		}
	case in.Upstream != 0:
		e.Kind = errkit.UpstreamFailed
	default:
		return failOutput{SleptMS: in.SleepMS}, nil
	}
	complete(e)
	return failOutput{}, e
}

// complete adds the fields that errors of the kind of e usually have.
func complete(e *errkit.Error) {
	switch e.Kind {
	case errkit.InvalidInput:
		e.Fields = []errkit.Field{{Path: "/kind", Message: "must be a different kind", Rule: "ne",
			Param: e.Kind.String()}}
	case errkit.InputRequired:
		e.Needs = &errkit.Needs{Reason: "There is more than one doorbell.",
			Input: []errkit.Input{{Name: "doorbell_id", Suggestions: []string{"doorbell42", "doorbell84"}}}}
	case errkit.AuthRequired:
		e.Needs = &errkit.Needs{Challenges: []errkit.Challenge{{ID: "demo", URL: "https://auth.example.com/authorize",
			Message: "Allow the demo."}}}
	case errkit.RequirementMissing:
		e.Needs = &errkit.Needs{UserID: true}
	case errkit.RateLimited, errkit.Unavailable:
		e.Retry, e.RetryAfter = errkit.Allowed, 2*time.Second
	}
}
