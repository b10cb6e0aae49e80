package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"strings"
	"text/template"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// text is the text of the page. Its fields are the tables, and names of dialects.
//
//go:embed page.md
var text string

// Page returns docs/mapping.md.
func Page() ([]byte, error) {
	var first, statuses, kinds, fields bytes.Buffer
	if err := firstKinds(&first); err != nil {
		return nil, err
	}
	upstream(&statuses)
	kindNames, err := kindLosses(&kinds)
	if err != nil {
		return nil, err
	}
	fieldNames, err := fieldLosses(&fields)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	err = template.Must(template.New("").Parse(text)).Execute(&page, map[string]any{
		"First": &first, "Table": string(mapping.Default().Markdown()), "Upstream": &statuses,
		"Kinds": &kinds, "KindNames": kindNames, "Fields": &fields, "FieldNames": fieldNames,
	})
	return page.Bytes(), err
}

// firstKinds writes the kinds that an author needs first: those in the documentation of package
// errkit.
func firstKinds(b *bytes.Buffer) error {
	text, err := os.ReadFile("../../errkit/doc.go")
	if err != nil {
		return err
	}
	_, list, _ := strings.Cut(string(text), "// # The ten kinds that you need first\n//\n")
	list, _, _ = strings.Cut(list, "\n//\n")
	var rows [][]string
	for line := range strings.Lines(list) {
		if example, ok := strings.CutPrefix(line, "//\t\t"); ok {
			last := &rows[len(rows)-1]
			*last = append(*last, "`"+strings.TrimSpace(example)+"`")
			continue
		}
		name, when, _ := strings.Cut(strings.TrimPrefix(line, "//\t"), " ")
		rows = append(rows, []string{name, strings.TrimSpace(when)})
	}
	table(b, []string{"kind", "when", "in Go"}, rows)
	return nil
}

// table writes a Markdown table.
func table(b *bytes.Buffer, header []string, rows [][]string) {
	fmt.Fprintf(b, "| %s |\n%s|\n", strings.Join(header, " | "), strings.Repeat("|---", len(header)))
	for _, row := range rows {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
	}
}

// upstreams lists a representative of each class of upstream statuses.
var upstreams = []struct {
	name   string
	status int
}{
	{"400", 400},
	{"401", 401},
	{"403", 403},
	{"404", 404},
	{"408", 408},
	{"429", 429},
	{"other 4xx", 418},
	{"500 and above", 500},
	{"none", 0},
}

// upstream writes a table with the representation of upstream_failed for each class of upstream
// statuses.
func upstream(b *bytes.Buffer) {
	var rows [][]string
	t := mapping.Default()
	for _, u := range upstreams {
		retry := t.Retry(errkit.UpstreamFailed, u.status).String()
		if retry == "" {
			retry = "unspecified"
		}
		rows = append(rows, []string{
			u.name, t.AAIString(errkit.UpstreamFailed, u.status), t.ToolError(errkit.UpstreamFailed, u.status),
			t.RPC(errkit.UpstreamFailed, u.status).String(), retry,
		})
	}
	table(b, []string{"upstream", "AAI string", "toolError:v1", "google.rpc", "retry"}, rows)
}
