package foreign

import (
	"cmp"
	"encoding/base64"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
)

// recorded returns the body of a response that is recorded as JSON with the HTTP status of an
// error, as a Lambda function returns it (statusCode and body) and as axios prints it (status and
// data): it has headers, or nothing else. Headers and data beside a message or an error may be
// those of the request, and a text about a failure of a server is not for the caller whom a
// response with another status blames.
func recorded(doc *dialect.Document, v jsontree.Value) (body jsontree.Value, ok bool) {
	status, body := v.Member("statusCode"), v.Member("body")
	if status.Kind() != jsontree.Number {
		status, body = v.Member("status"), v.Member("data")
	}
	n, _ := status.Int()
	isBody := body.Kind() == jsontree.String || body.Kind() == jsontree.Object || body.Kind() == jsontree.Array
	return body, isBody && header.IsError(int(n)) && n == int64(doc.ErrorStatus(v)) &&
		v.Member("message").IsNull() && v.Member("error").IsNull() &&
		(v.Len() == 2 || v.Member("headers").Kind() == jsontree.Object)
}

// Recorded returns the root of the body of a recorded response, which becomes the body of the
// document; ok is false if v is none.
func Recorded(r *wire.Reader, v jsontree.Value) (root jsontree.Value, ok bool) {
	root, ok = recorded(&r.Document, v)
	if !ok {
		return v, false
	}
	encoded := v.Member("isBase64Encoded")
	r.Used(v.Member("statusCode"), v.Member("status"), v.Member("statusText"), encoded)
	if r.Document.Header == nil {
		r.Document.Header = http.Header{}
		for name, value := range v.Member("headers").Members() {
			value = cmp.Or(value.FirstElement(), value) // of a list
			if text := value.Scalar(); text != "" {
				r.Used(value)
				r.Document.Header.Set(name, text)
			}
		}
	}
	if text, isText := root.Text(); isText {
		if isBase64, _ := encoded.Bool(); isBase64 {
			if plain, err := base64.StdEncoding.DecodeString(text); err == nil { // else it is not encoded
				text = string(plain)
			}
		}
		r.Document.Body = []byte(text)
		root = r.Inside(root, text)
	}
	return root, true
}
