package nethttp_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// A handler may respond to its failure and return it, too: those that upgrade to WebSocket do, and
// many that forgot a return.
func TestResponseBeforeTheError(t *testing.T) {
	failure := errors.New(canary)
	tests := []struct {
		name   string
		api    nethttp.API
		write  func(http.ResponseWriter)
		err    error
		status int
		body   string // the beginning of it
		kind   errkit.Kind
		why    string
	}{
		{"text", nethttp.API{}, func(w http.ResponseWriter) { http.Error(w, "Bad Request", 400) }, failure,
			400, "Bad Request\n", errkit.InvalidRequest, "an aborted connection would hide the status"},
		{"text, rewritten", nethttp.API{Rewrite: true},
			func(w http.ResponseWriter) { http.Error(w, canary, http.StatusUpgradeRequired) }, failure,
			426, `{"type":"about:blank","title":"Upgrade Required","status":426`, errkit.InvalidRequest,
			"an error without a kind is what the handler said of it"},
		{"text, rewritten, and an error that says more", nethttp.API{Rewrite: true},
			func(w http.ResponseWriter) { http.Error(w, canary, 500) }, errkit.NotFound,
			404, `{"type":"about:blank","title":"Not Found"`, errkit.NotFound, "its author gave it a kind"},
		{"json", nethttp.API{Rewrite: true}, func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(422)
			_, _ = io.WriteString(w, `{"error":"no"}`)
		}, failure, 422, `{"error":"no"}`, errkit.InvalidInput, "the client has its answer"},
		{"json, and an error that says more", nethttp.API{}, func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(422)
			_, _ = io.WriteString(w, `{"error":"no"}`)
		}, errkit.Conflict, 422, `{"error":"no"}`, errkit.Conflict, "only the log can have it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var seen reports
			tt.api.Boundary = seen.boundary()
			returned := tt.api.Handler(func(w http.ResponseWriter, _ *http.Request) error {
				tt.write(w)
				return tt.err
			})
			loose := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				tt.write(w)
				tt.api.WriteError(w, r, tt.err)
			})
			for _, h := range []http.Handler{returned, tt.api.Middleware(returned), tt.api.Middleware(loose)} {
				overWires(t, h, func(t *testing.T, s served) {
					seen.reset()
					resp, body := s.do(t, "POST", "/", "")
					require.Equal(t, tt.status, resp.StatusCode, tt.why)
					require.Contains(t, body, tt.body, tt.why)
					require.Equal(t, []string{tt.kind.String()}, seen.kinds(), tt.why)
					if tt.err == failure {
						require.ErrorIs(t, seen.all[0], failure, "the log has the cause")
					}
				})
			}
		})
	}
}

// A handler that finds out that the rest of its response is missing asks to abort it: a client must
// not take the start for all of it.
func TestAbortOfAResponse(t *testing.T) {
	api := nethttp.API{Boundary: new(middleware.Boundary)}
	s := httptest.NewServer(api.Handler(func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, `{"error":"n`)
		_ = http.NewResponseController(w).Flush()
		return fmt.Errorf("copy the body: %w", http.ErrAbortHandler)
	}))
	defer s.Close()
	resp, err := s.Client().Get(s.URL)
	require.NoError(t, err)
	defer resp.Body.Close()
	_, err = io.ReadAll(resp.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// A compressor inside of the middleware writes what is no text.
func TestRewriteOfCompressedTexts(t *testing.T) {
	const text = "There is no bell with this id."
	tests := []struct {
		name, encoding string
		compress       func(io.Writer) io.WriteCloser
		detail, cause  string
	}{
		{"gzip", "gzip", func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }, text, text},
		{"another", "br", func(w io.Writer) io.WriteCloser { return broken{w} }, "", "responded with 404"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var seen reports
			api := nethttp.API{Rewrite: true, Boundary: seen.boundary(),
				Texts: func(*http.Request, int) nethttp.TextPolicy { return nethttp.PublicText }}
			h := func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/plain")
				w.Header().Set("Content-Encoding", tt.encoding)
				w.WriteHeader(http.StatusNotFound)
				z := tt.compress(w)
				_, _ = io.WriteString(z, text)
				_ = z.Close()
			}
			overWires(t, api.Middleware(http.HandlerFunc(h)), func(t *testing.T, s served) {
				seen.reset()
				resp, body := s.do(t, "GET", "/", "")
				require.Equal(t, http.StatusNotFound, resp.StatusCode)
				require.Empty(t, resp.Header.Get("Content-Encoding"))
				if tt.detail != "" {
					require.Contains(t, body, `"detail":"`+tt.detail+`"`)
				} else {
					require.NotContains(t, body, "detail")
				}
				require.Contains(t, seen.all[0].Err.Error(), tt.cause)
				require.NotContains(t, seen.all[0].Err.Error(), "\uFFFD", "nobody can read that")
			})
		})
	}
}

// broken writes what looks compressed.
type broken struct{ io.Writer }

func (b broken) Write(p []byte) (int, error) {
	_, err := b.Writer.Write([]byte{0x8b, 0xff, 0x00, 0xfe})
	return len(p), err
}
func (broken) Close() error { return nil }

// A plain response of 503 with Retry-After is a limit (RFC 9110 §15.6.4). What is returned, has
// another status, or comes after a request need not be one: nobody may repeat an order because of it.
func TestEffectOfADelay(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer service.Close()
	type handler = func(http.ResponseWriter, *http.Request) error
	plain := func(status int) handler {
		return func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("Retry-After", "1")
			http.Error(w, canary, status)
			return nil
		}
	}
	tests := []struct {
		name   string
		handle handler
		effect errkit.Effect
		why    string
	}{
		{"plain 503", plain(503), errkit.EffectNone, "as of a limiter"},
		{"plain 529", plain(529), errkit.EffectUnknown, "only 503 is a limit"},
		{"plain 523", plain(523), errkit.EffectUnknown, "an origin could not be reached, perhaps after another request"},
		{"plain 503 after a request", func(w http.ResponseWriter, r *http.Request) error {
			req, _ := http.NewRequestWithContext(r.Context(), http.MethodPost, service.URL, nil)
			resp, err := service.Client().Do(req)
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			return plain(503)(w, r)
		}, errkit.EffectUnknown, "it may be the limit of the service"},
		{"plain 503 around a handler that runs", func(w http.ResponseWriter, r *http.Request) error {
			started, inside := make(chan bool), nethttp.API{Boundary: new(reports).boundary()}
			go inside.Handler(func(http.ResponseWriter, *http.Request) error {
				close(started)
				<-r.Context().Done()
				return nil
			}).ServeHTTP(httptest.NewRecorder(), r)
			<-started
			return plain(503)(w, r)
		}, errkit.EffectUnknown, "it may place the order still"},
		{"plain 503, and an error", func(w http.ResponseWriter, r *http.Request) error {
			_ = plain(503)(w, r)
			return errors.New(canary)
		}, errkit.EffectUnknown, "a limiter has none"},
		{"returned, with the status", func(http.ResponseWriter, *http.Request) error {
			return &errkit.Error{Kind: errkit.Unavailable, Status: 503, RetryAfter: time.Second}
		}, errkit.EffectUnknown, "the status is that of the kind: it states nothing more"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			api := nethttp.API{Rewrite: true, Boundary: new(reports).boundary()}
			overWires(t, api.Handler(tt.handle), func(t *testing.T, s served) {
				_, body := s.do(t, "POST", "/", "")
				require.Contains(t, body, `"effect":"`+tt.effect.String()+`"`, tt.why)
			})
		})
	}
}
