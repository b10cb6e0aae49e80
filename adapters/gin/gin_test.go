package ginerr_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/stretchr/testify/require"

	ginerr "github.com/toolerr/toolerr/adapters/gin"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

const canary = "postgres://admin:hunter2@db/bells"

func TestMain(m *testing.M) {
	gin.SetMode(gin.ReleaseMode)
	m.Run()
}

// endless wraps itself.
type endless struct{}

func (endless) Error() string   { return canary }
func (e endless) Unwrap() error { return e }

func TestInstall(t *testing.T) {
	var log bytes.Buffer
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.NewTextHandler(&log, nil)))
	engine := gin.New()
	ginerr.Install(engine, &nethttp.API{Boundary: boundary, Rewrite: true})
	fail := func(err error) gin.HandlerFunc { return ginerr.Handle(func(*gin.Context) error { return err }) }
	routes := map[string]gin.HandlerFunc{
		"ok":      func(c *gin.Context) { c.String(http.StatusOK, "ding\n") },
		"status":  func(c *gin.Context) { c.Status(http.StatusNoContent) },
		"coded":   fail(errkit.New(errkit.NotFound, "There is no bell with this id.")),
		"plain":   fail(errors.New(canary)),
		"endless": fail(endless{}),
		"panic":   func(*gin.Context) { panic(canary) },
		"abort":   func(c *gin.Context) { c.AbortWithStatus(http.StatusGone) },
		"private": func(c *gin.Context) { _ = c.AbortWithError(http.StatusConflict, errors.New(canary)) },
		"public": func(c *gin.Context) {
			_ = c.AbortWithError(http.StatusConflict,
				errors.New("The bell is rung already.")).SetType(gin.ErrorTypePublic)
		},
		"both": func(c *gin.Context) {
			_ = c.AbortWithError(http.StatusTeapot, errkit.New(errkit.Conflict, "The bell is rung already."))
		},
		"text":   func(c *gin.Context) { c.String(http.StatusInternalServerError, canary) },
		"answer": func(c *gin.Context) { _ = c.Error(errors.New(canary)); c.String(http.StatusOK, "ding\n") },
		"bind": func(c *gin.Context) {
			var in struct {
				Times int `json:"times" binding:"required,max=10"`
			}
			if err := c.ShouldBindJSON(&in); err != nil {
				_ = c.Error(err).SetType(gin.ErrorTypeBind)
				return
			}
			c.JSON(http.StatusOK, in)
		},
		"bells/:id": ginerr.Handle(func(c *gin.Context) error {
			_, err := strconv.Atoi(c.Param("id"))
			return err
		}),
		"short": ginerr.Handle(func(c *gin.Context) error {
			var in struct {
				Page int `form:"page"`
			}
			return &gin.Error{Err: c.ShouldBindQuery(&in), Type: gin.ErrorTypeBind}
		}),
		"several": func(c *gin.Context) {
			_ = c.Error(errors.New(canary))
			_ = c.Error(errors.New("second"))
		},
		"stream": func(c *gin.Context) {
			_, _ = c.Writer.WriteString("ding ")
			c.Writer.Flush()
			panic(canary)
		},
		"hijack": func(c *gin.Context) {
			conn, _, err := c.Writer.Hijack()
			if err == nil {
				_, _ = io.WriteString(conn, "HTTP/1.1 299 Own\r\nContent-Length: 0\r\n\r\n")
				_ = conn.Close()
			}
		},
	}
	for name, h := range routes {
		engine.Any("/"+name, h)
	}
	engine.GET("/get", routes["ok"])
	server := httptest.NewServer(engine)
	defer server.Close()
	do := func(method, path, body string) (*http.Response, string) {
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		return resp, string(text)
	}
	tests := []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/coded", "", 404, `"detail":"There is no bell with this id."`},
		{"GET", "/plain", "", 500, `"kind":"internal"`},
		{"GET", "/endless", "", 500, `"kind":"internal"`},
		{"GET", "/panic", "", 500, `"kind":"internal"`},
		{"GET", "/abort", "", 410, `"status":410`},
		{"GET", "/private", "", 409, `"kind":"conflict"`},
		{"GET", "/public", "", 409, `"detail":"The bell is rung already."`},
		{"GET", "/both", "", 409, `"detail":"The bell is rung already."`},
		{"GET", "/text", "", 500, `"kind":"internal"`},
		{"GET", "/nowhere", "", 404, `"kind":"not_found"`},
		{"DELETE", "/get", "", 405, `"kind":"method_not_allowed"`},
		{"POST", "/bind", `{"times":"often"}`, 422, `"pointer":"#/times"`},
		{"POST", "/bind", `{"times":11}`, 422, `must be at most 10`},
		{"POST", "/bind", `{"times":`, 400, `line 1, column 10`},
		{"GET", "/bells/seven", "", 422, `"pointer":"#/id"`},
		{"GET", "/short?page=x", "", 400, `"kind":"invalid_request"`},
		{"GET", "/several", "", 500, `"kind":"internal"`},
	}
	for _, tt := range tests {
		t.Run(tt.method+" "+tt.path+tt.body, func(t *testing.T) {
			log.Reset()
			resp, body := do(tt.method, tt.path, tt.body)
			require.Equal(t, tt.status, resp.StatusCode, "%s\n%s", body, log.String())
			require.Equal(t, "application/problem+json", resp.Header.Get("Content-Type"))
			require.Contains(t, body, tt.want)
			require.NotContains(t, body, "hunter2")
			require.True(t, json.Valid([]byte(body)))
			require.Equal(t, 1, strings.Count(log.String(), "\n"), "one record\n%s", log.String())
			require.NotContains(t, log.String(), "cause.error", "an error with a kind is logged once")
			if tt.path == "/several" {
				require.Contains(t, log.String(), canary+`\nsecond`)
			}
		})
	}
	for path, status := range map[string]int{"/ok": 200, "/status": 204, "/answer": 200, "/hijack": 299} {
		resp, body := do("GET", path, "")
		require.Equal(t, status, resp.StatusCode, path)
		require.NotContains(t, body, "hunter2")
	}
	r, err := http.Get(server.URL + "/stream")
	require.NoError(t, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.Error(t, err, "a response that began is aborted")
	require.Equal(t, "ding ", string(text))
}

// What a handler reports after it has responded is logged. An error that it returns shows that its
// response is not complete; one that it adds to the context does not.
func TestResponded(t *testing.T) {
	var log bytes.Buffer
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.NewTextHandler(&log, nil)))
	engine := gin.New()
	ginerr.Install(engine, &nethttp.API{Boundary: boundary})
	begin := func(c *gin.Context) { _, _ = c.Writer.WriteString("ding") }
	event := func(c *gin.Context) { c.SSEvent("ding", 1); c.Writer.Flush() }
	fault := func(c *gin.Context) { c.JSON(http.StatusServiceUnavailable, gin.H{"error": "later"}) }
	tests := []struct {
		path    string
		begin   gin.HandlerFunc
		returns bool // the error
		status  int
		want    string
		logged  bool
		aborted bool
	}{
		{"/add", begin, false, 200, "ding", false, false},
		{"/return", begin, true, 200, "ding", true, true},
		{"/stream/add", event, false, 200, "event:ding\ndata:1\n\n", false, false},
		{"/stream/return", event, true, 200, "event: error\ndata: {", true, false},
		{"/fault/add", fault, false, 503, `{"error":"later"}`, true, false},
		{"/fault/return", fault, true, 503, `{"error":"later"}`, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			log.Reset()
			engine.GET(tt.path, ginerr.Handle(func(c *gin.Context) error {
				tt.begin(c)
				if tt.returns {
					return errors.New(canary)
				}
				_ = c.Error(errors.New(canary))
				return nil
			}))
			rec := httptest.NewRecorder()
			serve := func() { engine.ServeHTTP(rec, httptest.NewRequest("GET", tt.path, nil)) }
			if tt.aborted {
				require.PanicsWithValue(t, http.ErrAbortHandler, serve)
			} else {
				serve()
			}
			require.Equal(t, tt.status, rec.Code)
			require.Contains(t, rec.Body.String(), tt.want)
			require.NotContains(t, rec.Body.String(), "hunter2")
			require.Equal(t, tt.logged, strings.Contains(log.String(), canary), log.String())
			require.LessOrEqual(t, strings.Count(log.String(), "\n"), 1, "one record")
		})
	}
}

// The response to HEAD has the headers of an error, although it has no body.
func TestHead(t *testing.T) {
	engine := gin.New()
	ginerr.Install(engine, nil)
	engine.GET("/get", func(*gin.Context) {})
	for path, status := range map[string]int{"/nowhere": 404, "/get": 405} {
		rec := httptest.NewRecorder()
		engine.ServeHTTP(rec, httptest.NewRequest("HEAD", path, nil))
		require.Equal(t, status, rec.Code, path)
		require.Equal(t, "application/problem+json", rec.Header().Get("Content-Type"), path)
	}
}

// Without an API the errors are problem details; a dialect is that of the API.
func TestAPIs(t *testing.T) {
	for want, api := range map[string]*nethttp.API{
		`"title":"Not Found"`:          nil,
		`"message":"There is no bell"`: {Dialect: oxp.Dialect{}},
	} {
		engine := gin.New()
		ginerr.Install(engine, api)
		engine.GET("/", ginerr.Handle(func(*gin.Context) error {
			return errkit.New(errkit.NotFound,
				"There is no bell")
		}))
		rec := httptest.NewRecorder()
		engine.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
		require.Contains(t, rec.Body.String(), want)
	}
}

// A middleware around that of Install, such as a logger, sees the status of the response.
func TestOutside(t *testing.T) {
	engine := gin.New()
	var statuses []int
	engine.Use(func(c *gin.Context) {
		c.Next()
		statuses = append(statuses, c.Writer.Status())
	})
	ginerr.Install(engine, nil)
	engine.GET("/panic", func(*gin.Context) { panic(canary) })
	engine.GET("/gone", func(c *gin.Context) { c.AbortWithStatus(http.StatusGone) })
	for _, path := range []string{"/panic", "/gone", "/nowhere"} {
		engine.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
	}
	require.Equal(t, []int{500, 410, 404}, statuses)
}
