package foreign

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/internal/rows"
)

// A table has the rows of tables.txt, which describes them.
type table struct {
	headings                 map[string]int // to the HTTP status
	proxies                  []startStatus
	traces                   []trace
	codes, members, requests []string
}

type startStatus struct {
	text   string
	status int
}

type trace struct{ start, within string }

//go:embed tables.txt
var tablesText string

var tables = sync.OnceValue(func() *table {
	t := &table{headings: map[string]int{}}
	lines := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	for name, row := range rows.All(tablesText) {
		number, text, _ := strings.Cut(row, " ")
		status, _ := strconv.Atoi(number)
		switch name {
		case "headings":
			t.headings[text] = status
		case "proxies":
			t.proxies = append(t.proxies, startStatus{text, status})
		case "traces":
			start, rest, _ := strings.Cut(lines.Replace(row), "|")
			t.traces = append(t.traces, trace{start, strings.TrimSuffix(rest, "|")})
		case "codes":
			t.codes = append(t.codes, strings.Fields(row)...)
		case "members":
			t.members = append(t.members, strings.Fields(row)...)
		case "requests":
			t.requests = append(t.requests, strings.Split(row, ", ")...)
		}
	}
	return t
})
