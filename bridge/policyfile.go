package bridge

import (
	"errors"
	"fmt"
	"net/textproto"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// ParsePolicy parses a policy file, a JSON object:
//
//	{
//	  "disclose": "none",
//	  "quote": true,
//	  "headers": ["X-Debug-Id"],
//	  "challenge": "Bearer",
//	  "own_credentials": false,
//	  "errors": {"sold_out": {"kind": "conflict", "status": 410, "message": "The show is sold out."}},
//	  "rules": [
//	    {"statuses": ["4xx", 503], "kinds": ["not_found"], "dialects": ["mcp"],
//	     "relay": "own", "disclose": "actionable"}
//	  ]
//	}
//
// All members are optional; see [Policy] and [Rule], and [mapping.ParseOverrides] for errors. A
// status is a number, a class such as "4xx", or a range such as "500-503". Relay is "by_kind",
// "own" or "upstream_failed", and disclose is "actionable", "none" or "all"
// ([dialect.Disclosure]). The error is a [PolicyErrors], which has every fault of the file. An
// empty list of statuses, kinds or dialects is one, and so is a header of the body or of the
// connection.
func ParsePolicy(text []byte) (*Policy, error) {
	root, err := jsontree.Parse(text, jsontree.Limits{})
	var failed *jsontree.Error
	if errors.As(err, &failed) {
		return nil, PolicyErrors{{Line: failed.Line, Pointer: failed.Pointer, Reason: failed.Reason}}
	}
	var (
		p Policy
		f policyFile
	)
	f.object(root, map[string]func(jsontree.Value){
		"disclose":        func(v jsontree.Value) { p.Disclose = f.disclosure(v) },
		"quote":           func(v jsontree.Value) { p.Quote = f.bool(v) },
		"headers":         func(v jsontree.Value) { p.Headers = list(&f, v, f.header) },
		"challenge":       func(v jsontree.Value) { p.Challenge = f.challenge(v) },
		"own_credentials": func(v jsontree.Value) { p.OwnCredentials = f.bool(v) },
		"errors":          func(v jsontree.Value) { p.Errors = mapping.ReadOverrides(v, f.fail) },
		"rules":           func(v jsontree.Value) { p.Rules = list(&f, v, f.rule) },
	})
	if f.faults != nil {
		return nil, f.faults
	}
	return &p, nil
}

// A PolicyError is a fault of a policy file.
type PolicyError struct {
	Line    int    // from 1
	Pointer string // JSON pointer of the value; "": the whole file
	Reason  string
}

// Error returns the line, the pointer and the reason.
func (e *PolicyError) Error() string {
	if e.Pointer == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return fmt.Sprintf("line %d: %s: %s", e.Line, e.Pointer, e.Reason)
}

// PolicyErrors are all faults of a policy file, at least one.
type PolicyErrors []*PolicyError

// Error returns the faults, separated by "; ".
func (e PolicyErrors) Error() string {
	texts := make([]string, len(e))
	for i, fault := range e {
		texts[i] = fault.Error()
	}
	return strings.Join(texts, "; ")
}

// policyFile collects the faults of a file.
type policyFile struct{ faults PolicyErrors }

func (f *policyFile) fail(at jsontree.Value, format string, args ...any) {
	line, _ := at.Position()
	f.faults = append(f.faults, &PolicyError{line, at.ShortPointer(), fmt.Sprintf(format, args...)})
}

// object calls the function of each member.
func (f *policyFile) object(v jsontree.Value, members map[string]func(jsontree.Value)) {
	if v.Kind() != jsontree.Object {
		f.fail(v, "want an object, got %s", v.Kind())
	}
	seen := map[string]bool{}
	for name, member := range v.Members() {
		read, ok := members[name]
		switch {
		case !ok:
			f.fail(member, "unknown member")
		case seen[name]:
			f.fail(member, "member for the second time")
		default:
			read(member)
		}
		seen[name] = true
	}
}

// list reads the items of an array.
func list[T any](f *policyFile, v jsontree.Value, read func(jsontree.Value) T) (items []T) {
	if v.Kind() != jsontree.Array {
		f.fail(v, "want an array, got %s", v.Kind())
	}
	for item := range v.Elements() {
		items = append(items, read(item))
	}
	return items
}

// conditions is list for conditions. An empty list would match nothing, or everything as a missing
// one does.
func conditions[T any](f *policyFile, v jsontree.Value, read func(jsontree.Value) T) []T {
	if v.Kind() == jsontree.Array && v.Len() == 0 {
		f.fail(v, "want at least one; a rule without the member matches all")
	}
	return list(f, v, read)
}

func (f *policyFile) text(v jsontree.Value) (s string, ok bool) {
	if s, ok = v.Text(); !ok {
		f.fail(v, "want a string, got %s", v.Kind())
	}
	return s, ok
}

// challenge parses a list of challenges.
func (f *policyFile) challenge(v jsontree.Value) string {
	text, ok := f.text(v)
	if ok && withoutTexts(text) == "" {
		f.fail(v, `want a challenge such as "Bearer"`)
	}
	return text
}

func (f *policyFile) rule(v jsontree.Value) (r Rule) {
	f.object(v, map[string]func(jsontree.Value){
		"kinds":    func(v jsontree.Value) { r.Kinds = conditions(f, v, f.kind) },
		"statuses": func(v jsontree.Value) { r.Statuses = conditions(f, v, f.statuses) },
		"dialects": func(v jsontree.Value) { r.Dialects = conditions(f, v, f.dialectName) },
		"relay":    func(v jsontree.Value) { r.Relay = f.relay(v) },
		"disclose": func(v jsontree.Value) { r.Disclose = f.disclosure(v) },
	})
	return r
}

func (f *policyFile) kind(v jsontree.Value) (k errkit.Kind) {
	if name, ok := f.text(v); ok && k.UnmarshalText([]byte(name)) != nil {
		f.fail(v, "unknown kind %q", name)
	}
	return k
}

func (f *policyFile) dialectName(v jsontree.Value) string {
	name, ok := f.text(v)
	if _, err := all.Parse(name); ok && err != nil {
		f.fail(v, "unknown dialect %q", name)
	}
	return name
}

func (f *policyFile) relay(v jsontree.Value) Relay {
	name, ok := f.text(v)
	i := slices.Index(relayNames[:], name)
	if ok && i < 0 {
		f.fail(v, "unknown relay %q, want one of %s", name, strings.Join(relayNames[:], ", "))
	}
	return Relay(max(i, 0))
}

func (f *policyFile) disclosure(v jsontree.Value) (d dialect.Disclosure) {
	if name, ok := f.text(v); ok && (name == "" || d.UnmarshalText([]byte(name)) != nil) {
		f.fail(v, "unknown disclosure %q, want actionable, none or all", name)
	}
	return d
}

func (f *policyFile) bool(v jsontree.Value) bool {
	if v.Kind() != jsontree.Bool {
		f.fail(v, "want true or false, got %s", v.Kind())
	}
	return v.Raw() == "true"
}

// statuses parses 404, "4xx" or "500-503".
func (f *policyFile) statuses(v jsontree.Value) (s Statuses) {
	text, _ := v.Text()
	if n, ok := v.Int(); ok {
		text = strconv.FormatInt(n, 10)
	}
	if class, ok := strings.CutSuffix(text, "xx"); ok {
		n, _ := strconv.Atoi(class)
		s = Statuses{n * 100, n*100 + 99}
	} else {
		first, last, ranged := strings.Cut(text, "-")
		if !ranged {
			last = first
		}
		s.First, _ = strconv.Atoi(first)
		s.Last, _ = strconv.Atoi(last)
	}
	if s.First < 100 || s.Last > 599 || s.First > s.Last {
		f.fail(v, `want a status such as 404, "4xx" or "500-503"`)
	}
	return s
}

// headerName is a token (RFC 9110 §5.6.2).
var headerName = regexp.MustCompile("^" + tokenPattern + "$")

// isFraming reports whether a header describes a body or a connection (RFC 9110 §6.4, §7.6.1): of
// an error it is another one.
func isFraming(name string) bool { return isOfBody(name) || slices.Contains(ofConnection[:], name) }

var ofConnection = [...]string{
	"Connection", "Content-Range", "Content-Type", "Keep-Alive", "Proxy-Connection", "Te", "Upgrade",
}

func (f *policyFile) header(v jsontree.Value) string {
	name, ok := f.text(v)
	canonical := textproto.CanonicalMIMEHeaderKey(name)
	switch {
	case !ok:
	case !headerName.MatchString(name):
		f.fail(v, "%q is not the name of a header", name)
	case isFraming(canonical):
		f.fail(v, "the header %q belongs to the body or the connection of the upstream", name)
	}
	return canonical
}
