package derive

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

type hidden struct {
	Inner string `json:"inner" validate:"required"`
}

type Pointed struct {
	Deep *int `json:"deep"`
}

type Word string

type Temperature int

func (t Temperature) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d C", int(t)), nil }

type Pair struct{ A, B int }

func (a Pair) MarshalJSON() ([]byte, error) { return json.Marshal([]int{a.A, a.B}) }

type Bytes []byte

type Stamped struct {
	time.Time
	Note string
}

type Shapes struct {
	hidden
	*Pointed
	Word
	fmt.Stringer
	Temp     Temperature            `json:"temp"`
	ByTemp   map[Temperature]string `json:"by_temp"`
	ByNumber map[int8]Pair          `json:"by_number"`
	Pair     *Pair                  `json:"pair"`
	Bytes    Bytes                  `json:"bytes"`
	Hash     [2]byte                `json:"hash"`
	//lint:ignore SA5008 a field may be named "-"
	Dash    int         `json:"-,"`
	Zero    *time.Time  `json:"zero,omitzero"`
	Stamped Stamped     `json:"stamped"`
	Empty   struct{}    `json:"empty"`
	Flag    *bool       `json:"flag"`
	Word2   string      `json:"word2" required:"true" title:"Word" examples:"[\"hi\"]" pattern:"^[a-z]*$"`
	Level   int         `json:"level,omitempty" enum:"1,2"`
	Degrees Temperature `json:"degrees" validate:"omitempty,oneof=1 2"`
	Exempt  struct {
		X int `validate:"-"`
	} `json:"exempt"`
}

// The schema describes the output of encoding/json, which for some types differs from the Go type.
func TestSchemaIsOfTheJSON(t *testing.T) {
	doc, err := plain[Shapes]()
	require.NoError(t, err)
	s := compile(t, doc)
	now, n, yes := time.Unix(0, 0), 3, true
	full := Shapes{
		hidden: hidden{"x"}, Pointed: &Pointed{&n}, Word: "w", Temp: 20, ByTemp: map[Temperature]string{1: "a"},
		ByNumber: map[int8]Pair{-1: {1, 2}}, Pair: &Pair{}, Bytes: Bytes("ab"), Zero: &now,
		Stamped: Stamped{Time: now}, Flag: &yes,
		Word2: "hi", Level: 2, Degrees: 2,
	}
	for _, v := range []Shapes{full, {hidden: hidden{"x"}}} {
		doc, err := json.Marshal(v)
		require.NoError(t, err)
		require.True(t, valid(t, s, string(doc)), "%s", doc)
	}
	base, err := json.Marshal(full)
	require.NoError(t, err)
	for _, bad := range []string{
		`{"inner":1}`, `{"deep":"3"}`, `{"Word":1}`, `{"temp":20}`, `{"by_temp":{"a":1}}`, `{"bytes":[1]}`,
		`{"hash":[1]}`, `{"-":"1"}`,
		`{"zero":"yesterday"}`, `{"zero":null}`, `{"empty":null}`, `{"flag":0}`, `{"word2":"A"}`, `{"word2":null}`,
		`{"level":3}`, `{"level":"1"}`, `{"exempt":{"X":""}}`,
	} {
		var members map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(base, &members))
		require.NoError(t, json.Unmarshal([]byte(bad), &members))
		doc, err := json.Marshal(members)
		require.NoError(t, err)
		require.False(t, valid(t, s, string(doc)), "%s", bad)
	}
}

func TestElementsWithoutJSON(t *testing.T) {
	doc, err := Output[struct {
		Hash []byte `json:"hash,omitempty" validate:"dive,min=3"`
	}]()
	require.NoError(t, err)
	require.NotContains(t, string(doc), "items")
	_, err = Output[struct {
		Hash []byte `validate:"dive,min=x"`
	}]()
	require.ErrorContains(t, err, "min=x")
}
