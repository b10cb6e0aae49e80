package header

import (
	"context"
	"fmt"
	"net/http/httptrace"
	"testing"

	"github.com/stretchr/testify/require"
)

// The trace counts beside one that is there, and only what looks for it makes it.
func TestRequestsContext(t *testing.T) {
	outside := 0
	type other struct{}
	ctx := context.WithValue(t.Context(), other{}, "value")
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { outside++ }})
	x := &RequestsContext{Context: ctx}
	r := x.Value(RequestsKey{}).(*Requests)

	trace := httptrace.ContextClientTrace(x)
	trace.WroteHeaders()
	require.EqualValues(t, 1, r.Sent.Load(), "a new version of httptrace may have another key")
	require.Equal(t, 1, outside)
	require.Nil(t, x.Value(nil))
	require.NotContains(t, fmt.Sprint(x), "value")
	require.Zero(t, testing.AllocsPerRun(10, func() {
		if x.Value(other{}) != "value" || x.Value(42) != nil {
			t.Error("the values outside")
		}
	}))
}
