package attack

import "strings"

// A ToolInput is the input of a tool that gets ToolInputs.
type ToolInput struct {
	M map[string][]item `json:"m,omitempty" validate:"dive,dive"`
	L []item            `json:"l,omitempty" validate:"dive"`
	A any               `json:"a,omitempty"`
}

type item struct {
	X string `json:"x,omitempty" validate:"required"`
}

// ToolInputs are JSON documents of about n bytes that are wrong for a ToolInput.
var ToolInputs = []struct {
	Name  string
	Input func(n int) string
}{
	{"a long key around many faults", func(n int) string {
		return `{"m":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`{"x":1},`, n/16) + `{}]}}`
	}},
	{"a long key around many violations", func(n int) string {
		return `{"m":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`{},`, n/6) + `{}]}}`
	}},
	{"a wide list", func(n int) string { return `{"l":[` + strings.Repeat(`{},`, n/3) + `{}]}` }},
	{"numbers out of range", func(n int) string {
		return `{"a":{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat(`1e9999,`, n/14) + `1]}}`
	}},
	{"duplicates below a long key", func(n int) string {
		return `{"a":{"` + strings.Repeat("k", n/2) + `":{` + strings.Repeat(`"d":1,`, n/12) + `"d":1}}}`
	}},
	{"a long unknown member", func(n int) string { return `{"` + strings.Repeat("k", n) + `":1}` }},
	{"not JSON, after a long key", func(n int) string { return `{"` + strings.Repeat("k", n) + `":[` }},
}
