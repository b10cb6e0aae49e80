package foreign_test

import (
	"errors"
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// A bell is a dialect that only reads: {"rang":false,"why":"..."}.
type bell struct{}

func (bell) Name() string { return "bell" }

func (bell) Append(dst []byte, _ *dialect.Codec, _ dialect.Call, _ *errkit.Error) ([]byte, dialect.Head) {
	return dst, dialect.Head{}
}

func (d bell) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), read, foreign.Rules{})
}

func read(r *wire.Reader, root jsontree.Value) (bool, error) {
	rang, ok := root.Member("rang").Bool()
	if !ok {
		return false, errors.New(`the document: no "rang"`)
	}
	r.Kind(errkit.ExecutionFailed, "rang is false")
	r.Refine(wire.FailedCall) // which failure it is, only the text says
	r.Message(r.String(root, "why"))
	return !rang, nil
}

// A text decides what the document leaves open. A gateway's body is of no dialect: its code counts
// beside the HTTP status.
func ExampleRules() {
	var codec dialect.Codec
	for _, doc := range []dialect.Document{
		{Dialect: bell{}, Status: 200, Body: []byte(`{"rang":false,"why":"429 Too Many Requests"}`)},
		{Dialect: bell{}, Status: 400, Body: []byte(`{"code":"ALREADY_EXISTS","message":"There is a bell 7."}`)},
	} {
		e, err := codec.Decode(doc)
		fmt.Println(e.Kind.String(), "by", e.Peer.Rule, "guessed:", e.Peer.Guessed, err)
	}
	// Output:
	// rate_limited by text resembles "too many requests" guessed: true <nil>
	// conflict by /code ALREADY_EXISTS guessed: false <nil>
}
