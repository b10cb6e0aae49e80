package attack

import (
	"fmt"
	"strings"
	"time"
)

// A Victim is the type that Documents are decoded into.
type Victim struct {
	M    map[string][]inner `json:"m"`
	L    []inner            `json:"l"`
	N    *Victim            `json:"n"`
	Any  any                `json:"any"`
	T    map[string]time.Time
	Ints map[int]int `json:"ints"`
	Str  []quoted    `json:"str"`

	Bytes  map[string][][]byte      `json:"bytes"`
	Quotes map[string][]quoted      `json:"quotes"`
	Times  map[string][]time.Time   `json:"times"`
	Keys   map[string][]map[day]int `json:"keys"`
}

// A day decodes itself from the name of a member.
type day struct{ time.Time }

type inner struct {
	X string `json:"x"`
}

type quoted struct {
	N int `json:"n,string"`
}

// Documents are JSON documents of about n bytes that are wrong for a Victim, or end too early.
var Documents = []struct {
	Name string
	Doc  func(n int) string
}{
	{"a long key around many faults", func(n int) string {
		return `{"m":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`{"x":1},`, n/16) + `{"x":1}]}}`
	}},
	{"a long escaped key around many faults", func(n int) string {
		return `{"m":{"` + strings.Repeat(`\u00e9~/`, n/16) + `":[` + strings.Repeat(`{"x":1},`, n/16) + `{"x":1}]}}`
	}},
	{"many long unknown keys", func(n int) string { return members(n/1000, 1000, `1`, "") }},
	{"unknown keys within a long one", func(n int) string {
		return `{"m":{"` + strings.Repeat("k", n/2) + `":[` + members(n/40, 10, `1`, "") + `]}}`
	}},
	{"deep maps of lists", func(n int) string {
		return strings.Repeat(`{"n":`, 400) + `{"m":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`1,`,
			n/4) + `1]}}` + strings.Repeat(`}`, 400)
	}},
	{"deep, with long keys", func(n int) string {
		return `{"any":` + strings.Repeat(`{"`+strings.Repeat("k", n/900)+`":[1e999,`, 400) + `1` +
			strings.Repeat(`]}`, 400) + `}`
	}},
	{"a wide array", func(n int) string { return `{"l":[` + strings.Repeat(`1,`, n/2) + `1]}` }},
	{"a wide array of what is right", func(n int) string { return `{"any":[` + strings.Repeat(`1,`, n/2) + `1]}` }},
	{"many duplicates", func(n int) string { return `{"any":{` + strings.Repeat(`"a":1,`, n/6) + `"a":1}}` }},
	{"many long duplicates", func(n int) string { return `{"any":` + members(n/1000, 1000, `1`, "same") + `}` }},
	{"many names that are no integers", func(n int) string { return `{"ints":` + members(n/100, 100, `1`, "") + `}` }},
	{"many bad times", func(n int) string { return `{"T":` + members(n/100, 80, `"now"`, "") + `}` }},
	{"many bad times in escapes", func(n int) string { return `{"T":{"a":"` + strings.Repeat(`\u006e`, n/6) + `"}}` }},
	{"many bad quoted numbers", func(n int) string {
		return `{"str":[` + strings.Repeat(`{"n":"x"},`, n/10) +
			`{}]}`
	}},
	{"a long key around invalid base64", func(n int) string {
		return `{"bytes":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`"x",`, n/8) + `""]}}`
	}},
	{"a long key around bad quoted numbers", func(n int) string {
		return `{"quotes":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`{"n":"x"},`, n/20) + `{}]}}`
	}},
	{"a long key around bad times", func(n int) string {
		return `{"times":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`"x",`, n/8) + `null]}}`
	}},
	{"a long key around bad names", func(n int) string {
		return `{"keys":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`{"x":1},`, n/16) + `null]}}`
	}},
	{"it ends too early", func(n int) string {
		return strings.Repeat(`{"n":`, 400) + `{"` + strings.Repeat(`k`, n) +
			`":[`
	}},
	{"a long number", func(n int) string { return `{"ints":{"1":` + strings.Repeat("9", n) + `}}` }},
}

// members is an object of so many members, with names of so many bytes: all the same if same is
// given.
func members(count, length int, value, same string) string {
	var b strings.Builder
	for i := range count {
		name := same
		if name == "" {
			name = fmt.Sprint(i)
		}
		fmt.Fprintf(&b, `,"%s%s":%s`, strings.Repeat("k", max(length-len(name), 0)), name, value)
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}
