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
	if status = proxyStatus(page); status != 0 {
		return v, status, "the text of a proxy"
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
// names, else 0.
func pageStatus(page string) int {
	for _, name := range [...]string{"title", "h1", "h2"} {
		if status := headingStatus(heading(page, name)); status != 0 {
			return status
		}
	}
	return 0
}

// headings are headings of pages that name no HTTP status: Akamai, Heroku, Windows, Cloudflare.
var headings = map[string]int{
	"access denied":        http.StatusForbidden,
	"application error":    http.StatusServiceUnavailable,
	"request url too long": http.StatusRequestURITooLong,
	"error 1015":           http.StatusTooManyRequests,
	"error 1016":           http.StatusServiceUnavailable,
	"error 1020":           http.StatusForbidden,
}

// headingStatus returns the HTTP status of an error that a heading names, else 0: "502 Bad Gateway",
// "Error 404 (Not Found)", "404", "No such page (404)", "bells.example | 524: A timeout occurred".
// "How to fix 502" is about one.
func headingStatus(heading string) int {
	if status := headings[heading]; status != 0 {
		return status
	}
	_, last, ok := strings.Cut(heading, " | ")
	if number, _, _ := strings.Cut(last, ":"); ok && strings.HasPrefix(number, "52") {
		heading = number
	}
	if open := strings.LastIndexByte(heading, '('); open > 0 && strings.HasSuffix(heading, ")") {
		if inside := heading[open+1 : len(heading)-1]; isStatusText(inside) {
			heading = inside
		}
	}
	for _, before := range [...]string{"http", "error", "status", "code"} {
		heading = strings.TrimPrefix(strings.TrimPrefix(heading, before), " ")
	}
	number, after := heading[:min(len(heading), 3)], strings.ReplaceAll(heading[min(len(heading), 3):], "-", "")
	status, _ := strconv.Atoi(number)
	phrase := strings.ToLower(http.StatusText(status))
	if !isStatusText(number) || after != "" && (phrase == "" || !strings.Contains(after, phrase)) {
		return 0
	}
	return status
}

// heading returns the text of the first element with a name in a page in small letters, without the
// elements inside.
func heading(page, name string) string {
	_, page, _ = strings.Cut(page, "<"+name)
	_, page, _ = strings.Cut(page, ">")
	content, _, _ := strings.Cut(page, "</"+name+">")
	var words strings.Builder
	for before, tag, more := "", "", true; more; _, content, _ = strings.Cut(tag, ">") {
		before, tag, more = strings.Cut(content, "<")
		words.WriteString(before)
	}
	return strings.Join(strings.Fields(html.UnescapeString(words.String())), " ")
}

// proxyTexts are the texts with which the bodies of proxies start, and what they mean: Envoy.
var proxyTexts = [...]struct {
	text   string
	status int
}{
	{"upstream connect error or disconnect/reset before headers", http.StatusServiceUnavailable},
	{"no healthy upstream", http.StatusServiceUnavailable},
	{"upstream request timeout", http.StatusGatewayTimeout},
}

// proxyStatus returns the HTTP status that the text of a proxy stands for, else 0. That of Cloudflare
// is "error code: 1015".
func proxyStatus(text string) int {
	if number, ok := strings.CutPrefix(text, "error code: "); ok {
		return max(headingStatus(number), headings["error "+number])
	}
	for _, p := range proxyTexts {
		if strings.HasPrefix(text, p.text) {
			return p.status
		}
	}
	return 0
}

// traces are the first words of what a program prints when it fails, and what follows in one: Python,
// Java, Go, PHP, Rust, .NET.
var traces = [...][2]string{
	{"Traceback (most recent call last):\n", "\n"},
	{"Exception in thread ", "\n\tat "},
	{"Caused by: ", "\n\tat "},
	{"panic: ", "\ngoroutine "},
	{"fatal error: ", "\ngoroutine "},
	{"PHP Fatal error:  Uncaught ", "Stack trace:"},
	{"Fatal error: Uncaught ", "Stack trace:"},
	{"<br />\n<b>Fatal error</b>:  Uncaught ", "Stack trace:"},
	{"thread '", "' panicked at "},
	{"Unhandled exception. ", "\n   at "},
}

// isTrace reports whether a text is the trace of a program, or begins with the class of an exception of
// Java or Node and a place in a program, or with a place in one of Ruby.
func isTrace(page string) bool {
	for _, t := range traces {
		if rest, ok := strings.CutPrefix(page, t[0]); ok && strings.Contains(rest, t[1]) {
			return true
		}
	}
	first, rest, _ := strings.Cut(page, "\n")
	class, _, _ := strings.Cut(first, ":")
	if strings.HasSuffix(class, ".rb") && strings.HasSuffix(first, "Error)") {
		return true
	}
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
		name, attributes, _ := strings.Cut(strings.TrimSuffix(inside, "/"), " ")
		name = name[strings.LastIndexByte(name, ':')+1:]
		dst = append(text.AppendString(dst, name), ':')
		if page = after; strings.HasSuffix(inside, "/") {
			dst = append(dst, `""`...)
		} else if dst, page, ok = appendElements(dst, page, depth+1); !ok {
			return nil, "", false
		}
		dst = append(appendAttributes(dst, name, attributes), ',')
	}
}

// appendAttributes appends the attributes of an element that state what failed, as members beside it:
// "error@code".
func appendAttributes(dst []byte, name, attributes string) []byte {
	for _, attribute := range [...]string{"code", "exceptionCode", "Number", "status", "Status"} {
		_, value, ok := strings.Cut(" "+attributes, " "+attribute)
		value, isValue := strings.CutPrefix(strings.TrimSpace(value), "=")
		if value = strings.TrimSpace(value); ok && isValue && value != "" {
			value, _, _ = strings.Cut(value[1:], value[:1]) // the quotation mark
			dst = append(text.AppendString(append(dst, ','), name+"@"+attribute), ':')
			dst = text.AppendString(dst, html.UnescapeString(value))
		}
	}
	return dst
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
