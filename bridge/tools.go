package bridge

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcplist"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Tools explains the calls of tools that fail, for clients of MCP. It learns the tools from the
// lists that pass, of each session of the upstream for itself (without one, of each client by its
// credentials, its certificate and its address), and knows nothing of a tool that was not listed.
// Of a call that fails for a reason that may be its arguments, and whose arguments break the input
// schema of the tool, the error names all faults, as a server with package tool does, beside the
// text of the upstream; a tool that the list does not have gets similar names. A Tools must not be
// changed while it is in use, is safe for concurrent use, and is for one upstream.
type Tools struct {
	// Faults returns what the input schema of a tool finds wrong with arguments, where absent
	// members have the defaults of the schema if defaults is true: that of package
	// middleware/jsonschema, which this package does not link. Nil: no call is explained by its
	// arguments.
	Faults func(schema, arguments json.RawMessage, defaults bool) []errkit.Field

	// Refuse states that the upstream does not get a call whose arguments break the schema. Many
	// servers accept such a call, such as "5" for a number, or an unknown member: without Refuse
	// it reaches them, and is explained only if it fails.
	Refuse bool

	// Trusted states that the annotations of the upstream are true: a call of a tool that is
	// read-only or idempotent may be repeated. Those that advise against repeating count in any
	// case.
	Trusted bool

	mu       sync.Mutex
	sessions map[sessionKey]listing
	size     int // of all listings, in bytes
}

// What is kept. Of what is longer nothing is known; of more sessions, any is forgotten.
const (
	maxPage     = 1 << 20  // bytes of a page
	maxTools    = 1000     // of a session
	maxSessions = 1000     // that listed tools
	maxListings = 32 << 20 // bytes of the tools of all sessions
	maxToolCall = 64 << 10 // bytes of a request
	maxSchema   = 5000     // values of a schema with which arguments are compared, with those that it refers to
)

// A listing is what a session listed. It is for reading only.
type listing struct {
	tools map[string]listedTool
	whole bool // there are no other tools
	size  int  // in bytes
}

type listedTool struct {
	InputSchema json.RawMessage
	Annotations mcplist.Hints
}

// A sessionKey identifies a client and its session at an upstream: what one client may list is not
// shown to another.
type sessionKey [sha256.Size]byte

// passing are the headers of a request that do not identify its sender; those with "-" at the end
// are prefixes.
var passing = [...]string{
	"Accept", "Accept-", "Baggage", "Connection", "Content-", "Date", "Idempotency-Key", "Last-Event-Id", "Mcp-",
	"Traceparent", "Tracestate", "User-Agent", "X-Correlation-Id", "X-Request-Id",
}

func sessionOf(r *http.Request) sessionKey {
	id, path := r.Header["Mcp-Session-Id"], ""
	if r.URL != nil {
		path = r.URL.Path + "?" + r.URL.RawQuery // a client may have its key in the query
	}
	key := append([]string{r.Host, path}, id...)
	if r.TLS != nil && len(r.TLS.PeerCertificates) > 0 {
		key = append(key, string(r.TLS.PeerCertificates[0].Raw))
	}
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil && id == nil {
		key = append(key, host)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		isPassing := func(p string) bool { return name == p || strings.HasSuffix(p, "-") && strings.HasPrefix(name, p) }
		if id == nil && !slices.ContainsFunc(passing[:], isPassing) {
			key = append(append(key, name), r.Header[name]...)
		}
	}
	return sha256.Sum256([]byte(strings.Join(key, "\x00")))
}

// learn adds a page to what a session listed; the first one replaces the list. If a page cannot be
// read, the list is not known.
func (t *Tools) learn(key sessionKey, first bool, response []byte) {
	var page struct {
		Result struct {
			Tools []struct {
				Name string
				listedTool
			}
			NextCursor string
		}
	}
	err := json.Unmarshal(response, &page)
	t.mu.Lock()
	defer t.mu.Unlock()
	old, known := t.sessions[key]
	t.drop(key)
	if err != nil || !first && !known {
		return
	}
	next := listing{tools: map[string]listedTool{}}
	if !first {
		maps.Copy(next.tools, old.tools)
		next.size = old.size
	}
	for _, tool := range page.Result.Tools {
		next.tools[tool.Name] = tool.listedTool
		next.size += len(tool.Name) + len(tool.InputSchema)
	}
	if next.whole = page.Result.NextCursor == ""; len(next.tools) > maxTools {
		return
	}
	for other := range t.sessions {
		if len(t.sessions) < maxSessions && t.size+next.size <= maxListings {
			break
		}
		t.drop(other)
	}
	if t.sessions == nil {
		t.sessions = map[sessionKey]listing{}
	}
	t.sessions[key] = next
	t.size += next.size
}

func (t *Tools) drop(key sessionKey) {
	t.size -= t.sessions[key].size
	delete(t.sessions, key)
}

// Changed forgets the tools that the session of a request listed, because its upstream announced
// that they have changed (notifications/tools/list_changed). Events of HTTP need no call of it.
func (t *Tools) Changed(r *http.Request) {
	if t == nil {
		return
	}
	key := sessionOf(r)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(key)
}

// of returns what the session of a request listed.
func (t *Tools) of(r *http.Request) listing {
	key := sessionOf(r)
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sessions[key]
}

// repeatable returns whether a call of a tool may be made twice.
func (t *Tools) repeatable(r *http.Request, name string) errkit.Repeatable {
	of := t.of(r).tools[name].Annotations.Repeatable()
	if of == errkit.RepeatableYes && !t.Trusted {
		return errkit.RepeatableUnstated
	}
	return of
}

// faults returns what is wrong with the arguments of a call.
func (t *Tools) faults(l listing, name string, arguments json.RawMessage) (fields []errkit.Field) {
	tool, known := l.tools[name]
	if !known || t.Faults == nil {
		return nil
	}
	root, err := jsontree.Parse(tool.InputSchema, jsontree.Limits{Bytes: maxPage})
	if err != nil || len(request.OutOfRange(root)) > 0 || !isBounded(root, root, new(maxSchema)) {
		return nil
	}
	defer func() {
		if recover() != nil { // the schema is the upstream's
			fields = nil
		}
	}()
	return t.Faults(tool.InputSchema, arguments, true)
}

// isBounded reports whether the work of comparing a value with a part of a schema is bounded: with
// what it refers to it has at most left values. What refers to itself, or to a place that is not a
// pointer into the whole schema, has no bound.
func isBounded(root, part jsontree.Value, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	for name, m := range part.Members() {
		if ref, isText := m.Text(); isText && (name == "$ref" || name == "$dynamicRef" || name == "$recursiveRef") {
			at, isPointer := strings.CutPrefix(ref, "#")
			if m = root.At(at); !isPointer || name != "$ref" || m.Kind() == jsontree.Absent {
				return false
			}
		} else if isText && name == "$id" && *left < maxSchema-1 { // a schema in which pointers have another root
			return false
		}
		if !isBounded(root, m, left) {
			return false
		}
	}
	for m := range part.Elements() {
		if !isBounded(root, m, left) {
			return false
		}
	}
	return true
}

func invalidArguments(tool string) errkit.Text {
	return errkit.Textf("The arguments of the tool %q are invalid.", text.Runes(tool, text.MaxKey))
}

// explain adds what is known of a call that failed with the error e to sent, which is what the
// client sees of it. Its kind may be the caller's fault: an error that is guessed from a text
// counts as what it was before.
func (t *Tools) explain(r *http.Request, name string, arguments json.RawMessage, e, sent *errkit.Error) {
	kind := mapping.CertainKind(e)
	l := t.of(r)
	_, known := l.tools[name]
	names := slices.Collect(maps.Keys(l.tools))
	words := strings.FieldsFunc(string(e.Message), isBesideName)
	agrees := l.whole && slices.Contains(words, name)
	others := strings.ToLower(strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == name }), " "))
	isUnknown := e.Kind == errkit.ToolNotFound || e.Kind == errkit.MethodNotFound ||
		agrees && slices.Contains([]string{"unknown tool", "tool not found", "method not found"}, others) // it is thrown
	switch {
	case isUnknown && !known && len(names) > 0:
		sent.Kind, sent.Message = errkit.ToolNotFound, mcplist.Unknown(name, names, nil).Message
		sent.Retry, sent.RetryAfter = errkit.RetryUnspecified, 0
		if agrees && e.Effect == errkit.EffectUnspecified {
			sent.Effect = errkit.EffectNone
		}
		return
	case !slices.Contains(mayBeInput[:], kind):
		return
	case !known && l.whole && name != "" && sent.Hint == "": // the upstream may have tools that it does not list
		sent.Hint = errkit.Textf("The server lists no tool %q.", text.Runes(name, text.MaxKey)) +
			errkit.Text(mcplist.Similar(name, names))
		if sent.Message == "" {
			sent.Message, sent.Hint = sent.Hint, ""
		}
		return
	}
	faults := t.faults(l, name, arguments)
	if len(faults) == 0 {
		return
	}
	without := func(fields []errkit.Field) []errkit.Field {
		return slices.DeleteFunc(slices.Clone(fields), func(f errkit.Field) bool {
			return isCovered(f, faults) || f.Path == "" && len(arguments) == 0 // the absence of all arguments
		})
	}
	sent.Fields = slices.Concat(faults, without(sent.Fields)) // what the client may see of them
	switch {
	case e.Kind == errkit.InvalidInput && e.Effect <= errkit.EffectNone &&
		len(e.Fields) > 0 && len(without(e.Fields)) == 0:
		// The upstream found the same before the tool ran, and its text has no more.
		sent.Message, sent.Effect = invalidArguments(name), errkit.EffectNone
	case e.Kind == errkit.Internal, e.Kind == errkit.Unknown: // the tool may have started
		*sent = errkit.Error{Kind: errkit.InvalidInput, Message: invalidArguments(name), Fields: sent.Fields,
			Effect: cmp.Or(e.Effect, errkit.Internal.Effect())}
	case e.Kind != errkit.InvalidInput: // a call with other arguments is another one
		sent.Retry = errkit.Never
	}
}

// isBesideName reports whether a character of a message is before or behind the name of a tool,
// and in none.
func isBesideName(c rune) bool { return strings.ContainsRune(" \t\r\n:;,'\"`()<>", c) }

// mayBeInput are the kinds of errors that may be about the arguments of the call.
var mayBeInput = [...]errkit.Kind{
	errkit.InvalidInput, errkit.InvalidRequest, errkit.Internal, errkit.Unknown, errkit.ExecutionFailed,
}

// isCovered reports whether one of the faults is at the place of a field, or at one that contains it.
func isCovered(f errkit.Field, faults []errkit.Field) bool {
	return slices.ContainsFunc(faults, func(fault errkit.Field) bool {
		return fault.Path == f.Path || fault.Path != "" && strings.HasPrefix(f.Path, fault.Path+"/")
	})
}
