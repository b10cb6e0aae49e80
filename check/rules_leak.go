package check

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/internal/leak"
)

// leakRules are about private text in answers. The other rules leak/... are about a class of
// package internal/leak, which has what it looks like.
var leakRules = []test{
	{"leak/credentials/1", nil, eachAnswer(repeatsToken)},
	{"leak/server/1", only(probe.List), eachAnswer(namesSoftware)},
}

// has judges the errors that have text of a class.
func has(c leak.Class) judge {
	return eachAnswer(func(x *probe.Exchange) string {
		if !x.Failed() {
			return ""
		}
		text := x.Foreign()
		if start, end := leak.Find(c, text); start < end {
			return "the answer has " + around(text, start, end)
		}
		return ""
	})
}

// around returns the part of a text from start to end with what is beside it in its line.
func around(text string, start, end int) string {
	const beside = 30 // bytes
	before := text[max(0, start-beside):start]
	after, _, _ := strings.Cut(text[end:min(len(text), end+beside)], "\n") // the next text of the answer
	part := before[strings.LastIndexByte(before, '\n')+1:] + text[start:end] + after
	return strconv.Quote(strings.TrimSpace(strings.ToValidUTF8(part, "")))
}

func repeatsToken(x *probe.Exchange) string {
	_, token, _ := strings.Cut(x.Request.Header.Get("Authorization"), " ")
	repeated := (len(token) >= minKey || token == redacted) && bytes.Contains(x.Body, []byte(token))
	return when(repeated, "the answer has the token of the request")
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
