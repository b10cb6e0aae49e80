package patterns

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// Refinable reports whether a text may replace kind by a more specific one.
func Refinable(kind errkit.Kind) bool {
	switch kind {
	case errkit.ExecutionFailed, errkit.Internal, errkit.InvalidRequest, errkit.InvalidInput, errkit.Unknown:
		return true
	}
	return false
}

// A Guess is what texts say of an error.
type Guess struct {
	Kind     errkit.Kind
	Code     string // a code in the text; "": none
	Upstream int    // the status of an upstream service in the text; 0: none

	rule    string
	pattern *pattern
}

// Rule returns the evidence for the guess.
func (g *Guess) Rule() string {
	if g.pattern != nil {
		return g.pattern.rule()
	}
	return g.rule
}

// Words returns the words of a guess from words.
func (g *Guess) Words() string { return g.pattern.words() }

// Find returns the guess for an error of a refinable kind.
func Find(table *mapping.Table, kind errkit.Kind, texts []string) (Guess, bool) {
	found := look(texts)
	for _, text := range texts {
		if g, ok := embedded(table, text[:min(len(text), maxSearched)], found); ok {
			return g, true
		}
	}
	if p := found.pattern(); p != nil && p.kind != kind {
		return Guess{Kind: p.kind, pattern: p}, true
	}
	return Guess{}, false
}

// Words returns the guess from words only: no codes and statuses in the texts.
func Words(texts []string) (Guess, bool) {
	if p := look(texts).pattern(); p != nil {
		return Guess{Kind: p.kind, pattern: p}, true
	}
	return Guess{}, false
}

// informative are the AAI codes whose default message describes a specific failure.
var informative = slices.DeleteFunc(mapping.AAICodes(), func(c mapping.AAICode) bool { return c.Code < -32014 || Refinable(c.Kind) })

// embedded finds what gateways write into a text: an HTTP status, an AAI code in brackets, a default message of AAI.
func embedded(table *mapping.Table, text string, found set) (Guess, bool) {
	if found&statusSet != 0 {
		if status, ok := Status(text); ok {
			return Guess{Kind: UpstreamKind(status), rule: "text names HTTP status " + strconv.Itoa(status), Upstream: status}, true
		}
	}
	if found&codeSet != 0 {
		if code, ok := between(text, disguises[len(disguises)-1], "]"); ok {
			if k, known := table.FromAAIString(code); known {
				return Guess{Kind: k, rule: "text names AAI code " + code, Code: code}, true
			}
		}
	}
	words, _, _ := strings.Cut(strings.TrimPrefix(text, "Error: "), ":")
	for i := range informative {
		if c := &informative[i]; words == c.Message {
			return Guess{Kind: c.Kind, rule: "text starts with the default message of AAI code " + strconv.Itoa(c.Code)}, true
		}
	}
	return Guess{}, false
}

// Status finds the HTTP status of an upstream service that a text reports.
func Status(text string) (int, bool) {
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

// UpstreamKind returns the kind of an error that reports the HTTP status of an upstream service.
func UpstreamKind(status int) errkit.Kind {
	switch status {
	case http.StatusTooManyRequests:
		return errkit.RateLimited
	case http.StatusServiceUnavailable:
		return errkit.Unavailable
	case http.StatusGatewayTimeout:
		return errkit.Timeout
	}
	return errkit.UpstreamFailed
}

func between(s, before, after string) (string, bool) {
	_, rest, ok := strings.Cut(s, before)
	if !ok {
		return "", false
	}
	inner, _, ok := strings.Cut(rest, after)
	return inner, ok
}
