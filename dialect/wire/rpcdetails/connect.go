package rpcdetails

import (
	"encoding/base64"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// AppendConnect appends the details as a JSON array of Connect (Connect, Error Details).
func AppendConnect(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, o Options) []byte {
	w, s := writer{dst: append(dst, '['), codec: c}, source{wire.WithRetry(c.Table, e), call, o, dropNothing}
	for m := range messages {
		if !s.has(m) {
			continue
		}
		item := w.openItem(0)
		w.dst = append(append(append(w.dst, `"type":"`...), names[m]...), `","value":"`...)
		value := len(w.dst)
		w.binary = true
		w.message(m, &s)
		w.encode(value)
		w.binary, w.brief = false, true
		w.dst = append(w.dst, `","debug":{`...)
		w.message(m, &s)
		w.dst = append(w.dst, '}')
		w.closeItem(item)
	}
	return append(w.dst, ']')
}

// maxMessages is the number of messages of Connect that are read.
const maxMessages = 100

// ReadConnect is [Read] for the details of Connect. The values count; debug is read only where a value is missing or not valid
// (Connect, Error Details: a client must not depend on it).
func ReadConnect(r *wire.Reader, writer dialect.Dialect, code mapping.RPCCode, rule string, details jsontree.Value) {
	doc := []byte{'['}
	n := 0
	for d := details.FirstElement(); d.Kind() != jsontree.Absent && n < maxMessages; d = d.Next() {
		name, ok := d.Member("type").Text()
		if !ok {
			continue
		}
		encoded, _ := d.Member("value").Text()
		bytes, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
		next, ok := appendAny(jsonw.AppendComma(doc, n), name, string(bytes))
		if err != nil || !ok || encoded == "" {
			debug := d.Member("debug")
			if debug.Kind() != jsontree.Object {
				continue
			}
			r.Note("%s: not a message of its type, debug is read", wire.Place(d))
			next = appendDebug(doc, n, name, debug)
		}
		r.Used(d)
		doc = next
		n++
	}
	root, err := jsontree.Parse(append(doc, ']'), jsontree.Limits{})
	if err != nil {
		r.Note("%s: %v", wire.Place(details), err)
	}
	Read(r, writer, code, rule, root)
}

// appendDebug appends the member debug of a detail as element n of a list of Any.
func appendDebug(doc []byte, n int, name string, debug jsontree.Value) []byte {
	doc = jsonw.AppendString(append(jsonw.AppendComma(doc, n), `{"@type":`...), name)
	if debug.Len() > 0 {
		doc = append(doc, ',')
	}
	return append(doc, debug.Raw()[1:]...)
}
