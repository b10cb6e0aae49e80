// Package header reads and writes the parts of an HTTP message head that describe an error or
// its request: the status, Retry-After, the media type, WWW-Authenticate and Accept-Language. It
// prints URLs without the credentials in them.
package header

import (
	"context"
	"iter"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// IsError reports whether status is a client or server error (RFC 9110 §15.5, §15.6).
func IsError(status int) bool { return status >= 400 && status <= 599 }

// IsSuccess reports whether status is a success (RFC 9110 §15.3).
func IsSuccess(status int) bool { return status >= 200 && status <= 299 }

// MediaType returns the media type of Content-Type in lower case, without parameters (RFC 9110
// §8.3.1), else "".
func MediaType(h http.Header) string {
	media := First(h, "Content-Type")
	if media == "application/json" { // most are
		return media
	}
	media, _, _ = strings.Cut(media, ";")
	return strings.ToLower(strings.TrimSpace(media))
}

// First is [http.Header.Get] for a name in its canonical form, which it does not check.
func First(h http.Header, name string) string {
	if values := h[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// IsJSON reports whether a media type, as MediaType returns it, is application/json or has the
// suffix +json (RFC 6839 §3.1).
func IsJSON(media string) bool {
	return media == "application/json" || strings.HasPrefix(media, "application/") && strings.HasSuffix(media, "+json")
}

// Items returns the items of a header that is a list, of all of its lines (RFC 9110 §5.6.1).
func Items(lines []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range lines {
			for item := range strings.SplitSeq(line, ",") {
				if !yield(strings.Trim(item, " \t")) {
					return
				}
			}
		}
	}
}

// Weight is the q among the parameters of an item of Accept or Accept-Encoding (RFC 9110 §12.4.2),
// in thousandths: 1000 without one, and 0 for one that is not a number from 0 to 1.
func Weight(parameters string) int {
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		if !strings.EqualFold(name, "q") {
			continue
		}
		q, err := strconv.ParseFloat(value, 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return int(q*1000 + 0.5)
	}
	return 1000
}

// Set sets a header, whose name is in canonical form, if the value is not empty and printable
// ASCII. Other values would be altered by net/http, or rejected by clients (RFC 9110 §5.5).
func Set(h http.Header, name, value string) {
	if value != "" && text.IsPrintable(strings.ReplaceAll(value, "\t", "")) {
		h[name] = []string{value}
	}
}

// noStore is the value of a header that all responses share. It must not be written to.
var noStore = []string{"no-store"}

// NoStore forbids all caches to store the response (RFC 9111 §5.2.2.5).
func NoStore(h http.Header) { h["Cache-Control"] = noStore }

// AcceptLanguage is the header that has the languages that the client of a call prefers
// (RFC 9110 §12.5.4).
const AcceptLanguage = "Accept-Language"

// LanguageKey is the key in a context of the value of AcceptLanguage.
type LanguageKey struct{}

// Language returns the value of AcceptLanguage, "" if it is not known.
func Language(ctx context.Context) string {
	accept, _ := ctx.Value(LanguageKey{}).(string)
	return accept
}

// WithLanguage returns a context with the value of AcceptLanguage. It returns ctx for "".
func WithLanguage(ctx context.Context, accept string) context.Context {
	if accept == "" {
		return ctx
	}
	return context.WithValue(ctx, LanguageKey{}, accept)
}

// WithLanguageOf returns a context with the value in h, unless ctx has one.
func WithLanguageOf(ctx context.Context, h http.Header) context.Context {
	if Language(ctx) != "" {
		return ctx
	}
	return WithLanguage(ctx, h.Get(AcceptLanguage))
}

// Redacted is in place of what is not public.
const Redacted = "…"

// PublicURL returns a URL without the user and the values of the query. It returns Redacted for
// one that is not valid, and for one that may have a user although it has no authority (RFC 3986
// §3.2), such as "ada:secret@example.com".
func PublicURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" && (strings.Contains(u.Path+u.Opaque, "@") || strings.Contains(u.Opaque, "%40")) {
		return Redacted
	}
	u.User, u.Fragment = nil, ""
	if u.RawQuery != "" {
		parts := strings.Split(u.RawQuery, "&")
		for i, part := range parts {
			if name, _, ok := strings.Cut(part, "="); ok {
				parts[i] = name + "=" + Redacted
			} else {
				parts[i] = Redacted
			}
		}
		u.RawQuery = strings.Join(parts, "&")
	}
	return u.String()
}

// Requests counts the requests of a call to other services. Its trace counts those that have the
// context of the call, of which Known and Harmless are only known if something else counts them.
type Requests struct {
	Known    atomic.Int32 // requests whose method is known, and whether they were sent
	Sent     atomic.Int32 // requests of which a byte was written
	Harmless atomic.Int32 // of them, those with a safe method, and those that the server did not process
}

// RequestsKey is the key in a context of the *Requests of the call.
type RequestsKey struct{}

// Value returns the value of a key in the context of the call, which is below parent. The trace is
// made when a client of net/http looks for it.
func (r *Requests) Value(parent context.Context, key any) any {
	if key == (RequestsKey{}) {
		return r
	}
	if isTrace(key) {
		return (&Traced{parent, func() { r.Sent.Add(1) }}).Value(key)
	}
	return parent.Value(key)
}

// isTrace reports whether a key is that of the trace of a client, the only one of its package.
func isTrace(key any) bool {
	t := reflect.TypeOf(key)
	return t != nil && t.PkgPath() == "net/http/httptrace"
}

// Traced is a context whose trace calls a hook before that of the trace in the context, if there
// is one: what [httptrace.WithClientTrace] does for all hooks, by reflection.
type Traced struct {
	context.Context
	WroteHeaders func()
}

// Value returns the value of a key.
func (x *Traced) Value(key any) any {
	v := x.Context.Value(key)
	if !isTrace(key) {
		return v
	}
	var trace httptrace.ClientTrace
	if outside, ok := v.(*httptrace.ClientTrace); ok && outside != nil {
		trace = *outside
	}
	wroteHeaders := trace.WroteHeaders
	trace.WroteHeaders = func() {
		if x.WroteHeaders(); wroteHeaders != nil {
			wroteHeaders()
		}
	}
	return &trace
}

// String keeps package fmt from printing what the context has.
func (x *Traced) String() string { return "header.Traced" }

// InputKey is the key in a context of the input of the call, a func() middleware.Input.
type InputKey struct{}

// A RequestsContext is a context in which requests are counted.
type RequestsContext struct {
	context.Context
	requests Requests
}

// Value returns the value of a key.
func (x *RequestsContext) Value(key any) any { return x.requests.Value(x.Context, key) }

// String keeps package fmt from printing what the context has.
func (x *RequestsContext) String() string { return "header.RequestsContext" }

// Unsafe returns the number of requests that may have had an effect.
func (r *Requests) Unsafe() int32 { return r.Sent.Load() - r.Harmless.Load() }

var safeMethods = [...]string{"", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace}

// IsSafe reports whether an HTTP method only reads (RFC 9110 §9.2.1). "" is GET.
func IsSafe(method string) bool { return slices.Contains(safeMethods[:], method) }

// IsRefused reports whether a server with this response did not process the request: it is 429,
// 421 (RFC 9110 §15.5.20), 425 (RFC 8470 §5.2), or 503 with a delay.
func IsRefused(status int, h http.Header) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusMisdirectedRequest, http.StatusTooEarly:
		return true
	case http.StatusServiceUnavailable:
		return h.Get("Retry-After") != ""
	}
	return false
}

// RepeatableKey is the key in a context of the [errkit.Repeatable] of the call.
type RepeatableKey struct{}

// Repeatable returns whether a request with an HTTP method may be repeated: RepeatableYes for the
// safe and the idempotent methods (RFC 9110 §9.2.1, §9.2.2), else RepeatableNo.
func Repeatable(method string) errkit.Repeatable {
	if IsSafe(method) || method == http.MethodPut || method == http.MethodDelete {
		return errkit.RepeatableYes
	}
	return errkit.RepeatableNo
}
