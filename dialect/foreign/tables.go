package foreign

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/internal/rows"
)

// A table has the rows of tables.txt, which describes them.
type table struct {
	headings                                                                                                                                    map[string]int // to the HTTP status
	proxies                                                                                                                                     []startStatus
	traces, prints, sdks                                                                                                                        []trace
	codes, members, fields, paths, items, only, statuses, others, echoes, texts                                                                 []string                 // words
	outcomes, failed, done, beside, envelopes, inputs, weak                                                                                     []string                 // words
	states, nostates, named, unlikely, answers, abouts, dones, numbers, several, headers, seconds, milliseconds, pages, guides, within, numeric []string                 // words
	requests, failures, advice, messages, faults, faulty, credentials, permits, callers, formats, starts                                        []string                 // phrases
	about                                                                                                                                       map[errkit.Kind][]string // phrases
}

type startStatus struct {
	text   string
	status int
}

type trace struct{ start, within string }

//go:embed tables.txt
var tablesText string

var parsed lazy.Value[*table]

func tables() *table { return parsed.Get(parseTables) }

func parseTables() *table {
	t := &table{headings: map[string]int{}, about: map[errkit.Kind][]string{}}
	words := map[string]*[]string{"codes": &t.codes, "members": &t.members, "fields": &t.fields, "paths": &t.paths,
		"items": &t.items, "only": &t.only, "statuses": &t.statuses, "others": &t.others, "echoes": &t.echoes,
		"texts": &t.texts, "outcomes": &t.outcomes, "failed": &t.failed, "done": &t.done,
		"beside": &t.beside, "envelopes": &t.envelopes, "inputs": &t.inputs, "weak": &t.weak,
		"states": &t.states, "nostates": &t.nostates, "named": &t.named, "unlikely": &t.unlikely,
		"answers": &t.answers, "abouts": &t.abouts, "dones": &t.dones, "numbers": &t.numbers, "several": &t.several,
		"headers": &t.headers, "seconds": &t.seconds, "milliseconds": &t.milliseconds, "pages": &t.pages, "guides": &t.guides, "within": &t.within, "numeric": &t.numeric}
	phrases := map[string]*[]string{"requests": &t.requests, "failures": &t.failures, "advice": &t.advice,
		"messages": &t.messages, "faults": &t.faults, "faulty": &t.faulty,
		"credentials": &t.credentials, "permits": &t.permits, "callers": &t.callers, "formats": &t.formats, "starts": &t.starts}
	traces := map[string]*[]trace{"traces": &t.traces, "prints": &t.prints, "sdks": &t.sdks}
	lines := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	for name, row := range rows.All(tablesText) {
		number, text, _ := strings.Cut(row, " ")
		status, _ := strconv.Atoi(number)
		switch name {
		case "headings":
			t.headings[text] = status
		case "proxies":
			t.proxies = append(t.proxies, startStatus{text, status})
		case "about":
			kind, _ := errkit.LookupKind(number)
			t.about[kind] = append(t.about[kind], strings.Split(text, ", ")...)
		case "traces", "prints", "sdks":
			start, rest, _ := strings.Cut(lines.Replace(row), "|")
			list := traces[name]
			*list = append(*list, trace{start, strings.TrimSuffix(rest, "|")})
		default:
			if list := words[name]; list != nil {
				*list = append(*list, strings.Fields(row)...)
			} else if list = phrases[name]; list != nil {
				*list = append(*list, strings.Split(row, ", ")...)
			}
		}
	}
	return t
}
