package nethttp_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	bind "github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/testlog"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// logged is the standard boundary with a log of its own.
func logged() (*middleware.Boundary, *testlog.Log) {
	log := new(testlog.Log)
	b := standard.Boundary()
	b.Report = middleware.Log(slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	return b, log
}

type ring struct {
	Bell  string `json:"bell"`
	Times []int  `json:"times"`
}

// The ways in which handlers read a body and return what goes wrong.
var readers = map[string]func(*nethttp.API, http.ResponseWriter, *http.Request) error{
	"read": func(_ *nethttp.API, _ http.ResponseWriter, r *http.Request) error {
		_, err := io.ReadAll(r.Body)
		return err
	},
	"decode": func(_ *nethttp.API, _ http.ResponseWriter, r *http.Request) error {
		return json.NewDecoder(r.Body).Decode(new(ring))
	},
	"wrapped": func(_ *nethttp.API, w http.ResponseWriter, r *http.Request) error {
		_, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		return fmt.Errorf("read: %w", err)
	},
	"bind": func(api *nethttp.API, _ http.ResponseWriter, r *http.Request) error {
		_, err := bind.Bind[ring](&bind.API{API: *api}, r)
		return err
	},
}

// TestValue checks that an error about a text that a handler cannot parse is the caller's if the
// text is in the request.
func TestValue(t *testing.T) {
	type order struct {
		Since string `json:"since"`
	}
	const form = "application/x-www-form-urlencoded"
	tests := []struct {
		name, method, target, contentType, body string
		want                                    string // the pointer; "": internal
	}{
		{"a query", "GET", "/orders/any?since=yesterday&n=1", "", "", "#/since"},
		{"a path", "GET", "/orders/yesterday", "", "", "#/day"},
		{"a form", "POST", "/orders/any", form, "since=yesterday&n=1", "#/since"},
		{"JSON", "POST", "/orders/any", "application/json", `{"since":"yesterday","n":"any"}`, "#/since"},
		{"a query and a form", "POST", "/orders/any?q=yesterday", form, "since=yesterday", ""},
		{"nothing of the request", "GET", "/orders/any?since=2026-01-01", "", "", ""},
	}
	b, log := logged()
	api := &nethttp.API{Boundary: b}
	mux := http.NewServeMux()
	mux.Handle("/orders/{day}", api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
		day := r.FormValue("since")
		if r.Header.Get("Content-Type") == "application/json" {
			var in order
			if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
				return err
			}
			day = in.Since
		}
		if day == "" {
			day = r.PathValue("day")
		}
		_, err := time.Parse(time.DateOnly, strings.Replace(day, "2026-01-01", "of a database", 1))
		return err
	}))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(tt.method, tt.target, strings.NewReader(tt.body))
			r.Header.Set("Content-Type", tt.contentType)
			w := httptest.NewRecorder()
			api.Middleware(mux).ServeHTTP(w, r)
			if tt.want == "" {
				require.Contains(t, w.Body.String(), `"kind":"internal"`)
				return
			}
			require.Equal(t, http.StatusUnprocessableEntity, w.Code)
			require.Contains(t, w.Body.String(), `"effect":"unknown"`, "it may have stored something before")
			require.Contains(t, w.Body.String(), `"errors":[{"pointer":"`+tt.want+
				`","detail":"must be a date or time that exists, such as \"2026-12-31\"","rule":"format"}]`)
			require.NotContains(t, w.Body.String(), "yesterday")
			require.Contains(t, log.String(), "yesterday", "the cause")
		})
	}
}

func TestClientHangsUpWhileSending(t *testing.T) {
	for name, read := range readers {
		t.Run(name, func(t *testing.T) {
			api := &nethttp.API{}
			b, log := logged()
			api.Boundary = b
			started, done := make(chan struct{}), make(chan struct{}, 1)
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				defer func() { done <- struct{}{} }()
				api.Middleware(api.Handler(func(w http.ResponseWriter, r *http.Request) error {
					started <- struct{}{}
					return read(api, w, r)
				})).ServeHTTP(w, r)
			})
			overWires(t, h, func(t *testing.T, s served) {
				ctx, cancel := context.WithCancel(t.Context())
				body, send := io.Pipe()
				go func() {
					// more than what the client buffers
					_, _ = io.WriteString(send, `{"bell":"`+strings.Repeat("x", 16<<10))
					<-started
					cancel()
					_ = send.CloseWithError(context.Canceled) // which the client waits for
				}()
				r, err := http.NewRequestWithContext(ctx, "POST", s.URL, body)
				require.NoError(t, err)
				r.Header.Set("Content-Type", "application/json")
				_, err = s.client.Do(r) //nolint
				require.ErrorIs(t, err, context.Canceled)
				select {
				case <-done:
				case <-time.After(10 * time.Second):
					t.Fatal("the handler does not return")
				}
				require.Contains(t, log.String(), "level=INFO")
				require.Contains(t, log.String(), "kind=canceled")
				require.NotContains(t, log.String(), "level=ERROR")
			})
		})
	}
}

func TestClientTooSlow(t *testing.T) {
	for name, read := range readers {
		t.Run(name, func(t *testing.T) {
			api := &nethttp.API{}
			b, log := logged()
			api.Boundary = b
			h := api.Middleware(api.Handler(func(w http.ResponseWriter, r *http.Request) error {
				if err := http.NewResponseController(w).SetReadDeadline(time.Now().Add(30 * time.Millisecond)); err != nil {
					return err
				}
				return read(api, w, r)
			}))
			overWires(t, h, func(t *testing.T, s served) {
				body, send := io.Pipe()
				defer send.Close()
				go func() { _, _ = io.WriteString(send, `{"bell":`) }()
				r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL, body)
				require.NoError(t, err)
				r.Header.Set("Content-Type", "application/json")
				resp, err := s.client.Do(r)
				require.NoError(t, err)
				defer resp.Body.Close()
				require.Equal(t, http.StatusRequestTimeout, resp.StatusCode)
				text, err := io.ReadAll(resp.Body)
				require.NoError(t, err)
				require.Contains(t, string(text),
					`"status":408,"detail":"The request did not arrive in time.","kind":"timeout"`)
				require.Contains(t, log.String(), "level=INFO")
				require.NotContains(t, log.String(), "level=ERROR")
			})
		})
	}
}

// Whose fault an error is, by what the call itself sent. The API is the zero
// one: all of this works without a configuration.
// unzipped reads a compressed body up to a limit of what is in it.
func unzipped(w http.ResponseWriter, r *http.Request, limit int64) error {
	z, err := gzip.NewReader(r.Body)
	if err == nil {
		_, err = io.Copy(io.Discard, http.MaxBytesReader(w, z, limit))
	}
	return err
}

// gzipOf returns n bytes, compressed.
func gzipOf(n int) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, _ = z.Write(make([]byte, n))
	_ = z.Close()
	return b.String()
}

func TestBlame(t *testing.T) {
	unzip := func(_ http.ResponseWriter, r *http.Request) error {
		z, err := gzip.NewReader(r.Body)
		if err == nil {
			_, err = io.Copy(io.Discard, z)
		}
		return err
	}
	was := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	defer slog.SetDefault(was)

	const form = "application/x-www-form-urlencoded"
	const upload = "multipart/form-data; boundary=b"
	part := "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
	decode := func(_ http.ResponseWriter, r *http.Request) error { return json.NewDecoder(r.Body).Decode(new(ring)) }
	parse := func(_ http.ResponseWriter, r *http.Request) error { return r.ParseForm() }
	parts := func(_ http.ResponseWriter, r *http.Request) error { return r.ParseMultipartForm(1 << 20) }
	returns := func(err error) func(http.ResponseWriter, *http.Request) error {
		return func(_ http.ResponseWriter, r *http.Request) error {
			_, _ = io.Copy(io.Discard, r.Body)
			return err
		}
	}
	unread := func(err error) func(http.ResponseWriter, *http.Request) error {
		return func(http.ResponseWriter, *http.Request) error { return err }
	}
	limited := func(n int64) func(http.ResponseWriter, *http.Request) error {
		return func(w http.ResponseWriter, r *http.Request) error {
			_, err := io.Copy(io.Discard, http.MaxBytesReader(w, r.Body, n))
			return err
		}
	}
	_, badEscape := url.ParseQuery("%zz")
	_, long := io.ReadAll(http.MaxBytesReader(nil, io.NopCloser(strings.NewReader(strings.Repeat("x", 100))), 50))
	tests := []struct {
		name   string
		why    string
		f      func(http.ResponseWriter, *http.Request) error
		method string // "": POST
		target string // "": /
		ctype  string // "": application/json
		header []string
		body   string
		status int
		want   string // in the body
	}{
		{name: "not JSON", f: decode, body: "{\n  bell}", status: 400, want: `line 2, column 3`},
		{name: "cut", f: decode, body: `{"bell":`, status: 400, want: `"kind":"malformed"`},
		{name: "empty", f: decode, status: 400, want: `"code":"empty_body"`},
		{name: "without a type", why: "curl declares a form", f: decode, ctype: form, body: `{bell}`, status: 400,
			want: `line 1, column 2`},
		{name: "a wrong type", f: decode, body: `{"times":["x"]}`, status: 422, want: `"pointer":"#/times/0"`},
		{name: "another document is cut", f: returns(io.ErrUnexpectedEOF), body: `{}`, status: 500,
			want: `"kind":"internal"`},
		{name: "another connection ends", f: returns(io.EOF), body: `{}`, status: 500, want: `"kind":"internal"`},
		{name: "another connection ends, no body", why: "the handler did not read it", f: unread(io.EOF), status: 500,
			want: `"kind":"internal"`},
		{name: "another connection ends, GET", f: unread(fmt.Errorf("redis: %w", io.EOF)), method: "GET", status: 500,
			want: `"kind":"internal"`},
		{name: "another document is not JSON", f: returns(json.Unmarshal([]byte("{x"), new(any))), body: `{}`,
			status: 500, want: `"kind":"internal"`},
		{name: "another document, and the input is compressed", f: returns(json.Unmarshal([]byte("{x"), new(any))),
			header: []string{"Content-Encoding", "gzip"}, body: "\x1f\x8b", status: 500, want: `"kind":"internal"`},
		{name: "not gzip", f: unzip, header: []string{"Content-Encoding", "gzip"}, body: "{\"bell\":1}", status: 400,
			want: `"code":"malformed_gzip"`},
		{name: "an upload that is not gzip", f: unzip, ctype: "application/gzip", body: "not gzip at all", status: 400,
			want: `"code":"malformed_gzip"`},
		{name: "corrupt gzip", f: unzip, header: []string{"Content-Encoding", "gzip"}, status: 400,
			body: "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff", want: `"code":"malformed_gzip"`},
		{name: "another document is not gzip", f: returns(gzip.ErrHeader), status: 500, want: `"kind":"internal"`,
			header: []string{"Content-Encoding", "gzip"}, body: "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"},
		{name: "too large when it is decompressed", f: func(w http.ResponseWriter, r *http.Request) error {
			return unzipped(w, r, 50)
		}, header: []string{"Content-Encoding", "gzip"}, body: gzipOf(51), status: 413, want: `larger than 50 bytes`},
		{name: "another document is too large, and the body is decompressed", f: func(w http.ResponseWriter, r *http.Request) error {
			_ = unzipped(w, r, 5001)
			return &http.MaxBytesError{Limit: 5000} // Go 1.27 compresses 50 bytes to more than 50
		}, header: []string{"Content-Encoding", "gzip"}, body: gzipOf(5000), status: 500, want: `"kind":"internal"`},
		{name: "another document is too large, and the body is not gzip", f: returns(long), status: 500,
			header: []string{"Content-Encoding", "br"}, body: "\x8b\x01", want: `"kind":"internal"`},
		{name: "a query value", f: func(_ http.ResponseWriter, r *http.Request) error {
			return json.Unmarshal([]byte(r.URL.Query().Get("filter")), new(ring))
		}, method: "GET", target: "/?filter=%7Bx", status: 400, want: `"kind":"malformed"`},
		{name: "a query value that starts with white space", f: func(_ http.ResponseWriter, r *http.Request) error {
			return json.Unmarshal([]byte(r.URL.Query().Get("filter")), new(ring))
		}, method: "GET", target: "/?filter=%0A%20%7Bx", status: 400, want: `line 2, column 3`},
		{name: "a path value", f: func(_ http.ResponseWriter, r *http.Request) error {
			return json.Unmarshal([]byte(r.PathValue("id")), new(int))
		}, method: "GET", target: "/ids/%7Bx", status: 400, want: `"kind":"malformed"`},
		{name: "too large", f: func(w http.ResponseWriter, r *http.Request) error {
			return json.NewDecoder(http.MaxBytesReader(w, r.Body, 4)).Decode(new(ring))
		}, body: `{"bell":"front"}`, status: 413, want: `"kind":"too_large"`},

		{name: "the declared length is too large", why: "the handler need not read what it refuses",
			f: func(_ http.ResponseWriter, r *http.Request) error {
				if r.ContentLength > 4 {
					return &http.MaxBytesError{Limit: 4}
				}
				return nil
			}, body: `{"bell":"front"}`, status: 413, want: `"kind":"too_large"`},
		{name: "another document is too large", f: func(w http.ResponseWriter, r *http.Request) error {
			_, _ = io.Copy(io.Discard, r.Body)
			_, err := io.ReadAll(http.MaxBytesReader(nil, io.NopCloser(strings.NewReader(strings.Repeat("x", 100))),
				50))
			return err
		}, body: `{"bell":"front"}`, status: 500, want: `"kind":"internal"`},

		{name: "the answer of a service is too large, no body", f: unread(long), method: "GET", status: 500,
			want: `"kind":"internal"`},
		{name: "the answer of a service is too large, unread body", f: unread(long), body: `{"a":1}`, status: 500,
			want: `"kind":"internal"`},
		{name: "the answer of a service is too large, body read in part",
			f: func(_ http.ResponseWriter, r *http.Request) error {
				_, _ = r.Body.Read(make([]byte, 50))
				return long
			}, body: strings.Repeat("x", 100), status: 500, want: `"kind":"internal"`},
		{name: "the answer of a service is too large, decoded body",
			f: func(_ http.ResponseWriter, r *http.Request) error {
				_ = json.NewDecoder(r.Body).Decode(new(any))
				return long
			}, body: `{"a":1}`, status: 500, want: `"kind":"internal"`},
		{name: "the answer of a service is too large, upload", f: returns(long), ctype: "image/png", body: `x`,
			status: 500, want: `"kind":"internal"`},
		{name: "the answer of a service is too large, body of that size", f: returns(long),
			body: strings.Repeat("x", 50), status: 500, want: `"kind":"internal"`},
		{name: "the answer of a service is too large, compressed", f: returns(long),
			header: []string{"Content-Encoding", "gzip"}, body: "\x1f\x8b", status: 500, want: `"kind":"internal"`},
		{name: "a compressed body is too large", f: limited(50), header: []string{"Content-Encoding", "gzip"},
			body: strings.Repeat("x", 51), status: 413, want: `"kind":"too_large"`},
		{name: "an upload is too large", why: "not all of it is kept", f: limited(70_000), ctype: "image/png",
			body: strings.Repeat("x", 70_001), status: 413, want: `"kind":"too_large"`},
		{name: "a body of the limit", f: limited(50), body: strings.Repeat("x", 50), status: 200},

		{name: "a query", f: parse, method: "GET", target: "/?a=1&b=%zz", status: 400,
			want: `"detail":"The query string is not valid: parameter 2, byte 7: \"%\" must be followed by two hexadecimal digits.","kind":"invalid_request","code":"malformed_query"`},
		{name: "a query with a cut escape", f: parse, method: "GET", target: "/?a=%2", status: 400,
			want: `parameter 1, byte 3`},
		{name: "a query with a semicolon", f: parse, method: "GET", target: "/?a=1;b=2", status: 400,
			want: `parameter 1, byte 4: \";\" must be written as %3B`},
		{name: "a form", f: parse, ctype: form, body: "a=1&" + canary + "%zz=2", status: 400,
			want: `"code":"malformed_form"`},
		{name: "a form that is too large", f: parse, ctype: form, body: strings.Repeat("x", 10<<20+1), status: 413,
			want: `"kind":"too_large"`},
		{name: "another query", f: returns(badEscape), target: "/?a=1", ctype: form, body: "a=1", status: 500,
			want: `"kind":"internal"`},

		{name: "multipart", f: parts, ctype: upload, body: part + "--b--\r\n", status: 200},
		{name: "multipart, cut after a part", f: parts, ctype: upload, body: part, status: 400,
			want: `"code":"malformed_multipart"`},
		{name: "multipart, cut in a part", f: parts, ctype: upload, body: part + part[:len(part)-2], status: 400,
			want: `it has no end`},
		{name: "multipart, a header that is not valid", f: parts, ctype: upload,
			body: "--b\r\n" + canary + "\r\n\r\n1\r\n--b--\r\n", status: 400, want: `the header of part 1`},
		{name: "multipart, long", f: parts, ctype: upload,
			body:   part + "--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n" + strings.Repeat("x", 1<<20),
			status: 400, want: `it has no end`},
		{name: "multipart, long and whole", f: func(w http.ResponseWriter, r *http.Request) error {
			_ = parts(w, r)
			return io.ErrUnexpectedEOF
		}, ctype: upload, body: strings.Repeat(part, 1<<12) + "--b--\r\n", status: 500, want: `"kind":"internal"`},
		{name: "not multipart", f: parts, ctype: "text/plain", body: part, status: 415,
			want: `must be multipart/form-data`},
		{name: "a Content-Type that is not valid", f: parse, ctype: form + "; =", body: "a=1", status: 415,
			want: `"detail":"The Content-Type is not valid."`},
		{name: "another Content-Type", f: returns(mime.ErrInvalidMediaParameter), ctype: form, body: "a=1",
			status: 500, want: `"kind":"internal"`},
		{name: "another multipart", f: returns(errors.New("multipart: NextPart: EOF")), ctype: upload,
			body: part + "--b--\r\n", status: 500, want: `"kind":"internal"`},

		{name: "multipart, too many parts", f: parts, ctype: upload, body: strings.Repeat(part, 1001) + "--b--\r\n",
			status: 413, want: `"kind":"too_large"`},
		{name: "multipart, too many parts, long", f: parts, ctype: upload,
			body: strings.Repeat(part, 1<<12) + "--b--\r\n", status: 413, want: `"kind":"too_large"`},
		{name: "another multipart is too large", f: returns(multipart.ErrMessageTooLarge), ctype: upload,
			body: part + "--b--\r\n", status: 500, want: `"kind":"internal"`},
		{name: "another multipart is too large, no form", f: returns(multipart.ErrMessageTooLarge), body: `{}`,
			status: 500, want: `"kind":"internal"`},
		{name: "another chunk has a long line", f: returns(http.ErrLineTooLong), body: `{}`, status: 500,
			want: `"kind":"internal"`},

		{name: "an author's kind", why: "it is kept", f: unread(errkit.Wrap(badEscape, errkit.Conflict, "No.")),
			target: "/?%zz", status: 409, want: `"detail":"No."`},
	}
	var api nethttp.API
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			mux := http.NewServeMux()
			mux.Handle("/", api.Handler(tt.f))
			mux.Handle("/ids/{id}", api.Handler(tt.f))
			overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
				method, target, ctype := tt.method, tt.target, tt.ctype
				if method == "" {
					method = "POST"
				}
				if target == "" {
					target = "/"
				}
				if ctype == "" {
					ctype = "application/json"
				}
				resp, body := s.do(t, method, target, tt.body,
					append([]string{"Content-Type", ctype}, tt.header...)...)
				require.Equal(t, tt.status, resp.StatusCode, body)
				require.Contains(t, body, tt.want)
			})
		})
	}
}

// A request that the server or a middleware ends gets its document: the client
// may be waiting.
func TestRequestEndsWhileTheClientWaits(t *testing.T) {
	end := map[string]func(context.Context) (context.Context, context.CancelFunc){
		"shutdown": func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(ctx)
			cancel(http.ErrServerClosed)
			return ctx, func() {}
		},
		"a cause of no kind": func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(ctx)
			cancel(errors.New(canary))
			return ctx, func() {}
		},
		"a cause with a kind": func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(ctx)
			cancel(errkit.New(errkit.Conflict, "Another call took its place."))
			return ctx, func() {}
		},
		"deadline": func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, time.Millisecond)
		},
		"cancel": func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			cancel()
			return ctx, cancel
		},
	}
	want := map[string]string{
		"shutdown":            `"status":503,"kind":"unavailable"`,
		"a cause of no kind":  `"status":503,"kind":"unavailable"`,
		"a cause with a kind": `"status":409,"detail":"Another call took its place.","kind":"conflict"`,
		"deadline":            `"status":504,"kind":"timeout"`,
		"cancel":              `"status":499,"kind":"canceled"`,
	}
	for name, end := range end {
		t.Run(name, func(t *testing.T) {
			api := &nethttp.API{}
			b, log := logged()
			api.Boundary = b
			ended := func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					ctx, cancel := end(r.Context())
					defer cancel()
					next.ServeHTTP(w, r.WithContext(ctx))
				})
			}
			mux := http.NewServeMux()
			mux.Handle("/returns", ended(api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
				<-r.Context().Done()
				return r.Context().Err()
			})))
			mux.Handle("/wraps", ended(api.Middleware(api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
				<-r.Context().Done()
				return fmt.Errorf("query: %w", context.Cause(r.Context()))
			}))))
			mux.Handle("/silent", ended(api.Middleware(http.HandlerFunc(func(_ http.ResponseWriter,
				r *http.Request) {
				<-r.Context().Done()
			}))))
			overWires(t, mux, func(t *testing.T, s served) {
				for _, path := range []string{"/returns", "/wraps", "/silent"} {
					_, body := s.do(t, "GET", path, "")
					require.Contains(t, body, want[name], path)
				}
				require.Equal(t, strings.Count(log.String(), "call failed"), strings.Count(log.String(), "\n"))
			})
		})
	}
}

// A handler that returns nil has succeeded, even if the context has ended.
func TestSuccessAfterTheContextEnded(t *testing.T) {
	var seen reports
	api := nethttp.API{Boundary: seen.boundary()}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	api.Middleware(api.Handler(func(http.ResponseWriter, *http.Request) error { return nil })).
		ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "/", nil))
	require.Equal(t, 200, w.Code)
	require.Empty(t, seen.kinds())
}

// The end of a request is one record and one reference, whether the handler
// inside of TimeoutHandler or the one around it notices it first.
func TestTimeoutIsReportedOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for deadlines")
	}
	t.Parallel() // it waits
	for _, late := range []time.Duration{0, 20 * time.Millisecond} {
		t.Run(late.String(), func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			var refs []string
			b := standard.Boundary()
			b.Report = func(_ context.Context, e *errkit.Error) {
				mu.Lock()
				defer mu.Unlock()
				refs = append(refs, e.Ref)
			}
			api := nethttp.API{Boundary: b, Rewrite: true}
			inside := make(chan struct{}, 1)
			slow := api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
				<-r.Context().Done()
				time.Sleep(late)
				return fmt.Errorf("query: %w", r.Context().Err())
			})
			h := api.Middleware(http.TimeoutHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				defer func() { inside <- struct{}{} }()
				slow.ServeHTTP(w, r)
			}), 5*time.Millisecond, canary))
			overWires(t, h, func(t *testing.T, s served) {
				for range 20 {
					mu.Lock()
					refs = nil
					mu.Unlock()
					resp, body := s.do(t, "GET", "/", "")
					require.GreaterOrEqual(t, resp.StatusCode, 503)
					<-inside
					require.Len(t, refs, 1)
					require.Contains(t, body, refs[0], "the reference that the client has is that of the record")
				}
			})
		})
	}
}

// A timeout may be over before the handler inside starts.
func TestTimeoutBeforeTheHandlerStarts(t *testing.T) {
	var refs []string
	b := standard.Boundary()
	b.Report = func(_ context.Context, e *errkit.Error) { refs = append(refs, e.Ref) }
	api := nethttp.API{Boundary: b, Rewrite: true}
	late := api.Handler(func(_ http.ResponseWriter, r *http.Request) error { return r.Context().Err() })
	var start func()
	h := api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithCancel(r.Context())
		cancel()
		inner := r.WithContext(ctx) // [http.TimeoutHandler] copies it before it starts its handler
		start = func() { late.ServeHTTP(httptest.NewRecorder(), inner) }
		http.Error(w, canary, http.StatusServiceUnavailable)
	}))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	start()
	require.Len(t, refs, 1)
	require.Contains(t, w.Body.String(), refs[0])
}

// A failure of another kind inside is a record of its own.
func TestFailureAfterTheTimeoutIsReported(t *testing.T) {
	var seen reports
	api := nethttp.API{Boundary: seen.boundary(), Rewrite: true}
	responded := make(chan struct{})
	slow := api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
		<-responded
		panic(canary)
	})
	h := api.Middleware(http.TimeoutHandler(slow, time.Millisecond, canary))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	close(responded)
	require.Eventually(t, func() bool { return len(seen.kinds()) == 2 }, 10*time.Second, time.Millisecond)
	require.Equal(t, []string{"unavailable", "internal"}, seen.kinds())
}

// An error that unwraps without end, or panics, is compared with no hang.
func TestHostileChains(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range []error{endless{}, panicking{}, uncomparable{{}}, errors.Join(endless{}, endless{}),
		syscall.EINVAL} {
		w := httptest.NewRecorder()
		api := nethttp.API{Boundary: new(reports).boundary()}
		r := httptest.NewRequestWithContext(ctx, "POST", "/", iotest.ErrReader(errors.New(canary)))
		api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
			_, _ = io.ReadAll(r.Body)
			return err
		}).ServeHTTP(w, r)
		require.Equal(t, 500, w.Code, "%T", err)
	}
}

type (
	endless      struct{}
	panicking    struct{}
	uncomparable [][]int
)

func (e endless) Error() string      { return "endless" }
func (e endless) Unwrap() error      { return e }
func (panicking) Error() string      { panic(canary) }
func (panicking) Unwrap() error      { panic(canary) }
func (uncomparable) Error() string   { return "uncomparable" }
func (uncomparable) Is(e error) bool { return e == error(uncomparable{}) }

// failingBody fails at the first read.
type failingBody struct {
	io.ReadCloser
	err error
}

func (b failingBody) Read([]byte) (int, error) { return 0, b.err }

// A handler outside limits the body: what its error is, the classifiers say, and it is none of
// the transfer.
func TestLimitsOfHandlersOutside(t *testing.T) {
	quota := errors.New("quota of the tenant")
	b := standard.Boundary()
	b.Classify = append(b.Classify, middleware.Is(quota, errkit.RateLimited))
	api := nethttp.API{Boundary: b}
	read := func(_ http.ResponseWriter, r *http.Request) error {
		_, err := io.ReadAll(r.Body)
		return err
	}
	failing := func(err error) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Body = failingBody{r.Body, err}
			api.Handler(read).ServeHTTP(w, r)
		})
	}
	for name, tt := range map[string]struct {
		h      http.Handler
		status int
	}{
		"a limit":                      {http.MaxBytesHandler(api.Handler(read), 4), 413},
		"a limit around a middleware":  {http.MaxBytesHandler(api.Middleware(api.Handler(read)), 4), 413},
		"a quota":                      {failing(quota), 429},
		"an error of nobody":           {failing(errors.New("malformed chunked encoding")), 400},
		"a limit that was not reached": {http.MaxBytesHandler(api.Handler(read), 40), 200},
	} {
		w := httptest.NewRecorder()
		tt.h.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader(`{"bell":"front"}`)))
		require.Equal(t, tt.status, w.Code, "%s: %s", name, w.Body)
	}
}

// Outside of Handler and Middleware the declared length shows whether a body can be larger than a
// limit.
func TestLimitOfWriteError(t *testing.T) {
	_, long := io.ReadAll(http.MaxBytesReader(nil, io.NopCloser(strings.NewReader(strings.Repeat("x", 100))), 50))
	for _, tt := range []struct {
		name   string
		length int64
		status int
	}{
		{"larger", 51, 413},
		{"as large as the limit", 50, 500},
		{"smaller", 7, 500},
		{"not known", -1, 500},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := standard.Boundary()
			b.Report = nil
			r := httptest.NewRequest("POST", "/", strings.NewReader(strings.Repeat("x", int(max(tt.length, 0)))))
			r.ContentLength = tt.length
			w := httptest.NewRecorder()
			(&nethttp.API{Boundary: b}).WriteError(w, r, long)
			require.Equal(t, tt.status, w.Code, w.Body)
		})
	}
}
