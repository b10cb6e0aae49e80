package check

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/samber/lo"
)

// A Format writes reports. strict is whether rules of level SHOULD count.
type Format struct {
	Name  string
	Help  string
	Write func(w io.Writer, r *Report, strict bool) error
}

// Formats returns the formats. The first one is for people.
func Formats() []Format {
	return []Format{
		{"text", "lines for people", writeText},
		{"json", "a JSON object", writeReport},
		{"junit", "JUnit XML", writeJUnit},
		{"github", "annotations of GitHub Actions", writeGitHub},
		{"sarif", "SARIF 2.1.0", writeSARIF},
	}
}

// notJudged returns a sentence about the tools that were not called, with the flags that have them
// called, "" if there are none.
func notJudged(r *Report) string { return r.NotJudged("--call-invalid", "--call-all") }

// maxLines is the number of findings of a rule that writeText writes.
const maxLines = 3

// writeText writes lines for people: the broken rules by who can mend them, with their findings
// and a remedy, then a summary.
func writeText(w io.Writer, r *Report, strict bool) error {
	var b strings.Builder
	for _, cause := range r.causes() {
		until := lo.Ternary(cause == thisServer, "", "; --baseline accepts it until then")
		fmt.Fprintf(&b, "To mend in %s%s:\n\n", cause, until)
		for _, x := range r.Results {
			found := lo.Filter(x.Findings, func(f Finding, _ int) bool { return f.Cause == cause })
			if len(found) == 0 {
				continue
			}
			fmt.Fprintf(&b, "%s  %s  %s %s\n      %s\n      Source: %s\n      Remedy: %s\n",
				lo.Ternary(x.Counts(strict), "FAIL", "warn"), x.Rule.ID, x.Rule.Category, x.Rule.Level,
				x.Rule.Text, x.Rule.Source, found[0].Remedy)
			for i, f := range found {
				if i == maxLines {
					fmt.Fprintf(&b, "    - and %d more\n", len(found)-i)
					break
				}
				fmt.Fprintf(&b, "    - %s%s\n      %s\n", toolOf(f), f.Text, f.Command)
			}
			b.WriteByte('\n')
		}
	}
	fmt.Fprintf(&b, "%s (%s): %d tools, %d probed; %d requests; ", r.Target, r.Dialect, r.Tools, r.Probed, r.Requests)
	fmt.Fprintf(&b, "%d rules passed, %d failed, %d without an answer to judge\n",
		r.Count("passed"), r.Count("failed"), r.Count("skipped"))
	if text := notJudged(r); text != "" {
		b.WriteString(text + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// causes returns who can mend the findings, the server itself first.
func (r *Report) causes() []string {
	found := lo.FlatMap(r.Results, func(x Result, _ int) []Finding { return x.Findings })
	all := lo.Uniq(lo.Map(found, func(f Finding, _ int) string { return f.Cause }))
	return append(lo.Intersect([]string{thisServer}, all), lo.Without(all, thisServer)...)
}

// level returns the level of findings for programs: error if the result fails a run.
func (r Result) level(strict bool) string {
	return lo.Ternary(r.Counts(strict), "error", "warning")
}

func toolOf(f Finding) string {
	return lo.Ternary(f.Tool == "", "", f.Tool+", ") + f.Probe + ": "
}

type jsonReport struct {
	*Report
	Note    string       `json:"not_called_because,omitempty"`
	Passed  int          `json:"passed"`
	Failed  int          `json:"failed"`
	Skipped int          `json:"skipped"`
	Results []jsonResult `json:"results"`
}

type jsonResult struct {
	*Rule
	Status   string    `json:"status"`
	Known    bool      `json:"known,omitempty"`
	Judged   int       `json:"judged"`
	Findings []Finding `json:"findings"`
}

// writeReport writes a JSON object.
func writeReport(w io.Writer, r *Report, _ bool) error {
	results := lo.Map(r.Results, func(x Result, _ int) jsonResult {
		return jsonResult{x.Rule, x.Status(), x.Known, x.Judged, append([]Finding{}, x.Findings...)}
	})
	passed, failed, skipped := r.Count("passed"), r.Count("failed"), r.Count("skipped")
	return writeJSON(w, jsonReport{r, notJudged(r), passed, failed, skipped, results})
}

func writeJSON(w io.Writer, doc any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(doc)
}

type suite struct {
	XMLName  xml.Name   `xml:"testsuite"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"` // the schema of JUnit requires it
	Skipped  int        `xml:"skipped,attr"`
	Cases    []testCase `xml:"testcase"`
	Output   string     `xml:"system-out,omitempty"` // about the tools that were not called
}

type testCase struct {
	Class   string    `xml:"classname,attr"`
	Name    string    `xml:"name,attr"`
	Failure *failure  `xml:"failure,omitempty"`
	Skipped *struct{} `xml:"skipped,omitempty"`
	Output  string    `xml:"system-out,omitempty"` // of a rule that is broken and does not count
}

type failure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a test suite with a test case for each rule.
func writeJUnit(w io.Writer, r *Report, strict bool) error {
	s := suite{Name: "toolerr check " + r.Target, Output: notJudged(r),
		Tests: len(r.Results), Skipped: r.Count("skipped"), Failures: len(r.Failed(strict))}
	for _, x := range r.Results {
		c := testCase{Class: "toolerr." + r.Dialect + "." + x.Rule.Category, Name: x.Rule.ID}
		switch {
		case x.Judged == 0:
			c.Skipped = new(struct{})
		case x.Counts(strict):
			c.Failure = &failure{Message: x.Rule.Text, Text: lines(x)}
		case x.Found > 0:
			c.Output = lines(x)
		}
		s.Cases = append(s.Cases, c)
	}
	out, err := xml.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(out)+"\n")
	return err
}

func lines(x Result) string {
	return strings.Join(lo.Map(x.Findings, func(f Finding, _ int) string { return describe(f) + "\n" }), "")
}

// describe returns a finding for people, with who can mend it, and how.
func describe(f Finding) string {
	return fmt.Sprintf("%s%s\n%s\nTo mend in %s: %s", toolOf(f), f.Text, f.Command, f.Cause, f.Remedy)
}

// writeGitHub writes workflow commands that annotate a run.
func writeGitHub(w io.Writer, r *Report, strict bool) error {
	var b strings.Builder
	for _, x := range r.Results {
		if x.Found == 0 {
			continue
		}
		text := data.Replace(x.Rule.Text + "\n" + lines(x))
		fmt.Fprintf(&b, "::%s title=%s::%s\n", x.level(strict), x.Rule.ID, text)
	}
	fmt.Fprintf(&b, "::notice title=toolerr check::%d rules passed, %d failed\n", r.Count("passed"), r.Count("failed"))
	if text := notJudged(r); text != "" {
		fmt.Fprintf(&b, "::warning title=toolerr check::%s\n", data.Replace(text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// data escapes the text of a workflow command.
var data = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

// WriteBadge writes the JSON of an endpoint badge of shields.io.
func (r *Report) WriteBadge(w io.Writer, strict bool) error {
	failed, judged := len(r.Failed(strict)), r.Count("passed")+r.Count("failed")
	return writeJSON(w, map[string]any{
		"schemaVersion": 1, "label": "toolerr check", "color": lo.Ternary(failed > 0, "red", "brightgreen"),
		"message": fmt.Sprintf("%d of %d rules", judged-failed, judged),
	})
}

// writeSARIF writes the findings as results of a run (OASIS SARIF 2.1.0). The location of a
// finding is the URL of its request.
func writeSARIF(w io.Writer, r *Report, strict bool) error {
	type object map[string]any
	text := func(s string) object { return object{"text": s} }
	rules, results := []object{}, []object{}
	for i, x := range r.Results {
		rules = append(rules, object{"id": x.Rule.ID, "shortDescription": text(x.Rule.Text),
			"help": text("Source: " + x.Rule.Source), "helpUri": x.Rule.DocURL,
			"properties": object{"tags": []string{x.Rule.Category, x.Rule.Level}}})
		for _, f := range x.Findings {
			at := object{"artifactLocation": object{"uri": cmp.Or(f.URL, "stdio:")}} // of a program
			results = append(results, object{"ruleId": x.Rule.ID, "ruleIndex": i, "level": x.level(strict),
				"message": text(describe(f)), "locations": []object{{"physicalLocation": at}}})
		}
	}
	run := object{"tool": object{"driver": object{"name": "toolerr check", "rules": rules}}, "results": results}
	if note := notJudged(r); note != "" { // §3.20, §3.58
		run["invocations"] = []object{{"executionSuccessful": true,
			"toolExecutionNotifications": []object{{"level": "warning", "message": text(note)}}}}
	}
	return writeJSON(w, object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{run}})
}
