package a2aerr_test

import (
	"bytes"
	"context"
	"iter"
	"log/slog"
	"net/http/httptest"
	"testing"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2aclient"
	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/a2aproject/a2a-go/a2asrv/eventqueue"
	"github.com/stretchr/testify/require"

	a2aerr "github.com/toolerr/toolerr/adapters/a2a"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// An agent rings a bell.
type agent struct {
	ring   func(context.Context, *a2asrv.RequestContext, eventqueue.Queue) error
	cancel func(context.Context) error
}

func (a *agent) Execute(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
	return a.ring(ctx, request, queue)
}

func (a *agent) Cancel(ctx context.Context, _ *a2asrv.RequestContext, _ eventqueue.Queue) error {
	return a.cancel(ctx)
}

// failing returns an agent that fails.
func failing(err error) *agent {
	return &agent{ring: func(context.Context, *a2asrv.RequestContext, eventqueue.Queue) error { return err }}
}

// A server is one of a2a-go over loopback.
type server struct {
	url string
	log bytes.Buffer // of reports
}

func serve(t *testing.T, a *agent, o *a2aerr.Options, more ...a2asrv.RequestHandlerOption) *server {
	t.Helper()
	s := &server{}
	if o == nil {
		o = &a2aerr.Options{Boundary: &middleware.Boundary{}}
	}
	o.Boundary.Report = middleware.Log(slog.New(slog.NewTextHandler(&s.log, nil)))
	more = append(more, a2asrv.WithCallInterceptor(a2aerr.ServerInterceptor(o)),
		a2asrv.WithLogger(slog.New(slog.DiscardHandler)))
	h := httptest.NewServer(a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(a2aerr.Executor(a, o), more...)))
	t.Cleanup(h.Close)
	s.url = h.URL
	return s
}

// client returns a client, whose errors are decoded if decoding is set.
func (s *server) client(t *testing.T, decoding bool) *a2aclient.Client {
	t.Helper()
	return dial(t, s.url, decoding)
}

func dial(t *testing.T, url string, decoding bool) *a2aclient.Client {
	t.Helper()
	options := []a2aclient.FactoryOption{a2aclient.WithJSONRPCTransport(nil)}
	if decoding {
		options = append(options, a2aclient.WithInterceptors(a2aerr.ClientInterceptor(nil)))
	}
	c, err := a2aclient.NewFromEndpoints(t.Context(),
		[]a2a.AgentInterface{{URL: url, Transport: a2a.TransportProtocolJSONRPC}}, options...)
	require.NoError(t, err)
	return c
}

func message() *a2a.MessageSendParams {
	return &a2a.MessageSendParams{Message: a2a.NewMessage(a2a.MessageRoleUser, a2a.TextPart{Text: "ring"})}
}

// last returns the last event of a stream, and its error.
func last(events iter.Seq2[a2a.Event, error]) (event a2a.Event, err error) {
	for event, err = range events {
		if err != nil {
			return nil, err
		}
	}
	return event, nil
}

// coded returns the *errkit.Error in err.
func coded(t *testing.T, err error) *errkit.Error {
	t.Helper()
	require.Error(t, err)
	e, ok := err.(*errkit.Error)
	require.True(t, ok, "%T: %v", err, err)
	return e
}
