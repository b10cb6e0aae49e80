package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Who reads a log gets every record, and who does not read holds nobody.
func TestLossy(t *testing.T) {
	var log bytes.Buffer
	var want strings.Builder
	l := newLossy(struct{ io.Writer }{&log})
	for i := range 1000 {
		fmt.Fprintln(io.MultiWriter(l, &want), "record", i)
	}
	_, err := l.Write(nil)
	require.NoError(t, err)
	require.Equal(t, want.String(), log.String())

	unread, held := io.Pipe()
	defer unread.Close()
	l = newLossy(held)
	for range 10 {
		_, err = l.Write([]byte("record\n"))
	}
	require.Error(t, err, "it is dropped")
	line := make([]byte, 7)
	_, err = unread.Read(line)
	require.NoError(t, err)
	require.Equal(t, "record\n", string(line), "the client reads again")
	require.Eventually(t, func() bool {
		_, err := l.Write([]byte("again\n"))
		return err == nil
	}, recordWait*100, recordWait/100)
	_, err = unread.Read(line)
	require.NoError(t, err)
	require.Equal(t, "again\n", string(line[:6]))
}
