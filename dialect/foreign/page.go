package foreign

import (
	"html"
	"net/http"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// maxXML bounds the bytes of a body in XML or HTML that are looked at, maxNested its elements inside
// each other.
const (
	maxXML    = 8 << 10
	maxNested = 16
)

// readPage reads a body that is not JSON: XML, as an object with the elements as members, or a page or
// a trace that names what failed, with the HTTP status of that. It returns what it is, "" for anything
// else and for XML, which an API has to know.
func readPage(body []byte) (v jsontree.Value, status int, what string) {
	page := strings.TrimSpace(string(body[:min(len(body), maxXML)]))
	if isTrace(page) {
		return v, http.StatusInternalServerError, "the trace of a program"
	}
	if !strings.HasPrefix(page, "<") {
		return v, 0, ""
	}
	head := strings.ToLower(page[:min(len(page), 16)])
	if strings.HasPrefix(head, "<!doctype") || strings.HasPrefix(head, "<html") || strings.HasPrefix(head, "<head") {
		if status = pageStatus(strings.ToLower(page)); status != 0 {
			what = "the HTTP status in the title of a page"
		}
		return v, status, what
	}
	dst, _, ok := appendElements(nil, page, 0)
	if !ok {
		return v, 0, ""
	}
	v, _ = jsontree.Parse(dst, jsontree.Limits{})
	return v, 0, ""
}

// pageStatus returns the HTTP status of an error with which the title or a heading of a page in small
// letters starts, with its reason phrase, else 0: "502 Bad Gateway", "Error 404 (Not Found)".
func pageStatus(page string) int {
	for _, name := range [...]string{"title", "h1", "h2"} {
		heading, _ := elementText(page, name)
		for status := http.StatusBadRequest; status <= http.StatusNetworkAuthenticationRequired; status++ {
			phrase := strings.ToLower(http.StatusText(status))
			before, after, ok := strings.Cut(heading, strconv.Itoa(status)) // "How to fix 502" is about one
			isStart := ok && (before == "" || strings.HasPrefix(before, "error") || strings.HasPrefix(before, "http"))
			if isStart && phrase != "" && strings.Contains(after, phrase) {
				return status
			}
		}
	}
	return 0
}

// traces are the first words of what a program prints when it fails, and what follows in one: Python,
// Java, Go, PHP.
var traces = [...][2]string{
	{"Traceback (most recent call last):\n", "\n"},
	{"Exception in thread ", "\n\tat "},
	{"Caused by: ", "\n\tat "},
	{"panic: ", "\ngoroutine "},
	{"fatal error: ", "\ngoroutine "},
	{"PHP Fatal error:  Uncaught ", "Stack trace:"},
	{"Fatal error: Uncaught ", "Stack trace:"},
	{"<br />\n<b>Fatal error</b>:  Uncaught ", "Stack trace:"},
}

// isTrace reports whether a text is the trace of a program, or begins with the class of an exception of
// Java or Node and a place in a program.
func isTrace(page string) bool {
	for _, t := range traces {
		if rest, ok := strings.CutPrefix(page, t[0]); ok && strings.Contains(rest, t[1]) {
			return true
		}
	}
	first, rest, _ := strings.Cut(page, "\n")
	class, _, _ := strings.Cut(first, ":")
	return (isName(class) && (strings.HasSuffix(class, "Error") || strings.HasSuffix(class, "Exception"))) &&
		(strings.HasPrefix(rest, "\tat ") || strings.HasPrefix(rest, "    at "))
}

// appendElements appends the elements of a text as a JSON object: the texts of elements that have none
// inside, else objects; the last one of several with one name counts. It returns the text behind the end
// tag of the element around them, and is not ok if an element has no end.
func appendElements(dst []byte, page string, depth int) (_ []byte, rest string, ok bool) {
	words, start := "", len(dst)
	for dst = append(dst, '{'); ; {
		before, tag, found := strings.Cut(page, "<")
		inside, after, ended := strings.Cut(tag, ">")
		words += before
		switch isEnd := strings.HasPrefix(inside, "/"); {
		case !found && depth == 0 || isEnd && ended && depth > 0:
			if last := len(dst) - 1; last > start { // behind a member
				dst[last] = '}'
				return dst, after, true
			}
			return text.AppendString(dst[:start], html.UnescapeString(strings.TrimSpace(words))), after, depth > 0
		case !ended || isEnd || inside == "" || depth > maxNested:
			return nil, "", false
		case inside[0] == '!' || inside[0] == '?':
			if data, isData := strings.CutPrefix(tag, "![CDATA["); isData {
				data, after, _ = strings.Cut(data, "]]>")
				words += html.EscapeString(data)
			}
			page = after
			continue
		}
		name, _, _ := strings.Cut(strings.TrimSuffix(inside, "/"), " ")
		dst = append(text.AppendString(dst, name[strings.LastIndexByte(name, ':')+1:]), ':')
		if page = after; strings.HasSuffix(inside, "/") {
			dst = append(dst, `""`...)
		} else if dst, page, ok = appendElements(dst, page, depth+1); !ok {
			return nil, "", false
		}
		dst = append(dst, ',')
	}
}

// elementText returns the text of the first element with a local name that has no element inside.
func elementText(text, name string) (string, bool) {
	for {
		before, rest, ok := strings.Cut(text, ">")
		if !ok {
			return "", false
		}
		text = rest
		start := strings.LastIndexByte(before, '<') // no tag has another "<"
		if start < 0 {
			continue
		}
		tag, _, _ := strings.Cut(before[start+1:], " ")
		if tag[strings.LastIndexByte(tag, ':')+1:] != name {
			continue
		}
		if content, _, ok := strings.Cut(rest, "<"); ok && strings.HasPrefix(rest[len(content):], "</"+tag+">") {
			return html.UnescapeString(strings.TrimSpace(content)), true
		}
	}
}
