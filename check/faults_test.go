package check_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// fault is a server that breaks one rule.
type fault struct {
	dialect string
	server  func(right http.Handler) http.Handler
}

// An answer of the right server, which a fault changes.
type answer struct {
	status int
	header http.Header
	body   string
}

// change returns a server that changes the answers to the requests of which when is true.
func change(when func(r *http.Request, body string) bool,
	how func(a *answer, r *http.Request, body string)) func(http.Handler) http.Handler {
	return func(right http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			rec := httptest.NewRecorder()
			right.ServeHTTP(rec, r)
			a := answer{rec.Code, rec.Header(), rec.Body.String()}
			if when(r, string(body)) {
				how(&a, r, string(body))
			}
			for name, values := range a.header {
				w.Header()[name] = values
			}
			w.Header().Del("Content-Length")
			w.WriteHeader(a.status)
			_, _ = io.WriteString(w, a.body)
		})
	}
}

func always(*http.Request, string) bool { return true }

// has is for requests with one of the texts in the body or the path.
func has(texts ...string) func(*http.Request, string) bool {
	return func(r *http.Request, body string) bool {
		for _, text := range texts {
			if strings.Contains(body, text) || strings.Contains(r.URL.Path, text) {
				return true
			}
		}
		return false
	}
}

// both is for requests of which all are true.
func both(all ...func(*http.Request, string) bool) func(*http.Request, string) bool {
	return func(r *http.Request, body string) bool {
		for _, f := range all {
			if !f(r, body) {
				return false
			}
		}
		return true
	}
}

// The requests of the probes.
var (
	unknownTool = has("toolerr_check_no_such_tool")
	unknownPath = has("no-such-path")
	unknownName = has("no-such-method")
	extra       = has("toolerr_check_extra")
	wrongTimes  = both(has(`"times":"not`, `"times":0`, `"times":6`), plain)
	missingBell = func(r *http.Request, body string) bool {
		return strings.Contains(body, "Bell") && !strings.Contains(body, `"bell":`) &&
			!strings.Contains(body, "toolerr") || r.Method == "POST" && body == "{}"
	}
	notJSON     = func(_ *http.Request, body string) bool { return body != "" && !json.Valid([]byte(body)) }
	text        = func(_ *http.Request, body string) bool { return body == `"text"` }
	large       = has("toolerr_check_large")
	badType     = func(r *http.Request, _ string) bool { return r.Header.Get("Content-Type") == "text/plain" }
	otherMethod = func(r *http.Request, _ string) bool { return r.Method == "PROPFIND" }
	listed      = func(r *http.Request, body string) bool {
		return r.Method == http.MethodGet && !strings.Contains(r.URL.Path, "no-such") ||
			strings.Contains(body, `"tools/list"`)
	}
	badToken = func(r *http.Request, _ string) bool {
		return strings.Contains(r.Header.Get("Authorization"), "invalid")
	}
	noToken     = func(r *http.Request, _ string) bool { return r.Header.Get("Authorization") == "" }
	called      = both(has("Bell"), plain)
	oldRevision = func(r *http.Request, _ string) bool { return r.Header.Get("Mcp-Protocol-Version") == "1999-01-01" }
	newVersion  = func(r *http.Request, _ string) bool { return r.Header.Get("A2A-Version") == "99.0" }
	noTask      = func(r *http.Request, body string) bool {
		return strings.Contains(body, `{"id":"toolerr-check-no-such-task"}`) && plain(r, body) && !newVersion(r, body)
	}
	valid = both(has(`"arguments":{"bell":"toolerr_check_test_v"}`), has("Listen"), plain)
)

// plain is for requests of which nothing but the input is wrong.
func plain(r *http.Request, body string) bool {
	return json.Valid([]byte(body)) && r.Method == http.MethodPost &&
		r.Header.Get("Content-Type") == "application/json" &&
		r.Header.Get("Authorization") == "Bearer "+token
}

// with replaces a pattern in the body.
func with(pattern, by string) func(*answer, *http.Request, string) {
	p := regexp.MustCompile(pattern)
	return func(a *answer, _ *http.Request, _ string) { a.body = p.ReplaceAllString(a.body, by) }
}

func status(n int) func(*answer, *http.Request, string) {
	return func(a *answer, _ *http.Request, _ string) { a.status = n }
}

func header(name, value string) func(*answer, *http.Request, string) {
	return func(a *answer, _ *http.Request, _ string) { a.header.Set(name, value) }
}

// then makes two changes.
func then(first, second func(*answer, *http.Request, string)) func(*answer, *http.Request, string) {
	return func(a *answer, r *http.Request, body string) {
		first(a, r, body)
		second(a, r, body)
	}
}

// succeeds answers with a success of MCP.
func succeeds(a *answer, _ *http.Request, body string) {
	a.status = 200
	a.header.Set("Content-Type", "application/json")
	a.body = `{"jsonrpc":"2.0","id":` + idIn(body) + `,"result":{"content":[{"type":"text","text":"ding"}]}}`
}

// fails answers with a failed call of MCP.
func fails(text string) func(*answer, *http.Request, string) {
	return func(a *answer, _ *http.Request, body string) {
		quoted, _ := json.Marshal(text)
		a.header.Set("Content-Type", "application/json")
		a.body = `{"jsonrpc":"2.0","id":` + idIn(body) +
			`,"result":{"isError":true,"content":[{"type":"text","text":` + string(quoted) + `}]}}`
	}
}

// code answers with an error of JSON-RPC.
func code(n int, message string) func(*answer, *http.Request, string) {
	return func(a *answer, _ *http.Request, body string) {
		a.status = 200
		a.header.Set("Content-Type", "application/json")
		a.body = `{"jsonrpc":"2.0","id":` + idIn(body) + `,"error":{"code":` + strconv.Itoa(n) + `,"message":"` +
			message + `"}}`
	}
}

var idPattern = regexp.MustCompile(`"id":(\d+)`)

func idIn(body string) string {
	if m := idPattern.FindStringSubmatch(body); m != nil {
		return m[1]
	}
	return "null"
}

// leaks adds a text to the errors for a wrong number.
func leaks(text string) fault {
	return fault{"mcp", change(wrongTimes, fails("times is not valid: "+text))}
}

var faults = map[string]fault{
	"tool/unknown/1": {"aai", change(unknownTool, func(a *answer, _ *http.Request, body string) {
		a.body = `{"jsonrpc":"2.0","id":` + idIn(body) + `,"result":{}}`
	})},
	"tool/unknown/2": {"aai", change(unknownTool, code(-32603, "There is no such tool."))},
	"tool/version/1": {"oxp", change(has("@99.99.99"), func(a *answer, _ *http.Request, _ string) {
		a.status, a.body = 200, `{"$schema":"urn:oxp:1.0","result":{"call_id":"1","success":true,"output":{`+
			`"value":1}}}`
	})},
	"tool/input/1": {"mcp", change(wrongTimes, succeeds)},
	"tool/input/2": {"mcp", change(extra, succeeds)},
	"tool/input/3": {"aai", change(wrongTimes, code(-32603, "times is not valid"))},
	"tool/input/4": {"mcp", change(wrongTimes, fails("The second member is not valid."))},
	"tool/input/5": {"mcp", change(both(called, has(`"bell":{`, `"tone":{`, `"times":"`)),
		fails("bell, times or tone is not valid."))},
	"tool/input/6":       {"mcp", change(missingBell, fails("There is no bell with this name: not found."))},
	"tool/declared/1":    {"problem", change(both(wrongTimes, has("Listen")), with(`"kind":`, `"code":"jammed","kind":`))},
	"tool/valid/1":       {"mcp", change(valid, code(-32602, "Invalid arguments: tone is required"))},
	"jsonrpc/response/1": {"aai", change(called, with(`"jsonrpc":"2.0",`, ""))},
	"jsonrpc/response/2": {"aai", change(wrongTimes, with(`"id":\d+`, `"id":null`))},
	"jsonrpc/response/3": {"aai", change(wrongTimes, with(`"error":`, `"result":null,"error":`))},
	"jsonrpc/error/1":    {"aai", change(wrongTimes, with(`"message":"[^"]*"`, `"message":7`))},
	"jsonrpc/error/2":    {"aai", change(wrongTimes, with(`"code":-\d+`, `"code":-32500`))},
	"jsonrpc/parse/1":    {"aai", change(notJSON, code(-32600, "This is not a request."))},
	"jsonrpc/request/1":  {"aai", change(text, code(-32601, "There is no such method."))},
	"jsonrpc/method/1":   {"aai", change(unknownName, code(-32602, "There is no such method."))},

	"mcp/tools-error-handling/1": {"mcp", change(unknownTool, fails("There is no such tool."))},
	"mcp/tools-error-handling/2": {"mcp", change(wrongTimes, code(-32602, "times is not valid"))},
	"mcp/tools-list/1":           {"mcp", change(both(plain, has(`"tools/list"`)), with(`"tools":\[.*\]`, `"tools":null`))},
	"mcp/tools-result/1": {"mcp", change(wrongTimes,
		with(`"content":\[\{.*?\}\]`, `"content":[{"type":"resource_link","uri":"bell:times","name":"times"}]`))},
	"mcp/lifecycle-version/1": {"mcp", change(has("1999-01-01"),
		with(`"protocolVersion":"[^"]*"`, `"protocolVersion":"1999-01-01"`))},
	"mcp/transports-version/1": {"mcp", change(oldRevision, func(a *answer, r *http.Request, body string) {
		a.status, a.body = 200, `{"jsonrpc":"2.0","id":`+idIn(body)+`,"result":{"tools":[]}}`
	})},
	"mcp/transports-status/1": {"mcp", change(unknownName,
		then(code(-32601, "There is no such method."), status(501)))},

	"http/method/1": {"problem", change(otherMethod, problemOf(400))},
	"http/method/2": {"problem", change(otherMethod,
		func(a *answer, _ *http.Request, _ string) { a.header.Del("Allow") })},
	"http/content-type/1": {"aai", change(badType, code(-32602, "times is not valid"))},
	"http/content-type/2": {"problem", change(wrongTimes,
		func(a *answer, _ *http.Request, _ string) { a.header.Set("Content-Type", "application/json") })},
	"http/content-type/3": {"http", change(wrongTimes, header("Content-Type", "text/plain"))},
	"http/status/1":       {"google", change(wrongTimes, status(200))},
	"http/path/1":         {"problem", change(unknownPath, problemOf(400))},
	"http/json/1":         {"problem", change(notJSON, problemOf(409))},
	"http/document/1": {"oxp", change(extra,
		func(a *answer, _ *http.Request, _ string) { a.body = `toolerr_check_extra is not allowed` })},
	"problem/status/1": {"problem", change(both(wrongTimes, has("Ring")), with(`"status":422`, `"status":400`))},
	"problem/type/1":   {"problem", change(badType, with(`"type":"[^"]*"`, `"type":7`))},
	"problem/title/1":  {"problem", change(badType, with(`"title":"[^"]*",|"detail":"[^"]*",`, ""))},
	"google/error/1":   {"google", change(wrongTimes, with(`"code":\d+`, `"code":409`))},
	"connect/error/1":  {"connect", change(wrongTimes, status(409))},
	"oxp/call-tool/1":  {"oxp", change(wrongTimes, status(403))},
	"oxp/call-tool/2": {"oxp", change(wrongTimes,
		then(with(`,"parameter_errors":\{[^}]*\}`, ""), with(`"message":"[^"]*"`, `"message":"times is not valid"`)))},
	"oxp/schema/1": {"oxp", change(has("urn:oxp:99.0"), func(a *answer, _ *http.Request, _ string) {
		a.status, a.body = 200, `{"$schema":"urn:oxp:1.0","result":{"call_id":"1","success":true,"output":{`+
			`"value":1}}}`
	})},

	"a2a/task/1":   {"a2a", change(noTask, code(-32603, "The task was not found."))},
	"a2a/params/1": {"a2a", change(both(has(`"id":{`, `"id":[`), plain), code(-32600, "id is not a string."))},
	"a2a/version/1": {"a2a", change(newVersion, func(a *answer, _ *http.Request, body string) {
		a.body = `{"jsonrpc":"2.0","id":` + idIn(body) + `,` + noSuchTask + `}`
	})},
	"a2a/error-info/1": {"a2a", change(noTask, code(-32001, "There is no such task."))},

	"leak/go-type/1":     leaks(`*strconv.NumError`),
	"leak/go-panic/1":    leaks(`runtime error: index out of range`),
	"leak/stack/1":       leaks("Error\n    at ring (bell.js:7:12)"),
	"leak/path/1":        leaks(`/srv/bells/config.yaml`),
	"leak/sql/1":         leaks(`SQLSTATE 22P02`),
	"leak/dsn/1":         leaks(`postgres://bells:secret@db.example/bells`),
	"leak/address/1":     leaks(`the service at 10.1.2.3:5432`),
	"leak/token/1":       leaks(`AKIAABCDEFGHIJKLMNOP`),
	"leak/verb/1":        leaks(`%!d(string=x)`),
	"leak/exception/1":   leaks(`java.lang.NumberFormatException`),
	"leak/environment/1": leaks(`BELL_TOKEN=ding`),
	"leak/credentials/1": {"aai", change(badToken, func(a *answer, r *http.Request, _ string) {
		a.body = `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"No user has ` +
			strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") + `"}}`
	})},
	"leak/server/1": {"aai", change(always, header("X-Powered-By", "Express"))},

	"retry/after/1": {"mcp", change(valid, then(fails("The bell is busy."), status(503)))},
	"retry/after/2": {"mcp", change(valid, then(then(fails("The bell is busy."), status(503)),
		header("Retry-After", "soon")))},
	"retry/input/1": {"mcp", change(wrongTimes, fails("times is not valid. Please try again later."))},
	"retry/same/1": {"problem", func(right http.Handler) http.Handler {
		var seen sync.Map
		second := func(_ *http.Request, body string) bool {
			n, _ := seen.LoadOrStore(body, new(atomic.Int64))
			// after both tools, and the calls that those without the right credentials are
			// compared with
			return n.(*atomic.Int64).Add(1) == 5
		}
		return change(both(has(`"times":"not`, `"tone":{`, `"bell":{`), plain, second), problemOf(409))(right)
	}},

	"auth/challenge/1": {"problem", change(noToken,
		func(a *answer, _ *http.Request, _ string) { a.header.Del("WWW-Authenticate") })},
	"auth/credentials/1": {"problem", change(noToken, problemOf(403))},
	"auth/token/1": {"problem", change(badToken,
		func(a *answer, _ *http.Request, _ string) { a.header.Set("WWW-Authenticate", "Bearer") })},
	"auth/token/2": {"problem", change(badToken, problemOf(500))},
	"auth/metadata/1": {"mcp", change(noToken,
		func(a *answer, _ *http.Request, _ string) { a.header.Set("WWW-Authenticate", "Bearer") })},

	"server/alive/1": {"problem", func(right http.Handler) http.Handler {
		var ended atomic.Bool
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			if ended.Load() && listed(r, "") {
				panic(http.ErrAbortHandler)
			}
			ended.Store(ended.Load() || large(r, string(body)))
			right.ServeHTTP(w, r)
		})
	}},
	"server/answer/1": {"mcp", change(extra, func(*answer, *http.Request, string) { panic(http.ErrAbortHandler) })},
	"server/answer/2": {"aai", change(text, func(*answer, *http.Request, string) { panic(http.ErrAbortHandler) })},
	"server/fault/1": {"mcp", change(text, func(a *answer, r *http.Request, body string) {
		code(-32600, "This is not a request.")(a, r, body)
		a.status = 502
	})},
	"server/time/1": {"aai", func(right http.Handler) http.Handler {
		var once sync.Once
		return change(wrongTimes, func(a *answer, _ *http.Request, _ string) {
			once.Do(func() { a.header.Set(took, "5.1s") })
		})(right)
	}},

	"text/empty/1":      {"aai", change(unknownTool, code(-32602, "Error"))},
	"text/characters/1": {"mcp", change(wrongTimes, fails("\x1b[31mtimes is not valid"))},
	"text/size/1":       {"mcp", change(large, fails("The input is too large: "+strings.Repeat("x", 70<<10)))},
	"text/html/1": {"mcp", change(otherMethod, func(a *answer, _ *http.Request, _ string) {
		a.header.Set("Content-Type", "text/html")
		a.body = "<!DOCTYPE html><title>405</title>"
	})},
}

// problemOf answers with a problem of a status.
func problemOf(n int) func(*answer, *http.Request, string) {
	return func(a *answer, _ *http.Request, _ string) {
		a.status = n
		a.header.Set("Content-Type", "application/problem+json")
		a.header.Del("Retry-After")
		a.body = `{"type":"about:blank","title":"` + http.StatusText(n) + `","status":` + strconv.Itoa(n) + `}`
	}
}
