// Command testsum summarizes the output of `go test -json`, which it reads from standard input. It
// prints the result line of each package, the output of failed tests, and as its last line
//
//	N passed, N failed
//
// which counts tests, subtests, examples and fuzz seeds. A package that fails without a failed
// test (a build failure, an exit, a timeout) counts as one failure. Skipped tests are reported in
// a separate line.
//
// The exit code is 1 if anything failed or if no test ran.
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

// A sum counts tests by result.
type sum struct{ passed, failed, skipped int }

// An event is one line of `go test -json`, see `go doc test2json`.
type event struct{ Action, Package, Test, Output string }

// A test identifies a test.
type test struct{ pkg, name string }

// summarize copies the result lines of packages and the output of failures from r to w, and
// counts tests.
func summarize(r io.Reader, w io.Writer) (sum, error) {
	var s sum
	running := map[test][]string{} // the output of tests that have not ended
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

// add processes one line. Lines that are not events are messages of the go command, which are
// copied to w.
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
		// Tests that were interrupted by a panic or a timeout have no event for their end.
		for _, t := range unfinished(running, e.Package) {
			flush(running, t, w)
		}
	}
}

// unfinished returns the tests of pkg that have not ended, sorted by name.
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

// flush writes the output of t to w, without its progress lines.
func flush(running map[test][]string, t test, w io.Writer) {
	for _, out := range running[t] {
		if !strings.HasPrefix(out, "=== ") {
			io.WriteString(w, out)
		}
	}
	delete(running, t)
}
