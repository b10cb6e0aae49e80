package rpcdetails

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// What a client does next, and to whom it turns: RetryInfo, Help, ResourceInfo, and DebugInfo for
// developers.

// retryInfo writes the delay.
func (w *writer) retryInfo(s *source) {
	w.duration(1, "retryDelay", text.FromMilliseconds(text.Milliseconds(s.RetryAfter)))
}

// retryInfo reads the delay. A server that sends one invites the client to repeat the call.
func (r *reader) retryInfo(d jsontree.Value) bool {
	delay, ok := parseDuration(textOf(d, "retryDelay"))
	if !ok {
		return false
	}
	r.Error.RetryAfter = delay
	if !r.own {
		r.Peer.Retry = errkit.Allowed
	}
	return true
}

// duration writes a google.protobuf.Duration of whole milliseconds: without decimals, or with
// three (ProtoJSON).
func (w *writer) duration(number int, name string, d time.Duration) {
	seconds, nanos := int64(d/time.Second), int64(d%time.Second)
	start := w.open(number, name, '"')
	if w.binary {
		w.integer(1, seconds)
		w.integer(2, nanos)
	} else {
		w.dst = strconv.AppendInt(w.dst, seconds, 10)
		if ms := nanos / int64(time.Millisecond); ms > 0 {
			w.dst = append(w.dst, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
		}
		w.dst = append(w.dst, 's')
	}
	w.close(start, '"')
}

// parseDuration parses a google.protobuf.Duration in ProtoJSON, such as "1.500s". A negative one
// is 0.
func parseDuration(s string) (time.Duration, bool) {
	s, ok := strings.CutSuffix(s, "s")
	whole, fraction, _ := strings.Cut(s, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if !ok || err != nil || len(fraction) > 9 {
		return 0, false
	}
	nanos, err := strconv.ParseUint((fraction + "000000000")[:9], 10, 32)
	switch {
	case err != nil:
		return 0, false
	case s[0] == '-':
		return 0, true
	case seconds >= math.MaxInt64/int64(time.Second):
		return math.MaxInt64, true
	}
	return time.Duration(seconds)*time.Second + time.Duration(nanos), true
}

// documentation is the description of the last link, if it is the DocURL.
const documentation = "Documentation"

// help writes challenges and the DocURL as links.
func (w *writer) help(s *source) {
	w.openList("links", '[')
	if s.Needs != nil {
		for i := range s.Needs.Challenges {
			item := w.open(1, "", '{')
			w.text(1, "description", string(s.Needs.Challenges[i].Message))
			w.string(2, "url", s.Needs.Challenges[i].URL)
			w.close(item, '}')
		}
	}
	if s.DocURL != "" {
		w.pair("description", documentation, "url", s.DocURL)
	}
	w.closeList(']')
}

// help reads links as challenges if the user must visit them, and reports whether they are.
func (r *reader) help(links jsontree.Value) bool {
	k := r.Error.Kind
	if !r.own && k != errkit.Unauthenticated && k != errkit.PermissionDenied {
		return false
	}
	metadata, i := r.info.Member("metadata"), 0
	for v := links.FirstElement(); v.Kind() != jsontree.Absent; v = v.Next() {
		ch := errkit.Challenge{URL: r.String(v, "url"), Message: errkit.Text(r.String(v, "description"))}
		if r.own {
			prefix := challengePrefix + strconv.Itoa(i)
			ch.ID, ch.CheckURL = textOf(metadata, prefix+idSuffix), textOf(metadata, prefix+checkURLSuffix)
			if ch.Message == documentation && ch.ID == "" && v.Next().Kind() == jsontree.Absent {
				r.Error.DocURL = text.WebURL(ch.URL)
				break
			}
		}
		r.Challenge(ch)
		i++
	}
	return true
}

// maxName is the number of characters of a name that the call has, such as that of its tool.
const maxName = 256

// resource returns the type and the name of what the call names and the error did not find.
func (s *source) resource() (kind, name string) {
	switch s.Kind {
	case errkit.ToolNotFound, errkit.VersionNotFound:
		return "tool", s.call.Tool
	case errkit.NotFound:
		return "resource", s.call.URI
	}
	return "", ""
}

// resourceInfo writes what the call names and the error did not find.
func (w *writer) resourceInfo(s *source) {
	kind, name := s.resource()
	w.string(1, "resourceType", kind)
	w.limited(2, "resourceName", name, maxName)
}

// maxDebug is the number of bytes up to which entries of a stack are added to the text for
// developers.
const maxDebug = 16 << 10

// debugInfo reads text for developers.
func (r *reader) debugInfo(d jsontree.Value) {
	detail := r.String(d, "detail")
	for v := d.Member("stackEntries").FirstElement(); v.Kind() != jsontree.Absent; v = v.Next() {
		if s, ok := v.Text(); ok && len(detail) < maxDebug {
			detail += "\n" + s
		}
	}
	r.Error.Dev = errkit.Dev(strings.TrimPrefix(detail, "\n"))
}
