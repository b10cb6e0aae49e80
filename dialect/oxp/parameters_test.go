package oxp_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/allocs"
)

// paths returns as many fields, whose paths begin again after so many.
func paths(fields, distinct int) *errkit.Error {
	e := &errkit.Error{Kind: errkit.InvalidInput, Fields: make([]errkit.Field, fields)}
	for i := range e.Fields {
		e.Fields[i] = errkit.Field{Path: fmt.Sprintf("/f%d", i%distinct), Message: errkit.Textf("m%d", i)}
	}
	return e
}

// Fields stand in their order, and those of one path stand together, whatever
// their number.
func TestFieldsOfOnePath(t *testing.T) {
	for _, n := range []int{1, 2, 8, 9, 99, text.MaxFields} {
		for _, distinct := range []int{1, 2, n/2 + 1, n} {
			want := []byte(`{"message":"The input is invalid.","parameter_errors":{`)
			for i := range min(distinct, n) {
				want = fmt.Appendf(want, `"f%d":"m%d`, i, i)
				for j := i + distinct; j < n; j += distinct {
					want = fmt.Appendf(want, "; m%d", j)
				}
				want = append(want, `",`...)
			}
			want = append(want[:len(want)-1], "}}"...)
			e := paths(n, distinct)
			e.Message = "The input is invalid."
			var codec dialect.Codec
			body, _ := codec.Append(nil, oxp.Dialect{Flat: true}, dialect.Call{}, e)
			require.True(t, json.Valid(body))
			require.True(t, string(want) == string(body), "%d fields, %d paths", n, distinct)
		}
	}
}

// No name stands twice, which most readers of JSON would take for the last one.
func TestParameterNamesOnce(t *testing.T) {
	var codec dialect.Codec
	for _, n := range []int{2, 20, text.MaxFields} {
		e := paths(n, n)
		e.Fields[1].Path = "f0" // without the slash of a pointer
		body, _ := codec.Append(nil, oxp.Dialect{Flat: true}, dialect.Call{}, e)
		require.Contains(t, string(body), `"parameter_errors":{"f0":"m0; m1"`, "%d fields", n)
	}
	e := &errkit.Error{Kind: errkit.InputRequired, Stage: errkit.BeforeCall,
		Needs: &errkit.Needs{Input: []errkit.Input{{Name: "a"}, {Name: "b"}, {Name: "a"}}}}
	body, _ := codec.Append(nil, oxp.Dialect{Flat: true}, dialect.Call{}, e)
	require.Contains(t, string(body), `"parameter_errors":{"a":"is required","b":"is required"}`)
}

func TestManyFieldsAllocateNothing(t *testing.T) {
	buf := make([]byte, 0, 1<<20)
	var codec dialect.Codec
	for _, distinct := range []int{1, 50, text.MaxFields} {
		e := paths(text.MaxFields, distinct)
		require.Zero(t, allocs.Of(func() { codec.Append(buf, oxp.Dialect{}, dialect.Call{}, e) }))
	}
}

// Of more fields than an error may have the first are rendered, and one that
// reports that there are more.
func TestTooManyFields(t *testing.T) {
	var codec dialect.Codec
	body, _ := codec.Append(nil, oxp.Dialect{Flat: true}, dialect.Call{}, paths(400_000, 400_000))
	require.Contains(t, string(body), `,"f98":"m98","":"has more faults than are listed here"}}`)
}
