package check

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/samber/lo"
	"github.com/stretchr/testify/require"
)

// TestOpenAPI checks which operations of a document are tools, and what their bodies and
// parameters are.
func TestOpenAPI(t *testing.T) {
	const body = `"requestBody":{"content":{"application/json":{"schema":{"type":"object"}}}}`
	none := `{"properties":{},"required":[],"type":"object"}`
	tests := []struct {
		name, doc string
		want      []string // name, method, path, schema of the body, and of the parameters
	}{
		{"methods, and a server with a path", `{"openapi":"3.1.0","servers":[{"url":"https://{host}/{base}/",
			"variables":{"host":{"default":"a.example"},"base":{"default":"v1"}}}],"paths":{"/a":{
			"post":{` + body + `},"get":{"operationId":"list",` + body + `},"trace":{},"summary":"text"}}}`,
			[]string{`list GET /v1/a  ` + none, `POST /a POST /v1/a {"type":"object"} ` + none}},
		{"parameters, common and referred ones, without cookies and optional headers",
			`{"openapi":"3.1.0","components":{"parameters":{"Id":{"name":"id","in":"path","required":true,"schema":{
			"type":"integer"}}}},"paths":{"/b/{id}":{"parameters":[{"$ref":"#/components/parameters/Id"},{"name":"c",
			"in":"cookie","schema":{}},{"name":"H","in":"header","schema":{}}],"put":{"operationId":"b",` + body + `}}}}`,
			[]string{`b PUT /b/{id} {"type":"object"} {"properties":{"id":{"type":"integer"}},"required":["id"],` +
				`"type":"object"}`}},
		{"YAML, 3.0", "openapi: 3.0.3\npaths:\n  /c/{x}:\n    get:\n      operationId: c\n      parameters:\n" +
			"      - {name: n, in: query, schema: {type: integer, nullable: true, minimum: 0, exclusiveMinimum: true}}\n" +
			"      responses:\n        200: {description: ok}\n",
			[]string{`c GET /c/{x}  {"properties":{"n":{"exclusiveMinimum":0,"nullable":true,"type":["integer","null"]},` +
				`"x":{"type":"string"}},"required":["x"],"type":"object"}`}},
		{"a server without a URL", `{"servers":[{}],"paths":{"/a":{"get":{"operationId":"a"}}}}`,
			[]string{`a GET /a  {"properties":{},"required":[],"type":"object"}`}},
		{"no path", `{"paths":{"x-note":"text","/n":"text","//host/c":{"get":{}}}}`, nil},
		{"what is not sent: a form, a cookie, JSON in a query, a body of DELETE", `{"paths":{
			"/f":{"post":{"requestBody":{"content":{"multipart/form-data":{}}}}},
			"/g":{"get":{"parameters":[{"name":"c","in":"cookie","required":true,"schema":{}}]}},
			"/h":{"get":{"parameters":[{"name":"q","in":"query","required":true,"content":{"application/json":{}}}]}},
			"/i":{"delete":{"requestBody":{"required":true,"content":{"application/json":{}}}}}}}`,
			[]string{"POST /f POST /f  ", "GET /g GET /g  ", "GET /h GET /h  ", "DELETE /i DELETE /i  "}},
		{"a parameter of the operation in place of that of the path, and two with one name", `{"openapi":"3.1.0","paths":{
			"/o/{id}":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],
				"get":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"integer"}},
					{"name":"id","in":"query","schema":{}}]}},
			"/q/{id}":{"get":{"parameters":[{"name":"id","in":"path","required":true,"schema":{}},
				{"name":"id","in":"query","required":true,"schema":{}}]}}}}`,
			[]string{`GET /o/{id} GET /o/{id}  {"properties":{"id":{"type":"integer"}},"required":["id"],"type":"object"}`,
				"GET /q/{id} GET /q/{id}  "}},
		{"headers that a document does not choose", `{"paths":{"/a":{"get":{"operationId":"a","parameters":[` +
			strings.Join(lo.Map([]string{"Authorization", "X-HTTP-Method-Override", "host", "a\\r\\nb", "X-Bell"},
				func(name string, _ int) string {
					return `{"name":"` + name + `","in":"header","required":true,"schema":{}}`
				}), ",") + `]}}}}`,
			[]string{`a GET /a  {"properties":{"X-Bell":{}},"required":["X-Bell"],"type":"object"}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tools, err := ReadTools([]byte(tt.doc))
			require.NoError(t, err)
			var got []string
			for _, one := range tools {
				got = append(got, fmt.Sprintf("%s %s %s %s %s", one.Name, one.method, one.Path,
					string(one.Schema), string(one.params))) // Go 1.27 prints a nil RawMessage as null
			}
			require.Equal(t, tt.want, got)
		})
	}
	_, err := ReadTools([]byte(`{"swagger":"2.0","paths":{}}`))
	require.ErrorContains(t, err, "want OpenAPI 3.0 or 3.1")
}

func TestReadPaths(t *testing.T) {
	tools, err := ReadPaths("http://a.example/v1/", "/a?loud=yes # the list\n\nPOST /b\nGET /b\n")
	require.NoError(t, err)
	require.Equal(t, []string{"GET /a?loud=yes /v1/a?loud=yes true", "GET /b /v1/b true", "POST /b /v1/b false"},
		lo.Map(tools, func(t Tool, _ int) string { return fmt.Sprint(t.Name, " ", t.Path, " ", t.ReadOnly) }))
	for _, text := range []string{"a", "//evil.example/x", "OPEN /a", "GET /a b"} {
		_, err := ReadPaths("http://a.example", text)
		require.ErrorContains(t, err, "is not a path such as /bells", text)
	}
}

// A router that redirects to the path with a slash has not judged the method.
func TestRedirectedMethod(t *testing.T) {
	mux, rings := http.NewServeMux(), http.NewServeMux()
	rings.HandleFunc("GET /api/", func(http.ResponseWriter, *http.Request) {})
	mux.Handle("/api/", rings)
	web := httptest.NewServer(mux)
	defer web.Close()
	for path, status := range map[string]int{"/api": http.StatusTemporaryRedirect, "/api/": http.StatusMethodNotAllowed} {
		r := httptest.NewRequest("PROPFIND", path, nil)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		require.Equal(t, status, w.Code)
		report, err := Run(t.Context(), Target{Dialect: "http", URL: web.URL + path}, Options{})
		require.NoError(t, err)
		for _, failed := range report.Failed(false) {
			require.NotEqual(t, "http/method/1", failed.Rule.ID, path)
		}
	}
}

// TestRefusedInput checks that the refusal of a value is not held against a schema that the server
// does not have.
func TestRefusedInput(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":"id must be an integer"}`)
	}))
	defer server.Close()
	paths, err := ReadPaths(server.URL, "/bells/{id}\nPOST /bells")
	require.NoError(t, err)
	document := func(parameters string) []Tool {
		tools, err := ReadTools([]byte(`{"openapi":"3.1.0","paths":{"/bells/{id}":{"get":{"parameters":[` + parameters + `]}}}}`))
		require.NoError(t, err)
		return tools
	}
	for name, tt := range map[string]struct {
		tools []Tool
		found int
	}{
		"a list of paths":         {paths, 0},
		"an undeclared parameter": {document(``), 0},
		"a declared parameter":    {document(`{"name":"id","in":"path","required":true,"schema":{"type":"string"}}`), 1},
	} {
		t.Run(name, func(t *testing.T) {
			rules := lo.Filter(Rules(), func(r *Rule, _ int) bool { return r.ID == "tool/valid/1" })
			report, err := Run(t.Context(), Target{Dialect: "http", URL: server.URL, Tools: tt.tools},
				Options{CallAll: true, Rules: rules})
			require.NoError(t, err)
			require.NotZero(t, report.Results[0].Judged)
			require.Equal(t, tt.found, report.Results[0].Found)
		})
	}
}

// TestPlainHTTP checks servers whose errors are in any format: which methods are called, with
// which parameters, and that problem details have their own rules.
func TestPlainHTTP(t *testing.T) {
	const schema = `{"type":"object","required":["times"],"properties":{"times":{"type":"integer"}}}`
	const doc = `{"openapi":"3.0.0","paths":{
		"/bells/{id}":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"integer"}}],
			"get":{"parameters":[{"name":"loud","in":"query","required":true,"schema":{"type":"boolean"}}]},
			"head":{},"delete":{},"put":{"requestBody":{"content":{"application/json":{"schema":` + schema + `}}}}},
		"/bells":{"delete":{"parameters":[{"name":"name","in":"query","required":true,"schema":{"type":"string"}}]}},
		"/kill":{"post":{}}, "/towers":{"get":{}},
		"/rings":{"post":{"parameters":[{"name":"X-Key","in":"header","required":true,"schema":{"type":"string"}}],
			"requestBody":{"content":{"application/json":{"schema":` + schema + `}}}}}}}`
	for name, tt := range map[string]struct {
		doc, contentType string
		options          Options
		profile          string
		sent, not        []string
	}{
		"nothing that may change something": {doc, "application/json", Options{}, "http",
			[]string{"GET /bells/1?loud=false", "GET /bells/1\n", "GET /bells/not", "PROPFIND /towers\n", "HEAD /bells/1\n",
				"GET /toolerr_check_no_such_tool\n"},
			[]string{"PUT", "DELETE", "POST", "%7B", "HEAD /bells/not", "PROPFIND /bells"}},
		"what lacks something": {doc, "application/problem+json", Options{CallInvalid: true}, "problem",
			[]string{`POST /rings {}`, `PUT /bells/7777777 {}`, `PUT /bells/7777777 {"toolerr_check_deep"`},
			[]string{"DELETE", "/kill", `"times":7777777`}},
		"everything": {doc, "application/json", Options{CallAll: true}, "http",
			[]string{"DELETE /bells/7777777", "DELETE /bells\n", "POST /kill\n", `POST /rings {"times":7777777}`}, nil},
		"no document": {``, "text/plain", Options{CallInvalid: true}, "http",
			[]string{"GET /\n", "GET /toolerr-check/no-such-path"}, []string{"POST /\n", "PUT"}},
	} {
		t.Run(name, func(t *testing.T) {
			var all strings.Builder
			var mu sync.Mutex
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				mu.Lock()
				fmt.Fprintf(&all, "%s %s %.80s\n", r.Method, r.URL.RequestURI(), body)
				if len(body) == 0 {
					fmt.Fprintf(&all, "%s %s\n", r.Method, r.URL.RequestURI())
				}
				mu.Unlock()
				if r.URL.Path == "/openapi.json" && tt.doc != "" {
					io.WriteString(w, tt.doc)
					return
				}
				w.Header().Set("Content-Type", tt.contentType)
				w.WriteHeader(http.StatusBadRequest)
				_ = json.NewEncoder(w).Encode(map[string]string{"title": "Bad Request", "detail": "No."})
			}))
			defer web.Close()
			tt.options.deep, tt.options.large, tt.options.slow = 50, 1<<10, 1
			report, err := Run(t.Context(), Target{Dialect: "http", URL: web.URL}, tt.options)
			require.NoError(t, err)
			require.Equal(t, tt.profile, report.Dialect)
			for _, part := range tt.sent {
				require.Contains(t, all.String(), part)
			}
			for _, part := range tt.not {
				require.NotContains(t, all.String(), part)
			}
		})
	}
}
