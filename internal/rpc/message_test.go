package rpc_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/lab/allocs"
)

// read reads a text that arrives as a whole.
func read(text []byte) (m rpc.Message) {
	m.Write(text)
	return m
}

// A shown is what a Message shows.
type shown struct{ id, method, tool, uri string }

func show(m *rpc.Message) shown {
	return shown{string(m.Value(rpc.ID)), string(m.Value(rpc.Method)), string(m.Value(rpc.Tool)),
		string(m.Value(rpc.URI))}
}

// all is all that a Message shows but its values, in which the parts of a text must not differ.
func all(m *rpc.Message) (list []any) {
	for member := range rpc.Type + 1 {
		list = append(list, m.First(member))
	}
	return append(list, m.Done, m.Batch, m.Item, m.Damage)
}

// What a text shows does not depend on the parts in which it arrives.
func TestMessage(t *testing.T) {
	long := strings.Repeat("x", 5000)
	tests := []struct {
		name, in string
		want     shown
		rpc      bool
		rest     string // after the first value
		open     bool   // the value has no end
		damage   int
	}{
		{name: "all", in: ` {"jsonrpc": "2.0", "id" : 7 , "method":"x","params":{"name":"n","uri":"u"} } `,
			want: shown{"7", `"x"`, `"n"`, `"u"`}, rpc: true, rest: " "},
		{name: "any order", in: `{"id":"a\"b","params":{"x":[{"id":1}],"name":"n"},"jsonrpc":"2.0"}`,
			want: shown{id: `"a\"b"`, tool: `"n"`}, rpc: true},
		{name: "the id first", in: `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`,
			want: shown{id: "7", method: `"tools/call"`, tool: `"ring"`}, rpc: true},
		{name: "the id last", in: `{"method":"resources/read","params":{"a":{"id":1,"name":"b"},"uri":"file:///\u00e9\"}","x":["{",{"id":2}]},"jsonrpc":"2.0", "id" : "a\"b" }`,
			want: shown{id: `"a\"b"`, method: `"resources/read"`, uri: `"file:///\u00e9\"}"`}, rpc: true},
		{name: "escaped names", in: `{"\u006asonrpc":"2.0","\u0069d":7,"\u0049d":8,"i\u0164":9,"\\u0069d":10}`,
			want: shown{id: "7"}, rpc: true},
		{name: "names further in", in: `{"a":{"jsonrpc":"2.0","id":1},"b":["id",2]}`},
		{name: "names in an array", in: `{"params":[{"name":"x"},"name","y"],"id":[1]}`, want: shown{id: "["}},
		{name: "a name outside of params", in: `{"jsonrpc":"2.0","other":{"name":"x"},"name":"y","id":-1.5}`,
			want: shown{id: "-1.5"}, rpc: true},
		{name: "the last of equal names", in: `{"id":1,"id":2}`, want: shown{id: "2"}},
		{name: "an id that is not one", in: `{"jsonrpc":"2.0","id":{"a":1},"method":[1]}`,
			want: shown{id: "{", method: "["}, rpc: true},
		{name: "null", in: `{"id":null}`, want: shown{id: "null"}},
		{name: "a long id", in: `{"id":"` + long + `","method":"a"}`, want: shown{method: `"a"`}},
		{name: "a long name", in: `{"` + long + `":1,"method":"a"}`, want: shown{method: `"a"`}},
		{name: "a batch", in: `[{"id":1,"method":"a"}]`},
		{name: "a batch of JSON-RPC", in: `[{"jsonrpc":"2.0","id":1}]`},
		{name: "escapes", in: `{"text":"` + strings.Repeat(`\n\"\\`, 500) + `","id":1}`, want: shown{id: "1"}},
		{name: "a backslash at the end", in: `{"text":"\\","id":1}`, want: shown{id: "1"}},
		{name: "values that are long", in: `{"id":"` + long[:100] + `","method":"` + long[:100] + `"}`,
			want: shown{id: `"` + long[:100] + `"`, method: `"` + long[:100] + `"`}},
		{name: "two values", in: `{"id":1}` + "\n" + `{"id":2}`, want: shown{id: "1"}, rest: "\n" + `{"id":2}`},
		{name: "no end", in: `{"id":1,"method":"a`, want: shown{id: "1"}, open: true},
		{name: "cut in a number", in: `{"jsonrpc":"2.0","id":12`, rpc: true, open: true},
		{name: "cut in a string", in: `{"jsonrpc":"2.0","id":"12`, rpc: true, open: true},
		{name: "cut in params", in: `{"id":12,"params":{"name":"n","x":[[[`, want: shown{id: "12", tool: `"n"`},
			open: true},
		{name: "an escape at the end", in: `{"id":"\`, open: true},
		{name: "no value", in: `{"id":,"method":}`, damage: 1},
		{name: "two values of a member", in: `{"id":1 2,"params":{"name":"n"}}`, want: shown{id: "1", tool: `"n"`},
			damage: 1},
		{name: "no name", in: `{"params":{x:1,"name":"n"},"id":1}`, want: shown{id: "1", tool: `"n"`}, damage: 2},
		{name: "no comma", in: `{"id":1 "method":"a"}`, want: shown{id: "1", method: `"a"`}},
		{name: "the wrong end", in: `{"params":{"a":[1},"id":1}`, open: true, damage: 3},
		{name: "a byte order mark", in: "\ufeff" + `{"id":1}`, want: shown{id: "1"}, damage: 1},
		{name: "text before", in: `> {"id":1}`, damage: 1},
		{name: "no JSON", in: `}{]"`, rest: `{]"`, damage: 1},
		{name: "a word", in: "jsonrpc", open: true, damage: 1},
		{name: "nothing", in: "", open: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{1, 3, len(tt.in) + 1} {
				var m rpc.Message
				n := 0
				for n < len(tt.in) && !m.Done {
					n += m.Write([]byte(tt.in[n:min(n+size, len(tt.in))]))
				}
				require.Equal(t, tt.want, show(&m))
				require.Equal(t, tt.rpc, m.IsRPC())
				require.Equal(t, !tt.open, m.Done)
				require.Equal(t, tt.rest, tt.in[n:])
				require.Equal(t, tt.damage, m.Damage)
			}
		})
	}
}

func TestMessageMeta(t *testing.T) {
	tests := []struct {
		name, in string
		want     bool
	}{
		{"a member", `{"params":{"_meta":{"x":1,"io.modelcontextprotocol/a":2}}}`, true},
		{"with an escape", `{"params":{"_meta":{"io.modelcontextprotocol\/` + strings.Repeat("a", 100) + `":2}}}`,
			true},
		{"further in", `{"params":{"_meta":{"x":{"io.modelcontextprotocol/a":2}}}}`, false},
		{"outside", `{"_meta":{"io.modelcontextprotocol/a":2}}`, false},
	}
	for _, tt := range tests {
		for _, size := range []int{1, len(tt.in)} {
			var m rpc.Message
			for n := 0; n < len(tt.in); {
				n += m.Write([]byte(tt.in[n:min(n+size, len(tt.in))]))
			}
			require.Equal(t, tt.want, m.Has(rpc.Defined), tt.name)
		}
	}
}

// A body of small tokens, deep or wide, costs no allocation.
func TestMessageAllocatesNothing(t *testing.T) {
	for _, body := range []string{
		`{"params":[` + strings.Repeat("1,", 1<<14) + `1],"jsonrpc":"2.0"}`,
		`{"params":` + strings.Repeat(`[`, 1<<14) + strings.Repeat(`]`, 1<<14) + `,"jsonrpc":"2.0"}`,
		`{` + strings.Repeat(`"\u0069x":1,`, 1<<13) + `"jsonrpc":"2.0"}`,
		`{` + strings.Repeat(`"\u00zzx":1,`, 1<<13) + `"jsonrpc":"2.0"}`,
		`{"params":{` + strings.Repeat(`"a":"\\\"",`, 1<<13) + `"a":1},"jsonrpc":"2.0"}`,
		`{"params":{"_meta":` + strings.Repeat(`{"_meta":`, 1<<13),
	} {
		b := []byte(body)
		var found rpc.Message
		require.Zero(t, allocs.Of(func() { found = read(b) }))
		require.Equal(t, found.Done, found.IsRPC())
	}
}

// FuzzMessage compares with encoding/json.
func FuzzMessage(f *testing.F) {
	f.Add([]byte(`{"id" :1, "id":2,,"id":3 "id":"4}`))
	f.Add([]byte(`[{"jsonrpc":"2.0"},{"jsonrpc":1}]`))
	f.Add([]byte(`> {"result":{"content":[{"type":"text"},{"a":1}]}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":7,"method":"m","params":{"name":"n","_meta":{"a":1}}}`))
	f.Add([]byte(`{"params":[[{"a":{}}],1],"id":"x\u0041\\"}`))
	f.Add([]byte(`{"id":{"a":[`))
	f.Add([]byte(`{"\u0069d":1}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		found := read(body)
		var parts rpc.Message
		for n := 0; n < len(body) && !parts.Done; { // no name is whole in a part
			n += parts.Write(body[n:min(n+1+n%2, len(body))])
		}
		require.Equal(t, show(&found), show(&parts), "in parts")
		require.Equal(t, all(&found), all(&parts), "in parts")
		require.True(t, parts.IsValid() || !found.IsValid(), "of a word in parts only the start is known")

		var members map[string]json.RawMessage
		if json.Unmarshal(body, &members) != nil || members == nil {
			return
		}
		_, isRPC := members["jsonrpc"]
		require.Equal(t, isRPC, found.IsRPC())
		require.True(t, found.Done)
		require.Zero(t, found.Damage)
		for name, m := range map[string]rpc.Member{"id": rpc.ID, "method": rpc.Method} {
			want := string(members[name])
			switch {
			case len(want) > 4096:
				want = ""
			case strings.HasPrefix(want, "{"), strings.HasPrefix(want, "["):
				want = want[:1]
			}
			require.Equal(t, want, string(found.Value(m)))
		}
	})
}
