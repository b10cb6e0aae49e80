package foreign

import (
	"bytes"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/internal/leak"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// maxXML bounds the bytes of a body in XML or HTML that are looked at, maxNested its elements
// inside each other.
const (
	maxXML    = 8 << 10
	maxNested = 16
)

// aTrace is what [readPage] calls a trace.
const aTrace = "the trace of a program"

// readPage reads the body of a document that is not JSON: XML, as an object with the elements as
// members, or a page or a trace that names what failed, with the HTTP status of that. It returns
// what it is, "" for anything else and for XML, which an API has to know.
func readPage(d *dialect.Document) (v jsontree.Value, status int, what string) {
	page := strings.TrimSpace(string(d.Body[:min(len(d.Body), maxXML)]))
	if isTrace(page) {
		return v, http.StatusInternalServerError, aTrace
	}
	if !strings.HasPrefix(page, "<") {
		v = coded(page)
		if table, code := printed(page, tables().Prints); d.Status == 0 && code != "" && plainText(nil, d.Body) != "" {
			v = codeObject(table, code, page)
		}
		if v.Kind() != jsontree.Object || header.IsSuccess(d.Status) {
			v = form(page)
		}
		if v.Kind() == jsontree.Absent && len(page) <= maxPlainText && !header.IsError(d.Status) && errorLine.Get().MatchString(page) {
			v = codeObject("error", "", page)
		}
		if v.Kind() == jsontree.Object {
			return v, 0, ""
		}
		if status = lineStatus(page); status != 0 {
			what = "nothing but an HTTP status, or the text of a proxy"
		}
		return jsontree.Value{}, status, what
	}
	_, behind, isXML := strings.Cut(page, "?>")
	if behind = strings.TrimSpace(behind); !isXML || !strings.HasPrefix(page, "<?xml") {
		behind = page
	}
	head := strings.ToLower(behind[:min(len(behind), 16)])
	isPage := func(start string) bool { return strings.HasPrefix(head, start) && head != "<!doctype html [" } // XML
	if slices.ContainsFunc(tables().Starts, isPage) {
		if v = coded(page); v.Kind() == jsontree.Object && !header.IsSuccess(d.Status) {
			return v, 0, ""
		}
		if status = pageStatus(strings.ToLower(page)); status != 0 {
			what = "the HTTP status in the title of a page"
		}
		return jsontree.Value{}, status, what
	}
	if strings.Count(page, "<") == 1 { // ZoneEdit: a tag without its end
		page = strings.TrimSuffix(strings.TrimSuffix(page, ">"), "/") + "/>"
	}
	dst, _, _ := appendElements(nil, page, 0) // none of what is no XML
	v, _ = jsontree.Parse(dst, jsontree.Limits{})
	return v, 0, ""
}

// errorLine matches a line that starts as the answer to a call that failed: "ERROR 02", "Error: No
// bell", or with the class of an exception of Java.
var errorLine = lazy.Regexp{Expr: `^((ERR|ERROR)[ :~]+|Error: [A-Za-z]+ |([a-z]\w*\.)+[A-Z][\w$]*(Exception|Error): )\S.*$`}

// betweenPairs puts each pair of a form in a line of its own, also those of registries of domains,
// which have a first and a last line: "[RESPONSE]", "code = 530", "EOF". An empty line is none.
var betweenPairs = strings.NewReplacer("&", "\n", ";;", "\n", " = ", "=", "[RESPONSE]\n", "", "\nEOF", "", "\n\n", "\n", "\r\n\r\n", "\n")

// form returns a form, or a list of pairs in lines or before ";;", as an object, if it states what
// failed.
func form(body string) (v jsontree.Value) {
	dst := []byte{'{'}
	for pair := range strings.Lines(strings.TrimSpace(betweenPairs.Replace(body))) {
		name, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
		value, err := url.QueryUnescape(value)
		if !ok || err != nil || !isName(name) {
			return v
		}
		dst = append(text.AppendString(append(text.AppendString(dst, name), ':'), value), ',')
	}
	dst[len(dst)-1] = '}'
	v, _ = jsontree.Parse(dst, jsontree.Limits{})
	o, _ := outcomeOf(v)
	isList := !strings.ContainsAny(body, "&;") && o.code.Kind() == jsontree.Absent // such as settings
	if v.Len() < 2 || o.text.Kind() == jsontree.Absent || isList {
		return jsontree.Value{}
	}
	return v
}

// coded returns the code of a page as an object: that of Vercel before the id of the request, that
// of Squid in the id of the body.
func coded(page string) (v jsontree.Value) {
	name, code := "vercel", ""
	lines := strings.Split(page, "\n\n")
	if known := len(lines) == 2 && isKnown(lines[1]); known || len(lines) == 3 && strings.Contains(lines[2], "::") {
		code = lines[1]
	} else if _, after, ok := strings.Cut(page, `<body id="ERR_`); ok {
		name, code = "squid", "ERR_"+after[:max(strings.IndexByte(after, '"'), 0)]
	}
	if !isConstant(code) {
		return v
	}
	return codeObject(name, code, "")
}

func codeObject(name, code, message string) jsontree.Value {
	dst := append(text.AppendString([]byte(`{`), name), `:{"code":`...)
	dst = text.AppendString(append(text.AppendString(dst, code), `,"message":`...), message)
	v, _ := jsontree.Parse(append(dst, `}}`...), jsontree.Limits{})
	return v
}

// printed returns the code that a program prints in a place of its own, and the table it is of: a
// SQLSTATE, a code of gRPC or of a command line, the name of an error of the system.
//
//	failed to ring: rpc error: code = NotFound desc = no such bell
func printed(text string, prints []trace) (table, code string) {
	for _, p := range prints {
		before, rest, started := strings.Cut(text, p.start)
		inside, _, ended := strings.Cut(rest, p.within)
		code = inside[strings.LastIndexAny(inside, " (")+1:]
		general := p.start == "" || p.start == "Error: " // which other texts have, too
		switch {
		case !started || !ended || general && (code != inside || before != "" && !strings.HasSuffix(before, ": ")):
		case isSQLState(code):
			return "sqlstate", code
		case isKnown(code) && (!general || code[0] == 'E' && consistsOf(code, capitals+digits+"_") || isConstant(code)):
			return "printed", code
		}
	}
	return "", ""
}

// isKnown reports whether APIs share a code.
func isKnown(code string) bool {
	_, known := sharedCode(code)
	return known
}

// pageStatus returns the HTTP status of an error that the title or a heading of a page in small
// letters names, else 0.
func pageStatus(page string) int {
	for _, name := range [...]string{"title", "h1", "h2"} {
		if status := headingStatus(heading(page, name)); status != 0 {
			return status
		}
	}
	if _, body, _ := strings.Cut(page, "<body"); len(body) < maxPlainText { // nothing but that: NetScaler
		text := heading("<body"+body, "body")
		if status := max(headingStatus(strings.TrimPrefix(text, "http/1.1 ")), lineStatus(text)); status != 0 {
			return status
		}
	}
	if _, after, _ := strings.Cut(page, ", status="); heading(page, "h1") == "whitelabel error page" { // Spring
		return headingStatus(after[:min(len(after), 3)])
	}
	if heading(page, "title") != "error" { // Express
		return 0
	}
	text := heading(page, "pre")
	class, _, _ := strings.Cut(text, ": ")
	switch {
	case strings.HasPrefix(text, "cannot ") && strings.Contains(text, " /"):
		return http.StatusNotFound
	case strings.HasSuffix(class, "error") && strings.IndexByte(class, ' ') < 0:
		return http.StatusInternalServerError
	}
	return headingStatus(text)
}

// headingStatus returns the HTTP status of an error that a heading names, else 0: "502 Bad
// Gateway", "Error 404 (Not Found)", "404", "No such page (404)", "bells.example | 524: A timeout
// occurred", "Service Unavailable". "How to fix 502" is about one.
func headingStatus(heading string) int {
	if status := tables().headings[heading]; status != 0 {
		return status
	}
	heading = strings.TrimPrefix(strings.TrimPrefix(heading, "an error occurred: "), "error: ")
	if isStatusPhrase(heading) || heading == "unauthorized" || heading == "forbidden" {
		return max(PhraseStatus(heading), PhraseStatus(strings.ToUpper(heading[:1])+heading[1:]))
	}
	_, last, ok := strings.Cut(heading, " | ")
	if number, _, _ := strings.Cut(last, ":"); ok && strings.HasPrefix(number, "52") {
		heading = number
	}
	if open := strings.LastIndexByte(heading, '('); open > 0 && strings.HasSuffix(heading, ")") {
		if inside := heading[open+1 : len(heading)-1]; isStatusText(inside[:min(len(inside), 3)]) {
			heading = inside
		}
	}
	named := strings.HasPrefix(heading, "error ") // "Error 403 - This web app is stopped"
	for _, before := range [...]string{"http", "error", "status", "code"} {
		heading = strings.TrimPrefix(strings.TrimPrefix(heading, before), " ")
	}
	number, after := heading[:min(len(heading), 3)], strings.ReplaceAll(heading[min(len(heading), 3):], "-", "")
	status, _ := strconv.Atoi(number)
	phrase := strings.ToLower(http.StatusText(status))
	switch {
	case !isStatusText(number):
		return exceptionStatus(heading)
	case containsAny(after, tables().Advice...):
		return 0
	case named, after == "", phrase != "" && strings.Contains(after, phrase), strings.HasSuffix(after, " error"),
		phrase != "" && containsAny(after, tables().Failures...):
		return status
	}
	return 0
}

// exceptionStatus returns the HTTP status of the page of a debugger, whose heading is the class of
// an exception and where it was: "KeyError at /bells", "RuntimeError at GET /bells",
// "RecordNotFound in BellsController#show"; else 0.
func exceptionStatus(heading string) int {
	class, where, _ := strings.Cut(heading, " ")
	where, isAt := strings.CutPrefix(where, "at ")
	place := isAt && strings.HasPrefix(where[strings.IndexByte(where, ' ')+1:], "/") ||
		strings.Contains(where, "controller#") || strings.HasSuffix(where, "// werkzeug debugger")
	switch {
	case !place || !containsAny(class, "error", "exception", "doesnotexist", "notfound"):
		return 0
	case containsAny(class, "norouteerror", "noresultserror", "recordnotfound"): // Phoenix, Rails
		return http.StatusNotFound
	}
	return http.StatusInternalServerError
}

// heading returns the text of the first element with a name in a page in small letters, without
// the elements inside.
func heading(page, name string) string {
	_, page, _ = strings.Cut(page, "<"+name)
	_, page, _ = strings.Cut(page, ">")
	content, _, ended := strings.Cut(page, "</"+name+">")
	if !ended {
		return ""
	}
	return withoutTags(content)
}

func withoutTags(content string) string {
	var words strings.Builder
	for before, tag, more := "", "", true; more; _, content, _ = strings.Cut(tag, ">") {
		before, tag, more = strings.Cut(content, "<")
		words.WriteString(before)
	}
	return strings.Join(strings.Fields(html.UnescapeString(words.String())), " ")
}

// firstText matches what follows the first heading of a page, or the first paragraph behind it, or
// without one, or the preformatted text that is all of a page, up to a line break: Apache,
// Werkzeug, Express.
var firstText = lazy.Regexp{Expr: `(?is)^(?:.*?</h1>(?:.*?<p(?:\s[^<>]*)?>)??|.*?<p(?:\s[^<>]*)?>|.*?<(?:body|/title)>\s*<pre>)` +
	`\s*((?:<(?:b|strong|em|code|span)>\s*)*[^<\s].*?)<(?:br|/?p|/body)`}

// unseen matches what a browser does not show of a page, and what belongs to its site.
var unseen = lazy.Regexp{Expr: `(?is)<!--.*?(?:-->|$)|<(?:style|noscript|nav|template)\b.*?</(?:style|noscript|nav|template)>`}

// paragraph returns the first text of a page that says that something failed, or its title or a
// heading that says more than its HTTP status. A page that is long, or has a script, is one for
// people.
func paragraph(body []byte) string {
	if len(body) > maxXML || bytes.IndexByte(body, '<') < 0 || bytes.Contains(bytes.ToLower(body), []byte("<script")) {
		return ""
	}
	page := unseen.Get().ReplaceAll(body, nil)
	in := firstText.Get().FindSubmatch(page)
	if in != nil && saysFailure(withoutTags(string(in[1]))) {
		return withoutTags(string(in[1]))
	}
	for _, name := range [...]string{"title", "h1", "h2"} {
		text := heading(string(page), name)
		status := headingStatus(lower(text))
		isGeneral := status != 0 || strings.IndexByte(text, ' ') < 0 || containsAny(lower(text), tables().Advice...)
		switch {
		case status == http.StatusInternalServerError || exceptionStatus(lower(text)) != 0: // the rest is for who develops the server
			return ""
		case !isGeneral && saysFailure(text):
			return text
		}
	}
	return ""
}

// saysFailure reports whether a text of a page says that something failed, and has nothing private
// and no question, as that of a login has.
func saysFailure(text string) bool {
	words := lower(text) + " "
	isFailure := containsAny(words, tables().Faults...) || containsAny(words, tables().Denials...)
	return isFailure && len(text) <= maxPlainText && utf8.ValidString(text) && !strings.Contains(words, "? ") &&
		!strings.HasPrefix(words, "if you") && !isPrivate(text) && leak.Remove(text) == text
}

// lineStatus returns the HTTP status that a body of one line means, else 0: Cloudflare writes
// "error code: 1015", Go "404 page not found".
func lineStatus(line string) int {
	if number, ok := strings.CutPrefix(line, "error code: "); ok {
		return max(headingStatus(number), tables().headings["error "+number])
	}
	if number, text, ok := strings.Cut(line, ": "); ok && text != "" && strings.HasPrefix(number, "Error ") { // IBM
		return headingStatus("error " + number[len("Error "):])
	}
	for text, status := range tables().proxies {
		if strings.HasPrefix(line, text) {
			return status
		}
	}
	isStatus := isStatusText(line[:min(len(line), 3)]) || isStatusPhrase(line)
	if !isStatus || len(line) > maxCode || strings.IndexByte(line, '\n') >= 0 {
		return 0
	}
	return headingStatus(strings.ToLower(strings.TrimSuffix(line, ".")))
}

// isTrace reports whether a text is the trace of a program, or begins with the class of an
// exception and has a place in a program, or begins with a place in one of Ruby or ends a line
// with one of Perl.
func isTrace(page string) bool {
	for _, t := range tables().Traces {
		if rest, ok := strings.CutPrefix(page, t.start); ok && strings.Contains(rest, t.within) {
			return true
		}
	}
	first, rest, _ := strings.Cut(page, "\n")
	class, _, _ := strings.Cut(first, ":")
	if strings.HasSuffix(class, ".rb") && strings.HasSuffix(first, "Error)") || inPerl.Get().MatchString(first) ||
		strings.Contains(first, ".nim(") && strings.Contains(rest, "Error: unhandled exception: ") {
		return true
	}
	placed := containsAny("\n"+rest, "\n\tat ", "\n    at ", "\n   at ")
	return placed && (strings.Contains(rest, "\nNode.js v") || // behind an excerpt of the program
		isName(class) && (strings.HasSuffix(class, "Error") || strings.HasSuffix(class, "Exception")))
}

// inPerl matches a place in a program of Perl: "No bell at /app/ring.pl line 7."
var inPerl = lazy.Regexp{Expr: ` at \S+\.(?:pl|pm|cgi|t) line [\d.,]+(?:\s|$)`}

// appendElements appends the elements of a text as a JSON object: the texts of elements that have
// none inside, else objects; the last one of several with one name counts. It returns the text
// behind the end tag of the element around them, and is not ok if an element has no end.
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
		inner := strings.TrimSuffix(inside, "/")
		name := inner[:strings.IndexAny(inner+" ", " \t\r\n")]
		attributes := inner[len(name):]
		name = name[strings.LastIndexByte(name, ':')+1:]
		if _, key, ok := strings.Cut(attributes, ` key="`); ok && name == "item" { // OpenSRS
			name, _, _ = strings.Cut(key, `"`)
		}
		dst = append(text.AppendString(dst, name), ':')
		value := len(dst)
		if page = after; strings.HasSuffix(inside, "/") {
			dst = append(dst, `""`...)
		} else if dst, page, ok = appendElements(dst, page, depth+1); !ok {
			return nil, "", false
		}
		within, beside := appendAttributes(name, attributes)
		switch text := string(dst[value:]); {
		case len(within) == 0:
		case text == `""`: // nothing but attributes
			dst = append(append(append(dst[:value], '{'), within[1:]...), '}')
		case text[0] == '{':
			dst = slices.Insert(dst, len(dst)-1, within...)
		}
		dst = append(append(dst, beside...), ',')
	}
}

// appendAttributes returns the attributes of an element as members, each after a comma: those to
// add to the members of an element that has some or is empty, and those beside it, as
// "error@code", that state what failed.
func appendAttributes(name, attributes string) (within, beside []byte) {
	for {
		attribute, rest, ok := strings.Cut(attributes, "=")
		rest = strings.TrimSpace(rest)
		if !ok || len(rest) < 2 || rest[0] != '"' && rest[0] != '\'' {
			return within, beside
		}
		value, after, _ := strings.Cut(rest[1:], rest[:1])
		attribute, attributes = strings.TrimSpace(attribute), after
		if hasAnyPrefix(attribute, "xmlns", "xsi:") || value == "" {
			continue
		}
		value = html.UnescapeString(value)
		within = text.AppendString(append(text.AppendString(append(within, ','), attribute), ':'), value)
		switch attribute {
		case "code", "Code", "exceptionCode", "Number", "status", "Status", "stat", "msg":
			beside = text.AppendString(append(text.AppendString(append(beside, ','), name+"@"+attribute), ':'), value)
		}
	}
}
