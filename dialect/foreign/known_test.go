package foreign_test

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/lab/golden"
)

// TestKnownAPIs decodes a document of each API in apis.txt, whose dialect and whose API are
// detected.
func TestKnownAPIs(t *testing.T) {
	const name = "testdata/apis.txt"
	file, err := os.ReadFile(name)
	require.NoError(t, err)
	introduction, _, _ := strings.Cut(string(file), "\n= ")
	out, seen := introduction, map[string]bool{}
	var wrong []string
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, block := range strings.Split(string(file), "\n= ")[1:] {
		lines := strings.SplitN(strings.TrimSpace(block), "\n", 4)
		require.GreaterOrEqual(t, len(lines), 3, block)
		status, headers, _ := strings.Cut(lines[1], " ")
		doc := dialect.Document{Header: http.Header{}, Body: []byte(lines[2])}
		doc.Status, err = strconv.Atoi(status)
		require.NoError(t, err, block)
		if key, value, ok := strings.Cut(headers, ": "); ok {
			doc.Header.Set(key, value)
		}
		found, evidence, err := codec.Detect(doc)
		if err != nil {
			wrong = append(wrong, lines[0]+": "+err.Error())
			continue
		}
		if found.Name() == "http" && evidence[0] != "detected as http by the shape of "+lines[0] {
			wrong = append(wrong, lines[0]+": "+evidence[0])
		}
		e, err := codec.Decode(doc)
		require.NoError(t, err, block)
		seen[lines[0]] = true
		canonical, err := e.MarshalJSON()
		require.NoError(t, err)
		out += fmt.Sprintf("\n= %s\n%s\n%s\n%s\n", lines[0], lines[1], lines[2], canonical)
	}
	require.Empty(t, wrong)
	golden.File(t, name, out)
	for _, api := range documented(t) {
		require.True(t, seen[api], "%s has no document in %s", api, name)
	}
}

// documented returns the names of the APIs in apis.txt that a document is recognized as.
func documented(t *testing.T) (names []string) {
	table, err := os.ReadFile("apis.txt")
	require.NoError(t, err)
	for _, block := range strings.Split(string(table), "\n= ")[1:] {
		head, _, _ := strings.Cut(block, "\n")
		_, name, _ := strings.Cut(head, " ")
		if strings.Contains(block, "\ndocs ") && strings.Contains(block, "\nsigns ") &&
			!strings.Contains(block, "\nsigns rpc") {
			names = append(names, name)
		}
	}
	require.Greater(t, len(names), 70)
	return names
}
