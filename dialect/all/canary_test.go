package all_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/samples"
	"github.com/toolerr/toolerr/jsontree"
)

func TestNothingPrivateReachesAnyWire(t *testing.T) {
	for _, d := range samples.Every {
		for _, carry := range []bool{false, true} {
			codec := dialect.Codec{Carry: carry}
			for _, k := range errkit.Kinds() {
				for _, stage := range []errkit.Stage{0, errkit.BeforeCall, errkit.Execution} {
					for _, call := range []dialect.Call{{}, {ID: json.RawMessage(`1`)}, {Method: "resources/read", URI: "bell:1"}, {OutputSchema: true}} {
						e := samples.Canaries(k)
						e.Stage = stage
						body, _ := codec.Append(nil, d, call, e)
						onlyInDeveloperMessage(t, d, body)
					}
				}
			}
		}
	}
}

func TestNothingPrivateReachesAnyWireOfAnyError(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry")}
		for _, d := range samples.Every {
			body, _ := codec.Append(nil, d, call, e)
			onlyInDeveloperMessage(t, d, body)
		}
	})
}

func onlyInDeveloperMessage(t require.TestingT, d dialect.Dialect, body []byte) {
	require.NotContains(t, string(body), samples.ErrCanary, samples.Spelled(d))
	require.NotContains(t, string(body), samples.PrivateCanary, samples.Spelled(d))
	found := bytes.Count(body, []byte(samples.DevCanary))
	if oxp, ok := d.(oxp.Dialect); ok && !oxp.HideDev {
		require.Equal(t, found, bytes.Count(body, []byte(`"developer_message":"`+samples.DevCanary+`"`)), "%s: %s", samples.Spelled(d), body)
		return
	}
	require.Zero(t, found, "%s: %s", samples.Spelled(d), body)
}

// The slot is really used, and HideDev really hides it.
func TestDeveloperMessage(t *testing.T) {
	tests := []struct {
		name string
		d    oxp.Dialect
		e    errkit.Error
		want int
	}{
		{"a server error", oxp.Dialect{}, errkit.Error{Kind: errkit.ToolNotFound}, 1},
		{"a tool execution error", oxp.Dialect{}, errkit.Error{Kind: errkit.NotFound}, 1},
		{"flat", oxp.Dialect{Flat: true}, errkit.Error{Kind: errkit.NotFound}, 1},
		{"422 has no slot", oxp.Dialect{}, errkit.Error{Kind: errkit.InvalidInput}, 0},
		{"hidden", oxp.Dialect{HideDev: true}, errkit.Error{Kind: errkit.NotFound}, 0},
		{"hidden before the call", oxp.Dialect{HideDev: true, Flat: true}, errkit.Error{Kind: errkit.ToolNotFound}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.e.Dev = errkit.Dev(samples.DevCanary)
			codec := dialect.Codec{Carry: true}
			body, _ := codec.Append(nil, tt.d, dialect.Call{}, &tt.e)
			require.Equal(t, tt.want, bytes.Count(body, []byte(samples.DevCanary)), string(body))
		})
	}
}

// developer_message does not travel on, and its absence is told.
func TestDeveloperMessageIsWithheldFromOthers(t *testing.T) {
	in := dialect.Document{Dialect: oxp.Dialect{}, Status: 400, Body: []byte(`{"message":"No.","developer_message":"` + samples.DevCanary + `"}`)}
	for _, d := range samples.Every {
		for _, carry := range []bool{false, true} {
			codec := dialect.Codec{Carry: carry}
			out, losses, err := codec.Translate(in, d, dialect.Call{})
			require.NoError(t, err)
			if oxp, ok := d.(oxp.Dialect); ok && !oxp.HideDev {
				require.Contains(t, string(out.Body), samples.DevCanary)
				continue
			}
			require.NotContains(t, string(out.Body), samples.DevCanary, samples.Spelled(d))
			require.Contains(t, losses, dialect.Loss{Field: "dev", Reason: dialect.Withheld})
		}
	}
}

// read are the members whose texts users and models read, in any dialect.
var read = map[string]bool{
	"text": true, "message": true, "detail": true, "hint": true, "additional_prompt_content": true, "reason": true,
	"suggestions": true, "label": true, "description": true, "instructions": true, "parameter_errors": true, "title": true,
}

// readTexts calls f with every text that a user or a model reads, of a document
// inside a text with those that it holds.
func readTexts(v jsontree.Value, reading bool, f func(string)) {
	switch v.Kind() {
	case jsontree.String:
		s, _ := v.Text()
		if inner, err := jsontree.Parse([]byte(s), jsontree.Limits{}); err == nil && inner.Kind() == jsontree.Object {
			readTexts(inner, false, f)
		} else if reading {
			f(s)
		}
	case jsontree.Array:
		for m := range v.Elements() {
			readTexts(m, reading, f)
		}
	case jsontree.Object:
		for name, m := range v.Members() {
			readTexts(m, reading || read[name], f)
		}
	}
}

// Texts that reach users and models hold nothing that a terminal would obey.
func TestReadTextsAreClean(t *testing.T) {
	var codec dialect.Codec
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		e.Details = nil // for programs, and their members may have any name
		e.Dev = errkit.Private{}
		for _, d := range samples.Every {
			if m, ok := d.(mcp.Dialect); ok && m.Structured {
				continue // the canonical JSON, for programs
			}
			body, _ := codec.Append(nil, d, call, e)
			require.True(t, utf8.Valid(body))
			root, err := jsontree.Parse(body, jsontree.Limits{})
			require.NoError(t, err)
			readTexts(root, false, func(s string) {
				for _, r := range s {
					control := r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f
					bidi := r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
					require.False(t, control || bidi, "%s: %U in %q", samples.Spelled(d), r, s)
				}
			})
		}
	})
}

// long returns an error all of whose texts have n characters.
func long(k errkit.Kind, n int) *errkit.Error {
	s := strings.Repeat("é", n)
	text := errkit.Text(s)
	return &errkit.Error{
		Kind: k, Message: text, Hint: text, Fields: []errkit.Field{{Path: "/b", Message: text}, {Path: "/b", Message: text}},
		Needs: &errkit.Needs{
			Challenges: []errkit.Challenge{{URL: "https://example.com", Message: text}},
			Input:      []errkit.Input{{Name: "b", Suggestions: []string{s}}}, Reason: text,
			Options: []errkit.Option{{Label: s, Value: "1", Description: s}},
		},
	}
}

func TestMaxText(t *testing.T) {
	tests := []struct {
		name string
		max  int
		text int // characters of each text
		want int // the longest text that comes out
	}{
		{"short enough", 50, 50, 50},
		{"one too many", 50, 51, 50},
		{"one alone", 1, 3, 1},
		{"by default", 0, 16_385, 16_384},
		{"no limit", -1, 20_000, 20_000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{MaxText: tt.max}
			for _, d := range samples.Every {
				if m, ok := d.(mcp.Dialect); ok && m.Structured {
					continue
				}
				for _, k := range []errkit.Kind{errkit.NotFound, errkit.InvalidInput, errkit.AuthRequired, errkit.InputRequired, errkit.ToolNotFound} {
					body, _ := codec.Append(nil, d, dialect.Call{}, long(k, tt.text))
					root, err := jsontree.Parse(body, jsontree.Limits{})
					require.NoError(t, err)
					longest := 0
					readTexts(root, false, func(s string) {
						for run := range strings.FieldsFuncSeq(s, func(r rune) bool { return r != 'é' && r != '…' }) {
							longest = max(longest, utf8.RuneCountInString(run))
						}
					})
					require.Equal(t, tt.want, longest, "%s, %s", samples.Spelled(d), k.String())
				}
			}
		})
	}
}

// What is carried is for programs, and whole.
func TestMaxTextDoesNotCutWhatIsCarried(t *testing.T) {
	codec := dialect.Codec{MaxText: 5, Carry: true}
	e := long(errkit.InvalidInput, 50)
	for _, d := range samples.Every {
		body, head := codec.Append(nil, d, dialect.Call{}, e)
		back, err := codec.Decode(dialect.Document{Dialect: d, Status: head.Status, Body: body})
		require.NoError(t, err)
		require.Equal(t, samples.Canonical(t, e), samples.Canonical(t, back), samples.Spelled(d))
	}
}

// A refusal says where, and nothing of what stood there.
func TestRefusalsSayNothingOfTheDocument(t *testing.T) {
	const value = "CANARY-VALUE"
	for _, body := range []string{
		`{"message":{"x":"` + value + `"}}`, `{"error":["` + value + `"]}`, `{"jsonrpc":"2.0","error":"` + value + `"}`,
		`{"jsonrpc":"2.0","method":"` + value + `"}`, `{"content":"` + value + `","isError":true}`, `"` + value + `"`, `["` + value + `"]`,
		`{"status":"` + value + `"}`, `{"detail":{"a":"` + value + `"}}`, `{"result":"` + value + `"}`, `{"a":"` + value + `"`, `{"success":"` + value + `"}`,
		`{"kind":"toolError:v1","code":["` + value + `"]}`, `{"error":{"code":true,"message":"` + value + `"},"jsonrpc":"2.0"}`,
	} {
		for _, d := range all.Dialects() {
			var codec dialect.Codec
			_, err := codec.Decode(dialect.Document{Dialect: d, Status: 400, Body: []byte(body)})
			if err != nil {
				require.NotContains(t, err.Error(), value, "%s: %s", d.Name(), body)
			}
		}
		_, _, err := (&dialect.Codec{Dialects: all.Dialects()}).Detect(dialect.Document{Body: []byte(body)})
		if err != nil {
			require.NotContains(t, err.Error(), value, body)
		}
	}
}
