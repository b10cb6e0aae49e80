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
var leakRules = []Rule{
	{ID: "leak/go-type/1", Category: leaks, Level: must, Source: "CWE-209",
		Text:  "No answer has the name of a Go type or a Go address.",
		Fault: "answers a failed connection as *net.OpError", judge: has(leak.GoType)},
	{ID: "leak/go-panic/1", Category: leaks, Level: must, Source: "CWE-209",
		Text:  "No answer has the text of a panic.",
		Fault: "answers with the value of a recovered panic", judge: has(leak.GoPanic)},
	{ID: "leak/stack/1", Category: leaks, Level: must, Source: "CWE-209",
		Text:  "No answer has a stack frame.",
		Fault: "answers with the stack of an exception", judge: has(leak.Stack)},
	{ID: "leak/path/1", Category: leaks, Level: must, Source: "CWE-209",
		Text:  "No error has a path of the server's file system.",
		Fault: "answers with the path of a file that it could not open", judge: has(leak.Path)},
	{ID: "leak/sql/1", Category: leaks, Level: must, Source: "CWE-209",
		Text:  "No answer has SQL or an error of a database.",
		Fault: "answers with the error of its database", judge: has(leak.SQL)},
	{ID: "leak/dsn/1", Category: leaks, Level: must, Source: "CWE-522",
		Text:  "No answer has a URL with a password.",
		Fault: "answers with the address of its database", judge: has(leak.DSN)},
	{ID: "leak/address/1", Category: leaks, Level: must, Source: "CWE-209",
		Text:  "No error has an address of a private network.",
		Fault: "answers with the address of the service that refused a connection", judge: has(leak.Address)},
	{ID: "leak/token/1", Category: leaks, Level: must, Source: "CWE-522",
		Text:  "No answer has a token or a key.",
		Fault: "answers with the key that a service refused", judge: has(leak.Token)},
	{ID: "leak/verb/1", Category: leaks, Level: must, Source: "package fmt, Format errors",
		Text:  "No answer has a broken format verb.",
		Fault: "formats an error with the wrong number of arguments", judge: has(leak.Verb)},
	{ID: "leak/exception/1", Category: leaks, Level: must, Source: "CWE-209",
		Text:  "No answer has the qualified name of an exception's class.",
		Fault: "answers with the name of an exception", judge: has(leak.Exception)},
	{ID: "leak/environment/1", Category: leaks, Level: must, Source: "CWE-526",
		Text:  "No answer has a variable of the environment with its value.",
		Fault: "answers with its configuration", judge: has(leak.Environment)},
	{ID: "leak/credentials/1", Category: leaks, Level: must, Source: "RFC 6750 §5.2",
		Text:  "No answer repeats the credentials of its request.",
		Fault: "answers a wrong token with the token", judge: eachAnswer(repeatsToken)},
	{ID: "leak/server/1", Category: hygiene, Level: should, Source: "RFC 9110 §10.2.4",
		Text:  "No answer names the version of the server's software.",
		Fault: "has the header X-Powered-By", probes: only(probe.List), judge: eachAnswer(namesSoftware)},
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
