package errkittest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest"
	"github.com/toolerr/toolerr/tool"
)

// failures has what a test reports.
type failures struct {
	testing.TB
	texts []string
}

func (f *failures) Errorf(format string, args ...any) {
	f.texts = append(f.texts, fmt.Sprintf(format, args...))
}

// Declared fails the test for a code that the tool does not declare, and only for it.
func TestDeclared(t *testing.T) {
	for code, want := range map[errkit.Code]int{"jammed": 0, "stolen": 1, "": 0} {
		ring := tool.Must(tool.Define(tool.Definition{Name: "ring",
			Errors: []error{&errkit.Error{Kind: errkit.Unavailable, Code: "jammed"}}},
			func(context.Context, struct{}) (string, error) { return "", &errkit.Error{Code: code} }))
		f := &failures{TB: t}
		_, err := ring.Call(t.Context(), errkittest.Declared(f, nil), []byte("{}"))
		require.Equal(t, code, errkit.CodeOf(err), "the response is the same")
		require.Len(t, f.texts, want)
		if want > 0 {
			require.Contains(t, f.texts[0], `no declared error has the code "stolen" and the kind internal: [`)
			require.Contains(t, f.texts[0], "tool=ring")
		}
	}
}
