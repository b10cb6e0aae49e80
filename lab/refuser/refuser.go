// Package refuser has a server of HTTP/2 that refuses requests without processing (RFC 9113 §8.7).
package refuser

import (
	"encoding/binary"
	"io"
	"net"
	"testing"
)

// An Answer is what the server sends for a request.
type Answer int

const (
	RefusedStream Answer = iota // RST_STREAM with REFUSED_STREAM
	GoAway                      // GOAWAY with the last stream id 0, of a server that stops
	GoAwayError                 // the same with ENHANCE_YOUR_CALM
	Hangup                      // the end of the connection: nobody knows what happened
)

// Serve starts a server without TLS, and returns its address.
func Serve(t testing.TB, a Answer) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go a.serve(conn)
		}
	}()
	return l.Addr().String()
}

const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

// The types of frames (RFC 9113 §6).
const (
	headers   = 1
	rstStream = 3
	settings  = 4
	goAway    = 7
)

func (a Answer) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	head := make([]byte, len(preface))
	if _, err := io.ReadFull(conn, head); err != nil || !send(conn, settings, 0, 0) {
		return
	}
	head = head[:9]
	for {
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		size := int64(head[0])<<16 | int64(head[1])<<8 | int64(head[2])
		if _, err := io.CopyN(io.Discard, conn, size); err != nil {
			return
		}
		ok := true
		switch kind, flags := head[3], head[4]; {
		case kind == settings && flags == 0:
			ok = send(conn, settings, 1, 0)
		case kind == headers && a == RefusedStream:
			ok = send(conn, rstStream, 0, binary.BigEndian.Uint32(head[5:]), 7)
		case kind == headers && a == GoAway:
			ok = send(conn, goAway, 0, 0, 0, 0)
		case kind == headers && a == GoAwayError:
			ok = send(conn, goAway, 0, 0, 0, 11)
		case kind == headers:
			ok = false
		}
		if !ok {
			return
		}
	}
}

// send writes a frame whose payload is a list of numbers.
func send(w io.Writer, kind, flags byte, stream uint32, payload ...uint32) bool {
	frame := []byte{0, 0, byte(4 * len(payload)), kind, flags}
	frame = binary.BigEndian.AppendUint32(frame, stream)
	for _, n := range payload {
		frame = binary.BigEndian.AppendUint32(frame, n)
	}
	_, err := w.Write(frame)
	return err == nil
}
