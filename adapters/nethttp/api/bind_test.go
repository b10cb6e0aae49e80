package api_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

type ring struct {
	Bell  string `json:"bell"`
	Times []int  `json:"times"`
}

func TestBind(t *testing.T) {
	tests := []struct {
		name   string
		body   string
		ctype  string // "": application/json; "-": none
		limit  int64
		kind   errkit.Kind
		code   errkit.Code
		fields []string
		ok     bool
	}{
		{name: "good", body: `{"bell":"front","times":[1]}`, ok: true},
		{name: "vendor type", body: `{"bell":"front"}`, ctype: "application/vnd.bells+json; charset=utf-8", ok: true},
		{name: "nothing", kind: errkit.Malformed, code: middleware.EmptyBody},
		{name: "nothing at all", ctype: "-", kind: errkit.Malformed, code: middleware.EmptyBody},
		{name: "cut", body: `{"bell":"fr`, kind: errkit.Malformed, code: middleware.TruncatedBody},
		{name: "not JSON", body: "bell=front", kind: errkit.Malformed, code: middleware.MalformedJSON},
		{name: "trailing data", body: `{} {}`, kind: errkit.Malformed, code: middleware.MalformedJSON},
		{name: "unknown name", body: `{"bel":"` + canary + `"}`, kind: errkit.InvalidInput, fields: []string{"/bel"}},
		{name: "wrong type", body: `{"times":[1,"` + canary + `"]}`, kind: errkit.InvalidInput,
			fields: []string{"/times/1"}},
		{name: "null", body: " null ", kind: errkit.InvalidInput, fields: []string{""}},
		{name: "a form", body: "bell=front", ctype: "application/x-www-form-urlencoded", kind: errkit.InvalidRequest,
			code: middleware.UnsupportedMediaType},
		{name: "no type", body: `{}`, ctype: "-", kind: errkit.InvalidRequest, code: middleware.UnsupportedMediaType},
		{name: "too large", body: `{"bell":"` + strings.Repeat("x", 4<<20) + `"}`, kind: errkit.TooLarge},
		{name: "too large for the server", body: `{"bell":"front"}`, limit: 3, kind: errkit.TooLarge},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var server api.API
			r := httptest.NewRequest("POST", "/", strings.NewReader(tt.body))
			switch tt.ctype {
			case "":
				r.Header.Set("Content-Type", "application/json")
			case "-":
			default:
				r.Header.Set("Content-Type", tt.ctype)
			}
			if tt.limit > 0 {
				r.Body = http.MaxBytesReader(httptest.NewRecorder(), r.Body, tt.limit)
			}
			got, err := api.Bind[ring](&server, r)
			if tt.ok {
				require.NoError(t, err)
				require.Equal(t, "front", got.Bell)
				return
			}
			require.Error(t, err)
			e := errkit.From(err)
			require.Equal(t, tt.kind.String(), e.Kind.String())
			require.Equal(t, tt.code, e.Code)
			require.NotContains(t, e.Error(), canary)
			var paths []string
			for _, f := range e.Fields {
				paths = append(paths, f.Path)
				require.NotContains(t, string(f.Message), canary)
			}
			require.Equal(t, tt.fields, paths)
			require.Zero(t, got)
		})
	}
}

func TestBindValidates(t *testing.T) {
	bad := errkit.Invalid(errkit.Field{Path: "/bell", Message: "must be the front one"})
	server := api.API{API: nethttp.API{Boundary: &middleware.Boundary{Validate: func(_ context.Context, input any) error {
		if input.(*ring).Bell != "front" {
			return bad
		}
		return nil
	}}}}
	request := func(body string) *http.Request {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		return r
	}
	_, err := api.Bind[ring](&server, request(`{"bell":"front"}`))
	require.NoError(t, err)
	_, err = api.Bind[ring](&server, request(`{"bell":"back"}`))
	require.Equal(t, bad, err)
	_, err = api.Bind[*ring](&server, request(`{"bell":"back"}`))
	require.Equal(t, bad, err)
}

func TestBindValidatesTags(t *testing.T) {
	type ring struct {
		Times int `json:"times" validate:"required,max=10"`
	}
	bound := func(server api.API, body string) error {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		_, err := api.Bind[**ring](&server, r)
		return err
	}
	for name, server := range map[string]api.API{"no boundary": {},
		"a boundary without Validate": {API: nethttp.API{Boundary: &middleware.Boundary{}}}} {
		require.NoError(t, bound(server, `{"times":10}`), name)
		for body, message := range map[string]errkit.Text{`{"times":11}`: "must be at most 10",
			`{"times":0}`: "is required"} {
			e := errkit.From(bound(server, body))
			require.Equal(t, errkit.InvalidInput, e.Kind, name)
			require.Len(t, e.Fields, 1, name)
			require.Equal(t, "/times", e.Fields[0].Path, name)
			require.Equal(t, message, e.Fields[0].Message, name)
		}
	}
}

// A client that declares a longer body than it sends gets no response that reports
// more than that.
func TestBindOfABodyThatBreaksOff(t *testing.T) {
	r := httptest.NewRequest("POST", "/", io.MultiReader(strings.NewReader(`{"bell":`), broken{}))
	r.Header.Set("Content-Type", "application/json")
	_, err := api.Bind[ring](new(api.API), r)
	require.Equal(t, errkit.InvalidRequest, errkit.KindOf(err))
	require.Equal(t, middleware.TruncatedBody, errkit.From(err).Code)
	require.NotContains(t, err.Error(), canary)

	r = httptest.NewRequest("POST", "/", io.MultiReader(strings.NewReader(`{"bell":`), gone{}))
	r.Header.Set("Content-Type", "application/json")
	_, err = api.Bind[ring](new(api.API), r)
	require.Equal(t, errkit.Canceled, errkit.KindOf(err), "the client left, which is no fault of its request")
}

type gone struct{}

func (gone) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New(canary) }

// A handler that is given no error may follow the pointer.
func TestBindNullPointer(t *testing.T) {
	type ring struct{ Bell string }
	body := func() *http.Request {
		r := httptest.NewRequest("POST", "/", strings.NewReader("null"))
		r.Header.Set("Content-Type", "application/json")
		return r
	}
	_, err := api.Bind[*ring](new(api.API), body())
	require.ErrorIs(t, err, errkit.InvalidInput)
	_, err = api.Bind[**ring](new(api.API), body())
	require.ErrorIs(t, err, errkit.InvalidInput)
	list, err := api.Bind[[]string](new(api.API), body())
	require.NoError(t, err)
	require.Nil(t, list)
}

// A list of orders is checked as one order is.
func TestBindSlice(t *testing.T) {
	r := httptest.NewRequest("POST", "/", strings.NewReader(`[{"n":1},{"n":9},{}]`))
	r.Header.Set("Content-Type", "application/json")
	_, err := api.Bind[[]struct {
		N int `json:"n" validate:"min=1,max=5"`
	}](new(api.API), r)
	require.ErrorIs(t, err, errkit.InvalidInput)
	require.Equal(t, []errkit.Field{
		{Path: "/1/n", Message: "must be at most 5", Rule: "max", Param: "5"},
		{Path: "/2/n", Message: "must be at least 1", Rule: "min", Param: "1"},
	}, errkit.From(err).Fields)
}

// What rules out JSON in UTF-8 is 415 in HTTP, with a sentence.
func TestBindMediaTypes(t *testing.T) {
	zip := func(s string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(s))
		_ = z.Close()
		return b.String()
	}
	const front = `{"bell":"front"}`
	gz := api.Binding{Gzip: true, MaxBody: 1 << 20}
	tests := []struct {
		name            string
		binding         api.Binding
		ctype, encoding string
		body            string
		status          int
		want            string
	}{
		{name: "good", ctype: "application/json", body: front, status: 200},
		{name: "utf-8", ctype: `application/json; charset="UTF-8"`, body: front, status: 200},
		{name: "identity", ctype: "application/json", encoding: "identity", body: front, status: 200},
		{name: "text", ctype: "text/plain", body: front, status: 415,
			want: "The Content-Type must be application/json."},
		{name: "utf-16", ctype: "application/json; charset=utf-16", body: front, status: 415,
			want: "The charset of the Content-Type must be utf-8."},
		{name: "gzip", ctype: "application/json", encoding: "gzip", body: zip(front), status: 415,
			want: "The request must have no Content-Encoding."},
		{name: "gzip accepted", binding: gz, ctype: "application/json", encoding: "GZIP", body: zip(front),
			status: 200},
		{name: "twice", binding: gz, ctype: "application/json", encoding: "gzip, gzip", body: zip(zip(front)),
			status: 415, want: "The Content-Encoding must be gzip or identity."},
		{name: "a bomb", binding: gz, ctype: "application/json", encoding: "gzip",
			body: zip(strings.Repeat(" ", 8<<20)), status: 413, want: "larger than 1048576 bytes"},
		{name: "gzip that is none", binding: gz, ctype: "application/json", encoding: "gzip", body: canary,
			status: 400, want: "The request is not valid gzip."},
		{name: "gzip that is cut", binding: gz, ctype: "application/json", encoding: "gzip", body: zip(front)[:20],
			status: 400, want: "The request is not valid gzip."},
		{name: "gzip that is not JSON", binding: gz, ctype: "application/json", encoding: "gzip", body: zip("{x"),
			status: 400, want: "line 1, column 2"},
		{name: "empty gzip", binding: gz, ctype: "application/json", encoding: "gzip", status: 400,
			want: "empty_body"},
		{name: "a limit", binding: api.Binding{MaxBody: 4}, ctype: "application/json", body: front, status: 413,
			want: "larger than 4 bytes"},
		{name: "unknown", ctype: "application/json", body: `{"bell":"front","x":1}`, status: 422, want: `"#/x"`},
		{name: "unknown allowed", binding: api.Binding{AllowUnknown: true}, ctype: "application/json",
			body: `{"bell":"front","x":1}`, status: 200},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := &api.API{API: nethttp.API{Boundary: unreported}, Binding: tt.binding}
			h := server.Handler(func(w http.ResponseWriter, r *http.Request) error {
				got, err := api.Bind[ring](server, r)
				if err == nil {
					_, err = io.WriteString(w, got.Bell)
				}
				return err
			})
			for _, http2 := range []bool{false, true} {
				s := httptest.NewUnstartedServer(h)
				s.EnableHTTP2 = http2
				s.StartTLS()
				r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL, strings.NewReader(tt.body))
				require.NoError(t, err)
				r.Header.Set("Content-Type", tt.ctype)
				if tt.encoding != "" {
					r.Header.Set("Content-Encoding", tt.encoding)
				}
				resp, err := s.Client().Do(r)
				require.NoError(t, err)
				body, err := io.ReadAll(resp.Body)
				require.NoError(t, err)
				_ = resp.Body.Close()
				s.Close()
				require.Equal(t, http2, resp.ProtoMajor == 2)
				require.Equal(t, tt.status, resp.StatusCode, string(body))
				if tt.status == 200 {
					require.Equal(t, "front", string(body))
				}
				require.Contains(t, string(body), tt.want)
				accepted := map[string]string{ // RFC 9110 §15.5.16
					"The request must have no Content-Encoding.":     "identity",
					"The Content-Encoding must be gzip or identity.": "gzip, identity",
				}[tt.want]
				require.Equal(t, accepted, resp.Header.Get("Accept-Encoding"))
			}
		})
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const canary = "canary-7b1d"
