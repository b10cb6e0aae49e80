package a2aerr

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2aclient"
	"google.golang.org/grpc/status"

	"github.com/toolerr/toolerr/dialect"
	wire "github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/errkit"
)

// clientInterceptor decodes the errors of calls.
type clientInterceptor struct {
	a2aclient.PassthroughInterceptor
	codec *dialect.Codec
}

// ClientInterceptor returns an interceptor that decodes the errors of calls. Of nil options, which
// are the zero Options, and others it uses the Codec.
func ClientInterceptor(o *Options) a2aclient.CallInterceptor {
	return &clientInterceptor{codec: &cmp.Or(o, &Options{}).Codec}
}

// After decodes the error of a call.
func (i *clientInterceptor) After(_ context.Context, response *a2aclient.Response) error {
	response.Err = fromError(i.codec, response.Err)
	return nil
}

// FromError returns the error of a call of a client as an [*errkit.Error] with err as its cause,
// and nil for nil. An error of the agent has its Peer. If there was no response the error is
// Timeout, Canceled or Network, without a message. An error of grpc is returned as it is.
func FromError(err error) error { return fromError(new(dialect.Codec), err) }

func fromError(c *dialect.Codec, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*errkit.Error](err); ok { // another interceptor decoded it
		return err
	}
	if _, ok := status.FromError(err); ok {
		return err
	}
	var e *errkit.Error
	own, known := find(err)
	code, hasStatus := statusOf(err)
	transport, unsent := errors.AsType[*url.Error](err)
	switch {
	case known:
		e = decode(c, own, err)
	case hasStatus: // of a response whose body a2a-go does not read
		e, _ = c.Decode(dialect.Document{Dialect: wire.Dialect{Version: wire.Version03}, Status: code})
	case errors.Is(err, context.DeadlineExceeded), unsent && transport.Timeout():
		e = &errkit.Error{Kind: errkit.Timeout}
	case errors.Is(err, context.Canceled):
		e = &errkit.Error{Kind: errkit.Canceled}
	case unsent:
		e = &errkit.Error{Kind: errkit.Network}
	}
	if e == nil { // of a response that a2a-go cannot read
		e = &errkit.Error{Kind: errkit.UpstreamFailed}
	}
	e.Err = err
	return e
}

// decode returns the error of a response of JSON-RPC, of which a2a-go returns the text of its data
// and the error of the code. The text of a server of a2a-go ends with that of the code, too.
func decode(c *dialect.Codec, own defined, err error) *errkit.Error {
	end := ": " + own.err.Error()
	s := strings.TrimSuffix(strings.TrimSuffix(err.Error(), end), end)
	message, _ := json.Marshal(s) // a string
	doc := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%s}}`, own.code, message)
	e, decodeErr := c.Decode(dialect.Document{Dialect: wire.Dialect{Version: wire.Version03}, Body: doc})
	if decodeErr != nil || e == nil { // longer than a document can be
		name := wire.Dialect{Version: wire.Version03}.Name()
		e = &errkit.Error{Peer: &errkit.Peer{Dialect: name, Code: strconv.Itoa(own.code)}}
		e.Kind, _ = c.Table.FromA2A(int64(own.code))
	}
	return e
}

// statusText is the text of the error that a2a-go returns for an HTTP status other than 200.
const statusText = "unexpected HTTP status: "

// statusOf returns the HTTP status in the text of an error of a2a-go.
func statusOf(err error) (int, bool) {
	_, text, ok := strings.Cut(err.Error(), statusText)
	if !ok || len(text) < 3 {
		return 0, false
	}
	status, err := strconv.Atoi(text[:3])
	return status, err == nil && status >= http.StatusBadRequest
}

// FromEvent returns the error of a task that failed, or that waits for the caller: of a task, or
// of a status update. It is an [*errkit.Error] with its Peer; nil for any other event.
func FromEvent(event a2a.Event) error {
	doc, err := json.Marshal(event)
	if err != nil {
		return nil
	}
	task := wire.Task{Binding: wire.HTTP, Version: wire.Version03}
	e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: task, Body: doc})
	if err != nil || e == nil {
		return nil
	}
	return e
}
