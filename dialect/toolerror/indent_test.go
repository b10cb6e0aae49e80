package toolerror_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// The block that a model reads has no character raw that hides or turns what
// stands beside it; the details that it says are the same.
func TestBlockHidesNothing(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"an override", "a\u202eb", `a\u202eb`},
		{"an isolate at the end", "a\u2066", `a\u2066`},
		{"controls alone", "\u202a\u2069", `\u202a\u2069`},
		{"DEL", "a\u007fb", `a\u007fb`},
		{"C1", "a\u009b31mb", `a\u009b31mb`},
		{"C0", "a\u001bb", `a\u001bb`},
		{"before a quote", "\u202e\"", `\u202e\"`},
		{"neighbours", "\u00a0\u2027\u206aö世🙂", "\u00a0\u2027\u206aö世🙂"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := &errkit.Error{Kind: errkit.Conflict, Message: "No.",
				Details: []slog.Attr{slog.String("a", tt.text), slog.Int("k"+tt.text, 1),
					slog.Any("list", []string{tt.text})}}
			codec := dialect.Codec{Carry: true}
			var blocks []struct{ Text string }
			require.NoError(t, json.Unmarshal(toolerror.Dialect{Format: toolerror.Both}.Parts(&codec, dialect.Call{}, e).Blocks, &blocks))
			doc := blocks[1].Text
			require.Contains(t, doc, `"a": "`+tt.want+`"`)
			require.Contains(t, doc, `"k`+tt.want+`": 1`)
			for _, r := range "\u007f\u009b\u202a\u202e\u2066\u2069" {
				require.False(t, strings.ContainsRune(doc, r), "%q", r)
			}
			// Without Carry, whose texts are cleaned, all details are decoded.
			_, losses, err := new(dialect.Codec).Measure(e, toolerror.Dialect{Format: toolerror.JSON},
				dialect.Call{OutputSchema: true})
			require.NoError(t, err)
			for _, l := range losses {
				require.NotEqual(t, "details", l.Field)
			}
		})
	}
}
