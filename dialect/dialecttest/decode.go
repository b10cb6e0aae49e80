package dialecttest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
)

// render returns the document for e, as a client receives it.
func render(c *dialect.Codec, d dialect.Dialect, call dialect.Call, e *errkit.Error) dialect.Document {
	body, head := c.Append(nil, d, call, e)
	header := http.Header{"Content-Type": {head.ContentType}}
	if after := head.RetryAfterSeconds(); after != "" {
		header.Set("Retry-After", after)
	}
	return dialect.Document{Dialect: d, Status: head.Status, Header: header, Body: body}
}

// decode decodes a document that must have an error.
func decode(t require.TestingT, c *dialect.Codec, doc dialect.Document) *errkit.Error {
	e, err := c.Decode(doc)
	require.NoError(t, err, "%s", doc.Body)
	require.NotNil(t, e, "a success: %s", doc.Body)
	return e
}

func checkDecode(t *testing.T, d dialect.Dialect) {
	rapid.Check(t, func(t *rapid.T) {
		codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry")}
		doc := render(&codec, d, samples.AnyCall(t), samples.AnyError(t))
		requireDecodes(t, d, doc, decode(t, &codec, doc))

		// The method of the dialect does what the Codec does.
		e, err := d.Decode(&codec, doc)
		require.NoError(t, err)
		require.Equal(t, samples.Canonical(t, decode(t, &codec, doc)), samples.Canonical(t, e))

		before := samples.Canonical(t, e)
		for i := range doc.Body {
			doc.Body[i] = '!'
		}
		require.Equal(t, before, samples.Canonical(t, e), "the error has memory of the body")
	})
}

// requireDecodes checks an error that was decoded from a document of d.
func requireDecodes(t require.TestingT, d dialect.Dialect, doc dialect.Document, e *errkit.Error) {
	require.NotNil(t, e.Peer, "%s", doc.Body)
	require.Contains(t, []string{d.Name(), "http"}, e.Peer.Dialect, "%s", doc.Body)
	require.NotEmpty(t, e.Peer.Rule, "%s", doc.Body)
	require.Contains(t, errkit.Kinds(), e.Kind, "%s", doc.Body)
	require.GreaterOrEqual(t, e.RetryAfter, 0*e.RetryAfter, "%s", doc.Body)
	require.Nil(t, e.Err, "%s", doc.Body)
}

func checkAgain(t *testing.T, d dialect.Dialect) {
	var codec dialect.Codec
	rapid.Check(t, func(t *rapid.T) {
		e, call := samples.AnyError(t), samples.AnyCall(t)
		if strings.Contains(string(e.Message+e.Hint), "toolError:v1") {
			e.Message, e.Hint = "", "" // a text that is a document itself is decoded as that document
		}
		if e.Ref != "" && strings.HasPrefix(string(e.Message), string(errkit.Internal.Text())+" (reference ") {
			e.Message = "" // a text that is the sentence with another reference is decoded as that one
		}
		e.Ref = strings.TrimSuffix(e.Ref, ")") // no reference ends as the sentence does
		if e.Upstream == http.StatusRequestTimeout {
			e.Upstream = 0 // toolError:v1 decodes it as a timeout, which has no status
		}
		first := render(&codec, d, call, e)
		first.Header = nil
		decoded := decode(t, &codec, first)
		if decoded.Peer.Guessed {
			return // a guess is rendered without advice to retry; the next document does not show that it was one
		}
		second := render(&codec, d, call, decoded)
		second.Header = nil
		third := render(&codec, d, call, decode(t, &codec, second))
		require.Equal(t, string(second.Body), string(third.Body), "first %s", first.Body)
	})
}

//go:embed documents.txt
var documentsText string

// documents returns those with a heading in documents.txt.
func documents(heading string) (all []string) {
	for of, doc := range rows.All(documentsText) {
		if of == heading {
			all = append(all, doc)
		}
	}
	return all
}

// canary is a text of a document that must not be in the error of Decode.
const canary = "CANARY-VALUE"

// unrelated are documents that are not errors in any protocol; the ones that are not JSON are no
// documents of a dialect whose documents are JSON.
var unrelated = append(documents("unrelated"), "", " \n\t", "\x00", "\ufeff{}", "\xff\xfe{\x00}\x00",
	"{\"a\":\""+canary+"\xff\"}", strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 200)+"1"+strings.Repeat("}", 200))

// suspicious are documents that many protocols reject; an error that they are rejected with must
// not quote them.
var suspicious = documents("suspicious")

func checkDamage(t *testing.T, d dialect.Dialect) {
	var codec dialect.Codec
	own := render(&codec, d, dialect.Call{ID: json.RawMessage("7")}, samples.Canaries(errkit.InvalidInput))
	for _, body := range unrelated {
		for _, status := range []int{0, 200} {
			e, refusal := requireSafe(t, d, dialect.Document{Dialect: d, Status: status, Body: []byte(body)})
			require.NotContains(t, refusal, canary, "the document is quoted")
			if head := (dialect.Head{ContentType: own.Header.Get("Content-Type")}); isJSON(head) {
				require.Nil(t, e, "decoded as an error: %.200s", body)
			}
		}
	}
	for _, body := range suspicious {
		for _, status := range []int{0, 200, 400} {
			_, refusal := requireSafe(t, d, dialect.Document{Dialect: d, Status: status, Body: []byte(body)})
			require.NotContains(t, refusal, canary, "the document is quoted")
		}
	}
	step := 1
	if testing.Short() {
		step = 7
	}
	for i := 0; i < len(own.Body); i += step {
		doc := own
		doc.Body = own.Body[:i]
		requireSafe(t, d, doc)
		doc.Body = bytes.Clone(own.Body)
		doc.Body[i] = "\"{,0\x00"[i%5] // each in turn
		requireSafe(t, d, doc)
	}
}

// requireSafe decodes a document, which may be invalid. It returns the error in it, or the reason
// why it is not a document of the dialect; a success has neither.
func requireSafe(t require.TestingT, d dialect.Dialect, doc dialect.Document) (e *errkit.Error, refusal string) {
	var codec dialect.Codec
	before := bytes.Clone(doc.Body)
	var err error
	require.NotPanics(t, func() { e, err = codec.Decode(doc) }, "%.200s", before)
	require.True(t, bytes.Equal(before, doc.Body), "the body was changed: %.200s", before)
	if err != nil {
		require.ErrorIs(t, err, dialect.ErrNotDocument, "%.200s", doc.Body)
		require.Nil(t, e, "%.200s", doc.Body)
		text := err.Error()
		require.True(t, strings.HasPrefix(text, d.Name()+": "+dialect.ErrNotDocument.Error()+": "), text)
		require.NotContains(t, text, "\n")
		require.Less(t, len(text), 300, "%s", text)
		return nil, text
	}
	if e != nil {
		requireDecodes(t, d, doc, e)
	}
	return e, ""
}

// Fuzz fuzzes Decode. Its seeds are the documents, such as those of real servers, what d renders,
// and damaged documents. It checks the laws for any input, and that an error which is decoded can
// be rendered in every dialect of this module; the seeds in d and in a fifth of them, by the length of
// the document. With -short it has every fourth seed.
func Fuzz(f *testing.F, d dialect.Dialect, documents ...dialect.Document) {
	documents = slices.Clip(documents)
	for _, carry := range []bool{false, true} {
		codec := dialect.Codec{Carry: carry}
		for _, k := range errkit.Kinds() {
			documents = append(documents, render(&codec, d, dialect.Call{ID: json.RawMessage("1")}, samples.Canaries(k)))
		}
	}
	for _, body := range slices.Concat(unrelated, suspicious) {
		documents = append(documents, dialect.Document{Status: 400, Body: []byte(body),
			Header: http.Header{"Retry-After": {"Fri, 20 Nov 2026 12:00:30 GMT"}}})
	}
	for i, doc := range documents {
		if i%4 == 0 || !testing.Short() {
			f.Add(doc.Body, doc.Status, doc.Header.Get("Retry-After"))
		}
	}
	targets, isFuzzing := append(all.Dialects(), d), flag.Lookup("test.fuzz").Value.String() != ""
	f.Fuzz(func(t *testing.T, body []byte, status int, after string) {
		doc := dialect.Document{Dialect: d, Status: status, Header: http.Header{"Retry-After": {after}}, Body: body}
		e, _ := requireSafe(t, d, doc)
		if e == nil {
			return
		}
		for i, to := range targets {
			if !isFuzzing && i%5 != len(body)%5 && to != d {
				continue
			}
			codec := dialect.Codec{Carry: len(body)%2 == 0, MaxText: 1000}
			out, _, err := codec.Measure(e, to, dialect.Call{ID: json.RawMessage(`"1"`)})
			require.NoError(t, err, to.Name())
			require.NotEmpty(t, out.Body)
		}
	})
}
