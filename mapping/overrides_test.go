package mapping_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

const overrides = `{
  "sold_out": {"kind": "conflict", "status": 410, "message": "The show is sold out.", "level": "WARN"},
  "quota": {"level": "INFO+2"},
  "late": {"kind": "internal"}
}`

func TestOverrides(t *testing.T) {
	all, err := mapping.ParseOverrides([]byte(overrides))
	require.NoError(t, err)
	tests := []struct {
		name, why string
		in, want  errkit.Error
	}{
		{"all of it", "", errkit.Error{Kind: errkit.Timeout, Code: "sold_out", Message: "No.", Hint: "Wait.", Status: 504},
			errkit.Error{Kind: errkit.Conflict, Code: "sold_out", Message: "The show is sold out.", Hint: "Wait.", Status: 410}},
		{"only the level", "the error stays", errkit.Error{Kind: errkit.Timeout, Code: "quota"},
			errkit.Error{Kind: errkit.Timeout, Code: "quota"}},
		{"the zero kind", "internal is a kind like others", errkit.Error{Kind: errkit.Timeout, Code: "late", Message: "No."},
			errkit.Error{Code: "late", Message: "No."}},
		{"another code", "", errkit.Error{Kind: errkit.Timeout, Code: "sold"}, errkit.Error{Kind: errkit.Timeout, Code: "sold"}},
		{"no code", "", errkit.Error{Kind: errkit.Timeout}, errkit.Error{Kind: errkit.Timeout}},
	}
	for _, tt := range tests {
		in := tt.in
		require.Equal(t, tt.want, *all.Apply(&in), "%s: %s", tt.name, tt.why)
		require.Equal(t, tt.in, in, "the error is not changed")
		require.Same(t, &in, mapping.Overrides(nil).Apply(&in), "no overrides")
	}
}

// The person who wrote the file reads where the fault is, and what to write in its place.
func TestFaultsOfOverrides(t *testing.T) {
	tests := []struct{ name, doc, want string }{
		{"not JSON", "{\n  \"a\": {", "mapping: overrides: "},
		{"empty", "", "mapping: overrides: "},
		{"a list", "[]", "line 1: : want an object with a member for each code, got array"},
		{"an unknown member", "{\n\n\"a\": {\"statsu\": 404}}",
			`line 3: /a/statsu: unknown, or there for the second time; want kind, status, message and level, each once at most`},
		{"a member of another case", `{"a": {"Kind": "conflict"}}`, `line 1: /a/Kind: unknown, or`},
		{"a member twice", "{\"a\": {\"kind\": \"conflict\",\n\"kind\": \"gone\"}}", `line 2: /a/kind: unknown, or there for the second time`},
		{"a member twice in two cases", `{"a": {"kind": "conflict", "KIND": "timeout"}}`, `/a/KIND: unknown, or`},
		{"an unknown kind", `{"a": {"kind": "gone"}}`, `line 1: /a: errkit: unknown kind "gone"; want kind,`},
		{"an unknown level", `{"a": {"level": "LOUD"}}`, `/a: slog: level string "LOUD"`},
		{"a status that is a success", `{"a": {"status": 200}}`, "the status 200 is not one of an error (400 to 599)"},
		{"a status that is a text", `{"a": {"status": "404"}}`, "cannot unmarshal string"},
		{"a status that is too large", `{"a": {"status": 70000}}`, "cannot unmarshal number"},
		{"not an object", `{"a": 404}`, "/a: json: cannot unmarshal number"},
		{"nothing", `{"a": {}}`, "/a: nothing is overridden"},
		{"null", `{"a": null}`, "/a: nothing is overridden"},
		{"a code twice", `{"a": {"status": 404}, "a": {"status": 410}}`, "the code is empty, or there for the second time"},
		{"no code", `{"": {"status": 404}}`, "the code is empty"},
		{"all faults", "{\"a\": {},\n\"b\": {\"status\": 1}}", "nothing is overridden; want kind, status, message or level\nline 2: /b: the status 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all, err := mapping.ParseOverrides([]byte(tt.doc))
			require.ErrorContains(t, err, tt.want)
			require.Nil(t, all)
		})
	}
}

// FuzzParseOverrides holds that what is accepted overrides something that is valid, and is
// accepted again.
func FuzzParseOverrides(f *testing.F) {
	for _, doc := range []string{overrides, "{}", "null", `{"a":{"status":404}}`, `{"a":{"kind":"x"}}`, `{"a":1,"a":2}`, "\xff", `{"`} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		all, err := mapping.ParseOverrides(doc)
		if err != nil {
			require.Nil(t, all)
			return
		}
		for code, o := range all {
			e := all.Apply(&errkit.Error{Code: code, Kind: errkit.Timeout})
			require.True(t, e.Status == 0 || e.Status >= 400 && e.Status <= 599)
			require.NotEqual(t, mapping.Override{}, o)
		}
		again, err := json.Marshal(all)
		require.NoError(t, err)
		_, err = mapping.ParseOverrides(again)
		require.NoError(t, err, "%s", again)
	})
}

func ExampleParseOverrides() {
	all, err := mapping.ParseOverrides([]byte(`{"sold_out": {"kind": "conflict", "status": 410, "message": "The show is sold out."}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	e := all.Apply(&errkit.Error{Kind: errkit.ExecutionFailed, Code: "sold_out", Message: "ORA-00001"})
	fmt.Println(e.Kind.String(), mapping.Default().Status(e), e)
	_, err = mapping.ParseOverrides([]byte(`{"sold_out": {"kind": "gone"}}`))
	fmt.Println(err)
	// Output:
	// conflict 410 The show is sold out.
	// mapping: overrides: line 1: /sold_out: errkit: unknown kind "gone"; want kind, status, message or level
}
