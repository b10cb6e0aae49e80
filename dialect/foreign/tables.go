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
	headings                                                                    map[string]int // to the HTTP status
	proxies                                                                     []startStatus
	traces                                                                      []trace
	codes, members, fields, paths, items, only, statuses, others, echoes, texts []string // words
	requests, failures, advice                                                  []string // phrases
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
	words := map[string]*[]string{"codes": &t.codes, "members": &t.members, "fields": &t.fields, "paths": &t.paths,
		"items": &t.items, "only": &t.only, "statuses": &t.statuses, "others": &t.others, "echoes": &t.echoes,
		"texts": &t.texts}
	phrases := map[string]*[]string{"requests": &t.requests, "failures": &t.failures, "advice": &t.advice}
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
		default:
			if list := words[name]; list != nil {
				*list = append(*list, strings.Fields(row)...)
			} else if list = phrases[name]; list != nil {
				*list = append(*list, strings.Split(row, ", ")...)
			}
		}
	}
	return t
})
