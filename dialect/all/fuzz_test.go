package all_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/internal/samples"
)

func seedAll(f *testing.F) {
	for _, d := range samples.Every {
		samples.Seed(f, d, nil)
	}
}

// What Detect finds decodes, and what it does not find no dialect reads.
func FuzzDetect(f *testing.F) {
	seedAll(f)
	f.Fuzz(func(t *testing.T, body []byte, status int, after string) {
		codec := dialect.Codec{Dialects: all.Dialects()}
		in := dialect.Document{Status: status, Header: samples.Header{"Retry-After": after}.HTTP(), Body: body}
		d, evidence, err := codec.Detect(in)
		if err != nil {
			require.ErrorIs(t, err, dialect.ErrNotDocument)
			require.Nil(t, d)
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

// Whatever comes in, in any dialect: it is refused, it is a success, or it goes
// out in another.
func FuzzTranslate(f *testing.F) {
	seedAll(f)
	f.Fuzz(func(t *testing.T, body []byte, status int, after string) {
		var codec dialect.Codec
		for _, from := range all.Dialects() {
			in := dialect.Document{Dialect: from, Status: status, Header: samples.Header{"Retry-After": after}.HTTP(), Body: body}
			_, _, err := codec.Translate(in, oxp.Dialect{}, dialect.Call{})
			switch {
			case err == nil:
				samples.Translates(t, in, samples.Every[len(body)%len(samples.Every)])
			case !errors.Is(err, dialect.ErrNoError):
				require.ErrorIs(t, err, dialect.ErrNotDocument, from.Name())
			}
		}
	})
}
