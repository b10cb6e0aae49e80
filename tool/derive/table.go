package derive

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strings"
	"sync"

	"github.com/swaggest/jsonschema-go"

	"github.com/toolerr/toolerr/internal/violation"
)

//go:embed rules.txt
var rulesText string

// table returns the rows of rules.txt: keywords as JSON, by the rule.
var table = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	var parts []string // names and what they stand for, in turn
	for line := range strings.Lines(rulesText) {
		name, keywords, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all[name] = strings.NewReplacer(parts...).Replace(keywords)
		if strings.HasPrefix(name, "@") {
			parts = append(parts, name, all[name])
		}
	}
	return all
})

// keywords returns those of a row with a parameter, none if there is no such row.
func keywords(row, param string) (s jsonschema.Schema) {
	var parts []string
	for name, value := range map[string]string{
		"%j": param, "%s": regexp.QuoteMeta(param), "%c": inClass.ReplaceAllString(param, `\$0`), "%i": fold(param),
		"%w": fold(violation.Words(param)...), "%t": ofLayout(param),
	} {
		doc, _ := json.Marshal(value) // a string has JSON
		parts = append(parts, name, strings.Trim(string(doc), `"`))
	}
	_ = json.Unmarshal([]byte(strings.NewReplacer(parts...).Replace(table()[row])), &s) // nothing without a row
	return s
}

var (
	inClass = regexp.MustCompile(`[\\\]^-]`)
	letters = regexp.MustCompile(`\pL`)
	parts   = regexp.MustCompile(`2006|Z07:00|-07:00|01|02|15|04|05`)
	others  = regexp.MustCompile(`[A-SU-Za-z0-9]`)
)

// fold returns the pattern of texts in any case.
func fold(texts ...string) string {
	for i, s := range texts {
		texts[i] = letters.ReplaceAllStringFunc(regexp.QuoteMeta(s), func(c string) string {
			return "[" + strings.ToUpper(c) + strings.ToLower(c) + "]"
		})
	}
	return strings.Join(texts, "|")
}

// ofLayout returns the pattern of the times that have a layout of package time.
func ofLayout(layout string) string {
	if others.MatchString(parts.ReplaceAllString(layout, "")) {
		return "." // it has parts that are not in the table
	}
	ofPart := func(part string) string { return table()["layout "+part] }
	return "^" + parts.ReplaceAllStringFunc(regexp.QuoteMeta(layout), ofPart) + "$"
}
