package llmerr_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	llmerr "github.com/toolerr/toolerr/adapters/llm"
	"github.com/toolerr/toolerr/errkit"
)

// Whether a model is told to repeat a call whose outcome is not clear depends on what is known of
// the tool.
func TestRepeatable(t *testing.T) {
	err := &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown}
	tests := []struct {
		name, text string
		of         []errkit.Repeatable
	}{
		{"nothing", "If it only reads data", nil},
		{"unstated", "If it only reads data", []errkit.Repeatable{errkit.RepeatableUnstated}},
		{"yes", "may be tried again", []errkit.Repeatable{errkit.RepeatableYes}},
		{"no", "may already have taken effect", []errkit.Repeatable{errkit.RepeatableNo}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, result := range []any{
				llmerr.Anthropic(nil, id, err, tt.of...),
				llmerr.OpenAIResponses(nil, id, err, tt.of...),
				llmerr.OpenAIChat(nil, id, err, tt.of...),
				llmerr.Gemini(nil, id, tool, err, tt.of...),
			} {
				require.Contains(t, string(marshal(t, result)), tt.text)
			}
			require.Contains(t, string(converse(t, llmerr.Bedrock(nil, id, err, tt.of...))), tt.text)
		})
	}
}
