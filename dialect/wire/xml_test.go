package wire

import (
	"strings"
	"testing"

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
	}
	for _, tt := range tests {
		got, ok := elementText(tt.text, "Code")
		require.Equal(t, tt.want, got, "%s: %s", tt.name, tt.why)
		require.Equal(t, tt.want != "", ok, tt.name)
	}
}
