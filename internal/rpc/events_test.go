package rpc_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/rpc"
)

// The events of a stream do not depend on the parts in which it arrives.
func TestEvents(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string // name, data, id and retry of each event
	}{
		{"one", "data: a\n\n", []string{"|a||"}},
		{"all fields", "event: error\nid: 7\nretry: 10\ndata: a\n\n", []string{"error|a|7|10"}},
		{"lines", "data: a\ndata:b\ndata\ndata:  c\n\n", []string{"|a\nb\n\n c||"}},
		{"returns", "data: a\r\rdata: b\r\n\r\n", []string{"|a||", "|b||", "|||"}},
		{"comments", ": a\n: b\ndata: c\n: d\n\n", []string{"|||", "|||", "|c||"}},
		{"a byte order mark", "\ufeffdata: a\n\n", []string{"|a||"}},
		{"no delay", "retry: soon\ndata: a\n\n", []string{"|a||"}},
		{"without its end", "data: a\n\ndata: b\n", []string{"|a||"}},
	}
	for _, tt := range tests {
		for _, size := range []int{1, 2, len(tt.in)} {
			var s rpc.Events
			var got []string
			for start, at := 0, 0; at < len(tt.in); {
				n, complete := s.Next([]byte(tt.in[at:min(at+size, len(tt.in))]))
				if at += n; complete {
					s.Read([]byte(tt.in[start:at]))
					got = append(got, string(s.Name)+"|"+string(s.Data)+"|"+string(s.ID)+"|"+string(s.Retry))
					start = at
				}
			}
			require.Equal(t, tt.want, got, "%s in parts of %d", tt.name, size)
		}
	}
}

// What Short reads is what Next and Read do.
func TestShortEvent(t *testing.T) {
	for _, in := range []string{"data: a\n\n", "event: message\ndata: a\n\nx", "data: \n\n", "data:  a\n\n", "data: a\n\n\n",
		"data:a\n\n", "data: a\ndata: b\n\n", "data: a\n", "data: a", "data: ", "event: message\n",
		"event: message\ndata: a\nid: 7\n\n", "event: error\ndata: a\n\n", "id: 7\ndata: a\n\n", ": x\ndata: a\n\n", "event: message\n\n", "\n", ""} {
		for _, before := range []string{"", "\n", "data: b\n\n", "data: b\n", "data: b\r\r", "data: b\r\n\r\n", "da"} {
			var s, want rpc.Events
			for at := 0; at < len(before); {
				n, _ := s.Next([]byte(before[at:]))
				k, complete := want.Next([]byte(before[at:]))
				if at += n; complete {
					s.Read([]byte(before[at-k : at]))
					want.Read([]byte(before[at-k : at]))
				}
			}
			got, data := s.Short([]byte(in))
			n, complete := want.Next([]byte(in))
			if got == 0 {
				require.NotEqual(t, "data: a\n\n", before+in)
				continue
			}
			require.True(t, complete, "%q after %q", in, before)
			want.Read([]byte(in[:n]))
			require.Equal(t, []string{in[:n], string(want.Data)}, []string{in[:got], string(data)}, "%q after %q", in, before)
			require.Nil(t, append(want.ID, want.Retry...), "%q", in)
			require.True(t, string(want.Name) == "" || string(want.Name) == "message", "%q", in)
		}
	}
}

func TestAppendEvent(t *testing.T) {
	require.Equal(t, "event: error\ndata: a\ndata: b\n\n", string(rpc.AppendEvent(nil, "error", []byte("a\r\nb"))))
	require.Equal(t, "data: a\n\n", string(rpc.AppendEvent(nil, "", []byte("a"))))
}
