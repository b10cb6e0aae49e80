package bench

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"connectrpc.com/connect"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	kratoserrors "github.com/go-kratos/kratos/v2/errors"
	kratoshttp "github.com/go-kratos/kratos/v2/transport/http"
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"github.com/labstack/echo/v5"
	"github.com/moogar0880/problems"
	"github.com/stretchr/testify/require"
	"github.com/twitchtv/twirp"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/bench/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// stub is a http.ResponseWriter that reuses its buffer.
type stub struct {
	header http.Header
	status int
	body   []byte
}

func (s *stub) Header() http.Header { return s.header }

func (s *stub) WriteHeader(status int) { s.status = status }

func (s *stub) Write(p []byte) (int, error) {
	s.body = append(s.body, p...)
	return len(p), nil
}

// record resets the writer, calls f, and returns the body that f wrote.
func (s *stub) record(f func()) []byte {
	clear(s.header)
	s.status, s.body = 0, s.body[:0]
	f()
	return s.body
}

// noReport is a Boundary without Report: the peers do not report errors either.
var noReport = &middleware.Boundary{}

// httpTasks write an HTTP error, header and body, with the function of each library for that.
// toolerr-handler, huma-operation and echo instead serve a request with a handler that returns the
// error, which for the latter two includes routing. The errors of the peers are created in
// advance, with the fields if their format supports them.
func httpTasks() (tasks []task) {
	for _, v := range Values() {
		tasks = append(tasks, task{"size=" + v.Size, httpImpls(v.Err)})
	}
	return tasks
}

func httpImpls(e *errkit.Error) []implementation {
	w := &stub{header: http.Header{}, body: make([]byte, 0, 64<<10)}
	r := httptest.NewRequest("POST", "/bells/back/ring", nil)
	r.Header.Set("Content-Type", "application/json")
	code := mapping.Default().Row(e.Kind).HTTP
	message := string(e.Message)
	hasMessage := func(t *testing.T, got []byte) {
		require.GreaterOrEqual(t, w.status, 400)
		contains(message)(t, got)
	}
	hasFields := func(t *testing.T, got []byte) {
		hasMessage(t, got)
		for _, f := range e.Fields[:min(3, len(e.Fields))] {
			var quoted, _ = json.Marshal(string(f.Message))
			require.True(t, containsAny(string(got), string(f.Message), string(quoted[1:len(quoted)-1]),
				plainJSON(string(f.Message))), "%s in %s", f.Message, got)
		}
	}

	api := nethttp.API{Boundary: noReport}
	fails := api.Handler(func(http.ResponseWriter, *http.Request) error { return e })
	fails.ServeHTTP(w, r)
	known := append([]byte(nil), w.body...)
	problemType := []string{"application/problem+json"}

	problem := problems.NewDetailedProblem(code, message)

	humaAPI := humago.New(http.NewServeMux(), huma.DefaultConfig("bench", "1.0.0"))
	operation := &huma.Operation{}
	operations := http.NewServeMux()
	var humaErrors []error
	var violations []*errdetails.BadRequest_FieldViolation
	metadata := map[string]string{}
	twirpError := twirp.NewError(twirp.InvalidArgument, message)
	for _, f := range e.Fields {
		humaErrors = append(humaErrors, &huma.ErrorDetail{Message: string(f.Message), Location: f.Path})
		violations = append(violations, &errdetails.BadRequest_FieldViolation{Field: f.Path,
			Description: string(f.Message)})
		metadata[f.Path] = string(f.Message)
		twirpError = twirpError.WithMeta(f.Path, string(f.Message))
	}
	huma.Register(humago.New(operations, huma.DefaultConfig("bench", "1.0.0")),
		huma.Operation{Method: "POST", Path: "/bells/{bell}/ring"},
		func(context.Context, *struct{}) (*struct{}, error) {
			return nil, huma.NewError(code, message, humaErrors...)
		})
	kratosError := kratoserrors.New(code, e.Kind.String(), message).WithMetadata(metadata)

	connectError := connect.NewError(connect.CodeInvalidArgument, errors.New(message))
	grpcStatus := status.New(codes.InvalidArgument, message)
	if len(violations) > 0 {
		bad := &errdetails.BadRequest{FieldViolations: violations}
		detail, err := connect.NewErrorDetail(bad)
		must(err)
		connectError.AddDetail(detail)
		grpcStatus, err = grpcStatus.WithDetails(bad)
		must(err)
	}
	grpcError := grpcStatus.Err()
	connectWriter := connect.NewErrorWriter()
	gateway := runtime.NewServeMux()
	_, marshaler := runtime.MarshalerForRequest(gateway, r)

	app := echo.New()
	echoError := echo.NewHTTPError(code, message)
	app.POST("/bells/:bell/ring", func(*echo.Context) error { return echoError })

	return []implementation{
		{"toolerr", func() []byte { return w.record(func() { api.WriteError(w, r, e) }) }, nil},
		{"toolerr-handler", func() []byte { return w.record(func() { fails.ServeHTTP(w, r) }) }, nil},
		{"known-bytes", func() []byte {
			return w.record(func() { w.header["Content-Type"] = problemType; w.WriteHeader(code); _, _ = w.Write(known) })
		}, nil},
		{"http-Error", func() []byte { return w.record(func() { http.Error(w, message, code) }) }, hasMessage},
		{"json-Encoder", func() []byte {
			return w.record(func() {
				w.Header().Set("Content-Type", "application/problem+json")
				w.Header().Set("X-Content-Type-Options", "nosniff")
				w.WriteHeader(code)
				must(json.NewEncoder(w).Encode(wire.OfProblem(e)))
			})
		}, nil},
		{"problems", func() []byte { return w.record(func() { problems.ProblemHandler(problem)(w, r) }) }, hasMessage},
		{"huma", func() []byte {
			return w.record(func() {
				must(huma.WriteErr(humaAPI, humago.NewContext(operation, r, w), code, message,
					humaErrors...))
			})
		}, hasFields},
		{"huma-operation", func() []byte { return w.record(func() { operations.ServeHTTP(w, r) }) }, hasFields},
		{"twirp", func() []byte { return w.record(func() { must(twirp.WriteError(w, twirpError)) }) }, hasFields},
		{"kratos", func() []byte { return w.record(func() { kratoshttp.DefaultErrorEncoder(w, r, kratosError) }) },
			hasFields},
		{"grpc-gateway", func() []byte {
			return w.record(func() {
				runtime.DefaultHTTPErrorHandler(context.Background(), gateway, marshaler, w, r, grpcError)
			})
		}, hasFields},
		{"connect", func() []byte { return w.record(func() { must(connectWriter.Write(w, r, connectError)) }) },
			hasMessage},
		{"echo", func() []byte { return w.record(func() { app.ServeHTTP(w, r) }) }, hasMessage},
	}
}

// plainJSON returns s with the escapes of a Go string, which some peers use in JSON.
func plainJSON(s string) string {
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}

func BenchmarkHTTP(b *testing.B) { run(b, httpTasks()) }

func TestHTTP(t *testing.T) { once(t, httpTasks()) }
