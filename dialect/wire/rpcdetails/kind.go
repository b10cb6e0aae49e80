package rpcdetails

import (
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// kind sets the kind: that in metadata if this package wrote it, else that of the reason or the code. A text may refine it if the
// code is not informative.
func (r *reader) kind(code mapping.RPCCode, rule string) {
	metadata := r.info.Member("metadata")
	if name, ok := metadata.Member(keyKind).Text(); ok {
		upstream, _ := strconv.Atoi(textOf(metadata, keyUpstream))
		k, known := errkit.LookupKind(name)
		want := r.Codec.Table.RPC(k, upstream)
		domain := textOf(r.info, "domain")
		if r.own = known && (want == code || domain == DefaultDomain || code == 0 && domain == A2ADomain); r.own { // else another program wrote it
			if want != code && code != 0 {
				r.Note("conflict: the code is %s, that of the kind %s is %s", code, name, want)
			}
			r.Kind(k, "metadata.kind "+name)
			r.Peer.Exact = true
			return
		}
	}
	if code == 0 {
		return
	}
	k, known := r.Codec.Table.FromRPC(code)
	r.Kind(k, rule)
	if reason, ok := r.info.Member("reason").Text(); ok && r.byReason(reason, code) {
		return
	}
	switch {
	case !known, code == mapping.RPCUnknown:
		r.Refine(wire.UnknownCode)
	case code == mapping.RPCInternal:
		r.Refine(wire.ServerFault)
	case code == mapping.RPCResourceExhausted && !r.Codec.NoGuess && isTooLarge(string(r.Error.Message)):
		r.Kind(errkit.TooLarge, `the text "larger than max" or "larger than configured max", as libraries of gRPC and Connect write it`)
		r.Peer.Guessed, r.Peer.Coarse, r.Peer.Retry = true, k, errkit.Never // the text must not invite to repeat the call
		r.Note("low confidence: %s is guessed from a text, after %s", errkit.TooLarge.String(), rule)
	}
}

func isTooLarge(text string) bool {
	return strings.Contains(text, "larger than max") || strings.Contains(text, "larger than configured max")
}

// byReason is [ByReason] for a reason that does not contradict the code: NO_SUCH_USER with PERMISSION_DENIED is not used.
func (r *reader) byReason(reason string, code mapping.RPCCode) bool {
	if code == mapping.RPCUnknown {
		return ByReason(r.Reader, reason)
	}
	status := r.Document.Status
	r.Document.Status = code.HTTP()
	known := ByReason(r.Reader, reason)
	r.Document.Status = status
	return known
}

// ByReason sets the kind to that of a reason, which is more exact than that of the code, and reports whether the reason is known. The
// code of the Peer does not change.
func ByReason(r *wire.Reader, reason string) bool {
	code := r.Peer.Code
	known := r.ByAPICode(reason, "reason")
	r.Peer.Code = code
	return known
}

// CodeOfHTTP returns the code of a response of gRPC or Connect that has no code of its own (Connect, HTTP to Error Code; gRPC,
// HTTP to gRPC Status Code Mapping). It is not the inverse of [mapping.RPCCode.HTTP].
func CodeOfHTTP(status int) mapping.RPCCode {
	switch status {
	case 400:
		return mapping.RPCInternal
	case 401:
		return mapping.RPCUnauthenticated
	case 403:
		return mapping.RPCPermissionDenied
	case 404:
		return mapping.RPCUnimplemented
	case 429, 502, 503, 504:
		return mapping.RPCUnavailable
	}
	return mapping.RPCUnknown
}

// ByHTTP replaces the kind of an error that was decoded from an HTTP status, because the response is not of the dialect with the
// name, by the kind of [CodeOfHTTP]. It does not change other errors.
func ByHTTP(c *dialect.Codec, e *errkit.Error, name string, status int) {
	known := &e.Kind
	if e.Peer.Guessed {
		known = &e.Peer.Coarse
	}
	if k, ok := c.Table.FromHTTP(status); !ok || k != *known || e.Peer.Dialect == name {
		return
	}
	code := CodeOfHTTP(status)
	if *known, _ = c.Table.FromRPC(code); e.Peer.Guessed {
		return
	}
	e.Peer.Rule = "HTTP status " + strconv.Itoa(status) + " without a code is " + code.String()
}
