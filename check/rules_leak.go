package check

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/internal/leak"
)

// leakRules are about private text in answers. What it looks like is in package internal/leak, by
// its class.
var leakRules = []test{
	{"leak/go-type/1", nil, has(leak.GoType)},
	{"leak/go-panic/1", nil, has(leak.GoPanic)},
	{"leak/stack/1", nil, has(leak.Stack)},
	{"leak/path/1", nil, has(leak.Path)},
	{"leak/sql/1", nil, has(leak.SQL)},
	{"leak/dsn/1", nil, has(leak.DSN)},
	{"leak/address/1", nil, has(leak.Address)},
	{"leak/token/1", nil, has(leak.Token)},
	{"leak/verb/1", nil, has(leak.Verb)},
	{"leak/exception/1", nil, has(leak.Exception)},
	{"leak/environment/1", nil, has(leak.Environment)},
	{"leak/credentials/1", nil, eachAnswer(repeatsToken)},
	{"leak/server/1", only(probe.List), eachAnswer(namesSoftware)},
}

// has judges the errors that have text of a class.
func has(c leak.Class) judge {
	patterns := sync.OnceValue(func() []*regexp.Regexp { return leak.Patterns(c) })
	return eachAnswer(func(x *probe.Exchange) string {
		if !x.Failed() {
			return ""
		}
		text := x.Foreign()
		for _, p := range patterns() {
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

func repeatsToken(x *probe.Exchange) string {
	_, token, _ := strings.Cut(x.Request.Header.Get("Authorization"), " ")
	return when(len(token) >= 6 && bytes.Contains(x.Body, []byte(token)), "the answer has the token of the request")
}

func namesSoftware(x *probe.Exchange) string {
	if by := x.Header.Get("X-Powered-By"); by != "" {
		return "X-Powered-By is " + by
	}
	if server := x.Header.Get("Server"); strings.ContainsAny(server, "0123456789") {
		return "Server is " + server
	}
	return ""
}
