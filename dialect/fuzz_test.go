package dialect_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/lab/golden"
)

// seed adds the documents of every dialect and kind, with what a fuzz target takes.
func seed(f *testing.F) {
	for i, d := range all.Dialects() {
		for j, k := range errkit.Kinds() {
			if testing.Short() && (i+j)%4 != 0 { // they run in one goroutine, slowly with the race detector
				continue
			}
			body, head := new(dialect.Codec).Append(nil, d, dialect.Call{ID: []byte("1")}, samples.Canaries(k))
			f.Add(body, head.Status, head.RetryAfterSeconds())
		}
	}
}

// FuzzDetect: a dialect that is detected decodes the document. Without one no dialect does, if
// the HTTP status is that of an error; with another status, documents that have only one sign of
// a dialect are not detected.
func FuzzDetect(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, body []byte, status int, after string) {
		codec := dialect.Codec{Dialects: all.Dialects()}
		in := dialect.Document{Status: status, Header: golden.Header{"Retry-After": after}.HTTP(), Body: body}
		d, evidence, err := codec.Detect(in)
		if err != nil {
			require.ErrorIs(t, err, dialect.ErrNotDocument)
			require.Nil(t, d)
			if !header.IsError(status) {
				return
			}
			for _, d := range all.Dialects() {
				_, err := codec.Decode(dialect.Document{Dialect: d, Status: status, Body: body})
				require.ErrorIs(t, err, dialect.ErrNotDocument, d.Name())
			}
			return
		}
		require.NotEmpty(t, evidence)
		_, err = codec.Decode(dialect.Document{Dialect: d, Status: status, Header: in.Header, Body: body})
		require.NoError(t, err)
	})
}

// FuzzTranslate: any input is rejected, is a success, or is translated into any dialect.
func FuzzTranslate(f *testing.F) {
	seed(f)
	dialects := all.Dialects()
	f.Fuzz(func(t *testing.T, body []byte, status int, after string) {
		codec := dialect.Codec{Carry: len(body)%2 == 0, MaxText: 1000}
		for _, from := range dialects {
			in := dialect.Document{Dialect: from, Status: status, Header: golden.Header{"Retry-After": after}.HTTP(),
				Body: body}
			to := dialects[len(body)%len(dialects)]
			out, _, err := codec.Translate(in, to, dialect.Call{ID: []byte(`"1"`)})
			switch {
			case err == nil:
				isJSON := strings.HasSuffix(out.Header.Get("Content-Type"), "json")
				require.Equal(t, isJSON, json.Valid(out.Body), "%s to %s: %s", from.Name(), to.Name(), out.Body)
			case !errors.Is(err, dialect.ErrNoError):
				require.ErrorIs(t, err, dialect.ErrNotDocument, from.Name())
			}
		}
	})
}
