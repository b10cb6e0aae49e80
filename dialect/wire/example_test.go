package wire_test

import (
	"errors"
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// An envelope is a dialect of an application: {"error":{"message":"...","code":"..."}}.
type envelope struct{}

func (envelope) Name() string { return "envelope" }

func (envelope) Append(dst []byte, c *dialect.Codec, _ dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	dst = wire.AppendMessage(append(dst, `{"error":{"message":`...), c, e)
	dst = wire.AppendMember(dst, `,"code":"`, string(e.Code))
	return append(dst, `}}`...), dialect.Head{Status: c.Table.Status(e), ContentType: wire.MediaTypeJSON}
}

func (d envelope) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), func(r *wire.Reader, root jsontree.Value) (bool, error) {
		fault := root.Member("error")
		if fault.Kind() != jsontree.Object {
			return false, errors.New(`the document: no "error"`)
		}
		r.ByStatus()
		r.Message(r.String(fault, "message"))
		r.Error.Code = errkit.Code(r.String(fault, "code"))
		return true, nil
	}, nil)
}

func ExampleDecode() {
	var codec dialect.Codec
	body, head := codec.Append(nil, envelope{}, dialect.Call{},
		&errkit.Error{Kind: errkit.NotFound, Code: "no_such_bell"})
	fmt.Printf("%d %s\n", head.Status, body)
	e, err := codec.Decode(dialect.Document{Dialect: envelope{}, Status: head.Status, Body: body})
	fmt.Println(e.Kind.String(), e.Code, err)
	// Output:
	// 404 {"error":{"message":"What was asked for does not exist.","code":"no_such_bell"}}
	// not_found no_such_bell <nil>
}
