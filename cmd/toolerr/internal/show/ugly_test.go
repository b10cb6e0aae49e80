package show_test

import (
	_ "embed"
	"encoding/json"
	"go/format"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/show"
	"github.com/toolerr/toolerr/errkit"
)

// ugly has documents that people paste without a status, each after a line with its kind.
//
//go:embed testdata/ugly.txt
var ugly string

// TestUgly checks that at least 22 of 24 documents are recognized, and none as something else. One
// that needs its status is "".
func TestUgly(t *testing.T) {
	documents := strings.Split("\n"+ugly, "\n== ")[1:]
	require.Len(t, documents, 24)
	recognized := 0
	for _, d := range documents {
		head, body, _ := strings.Cut(d, "\n")
		name, kind, _ := strings.Cut(head, ": ")
		t.Run(name, func(t *testing.T) {
			got := show.Show(show.Request{Document: body})
			var e struct{ Kind string }
			if got.Problem == "" {
				require.NoError(t, json.Unmarshal(got.Error, &e))
				recognized++
			}
			require.Equal(t, kind, e.Kind, got.Problem)
		})
	}
	require.GreaterOrEqual(t, recognized, 22)
}

// TestGoIsFormatted checks that the Go source is what gofmt writes.
func TestGoIsFormatted(t *testing.T) {
	for _, k := range errkit.Kinds() {
		e := explain.Sample(k)
		e.Code, e.Ref = "a_code", "r-1"
		got := show.Show(show.Request{Error: e.AppendJSON(nil)})
		want, err := format.Source([]byte(got.Go))
		require.NoError(t, err, got.Go)
		require.Equal(t, string(want), got.Go)
	}
}

// TestNext checks what follows from the effect of a call.
func TestNext(t *testing.T) {
	const any, reads, changes = "Any call", "The call only reads, or may be made twice", "The call changes something"
	tests := []struct {
		name, document string
		has            []string
		not, why       string
	}{
		{"unknown", `{"kind":"timeout","effect":"unknown"}`, []string{reads, "The same call may be tried again.", changes,
			"This call may already have taken effect. Check first."}, any, ""},
		{"of the kind", `{"kind":"timeout"}`, []string{reads, changes, "may already have taken effect"}, any,
			"a call that timed out may have taken effect, whatever its error states"},
		{"none", `{"kind":"timeout","effect":"none"}`, []string{any, "Nothing was done."}, reads, ""},
		{"input", `{"kind":"invalid_input"}`, []string{any, "Change the input before you repeat the call."}, reads, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			card := string(show.Show(show.Request{Error: []byte(tt.document)}).Card)
			for _, part := range tt.has {
				require.Contains(t, card, part, tt.why)
			}
			require.NotContains(t, card, tt.not, tt.why)
		})
	}
}

// TestWithheld checks that the card lists what a front withholds, without its value.
func TestWithheld(t *testing.T) {
	const heading = "What other readers do not get"
	card := string(show.Show(show.Request{Document: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,` +
		`"message":"dial tcp 10.0.0.7:5432: refused","data":{"stack":"main.go:7"}}}`}).Card)
	_, withheld, ok := strings.Cut(card, heading)
	require.True(t, ok, card)
	require.Contains(t, withheld, "<li>message</li>")
	require.NotContains(t, withheld, "10.0.0.7")
	key := show.Show(show.Request{Document: `{"error":{"code":"invalid_api_key","message":"Wrong key: sk-proj-` +
		`abcdefghijklmnopqrstuvwxyz0123456789ABCD."}}`})
	require.Contains(t, key.Renderings, "Wrong key: [withheld]")
	require.Contains(t, key.Renderings, "<b>message</b> stays private, or a part of it does", "the rest of it is there")
	require.NotContains(t, string(show.Show(show.Request{Error: []byte(`{"kind":"not_found"}`)}).Card), heading)
}
