package show

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// goSource returns the Go expression that makes e, in the format of gofmt. The text for developers is not a part of it.
func goSource(e *errkit.Error) string {
	w := new(goWriter)
	w.open("&errkit.Error{")
	w.member("Kind", "errkit."+exported(e.Kind.String()))
	w.member("Retry", goName(e.Retry.String()))
	w.member("Stage", goName(e.Stage.String()))
	w.number("Status", int64(e.Status))
	w.number("Upstream", int64(e.Upstream))
	if e.RetryAfter > 0 {
		w.member("RetryAfter", fmt.Sprintf("%d * time.Millisecond", (e.RetryAfter.Nanoseconds()+999_999)/1_000_000))
	}
	w.text("Code", string(e.Code))
	w.text("Message", string(e.Message))
	w.text("Hint", string(e.Hint))
	if len(e.Fields) > 0 {
		w.list("Fields: []errkit.Field{", len(e.Fields), func(i int) string {
			f := e.Fields[i]
			return literal("Path", f.Path, "Message", string(f.Message), "Rule", f.Rule, "Param", f.Param)
		})
	}
	if details := goDetails(e.Details); len(details) > 0 {
		w.list("Details: []slog.Attr{", len(details), func(i int) string { return details[i] })
	}
	w.needs(e.Needs)
	w.text("Ref", e.Ref)
	w.end("}")
	return w.b.String()
}

// A goWriter writes a composite literal. Members in a row are aligned as gofmt does it.
type goWriter struct {
	b      strings.Builder
	indent string
	row    [][2]string
}

func (w *goWriter) open(line string) {
	w.flush()
	w.b.WriteString(w.indent + line + "\n")
	w.indent += "\t"
}

func (w *goWriter) end(line string) {
	w.flush()
	w.indent = w.indent[:len(w.indent)-1]
	w.b.WriteString(w.indent + line)
	if w.indent != "" {
		w.b.WriteString(",\n")
	}
}

// member adds a member, unless its value is "".
func (w *goWriter) member(name, value string) {
	if value != "" {
		w.row = append(w.row, [2]string{name + ":", value})
	}
}

func (w *goWriter) text(name, value string) {
	if value != "" {
		w.member(name, strconv.Quote(value))
	}
}

func (w *goWriter) number(name string, value int64) {
	if value != 0 {
		w.member(name, strconv.FormatInt(value, 10))
	}
}

func (w *goWriter) flush() {
	width := 0
	for _, m := range w.row {
		width = max(width, len(m[0]))
	}
	for _, m := range w.row {
		fmt.Fprintf(&w.b, "%s%-*s %s,\n", w.indent, width, m[0], m[1])
	}
	w.row = nil
}

func (w *goWriter) list(open string, n int, element func(int) string) {
	w.open(open)
	for i := range n {
		w.b.WriteString(w.indent + element(i) + ",\n")
	}
	w.end("}")
}

func (w *goWriter) strings(name string, values []string) {
	if len(values) > 0 {
		w.member(name, fmt.Sprintf("%#v", values))
	}
}

func (w *goWriter) needs(n *errkit.Needs) {
	if n.IsZero() {
		return
	}
	w.open("Needs: &errkit.Needs{")
	if n.UserID {
		w.member("UserID", "true")
	}
	w.strings("Secrets", n.Secrets)
	w.strings("Scopes", n.Scopes)
	w.text("Reason", string(n.Reason))
	if len(n.Challenges) > 0 {
		w.list("Challenges: []errkit.Challenge{", len(n.Challenges), func(i int) string {
			c := n.Challenges[i]
			return literal("ID", c.ID, "URL", c.URL, "CheckURL", c.CheckURL, "Message", string(c.Message))
		})
	}
	if len(n.Input) > 0 {
		w.list("Input: []errkit.Input{", len(n.Input), func(i int) string {
			in := n.Input[i]
			if len(in.Suggestions) == 0 {
				return literal("Name", in.Name)
			}
			return fmt.Sprintf("{Name: %q, Suggestions: %#v}", in.Name, in.Suggestions)
		})
	}
	if len(n.Options) > 0 {
		w.list("Options: []errkit.Option{", len(n.Options), func(i int) string {
			o := n.Options[i]
			return literal("Label", o.Label, "Value", o.Value, "Description", o.Description, "Field", o.Field)
		})
	}
	w.end("}")
}

// literal returns a composite literal without a type of the texts that are not empty.
func literal(pairs ...string) string {
	var members []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			members = append(members, pairs[i]+": "+strconv.Quote(pairs[i+1]))
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// goDetails returns the constructors of details, which have a text or JSON as their value.
func goDetails(details []slog.Attr) (attrs []string) {
	var doc struct{ Details map[string]json.RawMessage }
	if len(details) == 0 || json.Unmarshal((&errkit.Error{Details: details}).AppendJSON(nil), &doc) != nil {
		return nil
	}
	for _, a := range details {
		var text string
		value, ok := doc.Details[a.Key]
		switch {
		case !ok:
		case json.Unmarshal(value, &text) == nil && value[0] == '"':
			attrs = append(attrs, fmt.Sprintf("slog.String(%q, %q)", a.Key, text))
		default:
			attrs = append(attrs, fmt.Sprintf("slog.Any(%q, json.RawMessage(%q))", a.Key, value))
		}
	}
	return attrs
}

// goName returns the constant of package errkit with a name in JSON, "" for none.
func goName(name string) string {
	if name == "" {
		return ""
	}
	return "errkit." + exported(name)
}

// exported returns a name in JSON as one in Go: NotFound for not_found.
func exported(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}
