package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/tool"
	"github.com/toolerr/toolerr/jsontree"
)

// canary is a value in inputs, which must not be in messages.
const canary = "CANARY-90b2"

type item struct {
	SKU   string `json:"sku" validate:"required,alphanum"`
	Count int8   `json:"count,omitempty" validate:"omitempty,min=1"`
}

type order struct {
	Items []item            `json:"items" validate:"required,min=1,dive"`
	Notes map[string]string `json:"notes,omitempty"`
	Any   any               `json:"any,omitempty"`
}

func count(_ context.Context, in order) (int, error) { return len(in.Items), nil }

func parse(t testing.TB, doc string) jsontree.Value {
	t.Helper()
	v, err := jsontree.Parse([]byte(doc), jsontree.Limits{})
	require.NoError(t, err)
	return v
}

// TestPrepare checks the fields of errors: their paths are relative to the input, and they do not contain values.
func TestPrepare(t *testing.T) {
	fn, err := tool.New(tool.Options{}, count)
	require.NoError(t, err)
	tests := []struct {
		name, input string
		want        string // path and rule of the fields; "" if the input is good
		by          string // which validation fails
	}{
		{"good", `{"items":[{"sku":"a1","count":2}],"notes":{"Items":"x","items":"y"},"any":[1,{"b":null}]}`, "", "none"},
		{"not an object", `["` + canary + `"]`, " type", "kind"},
		{"missing", `{}`, "/items required", "schema"},
		{"wrong type", `{"items":"` + canary + `"}`, "/items type", "schema"},
		{"several", `{"items":[{"sku":""},{"count":0}]}`, "/items/0/sku minLength; /items/1/count minimum; /items/1/sku required", "schema"},
		{"a rule that is not in the schema", `{"items":[{"sku":"` + canary + `"}]}`, "/items/0/sku alphanum", "tags"},
		{"a number out of range of the Go type", `{"items":[{"sku":"a","count":300}]}`, "/items/0/count range", "Go type"},
		{"a number out of range of all types", `{"any":{"x":[1e99999]},"items":[{"sku":"a"}]}`, "/any/x/0 range", "bounds"},
		{"too many digits", `{"any":1` + strings.Repeat("0", 2000) + `,"items":[{"sku":"a"}]}`, "/any range", "bounds"},
		{"duplicate member", `{"items":[{"sku":"a"}],"items":[{"sku":"b"}]}`, "/items duplicate", "Go type"},
		{"unknown member", `{"items":[{"sku":"a"}],"` + canary + `":1}`, "/" + canary + " additionalProperties", "Go type"},
		{"different case", `{"items":[{"sku":"a","Count":-5}]}`, "/items/0/Count additionalProperties", "Go type"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			request := parse(t, `{"before":[1],"input":`+tt.input+`}`)
			call, err := fn.Prepare(t.Context(), request.Member("input"))
			if tt.want == "" {
				require.NoError(t, err)
				out, err := call(t.Context())
				require.NoError(t, err)
				require.Equal(t, "1", string(out))
				return
			}
			require.ErrorIs(t, err, errkit.InvalidInput)
			e := errkit.From(err)
			var got []string
			for _, f := range e.Fields {
				got = append(got, f.Path+" "+f.Rule)
				require.NotContains(t, f.Message, canary)
			}
			require.Equal(t, tt.want, strings.Join(got, "; "))
			require.Empty(t, e.Details, "line and column would be relative to the input")
		})
	}
}

func TestFieldsAreBounded(t *testing.T) {
	fn, err := tool.New(tool.Options{}, count)
	require.NoError(t, err)
	for name, input := range map[string]string{
		"schema": `{"items":[` + strings.Repeat(`1,`, 5000) + `1]}`,
		"bounds": `{"any":[` + strings.Repeat(`1e9999,`, 5000) + `1]}`,
	} {
		_, err = fn.Prepare(t.Context(), parse(t, input))
		require.Len(t, errkit.From(err).Fields, 100, name)
	}
}

// TestValidate checks the kind of errors of Options.Validate.
func TestValidate(t *testing.T) {
	engine := validator.New()
	tests := []struct {
		name  string
		check func(any) error
		kind  errkit.Kind
	}{
		{"coded", func(any) error { return errkit.New(errkit.Conflict, "There are none left.") }, errkit.Conflict},
		{"validator", func(v any) error { return engine.Struct(v) }, errkit.InvalidInput},
		{"plain", func(any) error { return errors.New(canary) }, errkit.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fn, err := tool.New(tool.Options{Validate: tt.check}, count)
			require.NoError(t, err)
			_, err = fn.Prepare(t.Context(), parse(t, `{"items":[{"sku":"a b"}]}`))
			require.Equal(t, tt.kind, errkit.KindOf(err))
		})
	}
}

// Input need not be a struct.
func TestOtherTypes(t *testing.T) {
	free, err := tool.New(tool.Options{}, func(_ context.Context, in map[string]any) (any, error) { return in, nil })
	require.NoError(t, err)
	call, err := free.Prepare(t.Context(), parse(t, `{"a":[1]}`))
	require.NoError(t, err)
	out, err := call(t.Context())
	require.NoError(t, err)
	require.JSONEq(t, `{"a":[1]}`, string(out))
	require.Nil(t, free.Output)

	pointer, err := tool.New(tool.Options{}, func(_ context.Context, in *order) (*order, error) { return in, nil })
	require.NoError(t, err)
	_, err = pointer.Prepare(t.Context(), parse(t, `{"items":[{"sku":"a b"}]}`))
	require.ErrorIs(t, err, errkit.InvalidInput)
	call, err = pointer.Prepare(t.Context(), parse(t, `{"items":[{"sku":"ab"}]}`))
	require.NoError(t, err)
	out, err = call(t.Context())
	require.NoError(t, err)
	require.JSONEq(t, `{"items":[{"sku":"ab"}]}`, string(out))
}

// TestInputSchema checks that Options.Input replaces the derived schema.
func TestInputSchema(t *testing.T) {
	own := json.RawMessage(`{"type":"object","properties":{"items":{"maxItems":1},"any":{"const":{"$ref":"x"}}}}`)
	fn, err := tool.New(tool.Options{Input: own}, count)
	require.NoError(t, err)
	require.Equal(t, own, fn.Input)
	_, err = fn.Prepare(t.Context(), parse(t, `{"items":[{"sku":"a"},{"sku":"b"}]}`))
	require.ErrorIs(t, err, errkit.InvalidInput)
	_, err = fn.Prepare(t.Context(), parse(t, `{"items":[{"sku":"a"}],"any":{"$ref":"x"}}`))
	require.NoError(t, err)
	for _, bad := range []string{`{"$dynamicRef":"#a"}`, `{"items":[{"$ref":"#"}]}`, `{"type":"string"}`, `{"type":["string","null"]}`, `[]`, `{`} {
		_, err := tool.New(tool.Options{Input: json.RawMessage(bad)}, count)
		require.ErrorContains(t, err, "input: ", bad)
	}
}
