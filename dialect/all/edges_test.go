package all_test

import (
	"net/http"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
)

// jsonValue matches a string, number or word of a document in JSON, and textWord one of another
// text.
var jsonValue, textWord = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\b(?:true|false|null)\b`), regexp.MustCompile(`[^\s<>]+`)

// edges are what servers write in place of a name or a text, and what functions that cut texts may
// stumble over.
var edges = [...]string{`""`, `" "`, `" must be a bell"`, `"a "`, `":"`, `": "`, `"a: "`, `"/"`, `"["`, `"]["`, `"()"`, `"<"`, `"."`, `"#"`, `"-"`, `"_"`,
	`"{'"`, `"="`, `"é"`, `"400"`, `"E"`, `null`, `-1`, `0`, `4e2`, `[]`, `{}`, `[""]`, `[[]]`, `[{}]`, `{"":""}`, `{"message":""}`}

// A value of a document of a real server may be any other: each is replaced by edges in turn, with
// the status of the document or another one, and nothing panics.
func TestEdges(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it decodes fifty thousand documents")
	}
	codec := dialect.Codec{Dialects: all.Dialects()}
	for i, r := range readings(t) {
		values := jsonValue
		if !slices.Contains([]byte{'{', '['}, (string(r.doc.Body) + " ")[0]) {
			values = textWord
		}
		places := values.FindAllIndex(r.doc.Body, 24)
		for j, at := range places {
			for k, edge := range edges {
				if (i+j+k)%23 != 0 { // the others change as little
					continue
				}
				doc := r.doc
				doc.Body = slices.Concat(r.doc.Body[:at[0]], []byte(edge), r.doc.Body[at[1]:])
				if (i+j+k)%2 == 0 {
					doc.Status = http.StatusBadRequest
				}
				require.NotPanics(t, func() { _, _ = codec.Decode(doc) }, "%d: %s", doc.Status, doc.Body)
			}
		}
	}
}
