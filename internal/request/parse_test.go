package request

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func TestParse(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	tests := []struct {
		name, doc string
		kind      errkit.Kind // 0: no error
		code      errkit.Code
		message   string
	}{
		{name: "object", doc: `{"a":1}`},
		{name: "the limit of depth", doc: nested(128)},
		{"empty", "", errkit.Malformed, middleware.EmptyBody, "The request is empty; a JSON document is needed."},
		{"spaces", " \n", errkit.Malformed, middleware.EmptyBody, "The request is empty; a JSON document is needed."},
		{"cut", `{"a":`, errkit.Malformed, middleware.TruncatedBody,
			"The request is not valid JSON: line 1, column 6: unexpected end of document."},
		{"two documents", `{} {}`, errkit.Malformed, middleware.MalformedJSON,
			"The request is not valid JSON: line 1, column 4: "},
		{"not UTF-8", "\"\xff\"", errkit.Malformed, middleware.MalformedJSON,
			"The request is not valid JSON: line 1, column 2: invalid UTF-8."},
		{"deep and cut", strings.Repeat("[", 200), errkit.TooLarge, "",
			"The request is nested too deeply or has too many values."},
		{"deep", nested(129), errkit.TooLarge, "", "The request is nested too deeply or has too many values."},
		{"beyond any parser", nested(100_000), errkit.TooLarge, "",
			"The request is nested too deeply or has too many values."},
		{"many values", "[1" + strings.Repeat(",1", 200_000) + "]", errkit.TooLarge, "",
			"The request is nested too deeply or has too many values."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, err := Parse([]byte(tt.doc))
			if tt.kind == 0 {
				require.NoError(t, err)
				require.Equal(t, tt.doc, root.Raw())
				return
			}
			e := errkit.From(err)
			require.Equal(t, tt.kind.String(), e.Kind.String())
			require.Equal(t, tt.code, e.Code)
			require.True(t, strings.HasPrefix(e.Error(), tt.message), e.Error())
		})
	}
}

func TestSorted(t *testing.T) {
	tests := []struct{ name, why, doc, want string }{
		{"order", "names of objects have none", `{"b":{"d":1,"c":[{"y":1,"x":2}]},"a":2}`, `{"a":2,"b":{"c":[{"x":2,"y":1}],"d":1}}`},
		{"array", "its order counts", `[2, 1]`, `[2,1]`},
		{"digits", "none is lost", `{"a":12345678901234567890.10}`, `{"a":12345678901234567890.10}`},
		{"escapes", "they are two spellings of one text", `{"\u0061":"<\u00e9"}`, `{"a":"<é"}`},
		{"nothing", "it is the empty object", ``, `{}`},
		{"null", "so is null", `null`, `{}`},
		{"not JSON", "it is compared as it is", `{"b":1,"a`, `{"b":1,"a`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, string(Sorted([]byte(tt.doc))), tt.why) })
	}
}
