package check

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/errkit"
)

// toolRules are about the calls of tools, in every protocol.
var toolRules = []Rule{
	{ID: "tool/unknown/1", Category: spec, Level: must,
		Source: "MCP 2025-11-25, Tools, Error Handling; OXP 1.0, Call Tool; RFC 9110 §15.5.5",
		Text:   "A call of a tool that does not exist fails.",
		Fault:  "answers the call of any tool with a success",
		probes: only(probe.UnknownTool), judge: eachAnswer(succeeds)},
	{ID: "tool/unknown/2", Category: model, Level: should, Source: "RFC 9110 §15.5; JSON-RPC 2.0 §5.1",
		Text:   "The error for an unknown tool is not a fault of the server.",
		Fault:  "answers the call of an unknown tool as an internal error",
		probes: only(probe.UnknownTool), judge: eachAnswer(isServerFault)},
	{ID: "tool/version/1", Category: spec, Level: must, Source: "OXP 1.0, Call Tool",
		Text:     "A call of a version of a tool that does not exist fails.",
		Fault:    "ignores the version of a tool",
		dialects: onOXP, probes: only(probe.UnknownVersion), judge: eachAnswer(succeeds)},
	{ID: "tool/input/1", Category: spec, Level: must,
		Source: "MCP 2025-11-25, Tools, Security Considerations; OXP 1.0, Call Tool",
		Text:   "A call with an input that the schema of the tool does not allow fails.",
		Fault:  "does not check inputs",
		probes: wrongInput, judge: eachAnswer(succeedsAlthough)},
	{ID: "tool/input/2", Category: spec, Level: should, Source: "JSON Schema 2020-12 Core §10.3.2.3",
		Text:   "A call with a member that the schema of the input does not allow fails.",
		Fault:  "ignores members that it does not know",
		probes: only(probe.Extra), judge: eachAnswer(succeedsAlthough)},
	{ID: "tool/input/3", Category: model, Level: must, Source: "RFC 9110 §15.5; JSON-RPC 2.0 §5.1",
		Text:   "The error for a wrong input is not a fault of the server.",
		Fault:  "answers a wrong input with an internal error",
		probes: with(wrongInput, probe.Extra), judge: eachAnswer(isServerFault)},
	{ID: "tool/input/4", Category: model, Level: must,
		Source: "MCP 2025-11-25, Tools, Error Handling: the model corrects itself by the error",
		Text:   "The error for a wrong input names the member that is wrong.",
		Fault:  `answers "Invalid input" whatever is wrong`,
		probes: with(wrongMember, probe.Extra), judge: eachError(doesNotNameMember)},
	{ID: "tool/input/5", Category: model, Level: should, Source: "MCP 2025-11-25, Tools, Error Handling",
		Text:   "Different faults of an input have different errors.",
		Fault:  "has one text for every wrong input of a tool",
		probes: wrongMember, judge: sameErrors},
	{ID: "tool/input/6", Category: model, Level: should, Source: "SEP-1303",
		Text:   "The error for a missing member does not speak of something else: it is one about the input.",
		Fault:  "looks up a missing name, and answers that there is no such thing",
		probes: only(probe.Missing), judge: eachError(isAboutOtherThing)},
	{ID: "tool/valid/1", Category: model, Level: should, Source: "JSON Schema 2020-12 Validation §4",
		Text:   "A call with an input that the schema allows is not refused for its input.",
		Fault:  "requires a member that the schema does not require",
		probes: only(probe.Valid), judge: eachError(isRefusedForInput)},
}

func succeeds(x *probe.Exchange) string {
	return when(x.Succeeded(), "the call succeeds")
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
		f := fault{x.Tool, x.Text()}
		if before := first[f]; before == nil {
			first[f] = x
		} else if before.Paths[0] != x.Paths[0] {
			found(x, fmt.Sprintf("%q and %q have the same error: %s", before.Why, x.Why, quote(x.Text())))
		}
	}
}

func isAboutOtherThing(x *probe.Exchange) string {
	switch x.Kind() {
	case errkit.NotFound, errkit.Conflict, errkit.PermissionDenied, errkit.RateLimited:
		return fmt.Sprintf("%s, and the error is read as %s: %s", x.Why, x.Kind().String(), quote(x.Text()))
	}
	return ""
}

func isRefusedForInput(x *probe.Exchange) string {
	return when(x.Kind() == errkit.InvalidInput && !x.Err.Peer.Guessed,
		"the schema allows the input, and the tool does not: %s", quote(x.Text()))
}

// textRules are about the texts of errors, whatever their protocol is.
var textRules = []Rule{
	{ID: "text/empty/1", Category: model, Level: must,
		Source: "MCP 2025-11-25, Tools, Error Handling; RFC 9457 §3.1.4",
		Text:   "An error has a text that says something.",
		Fault:  `answers "Error"`,
		judge:  eachError(saysNothing)},
	{ID: "text/characters/1", Category: hygiene, Level: must, Source: "RFC 8259 §8.1; CWE-150",
		Text:  "An error is UTF-8 without control characters.",
		Fault: "answers with the color codes of a terminal",
		judge: eachError(hasControlCharacters)},
	{ID: "text/size/1", Category: hygiene, Level: should, Source: "CWE-400",
		Text:  "An error is not larger than 64 KiB.",
		Fault: "repeats a large input in its error",
		judge: eachError(isLarge)},
	{ID: "text/html/1", Category: model, Level: should, Source: "RFC 9457 §1",
		Text:  "An error is not a page of HTML.",
		Fault: "answers an unknown path with a page",
		judge: eachAnswer(isHTML)},
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
