package golden

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/problem"
)

// A Document is a document as real servers send it, in other words, and what is decoded from it.
type Document struct {
	Name     string
	Why      string
	Dialect  dialect.Dialect
	Status   int
	Header   Header
	Body     string
	Want     string // canonical JSON of the error; "" for a success
	Guessed  bool   // the kind has low confidence
	Evidence string // a part of the evidence
}

func (d Document) document() dialect.Document {
	return dialect.Document{Dialect: d.Dialect, Status: d.Status, Header: d.Header.HTTP(), Body: []byte(d.Body)}
}

// Header is an HTTP header.
type Header map[string]string

// HTTP returns the header as package net/http has it.
func (h Header) HTTP() http.Header {
	all := http.Header{}
	for name, value := range h {
		all.Set(name, value)
	}
	return all
}

// Documents decodes documents, and translates each into every dialect.
func Documents(t *testing.T, documents []Document) {
	seen := map[string]bool{}
	for _, tt := range documents {
		require.False(t, seen[tt.Name], "two documents have the name %q", tt.Name)
		seen[tt.Name] = true
		t.Run(tt.Name, func(t *testing.T) {
			var codec dialect.Codec
			in := tt.document()
			e, err := codec.Decode(in)
			require.NoError(t, err, tt.Why)
			if tt.Want == "" {
				require.Nil(t, e, tt.Why)
				_, _, err = codec.Translate(in, problem.Dialect{}, dialect.Call{})
				require.ErrorIs(t, err, dialect.ErrNoError)
				return
			}
			require.NotNil(t, e, tt.Why)
			require.Equal(t, tt.Want, samples.Canonical(t, e), tt.Why)
			require.Equal(t, tt.Guessed, e.Peer.Guessed, "%s: %v", e.Peer.Rule, e.Peer.Evidence)
			require.Equal(t, tt.Body, e.Peer.Raw)
			evidence := strings.Join(append(e.Peer.Evidence, e.Peer.Rule), "\n")
			require.Contains(t, evidence, tt.Evidence)
			require.Equal(t, tt.Guessed, strings.Contains(evidence, "low confidence"))

			for _, to := range all.Dialects() {
				_, _, err := codec.Translate(in, to, dialect.Call{})
				require.NoError(t, err, to.Name())
			}
		})
	}
}

// Fuzz fuzzes the decoder of a dialect with documents as seeds.
func Fuzz(f *testing.F, d dialect.Dialect, documents []Document) {
	seeds := make([]dialect.Document, len(documents))
	for i, doc := range documents {
		seeds[i] = doc.document()
	}
	dialecttest.Fuzz(f, d, seeds...)
}
