// Package testlog has a log for tests.
package testlog

import (
	"bytes"
	"strings"
	"sync"
)

// A Log keeps what is written to it. It may be used by many goroutines at once; the zero Log is
// empty.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends p.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns what was written.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Lines returns what was written, line by line.
func (l *Log) Lines() []string { return strings.Split(strings.TrimSpace(l.String()), "\n") }
