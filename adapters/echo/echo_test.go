package echoerr_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/labstack/echo/v5"
	"github.com/stretchr/testify/require"

	echoerr "github.com/toolerr/toolerr/adapters/echo"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

const canary = "postgres://admin:hunter2@db/bells"

// client is an error of a client library with the status of a response to this program.
type client struct{}

func (client) Error() string   { return "the service refused " + canary }
func (client) StatusCode() int { return http.StatusForbidden }

// endless wraps itself.
type endless struct{}

func (endless) Error() string   { return canary }
func (e endless) Unwrap() error { return e }

func TestInstall(t *testing.T) {
	var log bytes.Buffer
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.NewTextHandler(&log, nil)))
	e := echo.New()
	e.Use(func(next echo.HandlerFunc) echo.HandlerFunc { // a middleware around that of Install
		return func(c *echo.Context) error {
			if c.Request().Header.Get("X-Refuse") != "" {
				return echo.ErrForbidden
			}
			return next(c)
		}
	})
	echoerr.Install(e, &nethttp.API{Boundary: boundary, Rewrite: true})
	routes := map[string]echo.HandlerFunc{
		"ok":    func(c *echo.Context) error { return c.String(http.StatusOK, "ding\n") },
		"coded": func(*echo.Context) error { return errkit.New(errkit.NotFound, "There is no bell with this id.") },
		"wrapped": func(*echo.Context) error {
			return echo.ErrBadRequest.Wrap(errkit.New(errkit.Conflict, "The bell is rung already."))
		},
		"plain":   func(*echo.Context) error { return errors.New(canary) },
		"panic":   func(*echo.Context) error { panic(canary) },
		"teapot":  func(*echo.Context) error { return echo.NewHTTPError(http.StatusGone, canary) },
		"busy":    func(*echo.Context) error { return fmt.Errorf("ring: %w", echo.ErrServiceUnavailable) },
		"endless": func(*echo.Context) error { return endless{} },
		"service": func(*echo.Context) error { return client{} },
		"odd":     func(*echo.Context) error { return echo.NewHTTPError(http.StatusFound, canary) },
		"text":    func(c *echo.Context) error { return c.String(http.StatusInternalServerError, canary) },
		"bind": func(c *echo.Context) error {
			var in struct {
				Times int `json:"times" query:"times"`
			}
			if err := c.Bind(&in); err != nil {
				return err
			}
			return c.JSON(http.StatusOK, in)
		},
		"query": func(c *echo.Context) error {
			var n int
			return echo.QueryParamsBinder(c).Int("times", &n).BindError()
		},
		"bells/:id": func(c *echo.Context) error {
			_, err := strconv.Atoi(c.Param("id"))
			return err
		},
		"stream": func(c *echo.Context) error {
			c.Response().WriteHeader(http.StatusOK)
			_, _ = io.WriteString(c.Response(), "ding ")
			c.Response().(http.Flusher).Flush()
			panic(canary)
		},
	}
	for name, h := range routes {
		e.Any("/"+name, h)
	}
	e.GET("/get", routes["ok"])
	server := httptest.NewServer(e)
	defer server.Close()
	do := func(method, path, body string, header ...string) (*http.Response, string) {
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		for _, name := range header {
			r.Header.Set(name, "1")
		}
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
		reported           bool
	}{
		{"GET", "/coded", "", 404, `"detail":"There is no bell with this id."`, true},
		{"GET", "/wrapped", "", 409, `"detail":"The bell is rung already."`, true},
		{"GET", "/plain", "", 500, `"kind":"internal"`, true},
		{"GET", "/panic", "", 500, `"kind":"internal"`, true},
		{"GET", "/teapot", "", 410, `"status":410`, true},
		{"GET", "/busy", "", 503, `"kind":"unavailable"`, true},
		{"GET", "/endless", "", 500, `"kind":"internal"`, true},
		{"GET", "/service", "", 500, `"kind":"internal"`, true},
		{"GET", "/odd", "", 500, `"kind":"internal"`, true},
		{"GET", "/text", "", 500, `"kind":"internal"`, true},
		{"GET", "/nowhere", "", 404, `"kind":"not_found"`, true},
		{"DELETE", "/get", "", 405, `"kind":"method_not_allowed"`, true},
		{"POST", "/bind", `{"times":"often"}`, 422, `"pointer":"#/times"`, true},
		{"POST", "/bind", `{"times":`, 400, `line 1, column 10`, true},
		{"GET", "/bells/seven", "", 422, `"pointer":"#/id","detail":"must be an integer"`, true},
		{"GET", "/query?times=often", "", 422, `"pointer":"#/times","detail":"must be an integer"`, true},
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
		})
	}
	resp, body := do("GET", "/ok", "")
	require.Equal(t, 200, resp.StatusCode)
	require.Equal(t, "ding\n", body)
	resp, body = do("GET", "/ok", "", "X-Refuse")
	require.Equal(t, 403, resp.StatusCode)
	require.Contains(t, body, `"kind":"permission_denied"`)
	r, err := http.Get(server.URL + "/stream")
	require.NoError(t, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.Error(t, err, "a response that began is aborted")
	require.Equal(t, "ding ", string(text))
}

// Without an API the errors are problem details; a dialect is that of the API.
func TestAPIs(t *testing.T) {
	for want, api := range map[string]*nethttp.API{
		`"title":"Not Found"`:          nil,
		`"message":"There is no bell"`: {Dialect: oxp.Dialect{}},
	} {
		e := echo.New()
		echoerr.Install(e, api)
		e.GET("/", func(*echo.Context) error { return errkit.New(errkit.NotFound, "There is no bell") })
		rec := httptest.NewRecorder()
		e.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
		require.Contains(t, rec.Body.String(), want)
	}
}
