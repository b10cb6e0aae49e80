package bridge

import (
	"errors"
	"fmt"
	"net/textproto"
	"regexp"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// ParsePolicy parses a policy file, a JSON object:
//
//	{
//	  "trust": ["code"],
//	  "headers": ["X-Request-Id"],
//	  "rules": [
//	    {"statuses": ["4xx", 503], "kinds": ["not_found"], "dialects": ["mcp"], "relay": "own", "trust": ["message", "hint"]}
//	  ]
//	}
//
// All members are optional; see [Policy] and [Rule]. A status is a number, a class such as "4xx", or a range such as "500-503".
// Relay is "by_kind", "own" or "upstream_failed". Parts are message, hint, code, fields, details, needs, ref, all and none. The error
// is a [PolicyErrors], which has every fault of the file. An empty list of statuses, kinds or dialects is one, and so is a header of
// the body or of the connection.
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
		"trust":   func(v jsontree.Value) { p.Trust = f.parts(v) },
		"headers": func(v jsontree.Value) { p.Headers = f.headers(v) },
		"rules": func(v jsontree.Value) {
			f.each(v, func(item jsontree.Value) { p.Rules = append(p.Rules, f.rule(item)) })
		},
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

func (f *policyFile) each(v jsontree.Value, read func(jsontree.Value)) {
	if v.Kind() != jsontree.Array {
		f.fail(v, "want an array, got %s", v.Kind())
	}
	for item := range v.Elements() {
		read(item)
	}
}

// conditions is each for a list of conditions. An empty one would match nothing, or everything as a missing one does.
func (f *policyFile) conditions(v jsontree.Value, read func(jsontree.Value)) {
	if v.Kind() == jsontree.Array && v.Len() == 0 {
		f.fail(v, "want at least one; a rule without the member matches all")
	}
	f.each(v, read)
}

func (f *policyFile) text(v jsontree.Value) (s string, ok bool) {
	if s, ok = v.Text(); !ok {
		f.fail(v, "want a string, got %s", v.Kind())
	}
	return s, ok
}

func (f *policyFile) rule(v jsontree.Value) (r Rule) {
	f.object(v, map[string]func(jsontree.Value){
		"kinds": func(v jsontree.Value) {
			f.conditions(v, func(item jsontree.Value) { r.Kinds = append(r.Kinds, f.kind(item)) })
		},
		"statuses": func(v jsontree.Value) {
			f.conditions(v, func(item jsontree.Value) { r.Statuses = append(r.Statuses, f.statuses(item)) })
		},
		"dialects": func(v jsontree.Value) {
			f.conditions(v, func(item jsontree.Value) { r.Dialects = append(r.Dialects, f.dialect(item)) })
		},
		"relay": func(v jsontree.Value) { r.Relay = f.relay(v) },
		"trust": func(v jsontree.Value) {
			if r.Trust = f.parts(v); r.Trust == 0 {
				r.Trust = NoParts
			}
		},
	})
	return r
}

func (f *policyFile) kind(v jsontree.Value) (k errkit.Kind) {
	if name, ok := f.text(v); ok && k.UnmarshalText([]byte(name)) != nil {
		f.fail(v, "unknown kind %q", name)
	}
	return k
}

func (f *policyFile) dialect(v jsontree.Value) string {
	name, ok := f.text(v)
	if _, err := all.Parse(name); ok && err != nil {
		f.fail(v, "unknown dialect %q", name)
	}
	return name
}

func (f *policyFile) relay(v jsontree.Value) Relay {
	name, ok := f.text(v)
	for i, known := range relayNames {
		if known == name {
			return Relay(i)
		}
	}
	if ok {
		f.fail(v, "unknown relay %q, want one of %s", name, strings.Join(relayNames[:], ", "))
	}
	return 0
}

func (f *policyFile) parts(v jsontree.Value) (parts Parts) {
	f.each(v, func(item jsontree.Value) {
		name, ok := f.text(item)
		for _, known := range partNames {
			if known.name == name {
				parts |= known.part
				return
			}
		}
		if ok {
			f.fail(item, "unknown part %q", name)
		}
	})
	if parts&NoParts != 0 && parts != NoParts {
		f.fail(v, `"none" with other parts`)
	}
	return parts
}

// statuses parses 404, "4xx" or "500-503".
func (f *policyFile) statuses(v jsontree.Value) (s Statuses) {
	if n, ok := v.Int(); ok {
		s = Statuses{int(min(max(n, 0), 1000)), int(min(max(n, 0), 1000))}
	} else if text, ok := v.Text(); ok {
		if class, ok := strings.CutSuffix(text, "xx"); ok {
			n, _ := strconv.Atoi(class)
			s = Statuses{n * 100, n*100 + 99}
		} else {
			first, last, ranged := strings.Cut(text, "-")
			s.First, _ = strconv.Atoi(first)
			if s.Last = s.First; ranged {
				s.Last, _ = strconv.Atoi(last)
			}
		}
	}
	if s.First < 100 || s.Last > 599 || s.First > s.Last {
		f.fail(v, `want a status such as 404, "4xx" or "500-503"`)
	}
	return s
}

// headerName is a token (RFC 9110 §5.6.2).
var headerName = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// isFraming reports whether a header describes a body or a connection (RFC 9110 §6.4, §7.6.1): of an error it is another one.
func isFraming(name string) bool {
	switch name {
	case "Connection", "Content-Range", "Content-Type", "Keep-Alive", "Proxy-Connection", "Te", "Upgrade":
		return true
	}
	return isOfBody(name)
}

func (f *policyFile) headers(v jsontree.Value) (names []string) {
	f.each(v, func(item jsontree.Value) {
		name, ok := f.text(item)
		switch {
		case !ok:
		case !headerName.MatchString(name):
			f.fail(item, "%q is not the name of a header", name)
		case isFraming(textproto.CanonicalMIMEHeaderKey(name)):
			f.fail(item, "the header %q belongs to the body or the connection of the upstream", name)
		}
		names = append(names, textproto.CanonicalMIMEHeaderKey(name))
	})
	return names
}
