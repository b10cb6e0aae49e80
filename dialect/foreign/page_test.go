package foreign

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestElementText(t *testing.T) {
	tests := []struct {
		name, text, want, why string
	}{
		{"an element", `<Error><Code>NoSuchKey</Code></Error>`, "NoSuchKey", ""},
		{"a namespace", `<s:Error xmlns:s="urn:s"><s:Code>No</s:Code></s:Error>`, "No", ""},
		{"attributes", `<Code lang="en">No</Code>`, "No", ""},
		{"escapes", "<Code> a &lt; b\n</Code>", "a < b", ""},
		{"elements inside", `<Code><Value>a</Value></Code><Code>b</Code>`, "b", "an element without elements counts"},
		{"another end", `<Code>a</Value>`, "", ""},
		{"no end", `<Code>a`, "", ""},
		{"no tag", `<Code`, "", ""},
		{"no element", `Code`, "", ""},
		{"many starts", strings.Repeat("<", maxXML), "", ""},
		{"a start in a text", `a < b <Code>No</Code>`, "No", "a tag begins at the last start"},
		{"an end in a text", `a > b <Code>No</Code>`, "No", "it ends nothing"},
	}
	for _, tt := range tests {
		got, ok := elementText(tt.text, "Code")
		require.Equal(t, tt.want, got, "%s: %s", tt.name, tt.why)
		require.Equal(t, tt.want != "", ok, tt.name)
	}
}

// The work is linear: a quadratic search takes minutes for this text.
func TestElementTextOfManyStarts(t *testing.T) {
	start := time.Now()
	for _, text := range []string{strings.Repeat("<", 256<<10) + ">", strings.Repeat("<a", 128<<10) + ">",
		strings.Repeat("<Code>", 48<<10)} {
		_, ok := elementText(text, "Code")
		require.False(t, ok)
	}
	require.Less(t, time.Since(start), 30*time.Second)
}
