package derive

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestToolGolden(t *testing.T) {
	tests := []struct {
		name string
		make func() ([]byte, error)
	}{
		{"order-input", Input[Order]},
		{"order-output", Output[Order]},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.make()
			require.NoError(t, err)
			compile(t, got)
			path := filepath.Join("testdata", tt.name+".json")
			if *update {
				require.NoError(t, os.WriteFile(path, got, 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, string(want), string(got))
		})
	}
}

type hall struct {
	Doors int `json:"doors" default:"1"`
}

// house has a field for each reason to be required or optional.
type house struct {
	Audit
	Plain   int            `json:"plain"`
	Tag     *int           `json:"tag,omitempty" required:"true"`
	Rule    int            `json:"rule,omitempty" validate:"required"`
	Pointer *int           `json:"pointer"`
	Empty   int            `json:"empty,omitempty"`
	Zero    int            `json:"zero,omitzero"`
	Default int            `json:"default" default:"7"`
	Quoted  int            `json:"quoted,string" default:"7"`
	Hall    hall           `json:"hall"`
	Halls   []hall         `json:"halls,omitempty"`
	ByName  map[string]int `json:"by_name"`
	Open    struct {
		_ struct{} `additionalProperties:"true"`
	} `json:"open"`
}

// The schema of an input states what is required, the defaults, and that a struct has no other
// members; that of an output does not close a struct, so that a later version may add to it.
func TestInput(t *testing.T) {
	type object struct {
		Required   []string
		Closed     any `json:"additionalProperties"`
		Properties map[string]struct {
			Default any
			Closed  any `json:"additionalProperties"`
		}
	}
	read := func(make func() ([]byte, error)) (o object) {
		doc, err := make()
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(doc, &o))
		return o
	}
	in, out := read(Input[house]), read(Output[house])
	required := []string{"at", "plain", "tag", "rule", "hall", "by_name", "open"}
	require.Equal(t, required, in.Required)
	require.Equal(t, required, out.Required)
	require.InDelta(t, 7, in.Properties["default"].Default, 0)
	require.Equal(t, "7", in.Properties["quoted"].Default)
	require.Equal(t, false, in.Closed)
	require.Equal(t, false, in.Properties["hall"].Closed)
	require.Equal(t, true, in.Properties["open"].Closed, "a tag of the struct states another rule")
	require.IsType(t, map[string]any{}, in.Properties["by_name"].Closed)
	require.Nil(t, out.Closed)
	require.Nil(t, out.Properties["hall"].Closed)
}

// It is not clear whether such a field may be left out.
func TestRequiredWithDefault(t *testing.T) {
	type contradiction struct {
		I int `json:"i" validate:"required" default:"1"`
	}
	_, err := Input[contradiction]()
	require.ErrorContains(t, err, "i: a required field has a default")
}
