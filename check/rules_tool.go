package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/errkit"
)

// toolRules are about the calls of tools, in every protocol.
var toolRules = []test{
	{"tool/unknown/1", only(probe.UnknownTool), eachAnswer(succeedsAlthough)},
	{"tool/unknown/2", only(probe.UnknownTool), eachAnswer(isServerFault)},
	{"tool/version/1", only(probe.UnknownVersion), eachAnswer(succeedsAlthough)},
	{"tool/input/1", wrongInput, eachAnswer(succeedsAlthough)},
	{"tool/input/2", only(probe.Extra), eachAnswer(succeedsAlthough)},
	{"tool/input/3", with(wrongInput, probe.Extra), eachAnswer(isServerFault)},
	{"tool/input/4", with(wrongMember, probe.Extra), eachError(doesNotNameMember)},
	{"tool/input/5", wrongMember, sameErrors},
	{"tool/input/6", only(probe.Missing), eachError(isAboutOtherThing)},
	{"tool/valid/1", only(probe.Valid), eachError(isRefusedForInput)},
	{"tool/declared/1", with(inputs, probe.Valid, probe.Repeated, probe.Concurrent), eachError(hasUndeclaredCode)},
}

func succeedsAlthough(x *probe.Exchange) string {
	return when(x.Succeeded(), "the call succeeds although %s", x.Why)
}

// isServerFault judges the answers to faults of the client.
func isServerFault(x *probe.Exchange) string {
	switch {
	case x.Status >= 500:
		return fmt.Sprintf("the status is %d although %s", x.Status, x.Why)
	case x.Err == nil || x.Err.Peer.Code == "": // a result without a code has only its text
		return ""
	}
	switch k := x.Kind(); {
	case k == errkit.Unsupported: // a fact about the call
	case k.Fault() == errkit.ServerFault, k.Fault() == errkit.UpstreamFault:
		return fmt.Sprintf("the code is %s although %s", x.Err.Peer.Code, x.Why)
	}
	return ""
}

func doesNotNameMember(x *probe.Exchange) string {
	if x.Status == http.StatusNotFound && x.Request.Body == nil { // a path that names nothing
		return ""
	}
	text := strings.ToLower(x.Text() + string(x.Message))
	for _, path := range x.Paths {
		name := path[strings.LastIndexByte(path, '/')+1:]
		if name != "" && !strings.Contains(text, strings.ToLower(name)) {
			return fmt.Sprintf("%s, and the error does not name it: %s", x.Why, quote(x.Text()))
		}
	}
	return ""
}

// sameErrors finds the errors of a tool that have the text of another one, which is about another
// member.
func sameErrors(xs []*probe.Exchange, found func(*probe.Exchange, string)) {
	type fault struct{ tool, text string }
	first := map[fault]*probe.Exchange{}
	for _, x := range xs {
		if x.Err == nil || len(x.Paths) == 0 {
			continue
		}
		var m response
		_ = json.Unmarshal(x.Message, &m)
		// The content may have more than the error of a structured document, and m.Error has its
		// data.
		_, content := contentOf(m.Result)
		f := fault{x.Tool, x.Text() + content + string(m.Error)}
		if before := first[f]; before == nil {
			first[f] = x
		} else if before.Paths[0] != x.Paths[0] {
			found(x, fmt.Sprintf("%q and %q have the same error: %s", before.Why, x.Why, quote(x.Text())))
		}
	}
}

func isAboutOtherThing(x *probe.Exchange) string {
	others := []errkit.Kind{errkit.NotFound, errkit.Conflict, errkit.PermissionDenied, errkit.RateLimited}
	return when(slices.Contains(others, x.Kind()), "%s, and the error is read as %s: %s",
		x.Why, x.Kind().String(), quote(x.Text()))
}

func isRefusedForInput(x *probe.Exchange) string {
	return when(x.Kind() == errkit.InvalidInput && !x.Err.Peer.Guessed && !x.Unknown,
		"the schema allows the input, and the tool does not: %s", quote(x.Text()))
}

// hasUndeclaredCode judges the codes of applications: an error about the request itself is not one
// of a tool, and the reason of an error without a code is its kind (AIP-193).
func hasUndeclaredCode(x *probe.Exchange) string {
	code := string(x.Err.Code)
	_, isKind := errkit.LookupKind(strings.ToLower(code))
	isOwn := code != "" && !isKind && x.Kind() != errkit.Malformed && x.Kind() != errkit.InvalidRequest
	isDeclared := slices.ContainsFunc(x.Declared, func(d string) bool { return strings.EqualFold(d, code) })
	return when(len(x.Declared) > 0 && isOwn && !isDeclared, "the code is %s, and the tool declares %s",
		quote(code), probe.Shortened(strings.Join(x.Declared, ", "), 160))
}

// textRules are about the texts of errors, whatever their protocol is.
var textRules = []test{
	{"text/empty/1", nil, eachError(saysNothing)},
	{"text/characters/1", nil, eachError(hasControlCharacters)},
	{"text/size/1", nil, eachError(isLarge)},
	{"text/html/1", nil, eachAnswer(isHTML)},
}

func saysNothing(x *probe.Exchange) string {
	return when(emptyText.MatchString(x.Text()), "the text is %s", quote(x.Text()))
}

// emptyText matches texts without information.
var emptyText = regexp.MustCompile(`(?i)^\s*(error|an error occurred|something went wrong|unknown error|` +
	`undefined|null|nil|none|false|\{\}|\[object object\])?[\s.:!]*$`)

func hasControlCharacters(x *probe.Exchange) string {
	if !utf8.Valid(x.Body) {
		return "the answer is not UTF-8"
	}
	for _, c := range x.Text() {
		if unicode.IsControl(c) && c != '\n' && c != '\t' && c != '\r' || unicode.Is(unicode.Bidi_Control, c) {
			return fmt.Sprintf("the text has the character %U", c)
		}
	}
	return ""
}

func isLarge(x *probe.Exchange) string {
	return when(x.Received > 64<<10, "the answer has %d bytes", x.Received)
}

func isHTML(x *probe.Exchange) string {
	start := bytes.ToLower(bytes.TrimSpace(x.Body))
	isPage := bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html"))
	return when(x.Failed() && isPage, "the answer with the status %d is HTML", x.Status)
}
