package goserver

import (
	"context"
	"errors"
	"net/http"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/bench/agents"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

// check returns the error of a response, as users of this module read it.
func check(res *http.Response) error {
	e, err := nethttp.ReadError(res, dialect.Codec{})
	if e != nil {
		return e
	}
	return err
}

// coded returns a refusal as an error of this module, and any other error as it is.
func coded(err error) error {
	var r *refusal
	if !errors.As(err, &r) {
		return err
	}
	switch r.state {
	case "forbidden":
		return errkit.New(errkit.PermissionDenied, "You are not allowed to read this report.")
	case "missing":
		return errkit.New(errkit.NotFound, "There is no report with this id.")
	case "month":
		return &errkit.Error{Kind: errkit.RateLimited, Message: "The quota of this month is used up.", RetryAfter: r.delay}
	}
	return &errkit.Error{Kind: errkit.RateLimited, Message: "Too many requests.", RetryAfter: r.delay}
}

// newNetHTTP returns a server with net/http and tools of package tool.
func newNetHTTP(s *shop, table *agents.Table) (http.Handler, error) {
	tools, err := nethttpTools(s, table)
	if err != nil {
		return nil, err
	}
	var rest api.API
	mux := http.NewServeMux()
	for _, t := range tools {
		mux.Handle("POST /"+t.Name, rest.Tool(t))
	}
	return nethttp.Middleware(mux), nil
}

func nethttpTools(s *shop, table *agents.Table) ([]*tool.Tool, error) {
	trip, errTrip := echoTool[planTrip](table.Tools[0])
	books, errBooks := echoTool[orderBooks](table.Tools[1])
	meeting, errMeeting := echoTool[scheduleMeeting](table.Tools[2])
	report := tool.New("read_report", "Reads a report.", func(ctx context.Context, in readReport) (string, error) {
		text, err := s.report(ctx, in)
		return text, coded(err)
	})
	report.Annotations.ReadOnly = true
	return []*tool.Tool{trip, books, meeting,
		tool.New("place_order", "Orders a book.", s.order),
		report,
		tool.New("audit_ledger", "Audits the ledger.", s.audit),
	}, errors.Join(errTrip, errBooks, errMeeting)
}

func echoTool[In any](t agents.Tool) (*tool.Tool, error) {
	return tool.Define(tool.Definition{Name: t.Name, Description: t.Description, InputSchema: t.Schema},
		func(_ context.Context, in In) (In, error) { return in, nil })
}
