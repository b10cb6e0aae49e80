package foreign

import (
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/lab/allocs"
)

// Every line of the table has a meaning, every API its documentation, and no code two meanings.
func TestAPITable(t *testing.T) {
	list, faults := parseAPIs(apiText)
	require.Empty(t, faults)
	names, documented := map[string]bool{}, 0
	for _, a := range list {
		require.False(t, names[a.name], a.name)
		names[a.name] = true
		if docs := a.places["docs"]; len(docs) > 0 {
			documented++
			require.Regexp(t, `^https?://[^ ]+$`, docs[0], a.name)
		} else {
			require.Regexp(t, `^(a|an|errors?) `, a.name, "the documentation of an API")
			require.Empty(t, a.codes, a.name)
		}
		for part, places := range a.places {
			for _, place := range places {
				require.True(t, part == "docs" || (part == "code" || part == "status") && place == "-" || place[0] == '/' || place[0] >= 'A' && place[0] <= 'Z', "%s: %s", a.name, place)
			}
		}
		if _, any := a.codes[anyCode]; len(a.codes) > 0 && a.name != arcadeName && !any {
			require.NotEmpty(t, a.places["code"], a.name)
		}
	}
	require.GreaterOrEqual(t, documented, 70)
	require.True(t, names[oauthName])
	require.True(t, names[arcadeName])
}

// A line that is wrong is left out, and nothing else.
func TestAPITableFaults(t *testing.T) {
	list, faults := parseAPIs("docs x\n= 70 a\nsigns /a:text\nno_kind x\nnot_found/often y\n" +
		"not_found z\nconflict z\ncode\n")
	require.Len(t, list, 1)
	require.Equal(t, []string{"docs x\n", "no_kind x\n", "not_found/often y\n", "conflict z\n", "code\n"}, faults)
}

// The index finds what trying every block in order finds.
func TestAPIIndex(t *testing.T) {
	file, err := os.ReadFile("testdata/apis.txt")
	require.NoError(t, err)
	list := apis()
	require.LessOrEqual(t, len(list), 64*len(apiSet{}))
	found := 0
	for _, block := range strings.Split(string(file), "\n= ")[1:] {
		lines := strings.SplitN(block, "\n", 4)
		status, headers, _ := strings.Cut(lines[1], " ")
		doc := dialect.Document{Header: http.Header{}, Body: []byte(lines[2])}
		doc.Status, err = strconv.Atoi(status)
		require.NoError(t, err)
		if key, value, ok := strings.Cut(headers, ": "); ok {
			doc.Header.Set(key, value)
		}
		v, err := jsontree.Parse(doc.Body, jsontree.Limits{})
		if err != nil {
			v, _, _ = readPage(&doc)
		}
		failed := header.IsError(doc.Status)
		want := ""
		for i := range list {
			if list[i].matches(&doc, v, failed) {
				want = list[i].name
				break
			}
		}
		if a := knownAPI(&doc, v, failed); a != nil {
			found++
			require.Equal(t, want, a.name, block)
		} else if v.Kind() == jsontree.Object && v.Member("jsonrpc").IsNull() {
			isProblem := v.Member("type").Kind() == jsontree.String && v.Member("title").Kind() == jsontree.String
			require.True(t, want == "" || isProblem, block)
		}
	}
	require.Greater(t, found, 90)
}

// A sign is compared with every document that has its first member.
func TestSignAllocations(t *testing.T) {
	v, err := jsontree.Parse([]byte(`{"error":{"code":"no_such_bell"}}`), jsontree.Limits{})
	require.NoError(t, err)
	require.Zero(t, allocs.Of(func() { new(api).hasSign("/error/code=rate_limit_exceeded", new(dialect.Document), v, true) }))
}

func BenchmarkKnownAPI(b *testing.B) {
	v, _ := jsontree.Parse([]byte(`{"title":"No bell","message":"There is no bell 7.","hint":"try 6"}`), jsontree.Limits{})
	doc := dialect.Document{Status: 404, Header: http.Header{"Content-Type": {"application/json"}}}
	for b.Loop() {
		if knownAPI(&doc, v, true) != nil {
			b.Fatal("known")
		}
	}
}
