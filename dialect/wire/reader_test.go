package wire

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/lab/allocs"
)

// readAll reads a document with everything that a Reader has.
func readAll(r *Reader, root jsontree.Value) (bool, error) {
	r.Kind(errkit.ExecutionFailed, "rule")
	r.Message(r.String(root, "message"))
	for e := root.Member("list").FirstElement(); e.Kind() != jsontree.Absent; e = e.Next() {
		s, _ := e.Text()
		r.GuessFrom(s)
		r.Field(errkit.Field{Message: errkit.Text(s)})
		r.Note("%s", Place(e))
	}
	if !root.Member("url").IsNull() {
		r.Challenge(errkit.Challenge{URL: r.String(root, "url")})
		r.Peer.Retry, r.Peer.Stage, r.Peer.Status, r.Peer.Type = errkit.AfterAction, errkit.BeforeCall, 503, "t"
		r.StageOf = nil
		r.Refine(FailedCall)
		r.Guess.Code, r.Guess.Class, r.Guess.Body, r.Guess.StatusOnly = "c", "C", root, true
	}
	return true, nil
}

func decode(t *testing.T, body string) *errkit.Error {
	t.Helper()
	e, err := Decode(new(dialect.Codec), dialect.Document{Body: []byte(body)}, "test", readAll, nil)
	require.NoError(t, err)
	return e
}

// A Reader is used again and returns nothing of the document before.
func TestDecodeLeavesNothingBehind(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it decodes long texts many times to measure what memory is kept")
	}
	large := `{"message":"timeout","url":"https://example.com","list":["rate limit"` + strings.Repeat(`,"not found"`,
		3000) + `]}`
	small := `{"message":"There is no bell."}`
	want := decode(t, small)
	for range 50 { // of a few Readers in the pool
		first := decode(t, large)
		require.Len(t, first.Fields, maxItems)
		require.Equal(t, want, decode(t, small))
		require.Equal(t, "not found", string(first.Fields[98].Message), "what was returned stays")
	}
	for _, body := range []string{large, small, `{"message":1}`, `{`} {
		_, _ = Decode(new(dialect.Codec), dialect.Document{Body: []byte(body)}, "test",
			func(r *Reader, root jsontree.Value) (bool, error) {
				_, _ = readAll(r, root)
				r.WrongType(root, "nothing")
				return false, errors.New("no")
			}, nil)
		r := readers.Get().(*Reader)
		for _, s := range r.Guess.Texts[:cap(r.Guess.Texts)] {
			require.Empty(t, s)
		}
		if r.result != nil {
			require.Empty(t, r.result.note[0])
			r.Peer.Evidence = nil
			require.Zero(t, *r.result)
		}
		r.Error, r.Peer, r.result = nil, nil, nil
		r.buffer, r.Guess.Texts = jsontree.Buffer{}, nil // empty, but with memory
		require.True(t, reflect.ValueOf(*r).IsZero(), "%+v", r)
		readers.Put(r)
	}
}

// An error is one allocation beside the copy of the document, also with a line of evidence; a
// document without one leaves its memory to the next.
func TestDecodeAllocates(t *testing.T) {
	tests := []struct {
		name  string
		notes []string
		found bool
		want  float64
	}{
		{"an error", nil, true, 2},
		{"with evidence", []string{"low confidence"}, true, 2},
		{"with more of it", []string{"low confidence", "a conflict"}, true, 3},
		{"no error", []string{"low confidence"}, false, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec, doc := new(dialect.Codec), dialect.Document{Body: []byte(`{"message":"There is no bell."}`)}
			read := func(r *Reader, root jsontree.Value) (bool, error) {
				r.Message(r.String(root, "message"))
				r.Peer.Evidence = append(r.Peer.Evidence, tt.notes...)
				return tt.found, nil
			}
			require.Equal(t, tt.want, allocs.Of(func() { _, _ = Decode(codec, doc, "test", read, nil) }))
			if e, err := Decode(codec, doc, "test", read, nil); tt.found {
				require.NoError(t, err)
				require.Equal(t, tt.notes, e.Peer.Evidence)
			} else {
				require.Nil(t, e)
			}
		})
	}
}

func TestDecodeRejects(t *testing.T) {
	nothing := func(r *Reader, _ jsontree.Value) (bool, error) { return false, nil }
	tests := []struct {
		name, body string
		read       func(*Reader, jsontree.Value) (bool, error)
		want       string
	}{
		{"not JSON", `{`, nothing, "test: not a document of this dialect: line 1, column 2: unexpected end of document"},
		{"an error of the dialect", `{}`,
			func(*Reader, jsontree.Value) (bool, error) { return false, errors.New("no") },
			"test: not a document of this dialect: no"},
		{"the first wrong value", `{"a":1,"b":2}`, func(r *Reader, v jsontree.Value) (bool, error) {
			r.WrongType(v.Member("a"), "a string")
			r.WrongType(v.Member("b"), "a string")
			return true, nil
		}, "test: not a document of this dialect: /a: want a string, got number"},
		{"a required type", `{"b":2}`, func(r *Reader, v jsontree.Value) (bool, error) {
			r.Require(v, "b",
				jsontree.Bool)
			return true, nil
		}, "test: not a document of this dialect: /b: want true or false, got number"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := Decode(new(dialect.Codec), dialect.Document{Body: []byte(tt.body)}, "test", tt.read, nil)
			require.ErrorIs(t, err, dialect.ErrNotDocument)
			require.EqualError(t, err, tt.want)
			require.Nil(t, e)
		})
	}
	e, err := Decode(new(dialect.Codec), dialect.Document{Body: []byte(`{}`)}, "test", nothing, nil)
	require.NoError(t, err)
	require.Nil(t, e, "a success")
}

// Peer has what the document says whether or not the table agrees; the error only where it does
// not.
func TestFacts(t *testing.T) {
	read := func(retry errkit.Retry, stage errkit.Stage, status int) *errkit.Error {
		e, err := Decode(new(dialect.Codec), dialect.Document{Body: []byte(`{}`)}, "test",
			func(r *Reader, _ jsontree.Value) (bool, error) {
				r.Kind(errkit.RateLimited, "rule") // of the table: allowed, execution, status 429
				r.Peer.Retry, r.Peer.Stage, r.Peer.Status = retry, stage, status
				return true, nil
			}, nil)
		require.NoError(t, err)
		require.Equal(t, retry, e.Peer.Retry)
		require.Equal(t, stage, e.Peer.Stage)
		require.Equal(t, status, e.Peer.Status)
		return e
	}
	same := read(errkit.Allowed, errkit.Execution, 429)
	require.Equal(t, fmt.Sprint(errkit.Retry(0), errkit.Stage(0), 0),
		fmt.Sprint(same.Retry, same.Stage, same.Upstream))
	other := read(errkit.Never, errkit.BeforeCall, 503)
	require.Equal(t, fmt.Sprint(errkit.Never, errkit.BeforeCall, 503),
		fmt.Sprint(other.Retry, other.Stage, other.Upstream))
	read(errkit.RetryUnspecified, errkit.StageUnspecified, 0)
}

func TestRootIsOfTheBody(t *testing.T) {
	d := dialect.Document{Body: []byte(`{}`)}
	_, ok := d.Root()
	require.False(t, ok)
	other := rerooting{}
	codec := dialect.Codec{Dialects: []dialect.Dialect{other}}
	e, err := codec.Decode(dialect.Document{Body: []byte(`{"message":"outside","inner":1}`)})
	require.NoError(t, err)
	require.Equal(t, "inside", string(e.Message))
}

// rerooting is a dialect that decodes another body than the one it was given.
type rerooting struct{}

func (rerooting) Name() string { return "rerooting" }
func (rerooting) Append(dst []byte, _ *dialect.Codec, _ dialect.Call, _ *errkit.Error) ([]byte, dialect.Head) {
	return dst, dialect.Head{}
}
func (rerooting) Decode(c *dialect.Codec, d dialect.Document) (*errkit.Error, error) {
	if _, ok := d.Root(); !ok {
		return nil, dialect.NotDocument("rerooting", errors.New("not parsed"))
	}
	d.Body = []byte(`{"message":"inside"}`)
	return Decode(c, d, "rerooting", readAll, nil)
}

// TestStatusOfBody checks that only the HTTP status of the response makes a document of another
// dialect an error.
func TestStatusOfBody(t *testing.T) {
	reject := func(*Reader, jsontree.Value) (bool, error) { return false, errors.New("of another dialect") }
	for _, body := range []string{`{"status":404}`, `{"error":{"code":404}}`,
		`{"error":{"status":503,"message":"no"}}`} {
		d := dialect.Document{Body: []byte(body)}
		_, err := Decode(new(dialect.Codec), d, "test", reject, nil)
		require.ErrorIs(t, err, dialect.ErrNotDocument, body)
		d.Status = 404
		e, err := Decode(new(dialect.Codec), d, "test", reject, nil)
		require.NoError(t, err, body)
		require.Contains(t, e.Peer.Evidence, "not a document of test: of another dialect", body)
	}
}

// Texts that are empty take no place of those from which a kind is guessed.
func TestGuessFromNothing(t *testing.T) {
	r := new(Reader)
	for range maxTexts {
		r.GuessFrom("")
	}
	r.GuessFrom("not found")
	require.Equal(t, []string{"not found"}, r.Guess.Texts)
}
