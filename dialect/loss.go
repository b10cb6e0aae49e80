package dialect

import (
	"encoding/json"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/mapping"
)

// Why says how a translation lost something.
type Why string

const (
	Dropped   Why = "dropped"   // it is gone
	Narrowed  Why = "narrowed"  // something less exact came out
	Invented  Why = "invented"  // the dialect says what nobody said
	Folded    Why = "folded"    // it survives inside a text alone
	Ambiguous Why = "ambiguous" // it came back, but its code stands for several kinds
	Withheld  Why = "withheld"  // developers' text, for which the dialect has no place
)

// Loss is one field that a translation could not carry.
type Loss struct {
	Field string `json:"field"` // kind, code, status, message, hint, fields, needs, retry, retry_after, stage, upstream, details, ref, dev
	Why   Why    `json:"why"`
	From  string `json:"from"` // what it was: text, or canonical JSON; "" for nothing, and for dev
	To    string `json:"to"`   // what it became
}

// losses compares two errors, both in their normal form.
func (c *Codec) losses(in, back *errkit.Error, out Document, call Call) []Loss {
	var losses []Loss
	texts := ""
	if root, err := jsonr.Parse(out.Body, jsonr.Limits{}); err == nil {
		texts = allTexts(root)
	}
	was, is := c.members(in), c.members(back)
	plain := back.Peer != nil && (strings.HasPrefix(back.Peer.Rule, "carried") || back.Peer.Rule == timeoutRule)
	for i := range was {
		from, to := was[i].value, is[i].value
		field := was[i].field
		if from == to || field == "details" && sameJSON(from, to) {
			if field == "kind" && !plain && c.ambiguous(in.Kind, out.Dialect) {
				losses = append(losses, Loss{field, Ambiguous, from, to})
			}
			continue
		}
		if field == "details" && echoesURI(back, call) && from == "" {
			continue
		}
		losses = append(losses, Loss{field, why(field, from, to, texts, was[i].texts), from, to})
	}
	if !in.Dev.Equal(back.Dev) {
		losses = append(losses, Loss{Field: "dev", Why: Withheld})
	}
	return losses
}

// sameJSON reports whether two documents say the same in the same order, however
// their strings are escaped.
func sameJSON(a, b string) bool {
	one, err := jsonr.ParseText(a, jsonr.Limits{})
	two, err2 := jsonr.ParseText(b, jsonr.Limits{})
	return err == nil && err2 == nil && sameValue(one, two)
}

func sameValue(a, b jsonr.Value) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case jsonr.String:
		one, _ := a.Text()
		two, _ := b.Text()
		return one == two
	case jsonr.Array:
		return sameItems(a.FirstElement(), b.FirstElement())
	case jsonr.Object:
		return sameItems(a.FirstMember(), b.FirstMember())
	}
	return a.Raw() == b.Raw()
}

// sameItems compares two values and all that follow them.
func sameItems(a, b jsonr.Value) bool {
	for ; a.Kind() != jsonr.Absent && b.Kind() != jsonr.Absent; a, b = a.Next(), b.Next() {
		if a.Name() != b.Name() || !sameValue(a, b) {
			return false
		}
	}
	return a.Kind() == b.Kind()
}

// ambiguous reports whether a kind that came back did so although the table
// says that its code alone does not.
func (c *Codec) ambiguous(k errkit.Kind, d Dialect) bool {
	var column string
	switch d := d.(type) {
	case OXP:
		column = mapping.ColumnOXP
	case MCP:
		if k == errkit.AuthRequired || k == errkit.UnsupportedVersion { // they have data of their own
			return false
		}
		column = mapping.ColumnMCP
	case AAI:
		column = mapping.ColumnAAI
		if d.Strings {
			column = mapping.ColumnAAIString
		}
	case ToolError:
		column = mapping.ColumnToolError
	default:
		return false
	}
	return !c.Table.ComesBack(k, column)
}

// echoesURI reports whether the one detail that came back is the resource that
// the call named, which is a fact of the call.
func echoesURI(back *errkit.Error, call Call) bool {
	return len(back.Details) == 1 && back.Details[0].Key == "uri" && back.Details[0].Value.String() == call.URI
}

func why(field, from, to, all string, parts []string) Why {
	switch {
	case from == "":
		return Invented
	case field == "message" && strings.Contains(to, from), to == "" && inTexts(all, parts):
		return Folded
	case to == "":
		return Dropped
	}
	return Narrowed
}

// inTexts reports whether every part stands somewhere in the texts.
func inTexts(all string, parts []string) bool {
	for _, p := range parts {
		if !strings.Contains(all, p) {
			return false
		}
	}
	return len(parts) > 0
}

// compared is one field in a form that can be compared.
type compared struct {
	field string
	value string   // "" for nothing
	texts []string // what must stand in a text for the field to survive there
}

// members returns the fields of an error in its normal form.
func (c *Codec) members(e *errkit.Error) []compared {
	n := c.Normal(e)
	var doc map[string]json.RawMessage
	if b, err := n.MarshalJSON(); err == nil {
		_ = json.Unmarshal(b, &doc)
	}
	text := func(name string) string {
		var s string
		if json.Unmarshal(doc[name], &s) != nil {
			return string(doc[name])
		}
		return s
	}
	list := func(parts ...string) (out []string) {
		for _, p := range parts {
			if p != "" {
				out = append(out, p)
			}
		}
		return out
	}
	return []compared{
		{"kind", text("kind"), nil},
		{"code", text("code"), list(text("code"))},
		{"status", text("status"), nil},
		{"message", text("message"), list(text("message"))},
		{"hint", text("hint"), list(text("hint"))},
		{"fields", text("fields"), fieldTexts(n)},
		{"needs", text("needs"), needTexts(n)},
		{"retry", text("retry"), list(string(retryBody(nil, 0, e)))},
		{"retry_after", text("retry_after_ms"), delayTexts(n)},
		{"stage", text("stage"), nil},
		{"upstream", text("upstream"), nil},
		{"details", text("details"), nil},
		{"ref", text("ref"), list(text("ref"))},
	}
}

func fieldTexts(e *errkit.Error) []string {
	var parts []string
	for _, f := range e.Fields {
		if f.Message != "" {
			parts = append(parts, string(f.Message))
		}
	}
	return parts
}

func needTexts(e *errkit.Error) []string {
	var parts []string
	if e.Needs == nil {
		return nil
	}
	for _, ch := range e.Needs.Challenges {
		parts = append(parts, ch.URL)
	}
	for _, in := range e.Needs.Input {
		parts = append(parts, in.Name)
	}
	return parts
}

func delayTexts(e *errkit.Error) []string {
	if e.RetryAfter <= 0 {
		return nil
	}
	return []string{"Try again in " + string(appendSeconds(nil, e.RetryAfter)) + " second"}
}

// allTexts joins every string of a document, and the strings of documents that
// strings hold.
func allTexts(root jsonr.Value) string {
	var b strings.Builder
	var walk func(jsonr.Value, int)
	walk = func(v jsonr.Value, depth int) {
		switch v.Kind() {
		case jsonr.String:
			s, _ := v.Text()
			b.WriteString(s)
			b.WriteByte('\n')
			if text, ok := objectText(v); ok && depth < maxNesting {
				if inner, err := jsonr.ParseText(text, jsonr.Limits{}); err == nil {
					walk(inner, depth+1)
				}
			}
		case jsonr.Array:
			for m := range v.Elements() {
				walk(m, depth)
			}
		case jsonr.Object:
			for name, m := range v.Members() {
				if name != carryMember && name != carryMeta {
					walk(m, depth)
				}
			}
		}
	}
	walk(root, 0)
	return b.String()
}
