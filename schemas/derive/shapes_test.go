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

type Anyhow struct{ A, B int }

func (a Anyhow) MarshalJSON() ([]byte, error) { return json.Marshal([]int{a.A, a.B}) }

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
	ByNumber map[int8]Anyhow        `json:"by_number"`
	Anyhow   *Anyhow                `json:"anyhow"`
	Bytes    Bytes                  `json:"bytes"`
	Hash     [2]byte                `json:"hash"`
	//lint:ignore SA5008 a field may be named "-"
	Dash    int         `json:"-,"`
	Zero    *time.Time  `json:"zero,omitzero"`
	Stamped Stamped     `json:"stamped"`
	Empty   struct{}    `json:"empty"`
	Flag    *bool       `json:"flag"`
	Said    string      `json:"said" required:"true" title:"Said" examples:"[\"hi\"]" pattern:"^[a-z]*$"`
	Level   int         `json:"level,omitempty" enum:"1,2"`
	Degrees Temperature `json:"degrees" validate:"omitempty,oneof=1 2"`
	Exempt  struct {
		X int `validate:"-"`
	} `json:"exempt"`
}

// The schema is of what encoding/json makes of a value, not of the Go type.
func TestSchemaIsOfTheJSON(t *testing.T) {
	doc, err := Of[Shapes]()
	require.NoError(t, err)
	s := compile(t, doc)
	now, n, yes := time.Unix(0, 0), 3, true
	full := Shapes{
		hidden: hidden{"x"}, Pointed: &Pointed{&n}, Word: "w", Temp: 20, ByTemp: map[Temperature]string{1: "a"},
		ByNumber: map[int8]Anyhow{-1: {1, 2}}, Anyhow: &Anyhow{}, Bytes: Bytes("ab"), Zero: &now, Stamped: Stamped{Time: now}, Flag: &yes,
		Said: "hi", Level: 2, Degrees: 2,
	}
	for _, v := range []Shapes{full, {hidden: hidden{"x"}}} {
		doc, err := json.Marshal(v)
		require.NoError(t, err)
		require.True(t, valid(t, s, string(doc)), "%s", doc)
	}
	base, err := json.Marshal(full)
	require.NoError(t, err)
	for _, bad := range []string{
		`{"inner":1}`, `{"deep":"3"}`, `{"Word":1}`, `{"temp":20}`, `{"by_temp":{"a":1}}`, `{"bytes":[1]}`, `{"hash":[1]}`, `{"-":"1"}`,
		`{"zero":"yesterday"}`, `{"zero":null}`, `{"empty":null}`, `{"flag":0}`, `{"said":"A"}`, `{"said":null}`, `{"level":3}`, `{"level":"1"}`, `{"exempt":{"X":""}}`,
	} {
		var members map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(base, &members))
		require.NoError(t, json.Unmarshal([]byte(bad), &members))
		doc, err := json.Marshal(members)
		require.NoError(t, err)
		require.False(t, valid(t, s, string(doc)), "%s", bad)
	}
}
