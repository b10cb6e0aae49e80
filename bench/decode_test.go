package bench

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// decodeTasks decode a document. toolerr returns the error with its kind; codecs only fill a
// struct, which a program would still have to interpret.
func decodeTasks() (tasks []task) {
	for _, f := range Formats() {
		for _, v := range Values() {
			tasks = append(tasks, task{"dialect=" + f.Name() + "/size=" + v.Size, decoders(f, v.Err)})
		}
	}
	return tasks
}

func decoders(f Format, e *errkit.Error) []implementation {
	var c dialect.Codec
	body, head := c.Append(nil, f.Dialect, Call, e)
	doc := dialect.Document{Dialect: f.Dialect, Status: head.Status, Body: body}
	var decoded *errkit.Error
	impls := []implementation{{
		impl: "toolerr",
		do: func() []byte {
			var err error
			decoded, err = c.Decode(doc)
			must(err)
			return body
		},
		check: func(t *testing.T, _ []byte) {
			require.True(t, strings.HasPrefix(string(decoded.Message), string(e.Message)), "%q", decoded.Message)
		},
	}}
	shape := reflect.TypeOf(f.Fill(e, func(any) string { return "" })).Elem()
	for _, peer := range codecs() {
		var into any
		impls = append(impls, implementation{
			impl: peer.name,
			do: func() []byte {
				into = reflect.New(shape).Interface()
				must(peer.decode(body, into))
				return body
			},
			check: func(t *testing.T, _ []byte) {
				again, err := json.Marshal(into)
				require.NoError(t, err)
				require.JSONEq(t, string(body), string(again))
			},
		})
	}
	return impls
}

func BenchmarkDecode(b *testing.B) { run(b, decodeTasks()) }

func TestDecode(t *testing.T) { once(t, decodeTasks()) }
