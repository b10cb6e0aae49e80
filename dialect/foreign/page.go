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

// pageStatus returns the HTTP status of an error that the title or a heading of a page in small letters
// has with its reason phrase, else 0: "502 Bad Gateway", "Error 404 (Not Found)".
func pageStatus(page string) int {
	for _, name := range [...]string{"title", "h1", "h2"} {
		heading, _ := elementText(page, name)
		for status := http.StatusBadRequest; status < 600 && len(heading) > len("404 "); status++ {
			phrase := strings.ToLower(http.StatusText(status))
			if phrase != "" && strings.Contains(heading, phrase) && strings.Contains(heading, strconv.Itoa(status)) {
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
	return (isClass(class) || class == "Error") &&
		(strings.HasPrefix(rest, "\tat ") || strings.HasPrefix(rest, "    at "))
}

// appendElements appends the elements of a text as a JSON object: the texts of elements that have none
// inside, else objects; several with one name are an array. It returns the text behind the end tag of
// the element around them, and is not ok if an element has no end.
func appendElements(dst []byte, page string, depth int) (_ []byte, rest string, ok bool) {
	type member struct {
		name  string
		value []byte
		more  bool
	}
	var members []member
	words, start := "", len(dst)
	for {
		before, tag, found := strings.Cut(page, "<")
		words += before
		inside, after, ended := strings.Cut(tag, ">")
		switch {
		case !found && depth == 0 && len(members) > 0, found && ended && depth > 0 && inside != "" && inside[0] == '/':
			if len(members) == 0 {
				return text.AppendString(dst[:start], html.UnescapeString(strings.TrimSpace(words))), after, true
			}
			dst = append(dst, '{')
			for i, m := range members {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = append(text.AppendString(dst, m.name), ':')
				if m.more {
					dst = append(append(append(dst, '['), m.value...), ']')
				} else {
					dst = append(dst, m.value...)
				}
			}
			return append(dst, '}'), after, true
		case !found || !ended || inside == "" || depth > maxNested || inside[0] == '/':
			return nil, "", false
		}
		page = after
		if inside[0] == '?' || inside[0] == '!' {
			if data, isData := strings.CutPrefix(tag, "![CDATA["); isData {
				data, page, _ = strings.Cut(data, "]]>")
				words += html.EscapeString(data)
			}
			continue
		}
		name, _, _ := strings.Cut(strings.TrimSuffix(inside, "/"), " ")
		name = name[strings.LastIndexByte(name, ':')+1:]
		value := []byte(`""`)
		if !strings.HasSuffix(inside, "/") {
			if value, page, ok = appendElements(nil, page, depth+1); !ok {
				return nil, "", false
			}
		}
		known := false
		for i := range members {
			if members[i].name == name {
				members[i].value = append(append(members[i].value, ','), value...)
				members[i].more, known = true, true
			}
		}
		if !known {
			members = append(members, member{name: name, value: value})
		}
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
