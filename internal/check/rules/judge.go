package rules

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/check"
)

// message is a JSON-RPC response.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`
}

// code returns the code of an error.
func (m *message) code() (int, bool) {
	var e struct {
		Code *int `json:"code"`
	}
	if m.Error == nil || json.Unmarshal(m.Error, &e) != nil || e.Code == nil {
		return 0, false
	}
	return *e.Code, true
}

// shown describes a response in a few words.
func (m *message) shown() string {
	if code, ok := m.code(); ok {
		return fmt.Sprintf("the answer is an error with the code %d", code)
	}
	return "the answer is a result: " + quote(string(m.Result))
}

// eachResponse is check.EachAnswer for answers that are JSON-RPC responses. Over HTTP others are possible.
func eachResponse(wrong func(x *check.Exchange, m *message) string) func([]*check.Exchange, check.Found) {
	return check.EachAnswer(func(x *check.Exchange) string {
		var m message
		if json.Unmarshal(x.Message, &m) != nil || x.HTTP() && m.JSONRPC == "" && m.Error == nil && m.Result == nil {
			return ""
		}
		return wrong(x, &m)
	})
}

// notCode judges answers that must be errors with one of the codes, or have HTTP status 400.
func notCode(codes ...int) func([]*check.Exchange, check.Found) {
	return check.EachAnswer(func(x *check.Exchange) string {
		var m message
		if x.Status == http.StatusBadRequest || x.Status == http.StatusUnsupportedMediaType {
			return ""
		}
		if json.Unmarshal(x.Message, &m) != nil {
			return fmt.Sprintf("the answer is HTTP %d without a response", x.Status)
		}
		if code, ok := m.code(); !ok || !slices.Contains(codes, code) {
			return m.shown()
		}
		return ""
	})
}

// eachDocument is check.EachAnswer for answers with 4xx and 5xx that are JSON objects.
func eachDocument(wrong func(x *check.Exchange, doc map[string]any) string) func([]*check.Exchange, check.Found) {
	return check.EachAnswer(func(x *check.Exchange) string {
		var doc map[string]any
		if x.Status < http.StatusBadRequest || json.Unmarshal(x.Message, &doc) != nil {
			return ""
		}
		return wrong(x, doc)
	})
}

// serverFault judges answers to faults of the client.
func serverFault(x *check.Exchange) string {
	switch {
	case x.Status >= http.StatusInternalServerError:
		return fmt.Sprintf("the status is %d although %s", x.Status, x.Why)
	case x.Err == nil || x.Err.Peer.Code == "": // a result without a code has only its text
		return ""
	}
	switch x.Kind() {
	case errkit.Internal, errkit.Unavailable, errkit.UpstreamFailed, errkit.Timeout, errkit.Network:
		return fmt.Sprintf("the code is %s although %s", x.Err.Peer.Code, x.Why)
	}
	return ""
}

// noText judges answers by patterns of text that they must not have.
func noText(patterns ...string) func([]*check.Exchange, check.Found) {
	compiled := make([]*regexp.Regexp, len(patterns))
	for i, p := range patterns {
		compiled[i] = regexp.MustCompile(p)
	}
	return check.EachAnswer(func(x *check.Exchange) string {
		if !x.Failed() {
			return ""
		}
		text := x.Foreign()
		for _, p := range compiled {
			if at := p.FindStringIndex(text); at != nil {
				return "the answer has " + around(text, at[0], at[1])
			}
		}
		return ""
	})
}

// around returns the part of a text from start to end with what is beside it.
func around(text string, start, end int) string {
	const beside = 30 // bytes
	from, to := max(0, start-beside), min(len(text), end+beside)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return strconv.Quote(strings.TrimSpace(text[from:to]))
}

// quote quotes the start of a text.
func quote(s string) string {
	const most = 160 // runes
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return strconv.Quote(s)
}
