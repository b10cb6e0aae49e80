// Command testsum reads `go test -json` from standard input and prints what a person wants of it:
// the line of each package as it ends, the output of what failed, and as its last line
//
//	N passed, N failed
//
// alone, which counts tests, subtests, examples and fuzz seeds that ran. A package that fails
// without a failed test (it did not build, it exited, it ran out of time) counts as one failed.
// Skipped tests are in neither number; a line before the last tells of them.
//
// It exits 1 if anything failed, and if nothing ran.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	s, err := summarize(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsum:", err)
		os.Exit(1)
	}
	if s.skipped > 0 {
		fmt.Printf("%d skipped\n", s.skipped)
	}
	fmt.Printf("%d passed, %d failed\n", s.passed, s.failed)
	if s.passed == 0 || s.failed > 0 {
		os.Exit(1)
	}
}

// A sum counts what ran.
type sum struct{ passed, failed, skipped int }

// An event is one line of `go test -json`, see `go doc test2json`.
type event struct{ Action, Package, Test, Output string }

// A test is one that has started and not ended.
type test struct{ pkg, name string }

// summarize writes package lines and failures to w as they come and counts the tests.
func summarize(r io.Reader, w io.Writer) (sum, error) {
	var s sum
	running := map[test][]string{} // the output so far
	failed := map[string]bool{}    // packages with a failed test
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			s.add(line, running, failed, w)
		}
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			return s, err
		}
	}
}

// add takes one line into account. Lines that are no events come from the go command: they pass.
func (s *sum) add(line []byte, running map[test][]string, failed map[string]bool, w io.Writer) {
	var e event
	if json.Unmarshal(line, &e) != nil || e.Action == "" {
		w.Write(line)
		return
	}
	t := test{e.Package, e.Test}
	switch {
	case e.Action == "build-output":
		io.WriteString(w, e.Output)
	case e.Action == "output" && e.Test != "":
		running[t] = append(running[t], e.Output)
	case e.Action == "output" && e.Output != "PASS\n" && e.Output != "FAIL\n":
		io.WriteString(w, e.Output)
	case e.Action == "pass" && e.Test != "":
		s.passed++
		delete(running, t)
	case e.Action == "skip" && e.Test != "":
		s.skipped++
		delete(running, t)
	case e.Action == "fail" && e.Test != "":
		s.failed++
		failed[e.Package] = true
		flush(running, t, w)
	case e.Action == "fail":
		if !failed[e.Package] {
			s.failed++
		}
		// Tests that a panic or the time limit cut short have no end of their own.
		for _, t := range unfinished(running, e.Package) {
			flush(running, t, w)
		}
	}
}

// unfinished returns the tests of the package that have not ended, by name.
func unfinished(running map[test][]string, pkg string) []test {
	var found []test
	for t := range running {
		if t.pkg == pkg {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b test) int { return strings.Compare(a.name, b.name) })
	return found
}

// flush writes what the test printed, without the marks of its progress.
func flush(running map[test][]string, t test, w io.Writer) {
	for _, out := range running[t] {
		if !strings.HasPrefix(out, "=== ") {
			io.WriteString(w, out)
		}
	}
	delete(running, t)
}
