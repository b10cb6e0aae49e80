package dialect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// fallback reports whether a kind says so little that a text may refine it.
func fallback(k errkit.Kind) bool {
	switch k {
	case errkit.ExecutionFailed, errkit.Internal, errkit.InvalidRequest, errkit.InvalidInput, errkit.Unknown:
		return true
	}
	return false
}

// guess refines a kind that says little by what the texts say: low confidence,
// and marked so.
func (r *reader) guess() {
	if !fallback(r.e.Kind) {
		return
	}
	texts := r.said[:r.texts]
	found := look(texts)
	for _, text := range texts {
		if r.disguised(text[:min(len(text), maxSearched)], found) {
			return
		}
	}
	if p := found.pattern(); p != nil && p.kind != r.e.Kind {
		r.guessed(p.kind, p.rule())
	}
}

func (r *reader) guessed(k errkit.Kind, rule string) {
	r.peer.Evidence = append(r.peer.Evidence, "low confidence: "+k.String()+" is guessed from a text, after "+r.peer.Rule)
	r.kind(k, rule)
	r.peer.Guessed = true
}

var (
	aaiCodes = mapping.AAICodes()
	// aaiTelling are the codes of AAI whose default message says something.
	aaiTelling = slices.DeleteFunc(mapping.AAICodes(), func(c mapping.AAICode) bool { return c.Code < -32014 || fallback(c.Kind) })
)

// disguised reads what gateways write into a text in a form of their own: an
// HTTP status, a code of AAI in brackets, a default message of AAI.
func (r *reader) disguised(text string, found set) bool {
	if found&statusSet != 0 {
		if status, ok := statusIn(text); ok {
			r.guessed(upstreamKind(status), "text names HTTP status "+strconv.Itoa(status))
			r.e.Upstream = status
			return true
		}
	}
	if found&codeSet != 0 {
		if code, ok := between(text, disguises[len(disguises)-1], "]"); ok {
			if k, known := r.c.Table.FromAAIString(code); known {
				r.guessed(k, "text names AAI code "+code)
				r.peer.Code = code
				return true
			}
		}
	}
	plain := strings.TrimPrefix(text, "Error: ")
	words, _, _ := strings.Cut(plain, ":")
	for i := range aaiTelling {
		if c := &aaiTelling[i]; words == c.Message {
			r.guessed(c.Kind, "text starts with the default message of AAI code "+strconv.Itoa(c.Code))
			return true
		}
	}
	return false
}

// statusIn finds the HTTP status that a text reports of an upstream service.
func statusIn(text string) (int, bool) {
	for _, before := range disguises[:len(disguises)-1] {
		_, rest, ok := strings.Cut(text, before)
		if !ok || len(rest) < 3 {
			continue
		}
		status, err := strconv.Atoi(rest[:3])
		if err != nil || status < 400 || status > 599 || len(rest) > 3 && rest[3] >= '0' && rest[3] <= '9' {
			continue
		}
		return status, true
	}
	return 0, false
}

func between(s, before, after string) (string, bool) {
	_, rest, ok := strings.Cut(s, before)
	if !ok {
		return "", false
	}
	inner, _, ok := strings.Cut(rest, after)
	return inner, ok
}
