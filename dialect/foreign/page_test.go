package foreign

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func codeIn(text string) string { return append(codeElement.Get().FindStringSubmatch(text), "", "")[1] }

func TestCodeIn(t *testing.T) {
	tests := []struct {
		name, text, want, why string
	}{
		{"an element", `<Error><Code>NoSuchKey</Code></Error>`, "NoSuchKey", ""},
		{"a namespace", `<s:Error xmlns:s="urn:s"><s:Code>No</s:Code></s:Error>`, "No", ""},
		{"attributes", `<Code lang="en">No</Code>`, "No", ""},
		{"spaces", "<Code> a\n</Code>", "a", ""},
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
		require.Equal(t, tt.want, codeIn(tt.text), "%s: %s", tt.name, tt.why)
	}
}

// The work is linear: a quadratic search takes minutes for this text.
func TestCodeInManyStarts(t *testing.T) {
	start := time.Now()
	for _, text := range []string{strings.Repeat("<", 256<<10) + ">", strings.Repeat("<a", 128<<10) + ">",
		strings.Repeat("<Code>", 48<<10)} {
		require.Empty(t, codeIn(text))
	}
	require.Less(t, time.Since(start), 30*time.Second)
}
