package bench

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/mailru/easyjson"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// decoding is from the bytes of a document to the error in it. A codec stops
// where the struct is filled: that there is an error in it, and which, is still
// to be found out.
func decoding() (works []work) {
	for _, w := range Ways() {
		for _, v := range Values() {
			works = append(works, work{"dialect=" + w.Name + "/size=" + v.Size, decoders(w, v.Err)})
		}
	}
	return works
}

func decoders(w Way, e *errkit.Error) []subject {
	var c dialect.Codec
	body, head := c.Append(nil, w.Dialect, Answered, e)
	doc := dialect.Document{Dialect: w.Dialect, Status: head.Status, Body: body}
	var read *errkit.Error
	subjects := []subject{{
		impl: "toolerr",
		do: func() []byte {
			var err error
			read, err = c.Decode(doc)
			must(err)
			return body
		},
		check: func(t *testing.T, _ []byte) {
			require.True(t, strings.HasPrefix(string(read.Message), string(e.Message)), "%q", read.Message)
		},
	}}
	shape := reflect.TypeOf(w.Fill(e, func(easyjson.Marshaler) string { return "" })).Elem()
	for _, peer := range codecs() {
		var into any
		subjects = append(subjects, subject{
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
	return subjects
}

func BenchmarkDecode(b *testing.B) { run(b, decoding()) }

func TestDecode(t *testing.T) { once(t, decoding()) }
