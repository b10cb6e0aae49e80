package all_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
)

// A peer decides how large its errors are, but not how large the errors are that a program gets:
// whatever text of a document is of 160 KB, and whatever list of thousands of items, the error is
// small.
func TestDecodedIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it decodes hundreds of large documents")
	}
	const most = 150 << 10
	for _, d := range all.Dialects() {
		t.Run(d.Name(), func(t *testing.T) {
			n := 0
			for _, k := range []errkit.Kind{errkit.InvalidInput, errkit.AuthRequired} {
				body, head := new(dialect.Codec).Append(nil, d, dialect.Call{ID: json.RawMessage("1")}, samples.Canaries(k))
				for large := range grown(t, body) {
					e, err := (&dialect.Codec{Unread: true}).Decode(
						dialect.Document{Dialect: d, Status: head.Status, Body: large})
					if err != nil || e == nil {
						continue
					}
					n++
					peer := *e.Peer
					peer.Raw = ""
					size := len(e.AppendJSON(nil)) + len(e.Dev.Reveal()) + len(fmt.Sprint(peer))
					require.Less(t, size, most, "%.300s", large)
				}
			}
			require.NotZero(t, n, "no document is an error")
		})
	}
}

// large is appended to texts. It is larger than what is allowed.
var large = strings.Repeat(" ü<", 40_000)

// grown yields a document with each of its texts grown in turn, and each of its lists. One of gRPC
// has lines.
func grown(t *testing.T, doc []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var root any
		if err := json.Unmarshal(doc, &root); err == nil {
			grow(root, func() bool {
				body, err := json.Marshal(root)
				require.NoError(t, err)
				return yield(body)
			})
			return
		}
		lines := strings.Split(string(doc), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimSuffix(line, "\r") + url.PathEscape(large)
			if !yield([]byte(strings.Join(lines, "\n"))) {
				return
			}
			lines[i] = line
		}
	}
}

// grow calls f with each text and each list grown in turn, until f returns false.
func grow(v any, f func() bool) bool {
	with := func(item any, set func(any)) bool {
		switch m := item.(type) {
		case string:
			set(m + large)
		case []any:
			set(slices.Repeat(m, 3_000))
		default:
			return grow(item, f)
		}
		more := f()
		set(item)
		return more && grow(item, f)
	}
	switch v := v.(type) {
	case map[string]any:
		for name, m := range v {
			if !with(m, func(m any) { v[name] = m }) {
				return false
			}
		}
	case []any:
		for i, m := range v {
			if !with(m, func(m any) { v[i] = m }) {
				return false
			}
		}
	}
	return true
}
