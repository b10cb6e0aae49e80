package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPage checks that the page has a row for each server, in their order, and that writing the
// table again changes nothing else.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/scorecard.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, servers := range map[string][]server{"servers": servers, "samples": samples} {
		_, rest, _ := strings.Cut(string(page), fmt.Sprintf(start, name))
		table, _, _ := strings.Cut(rest, end)
		lines := strings.Split(strings.TrimSpace(strings.TrimPrefix(table, head)), "\n")
		if len(lines) != len(servers) {
			t.Fatalf("the table of %s has %d rows, and there are %d", name, len(lines), len(servers))
		}
		for i, s := range servers {
			wants, _, _ := strings.Cut(row(s, new(report)), " | 0 |")
			if !strings.HasPrefix(lines[i], wants+" | ") {
				t.Errorf("row %d is %q, want %q", i, lines[i], wants)
			}
		}
		again, err := replace(page, name, table)
		if err != nil || string(again) != string(page) {
			t.Errorf("the page changes, or %v", err)
		}
		if _, err := replace([]byte("# A page"), name, table); err == nil {
			t.Error("a page without a table has no error")
		}
	}
}

func TestRow(t *testing.T) {
	r := new(report)
	doc := `{"passed":3,"failed":2,"skipped":1,"results":[{"id":"a/b/1","level":"MUST","status":"failed"},{"id":"a/b/2","level":"SHOULD","status":"failed"},
		{"id":"a/b/3","level":"MUST","status":"passed"},{"id":"a/b/4","level":"MUST","status":"failed"}]}`
	if err := json.Unmarshal([]byte(doc), r); err != nil {
		t.Fatal(err)
	}
	const wants = "| p | v1 | HTTP | 3 | a/b/1, a/b/4 | a/b/2 | 1 |\n"
	if got := row(server{pkg: "p", version: "v1", path: "/"}, r); got != wants {
		t.Errorf("got %q, want %q", got, wants)
	}
}
