package probe

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestKeep(t *testing.T) {
	long := strings.Repeat("é", 100_000)
	items := strings.Repeat(`{"type":"text","text":"x"},`, 10_000) + `{}`
	type message struct {
		ID     int
		Result struct {
			IsError bool
			Content []struct{ Text string }
		}
		Error *struct {
			Code    int
			Message string
		}
	}
	for name, tt := range map[string]struct {
		body  string
		check func(t *testing.T, m message, x *Exchange)
	}{
		"a long text": {`{"error":{"message":"` + long + `","code":-32602},"id":7}`,
			func(t *testing.T, m message, _ *Exchange) {
				require.Equal(t, 7, m.ID)
				require.Equal(t, -32602, m.Error.Code)
				require.True(t, strings.HasPrefix(long, m.Error.Message))
				require.Len(t, m.Error.Message, maxKeptText)
			}},
		"a long list": {`{"result":{"content":[` + items + `],"isError":true},"id":7}`,
			func(t *testing.T, m message, _ *Exchange) {
				require.Equal(t, 7, m.ID)
				require.True(t, m.Result.IsError)
				require.Len(t, m.Result.Content, maxKeptItems)
				require.Equal(t, "x", m.Result.Content[0].Text)
			}},
		"wide and deep": {`{"result":{"a":` + strings.Repeat(`{"a":[`, 3_000) + items + strings.Repeat(`]}`, 3_000) +
			`},"id":7}`, func(t *testing.T, m message, _ *Exchange) {
			require.Equal(t, 7, m.ID)
		}},
		"a long number": {`{"n":` + strings.Repeat("9", 100_000) + `,"id":7}`,
			func(t *testing.T, m message, _ *Exchange) { require.Equal(t, 7, m.ID) }},
		"not JSON": {long, func(t *testing.T, _ message, x *Exchange) {
			require.True(t, strings.HasPrefix(long, string(x.Message)))
			require.Greater(t, len(x.Message), MaxKept-utf8.UTFMax)
		}},
		"a short one": {`{"id":7,"n":12345678901234567890}`, func(t *testing.T, _ message, x *Exchange) {
			require.Equal(t, `{"id":7,"n":12345678901234567890}`, string(x.Message))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			x := &Exchange{Status: 400, Body: []byte(tt.body), Message: []byte(tt.body),
				Header: http.Header{"A": {"1"}, "B": {long}}}
			kept := x.Keep(MaxKept)
			require.Equal(t, len(tt.body), x.Received)
			require.LessOrEqual(t, len(x.Body), MaxKept)
			require.True(t, strings.HasPrefix(tt.body, string(x.Body)))
			require.True(t, utf8.Valid(x.Body))
			require.LessOrEqual(t, len(x.Message), MaxKept+2*maxKeptText)
			require.LessOrEqual(t, len(x.Foreign()), MaxKept)
			require.LessOrEqual(t, kept, 4*MaxKept)
			require.Equal(t, http.Header{"A": {"1"}}, x.Header)
			var m message
			if json.Unmarshal(x.Message, &m) != nil {
				m = message{}
			}
			tt.check(t, m, x)
		})
	}
}

// TestForeignOfLarge checks that what a large answer repeats of its request is left out before it
// is shortened.
func TestForeignOfLarge(t *testing.T) {
	sent := "/home/x/" + strings.Repeat("x", 2*MaxKept)
	x := &Exchange{Status: 400, Request: Request{Body: []byte(`{"a":"` + sent + `"}`)},
		Message: []byte(`{"detail":"no ` + sent + ` in /srv/b"}`)}
	x.Body = x.Message
	x.Keep(MaxKept)
	require.Equal(t, "no X in /srv/b", strings.TrimPrefix(x.Foreign(), "detail\n"))
}

// TestForeignOfCommand checks that the folder that a program was started with is not one that it
// discloses.
func TestForeignOfCommand(t *testing.T) {
	x := &Exchange{Message: []byte(`{"error":"open /srv/files/a.txt, /srv/keys: no such file"}`),
		Given: []string{"/srv/files"}}
	require.Equal(t, "open X/a.txt, /srv/keys: no such file", strings.TrimPrefix(x.Foreign(), "error\n"))
}

// TestForeignIsStable checks that the order of the headers, which findings quote, is always the
// same.
func TestForeignIsStable(t *testing.T) {
	header := http.Header{}
	for i := range 10 {
		header.Set(fmt.Sprintf("X-%d", i), "ding")
	}
	want := (&Exchange{Header: header}).Foreign()
	for range 20 {
		require.Equal(t, want, (&Exchange{Header: header}).Foreign())
	}
}

func TestStringsIn(t *testing.T) {
	tests := []struct {
		name, doc string
		want      []string
	}{
		{"values and names, in their order", `{"b":"1","a":[{"c":"\u00e9"},2,null,true,"d"]}`,
			[]string{"b", "1", "a", "c", "é", "d"}},
		{"a number that float64 has not", `[1e400,"a"]`, []string{"a"}},
		{"a string", ` "a" `, []string{"a"}},
		{"no string", `[1]`, nil},
		{"the start of a document", `["a",`, nil},
		{"two documents", `"a" "b"`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, stringsIn([]byte(tt.doc))) })
	}
}
