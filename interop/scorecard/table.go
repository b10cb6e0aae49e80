package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

const (
	start = "<!-- The table is generated: cd interop && go run ./scorecard .. %s -->\n"
	end   = "<!-- end -->\n"

	head = "| server | version | over | passed | broken MUST | broken SHOULD | not judged |\n|---|---|---|---|---|---|---|\n"
)

// row returns the line of a server.
func row(s server, r *report) string {
	over := "stdio"
	switch {
	case strings.Contains(s.flags, "a2a"):
		over = "A2A"
	case s.path != "":
		over = "HTTP"
	}
	return fmt.Sprintf("| %s | %s | %s | %d | %s | %s | %d |\n",
		s.pkg, s.version, over, r.Passed, r.broken("MUST"), r.broken("SHOULD"), r.Skipped)
}

// broken returns the IDs of the rules of a level that are broken.
func (r *report) broken(level string) string {
	var ids []string
	for _, x := range r.Results {
		if x.Status == "failed" && x.Level == level {
			ids = append(ids, x.ID)
		}
	}
	return strings.Join(ids, ", ")
}

// replace replaces a table of a page.
func replace(page []byte, name, table string) ([]byte, error) {
	start := fmt.Sprintf(start, name)
	before, rest, ok := bytes.Cut(page, []byte(start))
	_, after, found := bytes.Cut(rest, []byte(end))
	if !ok || !found {
		return nil, errors.New("the page has no place for the table")
	}
	return bytes.Join([][]byte{before, []byte(start), []byte(table), []byte(end), after}, nil), nil
}
