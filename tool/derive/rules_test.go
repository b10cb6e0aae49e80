package derive

import (
	"encoding/json"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// good returns an order that satisfies every rule.
func good() Order {
	return Order{
		Bell: Bell{ID: "front", Weight: 1}, Times: 1, Speed: 1, Exact: 7, Mode: "soft", Tone: "hi",
		Tags:   []string{"a"},
		Amount: "1", Quoted: 3, Labels: map[string]string{"ab": "c"},
	}
}

// nearlyGood generates good orders with a few random fields.
func nearlyGood() *rapid.Generator[Order] {
	return rapid.Custom(func(t *rapid.T) Order {
		o, w := good(), random().Draw(t, "random")
		to, from := reflect.ValueOf(&o).Elem(), reflect.ValueOf(w)
		fields := reflect.VisibleFields(to.Type())
		for range rapid.IntRange(0, 5).Draw(t, "fields") {
			f := rapid.SampledFrom(fields).Draw(t, "field")
			if f.IsExported() {
				to.FieldByIndex(f.Index).Set(from.FieldByIndex(f.Index))
			}
		}
		return o
	})
}

// random generates orders, most of which violate a few rules.
func random() *rapid.Generator[Order] {
	text := rapid.SampledFrom([]string{"", "a", "ab", "abc", "äöü", "abcdef", "soft", "loud", "very loud", "off",
		"a b"})
	bell := rapid.Custom(func(t *rapid.T) Bell {
		return Bell{ID: text.Draw(t, "id"), Weight: rapid.SampledFrom([]int{-1, 0, 1, 2, 499, 500}).Draw(t, "weight")}
	})
	heavy := rapid.Just(Bell{ID: "front", Weight: 3})
	return rapid.Custom(func(t *rapid.T) Order {
		o := Order{
			Audit: Audit{By: rapid.SampledFrom([]string{"", "a@b.example", "not an address"}).Draw(t, "by"),
				At: time.Unix(int64(rapid.Int32().Draw(t, "at")), 0)},
			Bell:    rapid.OneOf(heavy, bell).Draw(t, "bell"),
			Spare:   rapid.Ptr(heavy, true).Draw(t, "spare"),
			Maybe:   rapid.Ptr(rapid.OneOf(heavy, bell), true).Draw(t, "maybe"),
			Times:   rapid.SampledFrom([]uint8{1, 5, 10, 0, 11}).Draw(t, "times"),
			Speed:   rapid.SampledFrom([]float64{1, 2, 0.75, 0.5, 2.5}).Draw(t, "speed"),
			Offset:  rapid.Ptr(rapid.IntRange(-1, 2), true).Draw(t, "offset"),
			Exact:   rapid.SampledFrom([]int{7, 7, 7, 8}).Draw(t, "exact"),
			Mode:    rapid.SampledFrom([]string{"soft", "loud", "very loud", "very"}).Draw(t, "mode"),
			NotMode: text.Draw(t, "not_mode"),
			Nick:    text.Draw(t, "nick"),
			Tone:    Tone(rapid.SampledFrom([]string{"hi", "lo", "äö", "x"}).Draw(t, "tone")),
			Trace:   rapid.SampledFrom([]string{"", "248df4b7-aa70-47b8-a036-33ac447e668d", "x"}).Draw(t, "trace"),
			Home: rapid.SampledFrom([]string{"", "https://bells.example/a", "mailto:a@b.example", "/a"}).Draw(t,
				"home"),
			Colour: rapid.SampledFrom([]string{"", "#ff0000", "rgb(1,2,3)"}).Draw(t, "colour"),
			Tags:   rapid.SliceOfN(text, 0, 4).Draw(t, "tags"),
			Grid:   rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(-1, 9), 0, 2), 0, 2).Draw(t, "grid"),
			Bells:  rapid.SliceOfN(rapid.Ptr(heavy, true), 0, 2).Draw(t, "bells"),
			Others: rapid.SliceOfN(rapid.Ptr(heavy, true), 0, 2).Draw(t, "others"),
			Labels: rapid.MapOfN(text, text, 0, 3).Draw(t, "labels"),
			Wait: time.Duration(rapid.SampledFrom([]int64{0, 1, int64(time.Minute),
				int64(time.Minute) + 1}).Draw(t, "wait")),
			Amount:    json.Number(rapid.SampledFrom([]string{"0", "1.5", "-1e9"}).Draw(t, "amount")),
			Quoted:    rapid.Int64Range(2, 4).Draw(t, "quoted"),
			unwritten: 1,
		}
		if rapid.Bool().Draw(t, "nils") {
			o.Tags, o.Grid, o.Blob = nil, [][]int{nil}, nil
		} else {
			o.Big, o.Blob, o.Raw, o.Anything = big.NewInt(3), []byte("x"), json.RawMessage(`{"a":1}`), []int{1}
		}
		return o
	})
}

// Values that the validator accepts are valid against the schema.
func TestSchemaAcceptsWhatTheValidatorAccepts(t *testing.T) {
	schema, err := plain[Order]()
	require.NoError(t, err)
	s := compile(t, schema)
	v := validator.New(validator.WithRequiredStructEnabled())
	rapid.Check(t, func(r *rapid.T) {
		o := nearlyGood().Draw(r, "order")
		doc, err := json.Marshal(o)
		require.NoError(r, err)
		if v.Struct(o) == nil {
			require.True(r, valid(t, s, string(doc)), "%s", doc)
		}
	})
	accepted := 0
	for seed := range 100 {
		if v.Struct(nearlyGood().Example(seed)) == nil {
			accepted++
		}
	}
	require.True(t, accepted > 20 && accepted < 80, "%d of 100 orders are valid: the property above needs both",
		accepted)
}

// A valid value is changed in one member at a time, so that it violates one rule.
func TestSchemaRejectsWhatViolatesARule(t *testing.T) {
	doc, err := plain[Order]()
	require.NoError(t, err)
	s := compile(t, doc)
	require.NoError(t, validator.New(validator.WithRequiredStructEnabled()).Struct(good()))
	base, err := json.Marshal(good())
	require.NoError(t, err)
	require.True(t, valid(t, s, string(base)), "%s", base)

	tests := []struct{ member, value string }{
		{"bell", ``}, {"bell", `null`}, {"bell", `{"weight":1}`}, {"bell", `{"id":""}`},
		{"bell", `{"id":"123456789012345678901"}`},
		{"bell", `{"id":"a","weight":0}`}, {"bell", `{"id":"a","weight":500}`},
		{"maybe", `null`}, {"spare", `{}`},
		{"times", `0`}, {"times", `11`}, {"times", `1.5`},
		{"speed", `0.5`}, {"speed", `2.1`}, {"speed", `"1"`},
		{"offset", `2`}, {"exact", `8`}, {"mode", `"very"`}, {"mode", `""`}, {"not_mode", `"off"`}, {"nick", `"ab"`},
		{"tone", `"abc"`},
		{"trace", `"x"`}, {"home", `"/a"`}, {"by", `"x"`},
		{"tags", `[]`}, {"tags", `["a","b","c","d"]`}, {"tags", `["a","a"]`}, {"tags", `["abcdef"]`}, {"tags", `[""]`},
		{"tags", `[null]`},
		{"grid", `[[-1]]`}, {"corners", `[1]`}, {"corners", `[1,2,3]`}, {"bells", `[null]`},
		{"labels", `{"a":"b"}`}, {"labels", `{"ab":"abcde"}`}, {"labels", `{"aa":"","ab":"","ac":""}`},
		{"wait", `60000000001`}, {"amount", `"1"`}, {"addr", `1`}, {"blob", `[1]`}, {"quoted", `3`}, {"Untagged", `0`},
	}
	for _, tt := range tests {
		t.Run(tt.member+"="+tt.value, func(t *testing.T) {
			var members map[string]json.RawMessage
			require.NoError(t, json.Unmarshal(base, &members))
			if members[tt.member] = json.RawMessage(tt.value); tt.value == "" {
				delete(members, tt.member)
			}
			bad, err := json.Marshal(members)
			require.NoError(t, err)
			require.False(t, valid(t, s, string(bad)), "%s", bad)
		})
	}
}

func TestParse(t *testing.T) {
	r := parse("omitempty,min=1,max=2,dive,keys,min=3,endkeys,dive,oneof=a0x2Cb c,a|b=1")
	require.Equal(t, []rule{{name: "omitempty"}, {name: "min", param: "1"}, {name: "max", param: "2"}}, r.rules)
	require.Equal(t, []rule{{name: "min", param: "3"}}, r.keys.rules)
	require.Equal(t, []rule{{name: "oneof", param: "a,b c"}, {any: []rule{{name: "a"}, {name: "b", param: "1"}}}}, r.dive.dive.rules)
}
