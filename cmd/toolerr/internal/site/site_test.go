package site_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/demo"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/show"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/site"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/docpages"
	"github.com/toolerr/toolerr/lab/testlog"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

const base = "http://127.0.0.1:8080"

// secret is part of the cause of the errors of the demo tools, which is only logged.
const secret = "password of user demo"

func tools() http.Handler { return demo.New(base, slog.New(slog.DiscardHandler)) }

// files are those of a server.
var files = sync.OnceValues(func() (map[string][]byte, error) {
	return site.Files(site.Options{Tools: tools(), Base: base, Endpoints: demo.Endpoints(base), Codes: codes})
})

// codes are a few of those that the command prints.
func codes() ([]byte, error) {
	return []byte(`[
{"code":"404","name":"Not Found","doc_url":"https://toolerr.github.io/toolerr/codes/404/","kinds":[{"kind":"not_found","means":"It is not there.","client":"Look.","model":"Look."}],"meanings":[{"in":"HTTP","name":"Not Found","kind":"not_found","note":"a <note>"}],"renderings":[{"dialect":"problem","kinds":["not_found","tool_not_found"]}]},
{"code":"-32002","doc_url":"https://toolerr.github.io/toolerr/codes/-32002/","meanings":[{"in":"MCP","kind":"not_found"}],"renderings":[{"dialect":"mcp-2025-11-25","when":"in resources/read","kinds":["not_found"]}],"collisions":[{"who":"AAI","meaning":"app not running"}]},
{"code":"NoSuchKey","doc_url":"https://toolerr.github.io/toolerr/codes/nosuchkey/","meanings":[{"in":"AWS","kind":"not_found","note":"https://docs.aws.amazon.com/"}]},
{"code":"nosuchkey","doc_url":"https://toolerr.github.io/toolerr/codes/nosuchkey/","meanings":[{"in":"AWS","kind":"not_found"}]},
{"code":"none","doc_url":"https://toolerr.github.io/toolerr/codes/none/","meanings":[]}]`), nil
}

func served(t *testing.T) map[string][]byte {
	t.Helper()
	all, err := files()
	require.NoError(t, err)
	return all
}

// links returns the addresses in a page.
func links(page string) (found []string) {
	for _, attribute := range []string{` href="`, ` src="`} {
		for _, part := range strings.Split(page, attribute)[1:] {
			to, _, _ := strings.Cut(part, `"`)
			found = append(found, to)
		}
	}
	return found
}

// TestFiles checks both forms of the site: every link leads to a file of it, pages load only
// these, and no page has private text.
func TestFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it reads all pages of both sites, which takes 7 s with the race detector")
	}
	pages, err := docpages.Read(filepath.Join("..", "..", "..", ".."))
	require.NoError(t, err)
	static := site.Options{Tools: tools(), Base: base, Static: true, Codes: codes}
	for _, p := range pages {
		static.Docs = append(static.Docs, site.Doc(p))
	}
	written, err := site.Files(static)
	require.NoError(t, err)
	for _, tt := range []struct {
		o     site.Options
		files map[string][]byte
	}{{files: served(t)}, {static, written}} {
		o, files := tt.o, maps.Clone(tt.files)
		files["assets/wasm_exec.js"] = nil // make site adds it
		for _, k := range errkit.Kinds() {
			page := string(files["problems/"+k.String()+"/index.html"])
			require.Contains(t, page, template(explain.Kind(k).Means))
			require.Equal(t, len(show.Names()), strings.Count(page, `id="in-`))
		}
		for name, body := range files {
			require.NotContains(t, string(body), secret, name)
			require.NotContains(t, string(body), "ZgotmplZ", name)
			if path.Ext(name) != ".html" {
				continue
			}
			for _, forbidden := range []string{"<script>", "<style", " style=", " onclick=", " onload="} {
				require.NotContains(t, string(body), forbidden, "the policy forbids it: %s", name)
			}
			for _, link := range links(string(body)) {
				to, fragment, _ := strings.Cut(link, "#")
				if strings.HasPrefix(to, "https://") {
					continue
				}
				file := path.Join(path.Dir(name), to)
				if name == "404.html" { // it is at any path
					require.True(t, strings.HasPrefix(to, map[bool]string{true: "/toolerr/", false: "/"}[o.Static]) || to == "", to)
					file = strings.TrimPrefix(strings.TrimPrefix(to, "/toolerr"), "/")
				}
				if to == "" {
					file = name
				} else if strings.HasSuffix(to, "/") {
					file = path.Join(file, "index.html")
				}
				target, ok := files[file]
				require.True(t, ok, "%s: %s", name, link)
				if fragment != "" {
					require.True(t, bytes.Contains(target, []byte(` id="`+fragment+`"`)), "%s: %s", name, link)
				}
			}
		}
		front := string(files["index.html"])
		require.Equal(t, o.Static, strings.Contains(front, "wasm-unsafe-eval"))
		require.Equal(t, o.Static, strings.Contains(front, `href="./docs/"`))
		require.Contains(t, front, "must be a code of 3 letters", "it shows an example without a script")
		for _, r := range check.Rules() {
			page := string(files["rules/"+r.ID+"/index.html"])
			require.Contains(t, page, template(r.Fault))
			require.Equal(t, 4, strings.Count(page, "<dd>")-3, "%s: a remedy for each language", r.ID)
			require.Equal(t, "https://toolerr.github.io/toolerr/rules/"+r.ID+"/", r.DocURL)
		}
		require.Contains(t, string(files["codes/nosuchkey/index.html"]), `href="https://docs.aws.amazon.com/"`)
		require.Contains(t, string(files["codes/404/index.html"]), "It is not there.")
		require.Contains(t, string(files["codes/-32002/index.html"]), "app not running")
		require.Contains(t, string(files["404.html"]), "There is no such page")
		var index []map[string]string
		require.NoError(t, json.Unmarshal(bytes.TrimSuffix(bytes.TrimPrefix(files["assets/search.js"],
			[]byte("window.searchIndex = ")), []byte(";\n")), &index))
		sections := 0
		for _, d := range o.Docs {
			sections += len(d.Sections)
		}
		pages := 6 + len(errkit.Kinds()) + len(check.Rules()) + 3
		if o.Static {
			pages++ // the list of documentation
		}
		require.Len(t, index, pages+sections)
	}
}

// template escapes a text as the pages do.
func template(text string) string {
	return strings.NewReplacer("'", "&#39;", `"`, "&#34;", "+", "&#43;").Replace(text)
}

// TestRecordedAnswers checks that every failure has an answer with an error in every protocol.
func TestRecordedAnswers(t *testing.T) {
	files := served(t)
	page := string(files["failures/index.html"])
	answers := regexp.MustCompile(`(?s)class="answer"[^>]*><code>(.*?)</code>`).FindAllStringSubmatch(page, -1)
	require.Len(t, answers, 8*7)
	require.Equal(t, 6, strings.Count(page, `class="go"`), "the source of what runs; two failures run nothing")
	require.Contains(t, page, "func ring(_ context.Context, in ringInput) (ringOutput, error) {")
	for _, a := range answers {
		require.Regexp(t, `error|message|isError|problems/|parameter_errors`, a[1])
		require.NotContains(t, a[1], "unsupported", a[1])
	}
}

// TestGallery checks that every example of the front page is an error.
func TestGallery(t *testing.T) {
	files := served(t)
	unescape := strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&lt;", "<", "&gt;", ">", "&#43;", "+", "&amp;", "&")
	chips := regexp.MustCompile(`data-document="([^"]*)" data-status="([0-9]*)" data-input="([^"]*)"[^>]*>([^<]*)<`).FindAllStringSubmatch(string(files["index.html"]), -1)
	require.Len(t, chips, 16)
	for _, c := range chips {
		var status int
		if c[2] != "" {
			require.NoError(t, json.Unmarshal([]byte(c[2]), &status))
		}
		got := show.Show(show.Request{Document: unescape.Replace(c[1]), Status: status, Input: unescape.Replace(c[3])})
		require.Empty(t, got.Problem, c[4])
		require.NotContains(t, string(got.Error), `"kind":"unknown"`, c[4])
	}
}

func start(t *testing.T) (url string, log *testlog.Log) {
	t.Helper()
	log = new(testlog.Log)
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.NewJSONHandler(log, nil)))
	server := httptest.NewServer(site.Handler(site.Options{Tools: tools(), Base: base, Codes: codes}, boundary, tools()))
	t.Cleanup(server.Close)
	return server.URL, log
}

func do(t *testing.T, method, url, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(got)
}

func TestHandler(t *testing.T) {
	url, log := start(t)
	tests := []struct {
		name, method, path, body string
		status                   int
		contentType, want        string
	}{
		{"front page", "GET", "/", "", 200, "text/html; charset=utf-8", "One tool failure, in every protocol"},
		{"matrix", "GET", "/matrix/", "", 200, "text/html; charset=utf-8", "auth_config_invalid"},
		{"a kind", "GET", "/problems/not_found/", "", 200, "text/html; charset=utf-8", "does not exist"},
		{"the type of a problem", "GET", "/problems/not_found", "", 301, "text/html; charset=utf-8",
			"/problems/not_found/"},
		{"style", "GET", "/assets/style.css", "", 200, "text/css; charset=utf-8", "prefers-color-scheme"},
		{"script", "GET", "/assets/app.js", "", 200, "text/javascript; charset=utf-8", "use strict"},
		{"a code", "GET", "/codes/404/", "", 200, "text/html; charset=utf-8", "a &lt;note&gt;"},
		{"a rule", "GET", "/rules/tool/input/4/", "", 200, "text/html; charset=utf-8", "names the member that is wrong"},
		{"no such kind", "GET", "/problems/none", "", 404, "application/problem+json",
			"There is nothing at this path."},
		{"a path outside", "GET", "/assets/..%2fpages/layout.html", "", 404, "application/problem+json",
			"There is nothing at this path."},
		{"the tools", "POST", "/problem/Nothing", "{}", 404, "application/problem+json", `"status":404`},
		{"show", "POST", "/api/show", `{"document":"{}","status":429}`, 200, "application/json",
			`"kind":"rate_limited"`},
		{"show nothing", "POST", "/api/show", ``, 200, "application/json", `"problem":"The request is not valid JSON`},
		{"too large", "POST", "/api/show", strings.Repeat("x", show.MaxRequest+1), 413, "application/problem+json",
			`"kind":"too_large"`},
		{"render", "POST", "/api/render/oxp", `{"kind":"invalid_input"}`, 422, "application/json",
			`"$schema":"urn:oxp:1.0"`},
		{"no such dialect", "POST", "/api/render/none", `{"kind":"invalid_input"}`, 404, "application/problem+json",
			"There is no dialect with this name."},
		{"no error", "POST", "/api/render/oxp", `{"kind":7}`, 422, "application/problem+json",
			"The request is not the canonical JSON of an error."},
		{"wrong method", "GET", "/api/show", "", 404, "application/problem+json", "There is nothing at this path."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, body := do(t, tt.method, url+tt.path, tt.body)
			require.Equal(t, tt.status, resp.StatusCode, body)
			require.Equal(t, tt.contentType, resp.Header.Get("Content-Type"))
			require.Contains(t, body, tt.want)
			if tt.status == 200 && tt.method == "GET" {
				policy := resp.Header.Get("Content-Security-Policy")
				require.Contains(t, policy, "default-src 'none'")
				require.NotContains(t, policy, "unsafe")
				require.Equal(t, "nosniff", resp.Header.Get("X-Content-Type-Options"))
			}
		})
	}
	for path, want := range map[string]string{"/none": "no such page", "/problems/none/x": "no such page",
		"/oxp/none": "no such page"} {
		resp, body := do(t, "GET", url+path, "", "Accept", "text/html,*/*")
		require.Equal(t, 404, resp.StatusCode, path)
		require.Equal(t, "text/html; charset=utf-8", resp.Header.Get("Content-Type"))
		require.Contains(t, body, want)
		require.Contains(t, body, `href="/search/"`, "the page is at any path")
		resp, _ = do(t, "GET", url+path, "", "Accept", "application/json")
		require.Equal(t, 404, resp.StatusCode)
		require.NotContains(t, resp.Header.Get("Content-Type"), "html")
	}
	resp, body := do(t, "GET", url+"/openapi.json", "", "Accept", "text/html,*/*")
	require.Equal(t, "application/json", resp.Header.Get("Content-Type"))
	require.Contains(t, body, `"openapi"`)
	resp, _ = do(t, "POST", url+"/api/render/problem", `{"kind":"rate_limited","retry_after_ms":1500}`)
	require.Equal(t, "2", resp.Header.Get("Retry-After"))
	require.NotContains(t, log.String(), "ERROR")
}

// TestGuard checks which requests pages of other sites can make.
func TestGuard(t *testing.T) {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.DiscardHandler))
	server := httptest.NewServer(site.Handler(site.Options{Tools: tools(), Base: "http://errors.example:8080"},
		boundary, tools()))
	t.Cleanup(server.Close)
	tests := []struct {
		name    string
		headers []string
		status  int
		why     string
	}{
		{"curl", nil, 200, "no browser"},
		{"a page of this server", []string{"Sec-Fetch-Site", "same-origin", "Content-Type",
			"application/json; charset=utf-8"}, 200, ""},
		{"another site", []string{"Sec-Fetch-Site", "cross-site", "Origin", "http://evil.example"}, 403, ""},
		{"another origin, an old browser", []string{"Origin", "http://evil.example"}, 403, "Sec-Fetch-Site is absent"},
		{"a form", []string{"Content-Type", "text/plain"}, 415, "needs no preflight request"},
		{"no type", []string{"Content-Type", ""}, 415, ""},
		{"a name that leads here", []string{"Host", "evil.example:8080", "Sec-Fetch-Site", "same-origin"}, 403,
			"DNS rebinding"},
		{"localhost", []string{"Host", "localhost:8080"}, 200, ""},
		{"another address", []string{"Host", "[fe80::1]:8080"}, 200, "the server may listen on all"},
		{"the host of the server", []string{"Host", "errors.example:8080"}, 200, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for path, body := range map[string]string{"/api/show": `{"document":"{}","status":429}`,
				"/api/render/problem": `{"kind":"not_found"}`} {
				resp, got := do(t, "POST", server.URL+path, body, tt.headers...)
				want := tt.status
				if want == 200 && path != "/api/show" {
					want = 404
				}
				require.Equal(t, want, resp.StatusCode, "%s: %s", tt.why, got)
			}
		})
	}
}
