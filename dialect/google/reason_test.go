package google_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/errkit"
)

// The reason of ErrorInfo, by which clients of Google APIs tell errors apart, is the code of the
// application, and the code comes back as it was.
func TestReason(t *testing.T) {
	tests := []struct {
		name string
		code errkit.Code
		want string
		why  string
	}{
		{"small letters", "bell_off", "BELL_OFF", "a reason is in upper case"},
		{"capital letters", "BELL_OFF", "BELL_OFF", "as AIP-193 writes reasons"},
		{"the name of the kind", "NOT_FOUND", "NOT_FOUND", "the code is in metadata"},
		{"both", "bellOff", "FAILED_PRECONDITION", "BELLOFF is nobody's code"},
		{"a hyphen", "BELL-OFF", "FAILED_PRECONDITION", "not valid as a reason"},
		{"an underscore at the end", "BELL_", "FAILED_PRECONDITION", "not valid as a reason"},
		{"none", "", "FAILED_PRECONDITION", "the kind is the reason"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := new(dialect.Codec)
			e := &errkit.Error{Kind: errkit.FailedPrecondition, Code: tt.code}
			doc, _ := c.Append(nil, google.Dialect{}, dialect.Call{}, e)
			require.Contains(t, string(doc), `"reason":"`+tt.want+`"`, tt.why)
			got, err := c.Decode(dialect.Document{Dialect: google.Dialect{}, Body: doc})
			require.NoError(t, err)
			require.Equal(t, tt.code, got.Code)
			require.Equal(t, errkit.FailedPrecondition, got.Kind)
		})
	}
}
