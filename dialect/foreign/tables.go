package foreign

import (
	_ "embed"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/internal/rows"
)

// A table has the rows of tables.txt, which describes them. A list has the name of its heading.
type table struct {
	headings map[string]int           // to the HTTP status
	proxies  map[string]int           // of what the text starts with
	about    map[errkit.Kind][]string // phrases
	uses     nameUses                 // of members that Guidance reads
	lists    wordList                 // members that FieldLists reads

	Codes, Members, Fields, Paths, Items, Only, Statuses, Others, Echoes, Texts, Outcomes, Failed, Done,
	Beside, Envelopes, Inputs, Weak, States, Nostates, Named, Unlikely, Answers, Abouts, Dones, Coded, Numbers,
	Several, Headers, Guides, Within, Numeric, More, Nocodes, Nested, Seconds, Milliseconds, Docs wordList

	Requests, Failures, Advice, Messages, Faults, Faulty, Credentials, Permits, Callers, Formats, Starts, Denials, None phraseList

	Traces, Prints, Sdks []trace
}

type (
	wordList   []string // separated by spaces
	phraseList []string // separated by commas
)

// A use is what the value of a member may be, a bit for each.
type use uint8

const (
	forSeconds use = 1 << iota
	forMilliseconds
	forDocs
)

// nameUses has the uses of the names of members. Most names of a document have a length that none
// with their first byte has: they are not hashed.
type nameUses struct {
	of      map[string]use
	lengths [256]uint32 // of the names with a first byte, a bit for each length modulo 32
}

// get returns the uses of a name, 0 if it has none.
func (u *nameUses) get(name string) use {
	if name == "" || u.lengths[name[0]]>>(len(name)&31)&1 == 0 {
		return 0
	}
	return u.of[name]
}

type trace struct{ start, within string }

//go:embed tables.txt
var tablesText string

var parsed lazy.Value[*table]

func tables() *table { return parsed.Get(parseTables) }

func parseTables() *table {
	t := &table{headings: map[string]int{}, proxies: map[string]int{}, about: map[errkit.Kind][]string{}}
	lines := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	for name, row := range rows.All(tablesText) {
		number, text, _ := strings.Cut(row, " ")
		status, _ := strconv.Atoi(number)
		switch name {
		case "headings":
			t.headings[text] = status
		case "proxies":
			t.proxies[text] = status
		case "about":
			kind, _ := errkit.LookupKind(number)
			t.about[kind] = append(t.about[kind], strings.Split(text, ", ")...)
		default:
			list := reflect.ValueOf(t).Elem().FieldByName(strings.ToUpper(name[:1]) + name[1:])
			switch list := list.Addr().Interface().(type) {
			case *wordList:
				*list = append(*list, strings.Fields(row)...)
			case *phraseList:
				*list = append(*list, strings.Split(row, ", ")...)
			case *[]trace:
				start, rest, _ := strings.Cut(lines.Replace(row), "|")
				*list = append(*list, trace{start, strings.TrimSuffix(rest, "|")})
			}
		}
	}
	t.lists = slices.Concat(t.Fields, t.Nested, otherLists)
	t.uses.of = map[string]use{}
	for use, names := range map[use]wordList{forSeconds: t.Seconds, forMilliseconds: t.Milliseconds, forDocs: t.Docs} {
		for _, name := range names {
			t.uses.of[name] |= use
			t.uses.lengths[name[0]] |= 1 << (len(name) & 31)
		}
	}
	return t
}
