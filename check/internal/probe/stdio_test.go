package probe

import (
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A last is a connection that ends with the answer to the first request.
type last struct {
	*io.PipeReader
	answers *io.PipeWriter
	ended   func() bool
}

func (l *last) Write(line []byte) (int, error) {
	_, _ = l.answers.Write([]byte(`{"jsonrpc":"2.0","id":7,"result":{}}` + "\n"))
	_ = l.answers.Close()
	for !l.ended() {
		runtime.Gosched()
	}
	return len(line), nil
}

// A program may end with its answer, as one that serves one call.
func TestAnswerCountsAfterTheEnd(t *testing.T) {
	for range 50 {
		l := &last{}
		l.PipeReader, l.answers = io.Pipe()
		s, err := NewStdio(t.Context(), nil, l, time.Minute)
		require.NoError(t, err)
		l.ended = s.(*overStdio).Ended
		x := &Exchange{Request: Request{ID: "7", Body: []byte(`{"jsonrpc":"2.0","id":7,"method":"ping"}`)}}
		s.Send(t.Context(), x)
		require.NoError(t, x.Failure)
		require.JSONEq(t, `{"jsonrpc":"2.0","id":7,"result":{}}`, string(x.Message))
	}
}
