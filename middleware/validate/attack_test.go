package validate_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/attack"
	"github.com/toolerr/toolerr/middleware/validate"
)

// name is a key of a map with a type of its own.
type name string

func (n name) String() string { return string(n) }

type leaf struct {
	X string `json:"x" validate:"required"`
}

type victim struct {
	M map[string][]leaf `json:"m" validate:"dive,dive"`
	S map[string]string `json:"s" validate:"dive,alpha"`
	K map[name]leaf     `json:"k" validate:"dive"`
	I map[int]leaf      `json:"i" validate:"dive"`
	L []leaf            `json:"l" validate:"dive"`
	V []string          `json:"v" validate:"dive,max=1"`
	N *victim           `json:"n"`
}

// object returns a JSON object with members whose names have length bytes.
func object(count, length int, value string) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, `,"%s%d":%s`, strings.Repeat("k", length), i, value)
	}
	return "{" + b.String()[1:] + "}"
}

// TestAttacks checks that the work is linear in the input, and that the rendered error and its
// cause are bounded.
func TestAttacks(t *testing.T) {
	tests := []struct {
		name string
		doc  func(n int) string
	}{
		{"a long key around many violations", func(n int) string {
			return `{"m":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`{},`, n/6) + `{}]}}`
		}},
		{"deep, with a long key", func(n int) string {
			return strings.Repeat(`{"n":`, 300) + `{"m":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`{},`,
				n/6) + `{}]}}` + strings.Repeat(`}`, 300)
		}},
		{"keys of 256 bytes around many violations",
			func(n int) string { return `{"m":` + object(n/5000, 252, `[`+strings.Repeat(`{},`, 1300)+`{}]`) + `}` }},
		{"many long keys", func(n int) string { return `{"s":` + object(n/1000, 1000, `"1"`) + `}` }},
		{"many short keys", func(n int) string { return `{"s":` + object(n/20, 4, `"1"`) + `}` }},
		{"keys of brackets", func(n int) string {
			var b strings.Builder
			for i := 1; b.Len() < n; i++ {
				fmt.Fprintf(&b, `,"%s":"1"`, strings.Repeat("]", i))
			}
			return `{"s":{` + b.String()[1:] + `}}`
		}},
		{"a long key of brackets", func(n int) string { return `{"s":{"` + strings.Repeat("]", n) + `":"1"}}` }},
		{"keys that print themselves", func(n int) string { return `{"k":` + object(n/20, 4, `{}`) + `}` }},
		{"integer keys", func(n int) string { return `{"i":` + object(n/20, 0, `{}`) + `}` }},
		{"a wide list", func(n int) string { return `{"l":[` + strings.Repeat(`{},`, n/3) + `{}]}` }},
		{"long values", func(n int) string {
			return `{"v":["` + strings.Repeat("v", n/2) + `","` + strings.Repeat("v", n/2) + `"]}`
		}},
	}
	var v validate.Validator
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := attack.Linear(t, 16<<10, 1000, func(n int) (*victim, int) {
				var in victim
				doc := tt.doc(n)
				require.NoError(t, json.Unmarshal([]byte(doc), &in))
				return &in, len(doc)
			}, func(in *victim) int {
				e := coded(t, v.Struct(in))
				require.Equal(t, errkit.InvalidInput, e.Kind)
				require.LessOrEqual(t, len(e.Fields), text.MaxFields)
				if e.Err != nil { // none where the library was not asked
					require.LessOrEqual(t, len(e.Err.Error()), text.MaxCause)
					require.ErrorAs(t, e.Err, new(validator.ValidationErrors))
				}
				rendered, err := json.Marshal(e)
				require.NoError(t, err)
				return len(rendered)
			})
			for _, size := range out {
				require.LessOrEqual(t, size, text.MaxInput)
			}
		})
	}
}

// Long names with many values are rejected, because the library repeats them; those with few
// values are accepted.
func TestLongNames(t *testing.T) {
	var v validate.Validator
	long := strings.Repeat("k", 5000)
	in := victim{M: map[string][]leaf{long: make([]leaf, 1000)}}
	want := []errkit.Field{{Path: "/m", Message: "has names that are too long", Rule: "propertyNames"}}
	require.Equal(t, want, coded(t, v.Struct(&in)).Fields)
	for i := range in.M[long] {
		in.M[long][i].X = "right"
	}
	require.Equal(t, want, coded(t, v.Struct(&in)).Fields, "what would be valid is refused too: it is not looked at")

	want[0].Path = "/n/n/m"
	require.Equal(t, want, coded(t, v.Struct(victim{N: &victim{N: &in}})).Fields)

	require.NoError(t, v.Struct(&victim{M: map[string][]leaf{long: {{X: "right"}}}}))
	in = victim{M: map[string][]leaf{strings.Repeat("k", 256): make([]leaf, 1000)}}
	require.Equal(t, "required", coded(t, v.Struct(&in)).Fields[0].Rule, "up to 256 bytes any name is looked at")

	type free struct { // the library does not look into it
		M map[string][]leaf `json:"m"`
	}
	require.NoError(t, v.Struct(&free{M: map[string][]leaf{long: make([]leaf, 1000)}}))
}

// The text of the cause is the start of that of the library.
func TestCause(t *testing.T) {
	var v validate.Validator
	s := coded(t, v.Struct(&victim{L: make([]leaf, 2)})).Err.Error()
	require.Equal(t, "Key: 'victim.l[0].x' Error:Field validation for 'x' failed on the 'required' tag\n"+
		"Key: 'victim.l[1].x' Error:Field validation for 'x' failed on the 'required' tag", s)
	s = coded(t, v.Struct(&victim{L: make([]leaf, 1000)})).Err.Error()
	require.Regexp(t, `\n\(9\d\d more\)$`, s)

	bare := validator.New().Struct(&victim{L: make([]leaf, 1000)})
	require.LessOrEqual(t, len(validate.Classifier(t.Context(), bare).Err.Error()), text.MaxCause)
	require.Nil(t, validate.Classifier(t.Context(), fmt.Errorf("wrapped: %w", bare)).Err,
		"the boundary keeps the whole chain")
}

// The library keeps each violation: a list of 4 MiB of empty objects with ten rules took 3 GB.
func TestManyValues(t *testing.T) {
	type item struct {
		A, B, C, D, E, F, G, H, I int `validate:"min=1"`
	}
	type input struct {
		Items []item `validate:"dive"`
		Free  []item // not visited
	}
	good := item{1, 1, 1, 1, 1, 1, 1, 1, 1}
	tests := []struct {
		name, why string
		input     any
		want      error
	}{
		{"within the limit", "a large import is valid", input{Items: slices.Repeat([]item{good}, 90_000)}, nil},
		{"above the limit", "before anything is kept", input{Items: make([]item, 110_000)}, errkit.TooLarge},
		{"a list", "as in a struct", make([]item, 110_000), errkit.TooLarge},
		{"not visited", "the library finds nothing there", input{Free: make([]item, 110_000)}, nil},
	}
	var v validate.Validator
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := v.Validate(t.Context(), tt.input)
			runtime.ReadMemStats(&after)
			if tt.want == nil {
				require.NoError(t, err, tt.why)
				return
			}
			require.ErrorIs(t, err, tt.want, tt.why)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(10<<20), tt.why)
		})
	}
}
