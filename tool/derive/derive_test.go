package derive

import (
	"encoding/json"
	"flag"
	"math/big"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type Bell struct {
	ID     string `json:"id" validate:"required,max=20" description:"Which bell."`
	Weight int    `json:"weight,omitempty" validate:"gte=1,lt=500"`
}

type Audit struct {
	By string    `json:"by,omitempty" validate:"omitempty,email"`
	At time.Time `json:"at"`
}

type Tone string

// Order has every type of field and every rule that derive supports.
type Order struct {
	Audit
	Bell      Bell              `json:"bell" validate:"required"`
	Spare     *Bell             `json:"spare"`
	Maybe     *Bell             `json:"maybe,omitempty"`
	Times     uint8             `json:"times" validate:"min=1,max=10"`
	Speed     float64           `json:"speed" validate:"gt=0.5,lte=2"`
	Offset    *int              `json:"offset" validate:"omitempty,oneof=-1 0 1"`
	Exact     int               `json:"exact" validate:"len=7"`
	Mode      string            `json:"mode" validate:"oneof=soft loud 'very loud'"`
	NotMode   string            `json:"not_mode" validate:"ne=off"`
	Nick      string            `json:"nick" validate:"omitempty,min=3"`
	Tone      Tone              `json:"tone,omitempty" validate:"len=2"`
	Trace     string            `json:"trace,omitempty" validate:"omitempty,uuid"`
	Home      string            `json:"home,omitempty" validate:"omitempty,url"`
	Colour    string            `json:"colour,omitempty" validate:"omitempty,rgb|hexcolor"`
	Tags      []string          `json:"tags" validate:"min=1,max=3,unique,dive,required,max=5"`
	Grid      [][]int           `json:"grid" validate:"dive,dive,min=0"`
	Corners   [2]float32        `json:"corners"`
	Bells     []*Bell           `json:"bells,omitempty" validate:"dive,required"`
	Others    []*Bell           `json:"others,omitempty"`
	Labels    map[string]string `json:"labels,omitempty" validate:"max=2,dive,keys,min=2,endkeys,max=4"`
	Wait      time.Duration     `json:"wait" validate:"max=1m"`
	Amount    json.Number       `json:"amount"`
	Big       *big.Int          `json:"big"`
	Addr      netip.Addr        `json:"addr"`
	Blob      []byte            `json:"blob"`
	Quoted    int64             `json:"quoted,string" validate:"min=3"`
	Raw       json.RawMessage   `json:"raw,omitempty"`
	Anything  any               `json:"anything"`
	Cause     error             `json:"cause,omitempty"`
	Untagged  bool
	Left      string `json:"-"`
	unwritten int
}

type Page[T any] struct {
	Items []T `json:"items" validate:"required"`
	Next  *T  `json:"next"`
}

type Tree struct {
	Name     string          `json:"name"`
	Left     *Tree           `json:"left"`
	Children []Tree          `json:"children,omitempty"`
	ByName   map[string]Tree `json:"by_name,omitempty"`
}

type List []List

type loop *loop

type Folder struct{ Files []File }

type File struct{ In *Folder }

// plain returns the schema of T without the rules of Input and Output about fields.
func plain[T any]() ([]byte, error) {
	s, err := schemaOf[T]()
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

func TestGolden(t *testing.T) {
	tests := []struct {
		name string
		make func() ([]byte, error)
	}{
		{"order", plain[Order]},
		{"order-pointer", plain[**Order]},
		{"page", plain[Page[Bell]]},
		{"page-of-builtin", plain[Page[map[string]int]]},
		{"list", plain[[]Bell]},
		{"number", plain[float64]},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.make()
			require.NoError(t, err)
			compile(t, got)
			for _, word := range []string{"$ref", "$defs", "$schema", "definitions"} {
				require.NotContains(t, string(got), word)
			}
			path := filepath.Join("testdata", tt.name+".json")
			if *update {
				require.NoError(t, os.WriteFile(path, got, 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, string(want), string(got))
			again, err := tt.make()
			require.NoError(t, err)
			require.Equal(t, string(got), string(again))
		})
	}
}

func compile(t testing.TB, schema []byte) *jsonschema.Schema {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(schema)))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("urn:test", v))
	s, err := c.Compile("urn:test")
	require.NoError(t, err)
	return s
}

func valid(t testing.TB, s *jsonschema.Schema, doc string) bool {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
	require.NoError(t, err)
	return s.Validate(v) == nil
}

func TestErrors(t *testing.T) {
	type self struct{ *self }
	type function struct {
		Deep []map[string]struct {
			F func() `json:"f"`
		}
	}
	type twice struct {
		Bell
		Number int `json:"id"`
	}
	type key struct{ M map[Bell]int }
	type length struct {
		S string `json:"s" validate:"min=three"`
	}
	type negative struct {
		S string `json:"s" validate:"lt=0"`
	}
	type number struct {
		F float64 `json:"f" validate:"min=x"`
	}
	type choice struct {
		I *int `json:"i" validate:"oneof=1 two"`
	}
	type enum struct {
		I int `json:"i" enum:"1,two"`
	}
	type dive struct {
		I int `json:"i" validate:"dive,min=1"`
	}
	tests := []struct {
		name string
		make func() ([]byte, error)
		want string
	}{
		{"embeds itself", plain[self], "derive: derive.self: derive.self embeds itself"},
		{"function", plain[function], "derive: derive.function.Deep[]{}.F: type func() cannot be encoded as JSON"},
		{"duplicate field name", plain[twice], `derive: derive.twice: duplicate field name "id"`},
		{"map key", plain[key], "derive: derive.key.M: type derive.Bell cannot be the key of a JSON object"},
		{"pointer to itself", plain[loop], "derive: derive.loop: type derive.loop cannot be encoded as JSON"},
		{"root", plain[chan int], "derive: chan int: type chan int cannot be encoded as JSON"},
		{"length is not a number", plain[length], "derive: s: tag min=three: the parameter is not an integer"},
		{"length below 0", plain[negative], "derive: s: tag lt=0: the parameter is not a length"},
		{"parameter is not a number", plain[number], "derive: f: tag min=x: the parameter is not a number"},
		{"choice is not a number", plain[choice], "derive: i: tag oneof=1 two: the parameter is not an integer"},
		{"enum is not a number", plain[enum], "derive: i: tag enum=two: the parameter is not an integer"},
		{"dive into a number", plain[dive], "derive: i: tag dive: a int has no elements"},
		{"recursion", plain[Tree],
			"derive: derive.Tree.Left: derive.Tree contains itself, which requires $ref"},
		{"slice of itself", plain[List],
			"derive: derive.List[]: derive.List contains itself, which requires $ref"},
		{"mutual recursion", plain[Folder],
			"derive: derive.Folder.Files[].In: derive.Folder contains itself, which requires $ref"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.make()
			require.EqualError(t, err, tt.want)
		})
	}
}

// encoding/json writes a duration in nanoseconds, which no reader of a schema guesses.
func TestDurationHasUnit(t *testing.T) {
	doc, err := Input[struct {
		Plain  time.Duration  `json:"plain"`
		Named  *time.Duration `json:"named" description:"How long to wait."`
		Quoted time.Duration  `json:"quoted,string" description:"How long to wait."`
		Number int64          `json:"number"`
	}]()
	require.NoError(t, err)
	var schema struct {
		Properties map[string]struct{ Description string }
	}
	require.NoError(t, json.Unmarshal(doc, &schema))
	const unit = "In nanoseconds."
	require.Equal(t, unit, schema.Properties["plain"].Description)
	require.Equal(t, "How long to wait. "+unit, schema.Properties["named"].Description)
	require.Equal(t, "How long to wait. "+unit, schema.Properties["quoted"].Description)
	require.Empty(t, schema.Properties["number"].Description)
}
