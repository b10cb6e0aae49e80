package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// failures returns the leaves of a tree of errors, sorted, each once.
func failures(tree *jsonschema.ValidationError) Failures {
	all := leaves(nil, tree)
	slices.SortFunc(all, func(a, b *Failure) int {
		return cmp.Or(cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Keyword, b.Keyword), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(all, func(a, b *Failure) bool { return *a == *b })
}

// leaves appends the failures below one node. The library's own texts are not used: those of pattern, format, enum and
// const hold the value.
func leaves(dst Failures, e *jsonschema.ValidationError) Failures {
	at := pointer(e.InstanceLocation)
	add := func(keyword, format string, args ...any) {
		dst = append(dst, &Failure{Pointer: at, Keyword: keyword, Message: fmt.Sprintf(format, args...)})
	}
	// The names that are missing or too many stand on the object; the failure is theirs.
	each := func(names []string, keyword, message string) {
		for _, name := range names {
			dst = append(dst, &Failure{Pointer: at + pointer([]string{name}), Keyword: keyword, Message: message})
		}
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		each(k.Missing, "required", "is required")
	case *kind.DependentRequired:
		each(k.Missing, "dependentRequired", fmt.Sprintf("is required beside %q", k.Prop))
	case *kind.AdditionalProperties:
		each(k.Properties, "additionalProperties", "is not a member that this object has")
	case *kind.FalseSchema:
		if strings.HasSuffix(e.SchemaURL, "/unevaluatedProperties") {
			add("unevaluatedProperties", "is not a member that this object has")
		} else {
			add("properties", "must not be here")
		}
	case *kind.Type:
		add("type", "is %s, must be %s", k.Got, strings.Join(k.Want, " or "))
	case *kind.Const:
		add("const", "must be %s", show(k.Want))
	case *kind.Enum:
		want := make([]string, len(k.Want))
		for i, v := range k.Want {
			want[i] = show(v)
		}
		add("enum", "must be one of %s", strings.Join(want, ", "))
	case *kind.Format:
		add("format", "is not of the format %s", k.Want)
	case *kind.Pattern:
		add("pattern", "does not match %s", k.Want)
	case *kind.Minimum:
		add("minimum", "must be at least %s", k.Want.RatString())
	case *kind.Maximum:
		add("maximum", "must be at most %s", k.Want.RatString())
	case *kind.OneOf:
		return branches(dst, e, "oneOf")
	case *kind.AnyOf:
		return branches(dst, e, "anyOf")
	default:
		// Schema, Group, Reference and AllOf stand for what is below them. A keyword that our schemas do not use yet
		// is better named than left out.
		if len(e.Causes) == 0 {
			add(strings.Join(k.KeywordPath(), "/"), "breaks this rule")
		}
		for _, cause := range e.Causes {
			dst = leaves(dst, cause)
		}
	}
	return dst
}

// branches appends the failures of the one alternative that the document evidently means: the one whose consts and enums
// it does not break. Where that is none or several, it appends a summary.
func branches(dst Failures, e *jsonschema.ValidationError, keyword string) Failures {
	at := pointer(e.InstanceLocation)
	// A tag tells one alternative from the next: it is a direct member.
	isTag := func(f *Failure) bool {
		parent := f.Pointer[:max(0, strings.LastIndexByte(f.Pointer, '/'))]
		return (f.Keyword == "const" || f.Keyword == "enum") && f.Pointer != "" && parent == at
	}
	var meant []Failures
	for _, cause := range e.Causes {
		if below := leaves(nil, cause); !slices.ContainsFunc(below, isTag) {
			meant = append(meant, below)
		}
	}
	if len(meant) == 1 {
		return append(dst, meant[0]...)
	}
	message := "matches none of the forms that are allowed here"
	if len(e.Causes) == 0 {
		message = "matches more than one of the forms of which one is allowed here"
	}
	return append(dst, &Failure{Pointer: at, Keyword: keyword, Message: message})
}

// show writes a value of the schema, which is ours and no secret.
func show(v any) string {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprint(v)
}

// pointer returns a path as a JSON pointer.
func pointer(path []string) string {
	var b strings.Builder
	for _, token := range path {
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1"))
	}
	return b.String()
}
