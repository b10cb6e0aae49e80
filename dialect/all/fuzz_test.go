package all_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// seed adds what real servers send, what we say ourselves, and what nobody
// should.
func seed(f *testing.F, d dialect.Dialect) {
	for _, table := range [][]real{realOXP, realMCP, realAAI, realToolError, realProblem} {
		for _, c := range table {
			f.Add([]byte(c.body), c.status, c.header["Retry-After"])
		}
	}
	for _, carry := range []bool{false, true} {
		codec := dialect.Codec{Carry: carry}
		for _, k := range errkit.Kinds() {
			body, head := codec.Append(nil, d, dialect.Call{ID: json.RawMessage("1")}, canaries(k))
			f.Add(body, head.Status, head.RetryAfterSeconds())
		}
	}
	for _, body := range []string{"", "{", "null", "[]", `{"a":`, "\x00", "\ufeff{}", nested(9)} {
		f.Add([]byte(body), 400, "Fri, 20 Nov 2026 12:00:30 GMT")
	}
}

// fuzzDecoder holds a decoder to its promises: no panic, refusals that wrap
// ErrNotDocument, and what it reads can be said in every dialect.
func fuzzDecoder(f *testing.F, d dialect.Dialect) {
	seed(f, d)
	f.Fuzz(func(t *testing.T, body []byte, status int, after string) {
		in := dialect.Document{Dialect: d, Status: status, Header: header{"Retry-After": after}.http(), Body: body}
		before := bytes.Clone(body)
		var codec dialect.Codec
		e, err := codec.Decode(in)
		require.Equal(t, before, body, "a decoder writes nothing")
		if err != nil {
			require.ErrorIs(t, err, dialect.ErrNotDocument)
			require.Nil(t, e)
			return
		}
		if e == nil {
			return
		}
		require.NotNil(t, e.Peer)
		require.Equal(t, d.Name(), e.Peer.Dialect)
		require.NotEmpty(t, e.Peer.Rule)
		require.Contains(t, errkit.Kinds(), e.Kind)
		require.GreaterOrEqual(t, e.RetryAfter, codec.Normalize(&errkit.Error{}).RetryAfter)
		translatesEverywhere(t, in)
	})
}

func translatesEverywhere(t *testing.T, in dialect.Document) {
	for _, to := range every {
		translates(t, in, to)
	}
}

func translates(t *testing.T, in dialect.Document, to dialect.Dialect) {
	codec := dialect.Codec{Carry: len(in.Body)%2 == 0, MaxText: 1000}
	out, _, err := codec.Translate(in, to, dialect.Call{ID: json.RawMessage(`"1"`)})
	require.NoError(t, err, spelled(to))
	require.True(t, json.Valid(out.Body), "%s: %s", spelled(to), out.Body)
	require.GreaterOrEqual(t, out.Status, 200)
	require.LessOrEqual(t, out.Status, 599)
}

func FuzzDecodeOXP(f *testing.F)       { fuzzDecoder(f, oxp.Dialect{}) }
func FuzzDecodeMCP(f *testing.F)       { fuzzDecoder(f, mcp.Dialect{}) }
func FuzzDecodeAAI(f *testing.F)       { fuzzDecoder(f, aai.Dialect{}) }
func FuzzDecodeAAIString(f *testing.F) { fuzzDecoder(f, aai.Strings{}) }
func FuzzDecodeToolError(f *testing.F) { fuzzDecoder(f, toolerror.Dialect{}) }
func FuzzDecodeProblem(f *testing.F)   { fuzzDecoder(f, problem.Dialect{}) }

// What Detect finds decodes, and what it does not find no dialect reads.
func FuzzDetect(f *testing.F) {
	seed(f, mcp.Dialect{})
	f.Fuzz(func(t *testing.T, body []byte, status int, after string) {
		codec := dialect.Codec{Dialects: all.Dialects()}
		in := dialect.Document{Status: status, Header: header{"Retry-After": after}.http(), Body: body}
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
	seed(f, oxp.Dialect{Flat: true})
	f.Fuzz(func(t *testing.T, body []byte, status int, after string) {
		var codec dialect.Codec
		for _, from := range all.Dialects() {
			in := dialect.Document{Dialect: from, Status: status, Header: header{"Retry-After": after}.http(), Body: body}
			_, _, err := codec.Translate(in, oxp.Dialect{}, dialect.Call{})
			switch {
			case err == nil:
				translates(t, in, every[len(body)%len(every)])
			case !errors.Is(err, dialect.ErrNoError):
				require.ErrorIs(t, err, dialect.ErrNotDocument, from.Name())
			}
		}
	})
}
