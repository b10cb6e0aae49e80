package middleware_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
)

type base struct {
	ID int `json:"id"`
}

type color string

func (c *color) UnmarshalText(b []byte) error {
	if string(b) != "red" {
		return errors.New(canary + string(b))
	}
	*c = color(b)
	return nil
}

type even int

func (e *even) UnmarshalJSON(b []byte) error {
	n := 0
	if err := json.Unmarshal(b, &n); err != nil {
		return err
	}
	if n%2 != 0 {
		return errkit.New(errkit.InvalidInput, "must be even")
	}
	*e = even(n)
	return nil
}

type strict struct{ base }

func (s *strict) UnmarshalJSON(b []byte) error { return middleware.DecodeJSON(b, &s.base) }

type wants struct {
	base
	Name   string             `json:"name"`
	N      int8               `json:"n"`
	U      uint64             `json:"u"`
	F      float32            `json:"f"`
	Yes    *bool              `json:"yes"`
	Items  []struct{ Q int }  `json:"items"`
	Map    map[string]base    `json:"map"`
	ByInt  map[int8]int       `json:"by_int"`
	ByText map[color]int      `json:"by_text"`
	Pair   [2]int             `json:"pair"`
	Bytes  []byte             `json:"bytes"`
	Time   time.Time          `json:"time"`
	Addr   *netip.Addr        `json:"addr"`
	Color  color              `json:"color"`
	Even   even               `json:"even"`
	Strict strict             `json:"strict"`
	Any    any                `json:"any"`
	Raw    json.RawMessage    `json:"raw"`
	Num    json.Number        `json:"num"`
	Quoted int                `json:"quoted,string"`
	Dash   int                `json:"-"`
	Odd    int                `json:"a/b~c"`
	Deep   map[string][]*base `json:"deep"`
	hidden int
}

func TestDecodeJSONAccepts(t *testing.T) {
	tests := []struct{ name, in string }{
		{"nothing", `{}`},
		{"null", `null`},
		{"nulls", `{"name":null,"n":null,"yes":null,"items":null,"map":null,"time":null,"addr":null,"color":null,"pair":null,"any":null,"quoted":null}`},
		{"all", `{"id":1,"name":"a","n":-128,"u":18446744073709551615,"f":1e30,"yes":true,"items":[{"Q":1}],"map":{"a.b]/~":{"id":2}},
			"by_int":{"-1":1},"by_text":{"red":1},"pair":[1,2],"bytes":"aGk=","time":"2026-01-02T15:04:05Z","addr":"::1","color":"red",
			"even":2,"strict":{"id":1},"any":{"x":[1,{}]},"raw":{"y":1},"num":1e400,"quoted":"7","a/b~c":1,"deep":{"k":[null,{"id":1}]}}`},
		{"bytes as numbers", `{"bytes":[1,2]}`},
		{"a number as text", `{"num":"12"}`},
		{"a byte order mark", "\ufeff{\"n\":1}"},
		{"space around", " \n{}\t\r\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got, want wants
			require.NoError(t, middleware.DecodeJSON([]byte(tt.in), &got))
			require.NoError(t, json.Unmarshal(bytes.TrimPrefix([]byte(tt.in), []byte("\ufeff")), &want))
			require.Equal(t, want, got)
		})
	}
}

func TestDecodeJSONFields(t *testing.T) {
	tests := []struct {
		name  string
		why   string
		in    string
		want  []string // pointer, message, rule, param
		place [2]int   // line and column of the first; 0: not looked at
	}{
		{name: "a text", in: `{"name":17}`, want: []string{"/name: must be a string (type string)"},
			place: [2]int{1, 9}},
		{name: "an integer", in: `{"n":"` + canary + `"}`, want: []string{"/n: must be an integer (type integer)"}},
		{name: "a fraction", in: `{"n":1.5}`,
			want: []string{"/n: must be an integer, without a point or an exponent (type integer)"}},
		{name: "an exponent", why: "encoding/json rejects it, too", in: `{"n":1e1}`,
			want: []string{"/n: must be an integer, without a point or an exponent (type integer)"}},
		{name: "too large", in: `{"n":128}`, want: []string{"/n: must be an integer from -128 to 127 (range )"}},
		{name: "negative", in: `{"u":-1}`,
			want: []string{"/u: must be an integer from 0 to 18446744073709551615 (range )"}},
		{name: "a float", in: `{"f":"1"}`, want: []string{"/f: must be a number (type number)"}},
		{name: "a large float", in: `{"f":1e39}`, want: []string{"/f: must be a smaller number (range )"}},
		{name: "a large number somewhere", in: `{"any":[1,1e999]}`,
			want: []string{"/any/1: must be a smaller number (range )"}},
		{name: "a bool", in: `{"yes":"true"}`, want: []string{"/yes: must be true or false (type boolean)"}},
		{name: "not an array", in: `{"items":{}}`, want: []string{"/items: must be an array (type array)"}},
		{name: "an index", in: "{\"items\":[\n {\"Q\":1},\n {\"Q\":\"é\"}]}",
			want: []string{"/items/1/Q: must be an integer (type integer)"}, place: [2]int{3, 7}},
		{name: "a column of characters", in: `{"name":"éé","n":""}`,
			want: []string{"/n: must be an integer (type integer)"}, place: [2]int{1, 18}},
		{name: "the second of two keys", in: "{\"deep\":{\"a\":[],\n\"b\":[1]}}",
			want: []string{"/deep/b/0: must be an object (type object)"}, place: [2]int{2, 6}},
		{name: "an escaped key", in: `{"deep":{"\u0061\"/~":[1]}}`,
			want: []string{`/deep/a"~1~0/0: must be an object (type object)`}, place: [2]int{1, 24}},
		{name: "an empty key", in: `{"deep":{"":[1]}}`, want: []string{"/deep//0: must be an object (type object)"},
			place: [2]int{1, 14}},
		{name: "embedded", why: "encoding/json ignores base", in: `{"id":""}`,
			want: []string{"/id: must be an integer (type integer)"}},
		{name: "the key of a map", in: `{"map":{"a.b]":{"id":true}}}`,
			want: []string{"/map/a.b]/id: must be an integer (type integer)"}},
		{name: "a tag with slashes", in: `{"a/b~c":""}`,
			want: []string{"/a~1b~0c: must be an integer (type integer)"}},
		{name: "an integer key", in: `{"by_int":{"300":1}}`,
			want: []string{"/by_int/300: has a name that is not an integer from -128 to 127 (propertyNames integer)"}},
		{name: "a key that decodes itself", in: `{"by_text":{"blue":1}}`,
			want: []string{"/by_text/blue: has a name of the wrong form (propertyNames )"}},
		{name: "unknown", in: `{"zz":"` + canary + `"}`, want: []string{"/zz: is not known (additionalProperties )"}},
		{name: "unknown, deep", in: `{"items":[{},{"zz":1}]}`,
			want: []string{"/items/1/zz: is not known (additionalProperties )"}},
		{name: "another case", why: "encoding/json would accept it", in: `{"NAME":"a"}`,
			want: []string{`/NAME: is not known; its name is "name" (additionalProperties )`}},
		{name: "the Go name", in: `{"base":{"id":1}}`, want: []string{"/base: is not known (additionalProperties )"}},
		{name: "hidden by a tag", in: `{"Dash":1}`, want: []string{"/Dash: is not known (additionalProperties )"}},
		{name: "unexported", in: `{"hidden":1}`, want: []string{"/hidden: is not known (additionalProperties )"}},
		{name: "twice", in: `{"n":1,"n":2}`, want: []string{"/n: must be given once (duplicate )"},
			place: [2]int{1, 12}},
		{name: "twice in anything", in: `{"any":{"a":1,"\u0061":2}}`,
			want: []string{"/any/a: must be given once (duplicate )"}},
		{name: "twice in raw", in: `{"raw":[{"a":1,"a":2}]}`,
			want: []string{"/raw/0/a: must be given once (duplicate )"}},
		{name: "a fixed length", why: "encoding/json would ignore the third item", in: `{"pair":[1,2,3]}`,
			want: []string{"/pair: must have 2 items (length 2)"}},
		{name: "base64", in: `{"bytes":"` + canary + `!"}`,
			want: []string{"/bytes: must be base64 (contentEncoding base64)"}},
		{name: "a time", in: `{"time":"` + canary + `"}`,
			want: []string{`/time: must be a time such as "2006-01-02T15:04:05Z" (format date-time)`}},
		{name: "a type that reads text", in: `{"addr":"` + canary + `"}`,
			want: []string{"/addr: has the wrong form (format )"}},
		{name: "a type that reads text, not a text", in: `{"color":1}`,
			want: []string{"/color: must be a string (type string)"}},
		{name: "a type that decodes itself", in: `{"even":"` + canary + `"}`,
			want: []string{"/even: has the wrong form (format )"}},
		{name: "a type that answers by itself", in: `{"even":3}`, want: []string{"/even: must be even ( )"}},
		{name: "a type that decodes strictly", in: `{"strict":{"id":"","x":1}}`,
			want: []string{"/strict/id: must be an integer (type integer)",
				"/strict/x: is not known (additionalProperties )"}},
		{name: "a number as text", in: `{"num":"` + canary + `"}`,
			want: []string{"/num: must be a number (type number)"}},
		{name: "not quoted", in: `{"quoted":7}`, want: []string{"/quoted: must be given as a string (type string)"}},
		{name: "quoted and wrong", in: `{"quoted":"` + canary + `"}`,
			want: []string{"/quoted: must be a string that holds an integer from -9223372036854775808 to 9223372036854775807 (format )"}},
		{name: "the root", in: `[]`, want: []string{": must be an object (type object)"}, place: [2]int{1, 1}},
		{name: "also those of types that decode themselves", in: `{"name":1,"time":"` + canary + `","even":3,"bytes":"!"}`,
			want: []string{"/name: must be a string (type string)",
				`/time: must be a time such as "2006-01-02T15:04:05Z" (format date-time)`, "/even: must be even ( )",
				"/bytes: must be base64 (contentEncoding base64)"}},
		{name: "all at once", in: `{"name":1,"n":"","zz":1}`,
			want: []string{"/name: must be a string (type string)", "/n: must be an integer (type integer)",
				"/zz: is not known (additionalProperties )"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dst := wants{hidden: 1}
			e := coded(t, middleware.DecodeJSON([]byte(tt.in), &dst))
			require.Equal(t, errkit.InvalidInput, e.Kind)
			var got []string
			for _, f := range e.Fields {
				got = append(got, fmt.Sprintf("%s: %s (%s %s)", f.Path, f.Message, f.Rule, f.Param))
			}
			require.Equal(t, tt.want, got, tt.why)
			if tt.place != [2]int{} {
				require.Equal(t, []slog.Attr{slog.Int("line", tt.place[0]), slog.Int("column", tt.place[1])},
					e.Details)
			}
			require.NotContains(t, public(t, e), canary)
		})
	}
}

func TestDecodeJSONMalformed(t *testing.T) {
	tests := []struct {
		name, in, message string
		code              errkit.Code
	}{
		{"empty", "", "The request is empty; a JSON document is needed.", middleware.EmptyBody},
		{"blank", " \r\n\t", "The request is empty; a JSON document is needed.", middleware.EmptyBody},
		{"cut off", "{\"a\":\n[1,", "The request is not valid JSON: line 2, column 4: unexpected end of document.",
			middleware.TruncatedBody},
		{"cut off in a text", `{"a":"b`,
			"The request is not valid JSON: line 1, column 8: unexpected end of document.", middleware.TruncatedBody},
		{"wrong", "{\n \"a\": x}", "The request is not valid JSON: line 2, column 7: invalid character 'x' where a value should begin.", middleware.MalformedJSON},
		{"more after it", `{} {}`, "The request is not valid JSON: line 1, column 4: invalid character '{' after the document.", middleware.MalformedJSON},
		{"two values", `{"a":1}garbage`,
			"The request is not valid JSON: line 1, column 8: invalid character 'g' after the document.",
			middleware.MalformedJSON},
		{"a comma too many", `[1,]`, "The request is not valid JSON: line 1, column 4: invalid character ']' where a value should begin.", middleware.MalformedJSON},
		{"not UTF-8", "\"\xff\"", "The request is not valid JSON: line 1, column 2: invalid UTF-8.",
			middleware.MalformedJSON},
		{"too deep", strings.Repeat("[", 100_000),
			"The request is not valid JSON: line 1, column 1001: nested deeper than 1000 levels.",
			middleware.MalformedJSON},
		{"HTML", "<html>", "The request is not valid JSON: line 1, column 1: invalid character '<' where a value should begin.", middleware.MalformedJSON},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var dst any
			e := coded(t, middleware.DecodeJSON([]byte(tt.in), &dst))
			require.Equal(t, errkit.Malformed, e.Kind)
			require.Equal(t, tt.code, e.Code)
			require.Equal(t, tt.message, e.Error())
			require.Nil(t, dst)
		})
	}
}

func TestDecodeJSONIntoInvalidTarget(t *testing.T) {
	type embedsUnexported struct{ *base }
	type quoted struct {
		N int `json:"n,string"`
	}
	var nilPointer *wants
	tests := []struct {
		name string
		in   string
		dst  any
	}{
		{"nil", `{}`, nil},
		{"a nil pointer", `{}`, nilPointer},
		{"no pointer", `{}`, wants{}},
		{"a channel", `{"C":1}`, &struct{ C chan int }{}},
		{"a func", `{"F":{}}`, &struct{ F func() }{}},
		{"an interface with methods", `{"R":1}`, &struct{ R error }{}},
		{"a struct that JSON cannot make", `{"id":1}`, &embedsUnexported{}},
		{"one with a quoted number", `{"n":"1"}`, &struct{ *quoted }{}},
		{"a map by struct", `{"M":{"a":1}}`, &struct{ M map[struct{}]int }{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := coded(t, middleware.DecodeJSON([]byte(tt.in), tt.dst))
			require.Equal(t, errkit.Internal, e.Kind)
			require.Empty(t, e.Fields)
			require.Error(t, e.Err)
		})
	}
}

func TestDecodeJSONIsBounded(t *testing.T) {
	in := `{"items":[` + strings.Repeat(`{"zz":1},`, 10_000) + `{}]}`
	e := coded(t, middleware.DecodeJSON([]byte(in), &wants{}))
	require.Len(t, e.Fields, 100)

	members := make([]string, 5000)
	for i := range members {
		members[i] = fmt.Sprintf(`"k%d":1`, i)
	}
	var dst map[string]int
	require.NoError(t, middleware.DecodeJSON([]byte("{"+strings.Join(members, ",")+"}"), &dst))
	require.Len(t, dst, 5000)
	e = coded(t, middleware.DecodeJSON([]byte("{"+strings.Join(members, ",")+`,"k4999":2}`), &dst))
	require.Equal(t, "/k4999", e.Fields[0].Path)
}

// FuzzDecodeJSON compares DecodeJSON with encoding/json: it rejects every document that
// encoding/json rejects, and has the same result for every document that it accepts. Its errors
// quote no value and have pointers to existing values.
func FuzzDecodeJSON(f *testing.F) {
	for _, s := range []string{`{}`, `{"n":1.5,"items":[{"Q":"x"}]}`, `{"map":{"a/b":{"id":[]}}}`, `{"n":1,"n":2}`,
		`[`, "\ufeffnull",
		`{"by_int":{"x":1},"bytes":"!","time":"x","even":3,"quoted":"x","pair":[1]}`, `{"any":{"\ud800":1e999}}`,
		"{\"\x7f\":{}}", "{\"deep\":{\"\":[\n1]}}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got, want wants
		err := middleware.DecodeJSON(data, &got)
		plain := bytes.TrimPrefix(data, []byte("\ufeff"))
		if err == nil {
			require.NoError(t, json.Unmarshal(plain, &want))
			require.Equal(t, want, got)
			return
		}
		e := coded(t, err)
		require.Contains(t, []errkit.Kind{errkit.Malformed, errkit.InvalidInput}, e.Kind, "%s", e.LogValue())
		if e.Kind != errkit.InvalidInput {
			return
		}
		require.NotEmpty(t, e.Fields)
		var doc any
		d := json.NewDecoder(bytes.NewReader(plain))
		d.UseNumber()
		require.NoError(t, d.Decode(&doc))
		found := map[string]bool{}
		pointers(found, "", doc)
		for _, field := range e.Fields {
			require.Contains(t, found, field.Path, "document %q", data)
		}
		line, column := e.Details[0].Value.Int64(), e.Details[1].Value.Int64()
		require.GreaterOrEqual(t, line, int64(1))
		lines := bytes.Split(plain, []byte("\n"))
		require.LessOrEqual(t, line, int64(len(lines)))
		require.LessOrEqual(t, column, int64(len([]rune(string(lines[line-1])))))
	})
}

// pointers adds the JSON pointers of doc and of the values in it to found, as errors have them:
// bounded, and without control characters.
func pointers(found map[string]bool, at string, doc any) {
	found[text.ShortPath(text.Clean(at, 0))] = true
	switch d := doc.(type) {
	case map[string]any:
		for name, v := range d {
			pointers(found, at+"/"+pointer.Escape(name), v)
		}
	case []any:
		for i, v := range d {
			pointers(found, fmt.Sprintf("%s/%d", at, i), v)
		}
	}
}

func BenchmarkDecodeJSON(b *testing.B) {
	data := []byte(`{"id":1,"name":"a","n":5,"items":[{"Q":1},{"Q":2}],"map":{"k":{"id":2}},"bytes":"` +
		base64.StdEncoding.EncodeToString(make([]byte, 30)) + `"}`)
	b.Run("strict", func(b *testing.B) {
		for b.Loop() {
			var dst wants
			if err := middleware.DecodeJSON(data, &dst); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json", func(b *testing.B) {
		for b.Loop() {
			var dst wants
			if err := json.Unmarshal(data, &dst); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestDecodeJSONPlaceOfDeepDocument checks that a place is found in one pass. A search from the
// start for every level takes half a minute.
func TestDecodeJSONPlaceOfDeepDocument(t *testing.T) {
	const depth = 900
	doc := strings.Repeat("[", depth) + strings.Repeat("1,", 1<<20) + "1e999" + strings.Repeat("]", depth)
	var v any
	e := errkit.From(middleware.DecodeJSON([]byte(doc), &v))
	require.Equal(t, errkit.InvalidInput, e.Kind)
	require.Equal(t, strings.Repeat("/0", 127)+"…"+strings.Repeat("/0", 123)+"/1048576", e.Fields[0].Path)
	require.Equal(t, int64(depth+2*(1<<20)+1), e.Details[1].Value.Int64())
}

func TestDecodeJSONWithUnknownMembers(t *testing.T) {
	type ring struct {
		Bell  string `json:"bell"`
		Inner []struct {
			Times int `json:"times"`
		} `json:"inner"`
	}
	lenient := middleware.JSONDecoder{AllowUnknown: true}
	for _, tt := range []struct {
		doc    string
		fields []string // pointers; nil: it is decoded
	}{
		{`{"bell":"front","tower":1,"inner":[{"times":2,"x":{}}]}`, nil},
		{`{"bell":"front","tower":1,"inner":[{"times":"2"}]}`, []string{"/inner/0/times"}},
		{`{"Bell":"front"}`, []string{"/Bell"}},
		{`{"x":1,"x":2}`, []string{"/x"}},
	} {
		var r ring
		err := lenient.Decode([]byte(tt.doc), &r)
		if tt.fields == nil {
			require.NoError(t, err)
			require.Equal(t, "front", r.Bell)
			require.Equal(t, 2, r.Inner[0].Times)
			require.Error(t, middleware.DecodeJSON([]byte(tt.doc), &r), "DecodeJSON is strict")
			continue
		}
		var paths []string
		for _, f := range errkit.From(err).Fields {
			paths = append(paths, f.Path)
		}
		require.Equal(t, tt.fields, paths, tt.doc)
	}
}
