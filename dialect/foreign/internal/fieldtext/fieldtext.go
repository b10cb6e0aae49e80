// Package fieldtext finds the parts of an input that a text reports as invalid, in the forms in
// which SDKs of tool protocols and their validators write them. It takes time linear in the text,
// of which it examines the first 16 KiB, and keeps no values of the input.
package fieldtext

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
)

const (
	maxText  = 16 << 10
	maxItems = 200 // of one text
)

// Fields returns the faults of an input that a text reports, and who writes such texts. Parts of
// an unknown form are left out, so that the list may be incomplete.
func Fields(text string) (fields []errkit.Field, source string) {
	r := reader{rows: parsed.Get(parseRows)}
	r.head, text = cutHead(r.rows, text)
	if r.findForms(text); r.count == 0 {
		return nil, ""
	}
	above := ""
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimPrefix(strings.TrimSpace(line), "- ")
		for more := true; more && r.items < maxItems; r.items++ {
			var item string
			item, line, more = r.cutItem(line)
			r.item(item, above)
			above = item
		}
	}
	return r.fields, r.source
}

// IsInput reports whether a text as a whole is about the input of a tool, in the form of an SDK.
func IsInput(text string) bool {
	head, _ := cutHead(parsed.Get(parseRows), text)
	return head.source != ""
}

// cutHead returns the row of the form of a whole text, and the faults that it lists; none, and the
// text, if its author is not known.
func cutHead(rows []row, text string) (head row, list string) {
	text = text[:min(len(text), maxText)]
	whole := trimPrefixes(text)
	for i := range rows[:heads] {
		if form := rows[i].form; strings.HasPrefix(whole, form[:1]) { // few
			if m, ok := match(form, whole); ok {
				return rows[i], m.text
			}
		}
	}
	return row{}, text
}

// List returns the list in JSON that a text contains, such as that of zod; "" if it contains no
// list.
func List(text string) string {
	_, text = cutHead(parsed.Get(parseRows), text)
	start := strings.IndexByte(text, '[')
	if start < 0 || strings.IndexByte(text[start:], '{') < 0 {
		return ""
	}
	return text[start : strings.LastIndexByte(text[start:], ']')+start+1]
}

// separators are what is between the faults in one line; of those that start a fault only the
// comma is cut off.
var separators = [...]string{"; ", ", data/", ", data must ", ", body/", ", body must ", ", querystring/", ", $.", ", $: "}

// cutItem cuts the first fault off a line. If the author of the text is known, only the author's
// separator counts, and a path after a comma starts a fault.
func (r *reader) cutItem(line string) (item, rest string, more bool) {
	if strings.IndexByte(line, ',') < 0 && strings.IndexByte(line, ';') < 0 {
		return line, "", false
	}
	between := r.head.message
	for i := range len(line) {
		if line[i] != ',' && line[i] != ';' || between != "" && strings.IndexByte(between, line[i]) < 0 {
			continue
		}
		for _, s := range separators {
			if strings.HasPrefix(line[i:], s) {
				return line[:i], line[i+2:], true
			}
		}
		if after, comma := strings.CutPrefix(line[i:], ", "); between != "" && comma {
			isOfPath := func(c rune) bool { return c == '/' || !isOther(c) }
			if strings.HasPrefix(strings.TrimLeftFunc(after, isOfPath), ": ") {
				return line[:i], after, true
			}
		}
	}
	return line, "", false
}

type reader struct {
	rows   []row
	fields []errkit.Field
	source string
	head   row // the one of the whole text, if its author is known
	items  int
	forms  [maxRows]int // the first count are the rows whose form may match
	count  int
}

// item adds the fields of one fault.
func (r *reader) item(item, above string) {
	if item = trimPrefixes(item); item == "" {
		return
	}
	for _, i := range r.forms[:r.count] {
		row := &r.rows[i]
		if i >= len(r.rows)-unspecific && row.source != r.head.source {
			continue
		}
		if c := row.form[0]; c != '<' && c != item[0] { // most
			continue
		}
		if c := row.form[len(row.form)-1]; c != '>' && c != item[len(item)-1] {
			continue
		}
		m, ok := match(row.form, item)
		if !ok {
			continue
		}
		if i == len(r.rows)-unspecific { // what the last one matches, too, has an unknown author
			if _, both := match(r.rows[i+1].form, item); both {
				return
			}
		}
		if m.path != "" && m.path == r.head.rule {
			m.path = ""
			if m.text != "" { // which keeps the name: it may be that of a member
				m.text = item
			}
		}
		r.source = row.source
		r.add(row, &m, above)
		return
	}
}

// findForms finds the forms whose literal characters are all in the text: seldom more than a few.
func (r *reader) findForms(text string) {
	has, rows := signsOf(text), r.rows
	for i := heads; i < len(rows); i++ {
		if of := &rows[i].signs; of[0]&^has[0]|of[1]&^has[1] == 0 {
			r.forms[r.count] = i
			r.count++
		}
	}
}

// signs is the set of the bytes in a text, of which those of ASCII are looked at.
type signs [4]uint64

func signsOf(text string) (set signs) {
	for i := range len(text) {
		set[text[i]>>6] |= 1 << (text[i] & 63)
	}
	return set
}

func trimPrefixes(item string) string {
	for again := true; again && item != "" && strings.IndexByte(prefixStarts, item[0]) >= 0; {
		again = false
		for _, p := range prefixes {
			rest, ok := strings.CutPrefix(item, p)
			if ok && !strings.HasSuffix(p, ": ") { // the name of the tool follows
				_, rest, ok = strings.Cut(rest, ": ")
			}
			if ok {
				item, again = rest, true
			}
		}
	}
	// The Go SDK lists the schemas from the outside to the inside.
	for rest := item; strings.HasPrefix(rest, "validating "); _, rest, _ = strings.Cut(rest, ": ") {
		item = rest
	}
	return item
}

// add adds the fields of a match: one for each name, or one.
func (r *reader) add(row *row, m *matched, above string) {
	f := errkit.Field{Path: m.path, Message: errkit.Text(m.text), Rule: m.rule, Param: m.param}
	if row.below {
		above = strings.TrimPrefix(above, "✖ ")
		if m.text == "" { // the line before is the message
			f.Message = errkit.Text(above)
		} else if !strings.Contains(above, " ") {
			f.Path = dots(above)
		}
	}
	f.Rule = cmp.Or(f.Rule, row.rule)
	if f.Message == "" {
		f.Message = errkit.Text(strings.NewReplacer("<param>", m.param, "<rule>", m.rule).Replace(row.message))
	}
	if m.inItem != nil { // its index is not known
		subject := "an item "
		if below := append(m.inItem, m.names...); len(below) > 0 {
			subject = "in an item, " + strings.Join(below, ", ") + " "
		}
		f.Message, m.names = errkit.Text(subject)+f.Message, nil
	}
	if len(m.names) == 0 {
		r.fields = append(r.fields, f)
	}
	for _, name := range m.names {
		named := f
		named.Path += "/" + pointer.Escape(name)
		r.fields = append(r.fields, named)
	}
}

// matched is what the holes of a form matched.
type matched struct {
	path, text, rule, param string
	names                   []string
	inItem                  []string // the pointer below the path, in an item of a list; nil if it is no item
}

// match matches a form with a whole text.
func match(form, text string) (m matched, ok bool) {
	literal, form, hole := strings.Cut(form, "<")
	for {
		if text, ok = strings.CutPrefix(text, literal); !ok || !hole {
			return m, ok && text == ""
		}
		var name, rest string
		name, form, _ = strings.Cut(form, ">")
		literal, rest, hole = strings.Cut(form, "<")
		end := len(text)
		switch {
		case literal == "":
		case !hole, strings.HasSuffix(name, "*"):
			end = strings.LastIndex(text, literal)
		default:
			end = strings.Index(text, literal)
		}
		if end < 0 || !m.set(strings.TrimSuffix(name, "*"), text[:end]) {
			return m, false
		}
		text, form = text[end:], rest
	}
}

// set keeps what a hole matched. It is false if the value is not of the hole.
func (m *matched) set(hole, value string) bool {
	switch hole {
	case "dots":
		m.path = dots(value)
		return value != "" && !strings.Contains(value, " ")
	case "path":
		if value == "<root>" || value == "" {
			return true
		}
		m.path = pointer.FromPath(value)
		return !strings.Contains(value, " ")
	case "key":
		m.path = dots(value)
		return isKey(value)
	case "schema":
		m.path, m.inItem = inSchema(value)
		return value == "root" || strings.HasPrefix(value, "/")
	case "struct":
		_, names, ok := strings.Cut(value, ".")
		m.path = dots(names)
		return ok
	case "chain":
		m.path = chain(value)
		return m.path != ""
	case "names":
		m.names = names(value)
		return len(m.names) > 0
	case "quoted":
		return m.set("names", value) && (value[0] == '\'' || value[0] == '"')
	case "text", "must":
		m.text = value
		return hole == "text" || strings.HasPrefix(value, "must ")
	case "tool":
		return value != "" && !strings.ContainsAny(value, "' \n")
	case "rule":
		m.rule = value
		return value != "" && !strings.Contains(value, " ")
	case "param":
		m.param = strings.Trim(value, `[]"`)
	}
	return true
}

// dots returns the pointer of a path of names and indexes between dots.
func dots(path string) string {
	if path == "" {
		return ""
	}
	return pointer.FromTokens(strings.Split(path, "."))
}

// isKey reports whether a text is a path that starts a fault: a name, or names and indexes.
func isKey(text string) bool { return text != "" && strings.IndexFunc(text, isOther) < 0 }

// isOther reports whether a character is none of a name.
func isOther(c rune) bool {
	isLetter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
	return !isLetter && !(c >= '0' && c <= '9') && !strings.ContainsRune("_-$.", c)
}

// inSchema returns the pointer into the input of a pointer into its schema, such as
// /properties/a/properties/b, as far as it has no item of a list, and the names below that.
func inSchema(schema string) (path string, inItem []string) {
	for rest := schema; ; {
		if after, ok := strings.CutPrefix(rest, "/items"); ok && path != "" && (after == "" || after[0] == '/') {
			rest, inItem = after, append([]string{}, inItem...)
			continue
		}
		after, ok := strings.CutPrefix(rest, "/properties/")
		if !ok {
			return path, inItem
		}
		name, below, more := strings.Cut(after, "/")
		if inItem == nil {
			path += "/" + name
		} else {
			inItem = append(inItem, name)
		}
		if rest = "/" + below; !more {
			return path, inItem
		}
	}
}

// chain returns the pointer of a reference chain such as
// com.example.Ring["items"]->java.util.ArrayList[0].
func chain(value string) string {
	var path strings.Builder
	for link := range strings.SplitSeq(value, "->") {
		_, name, _ := strings.Cut(link, "[")
		name, ok := strings.CutSuffix(name, "]")
		if !ok {
			return ""
		}
		path.WriteString("/" + pointer.Escape(strings.Trim(name, `"`)))
	}
	return path.String()
}

// names returns the names in a list such as 'a' and 'b', ["a" "b"] or [a b].
func names(value string) (list []string) {
	value = strings.TrimSuffix(strings.TrimPrefix(value, "["), "]")
	if value == "" {
		return nil
	}
	quote := value[0]
	if quote != '\'' && quote != '"' {
		return strings.Fields(value)
	}
	for value != "" && value[0] == quote {
		name, rest, ok := strings.Cut(value[1:], string(quote))
		if !ok {
			return nil
		}
		list = append(list, name)
		value = strings.TrimPrefix(strings.TrimLeft(rest, ", "), "and ")
	}
	if value != "" {
		return nil
	}
	return list
}
