package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/interop/load/ways"
)

// A response is what a client got.
type response struct {
	*http.Response        // nil if there is none
	body           []byte // as far as it arrived
	err            error  // of the request, or of the body
	stopped        bool   // the body did not end in time
}

// An expectation is a call and what its client must get.
type expectation struct {
	class *ways.Class
	way   *ways.Way
	id    string
	want  ways.Want
}

// check returns what is wrong with a response, "" if nothing is: what it must be at least.
func (x *expectation) check(r *response) (fault string) {
	for want := range strings.SplitSeq(string(x.want), "||") {
		one := *x
		one.want = ways.Want(want)
		if fault = one.checkOne(r); fault == "" {
			return ""
		}
	}
	return fault
}

func (x *expectation) checkOne(r *response) string {
	if r.Response == nil {
		if x.want == ways.Cut {
			return ""
		}
		return "no response: " + lastPart(r.err)
	}
	switch x.want {
	case ways.Same, ways.Early, ways.Bare:
		return x.checkSame(r)
	case ways.Empty:
		if r.err != nil || r.StatusCode != http.StatusOK || len(r.body) > 0 {
			return fmt.Sprintf("status %d and %d bytes, want 200 and none", r.StatusCode, len(r.body))
		}
		return ""
	case ways.Cut:
		if r.err == nil && r.StatusCode < 500 {
			return fmt.Sprintf("a complete response of %d bytes with status %d, want one that breaks off", len(r.body), r.StatusCode)
		}
		return ""
	case ways.Stops:
		up, _ := x.upstream(r.Request)
		switch {
		case r.StatusCode != up.StatusCode:
			return fmt.Sprintf("status %d, want %d", r.StatusCode, up.StatusCode)
		case string(r.body) != up.Content:
			return fmt.Sprintf("%d bytes of the body, want %d", len(r.body), len(up.Content))
		case r.err == nil:
			return "the response ended"
		}
		return ""
	}
	return x.checkError(r)
}

// upstream returns the response of the upstream.
func (x *expectation) upstream(r *http.Request) (*ways.Response, error) {
	return ways.Parse(x.way.Raw(x.id), r)
}

// byEngine are headers that engines add to or remove from any response, and those of a connection.
var byEngine = []string{"Date", "Server", "Via", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive",
	"X-Envoy-Upstream-Service-Time", "Trailer"}

// checkSame compares a response with that of the upstream.
func (x *expectation) checkSame(r *response) string {
	up, err := x.upstream(r.Request)
	if err != nil {
		return err.Error()
	}
	body, err := io.ReadAll(strings.NewReader(up.Content))
	switch {
	case err != nil:
		return err.Error()
	case r.err != nil:
		return fmt.Sprintf("the response breaks off after %d bytes: %s", len(r.body), lastPart(r.err))
	case r.StatusCode != up.StatusCode:
		return fmt.Sprintf("status %d, want %d: %.200s", r.StatusCode, up.StatusCode, r.body)
	case !bytes.Equal(r.body, body):
		return fmt.Sprintf("another body of %d bytes, want %d: %.200s", len(r.body), len(body), r.body)
	}
	for _, side := range []struct {
		what      string
		got, want http.Header
	}{{"header", r.Header, up.Header}, {"trailer", r.Trailer, up.Trailer}} {
		if side.what == "trailer" && x.want == ways.Bare {
			continue
		}
		for name, values := range side.want {
			if !slices.Contains(byEngine, name) && !strings.Contains(name, " ") && !slices.Equal(side.got[name], values) {
				return fmt.Sprintf("%s %s is %q, want %q", side.what, name, side.got[name], values)
			}
		}
		for name, values := range side.got {
			guessed := x.want == ways.Bare && name == "Content-Type"
			if _, ok := side.want[name]; !ok && !guessed && !slices.Contains(byEngine, name) {
				return fmt.Sprintf("%s %s: %q was added", side.what, name, values)
			}
		}
	}
	length, want := r.Header.Get("Content-Length"), up.Header.Get("Content-Length")
	if length != "" && want != "" && length != want {
		return fmt.Sprintf("Content-Length is %s, want %s", length, want)
	}
	return ""
}

// checkError checks a document of the dialect of the client.
func (x *expectation) checkError(r *response) string {
	fields := strings.Split(string(x.want), "|")
	statuses := strings.Split(fields[0], ",")
	text := fmt.Sprintf("%s %v", r.body, r.Header)
	switch {
	case r.err != nil:
		return fmt.Sprintf("the response breaks off after %d bytes: %s", len(r.body), lastPart(r.err))
	case !slices.Contains(statuses, strconv.Itoa(r.StatusCode)):
		return fmt.Sprintf("status %d, want %s: %.200s", r.StatusCode, fields[0], r.body)
	case strings.Contains(text, ways.Secret):
		return fmt.Sprintf("it has a private text: %.300s", text)
	}
	var kinds []string
	for _, field := range fields[1:] {
		name, value, isHeader := strings.Cut(field, ":")
		value = strings.TrimSpace(strings.ReplaceAll(value, "@ID", x.id))
		got, contains := r.Header.Values(name), bytes.Contains(r.body, []byte(strings.ReplaceAll(field[min(1, len(field)):], "@ID", x.id)))
		switch {
		case field[0] == '~' && !contains:
			return fmt.Sprintf("the body does not contain %s: %.300s", field[1:], r.body)
		case field[0] == '!' && contains:
			return fmt.Sprintf("the body contains %s: %.300s", field[1:], r.body)
		case field[0] == '~' || field[0] == '!':
		case !isHeader:
			kinds = strings.Split(field, ",")
		case value == "*" && len(got) == 1:
		case value == "" && name == "Allow" && len(got) == 1 && got[0] == "": // it is empty
		case value == "" && name != "Allow" && len(got) == 0:
		case !slices.Contains(got, value):
			return fmt.Sprintf("header %s is %q, want %q", name, got, value)
		}
	}
	switch x.class.Dialect {
	case "problem":
		return x.checkProblem(r, kinds)
	case "mcp":
		return x.checkMCP(r, kinds)
	}
	return ""
}

// checkProblem checks a document of RFC 9457.
func (x *expectation) checkProblem(r *response, kinds []string) string {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if media != "application/problem+json" && !strings.Contains(string(x.want), "|Content-Type:") {
		return fmt.Sprintf("Content-Type is %q: %.200s", r.Header.Get("Content-Type"), r.body)
	}
	if r.Request.Method == http.MethodHead {
		if len(r.body) > 0 {
			return "a body"
		}
		return ""
	}
	var doc struct {
		Status int
		Title  string
		Kind   string
	}
	switch err := json.Unmarshal(r.body, &doc); {
	case err != nil:
		return err.Error()
	case doc.Status != r.StatusCode:
		return fmt.Sprintf("status %d of the document, and %d of the response", doc.Status, r.StatusCode)
	case kinds != nil && !slices.Contains(kinds, doc.Kind):
		return fmt.Sprintf("kind %q, want %s: %.300s", doc.Kind, kinds, r.body)
	}
	return ""
}

// A message is a response of JSON-RPC.
type message struct {
	JSONRPC string `json:"jsonrpc"`
	ID      json.RawMessage
	Method  string
	Error   *struct {
		Code    *int
		Message *string
	}
	Result json.RawMessage
}

// checkMCP checks the response to the call, or to each call of a batch.
func (x *expectation) checkMCP(r *response, kinds []string) string {
	if !strings.Contains(x.way.Request.Body, `"id":`) || strings.Contains(x.way.Request.Body, `"id":"s9"`) { // no call
		return ""
	}
	var docs []json.RawMessage
	switch media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media {
	case "application/json":
		docs = []json.RawMessage{r.body}
	case "text/event-stream":
		for data := range dataOf(r.body) {
			docs = append(docs, data)
		}
	default:
		return fmt.Sprintf("Content-Type is %q: %.200s", media, r.body)
	}
	for i := 0; i < len(docs); i++ {
		if !json.Valid(docs[i]) {
			return fmt.Sprintf("not JSON: %.200s", docs[i])
		}
		if bytes.HasPrefix(bytes.TrimSpace(docs[i]), []byte("[")) {
			var list []json.RawMessage
			_ = json.Unmarshal(docs[i], &list)
			docs = append(docs[:i:i], append(list, docs[i+1:]...)...)
		}
	}
	ids := []string{x.id}
	if strings.Contains(x.way.Request.Body, `"id":"@ID"`) {
		ids = []string{`"` + x.id + `"`}
	}
	if x.way.Request.Body[0] == '[' {
		ids = append(ids, `"b`+x.id+`"`)
	}
	var got []string
	for _, doc := range docs {
		var m message
		if err := json.Unmarshal(doc, &m); err != nil {
			return fmt.Sprintf("not a message: %v: %.200s", err, doc)
		}
		switch {
		case m.JSONRPC != "2.0":
			return fmt.Sprintf("not of JSON-RPC 2.0: %.200s", doc)
		case m.Method != "":
			continue
		case m.Error == nil == (m.Result == nil):
			return fmt.Sprintf("not one of result and error: %.200s", doc)
		case m.Error != nil && (m.Error.Code == nil || m.Error.Message == nil):
			return fmt.Sprintf("an error without a code or a message: %.200s", doc)
		}
		got = append(got, string(m.ID))
	}
	if slices.Sort(got); !slices.Equal(got, sorted(ids)) && !(r.StatusCode == 400 && slices.Equal(got, []string{"null"})) {
		return fmt.Sprintf("ids %s, want %s: %.300s", got, ids, r.body)
	}
	if len(ids) > 1 {
		return ""
	}
	if last := docs[len(docs)-1]; !bytes.Contains(last, []byte(`"isError":true`)) && !bytes.Contains(last, []byte(`"error":`)) {
		return fmt.Sprintf("not an error: %.200s", last)
	}
	for _, name := range kinds {
		kind, ok := errkit.LookupKind(name)
		sent := kind == errkit.UpstreamFailed || kind == errkit.Timeout
		switch {
		case !ok:
			return "unknown kind " + name
		case !bytes.Contains(r.body, []byte(kind.Text())) &&
			!(kind == errkit.UpstreamFailed && bytes.Contains(r.body, []byte(noAnswer))):
		case sent && bytes.Contains(r.body, []byte("Try again")):
			return fmt.Sprintf("it invites to repeat a call that may have had an effect: %.300s", r.body)
		case sent && strings.Contains(x.way.Request.Body, "tools/call") && !bytes.Contains(r.body, []byte("may have taken effect")):
			return fmt.Sprintf("it does not state that the call may have had an effect: %.300s", r.body)
		default:
			return ""
		}
	}
	if kinds != nil {
		return fmt.Sprintf("another kind than %s: %.300s", kinds, r.body)
	}
	return ""
}

// noAnswer is the text of upstream_failed for a response that is not a message with the id of the
// call.
const noAnswer = "The server responded, but not with a valid answer to this call."

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

// dataOf yields the data of the events of a stream, but empty ones.
func dataOf(stream []byte) func(func([]byte) bool) {
	return func(yield func([]byte) bool) {
		var data []byte
		lines := bufio.NewScanner(bytes.NewReader(append(stream[:len(stream):len(stream)], "\n\n"...)))
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			line := lines.Bytes()
			if text, ok := bytes.CutPrefix(line, []byte("data:")); ok {
				data = append(append(data, bytes.TrimPrefix(text, []byte(" "))...), '\n')
			}
			if len(line) > 0 {
				continue
			}
			if data = bytes.TrimSpace(data); len(data) > 0 && !yield(data) {
				return
			}
			data = nil
		}
	}
}

// lastPart returns the last part of an error, without its URL.
func lastPart(err error) string {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err.Error()
}
