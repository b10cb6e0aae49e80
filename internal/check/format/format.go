// Package format writes reports of package check.
package format

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/toolerr/toolerr/internal/check"
)

// A Writer writes a report. strict is whether rules of level SHOULD count.
type Writer func(w io.Writer, r *check.Report, strict bool) error

// Formats are the formats by name.
var Formats = []struct {
	Name  string
	Help  string
	Write Writer
}{
	{"text", "lines for people", Text},
	{"json", "a JSON object", JSON},
	{"junit", "JUnit XML", JUnit},
	{"github", "annotations of GitHub Actions", GitHub},
	{"sarif", "SARIF 2.1.0", SARIF},
}

// notJudged returns a sentence about the tools that were not called, with the flags that have them
// called, "" if there are none.
func notJudged(r *check.Report) string { return r.NotJudged("--call-invalid", "--call-all") }

// counts reports whether a result fails a run.
func counts(x *check.Result, strict bool) bool {
	return x.Status == check.Failed && (strict || x.Rule.Level == check.Must)
}

// maxLines is the number of findings of a rule that Text writes.
const maxLines = 3

// Text writes lines for people: the broken rules with their findings, then a summary.
func Text(w io.Writer, r *check.Report, strict bool) error {
	var b strings.Builder
	for i := range r.Results {
		x := &r.Results[i]
		if x.Status != check.Failed {
			continue
		}
		word := "warn"
		if counts(x, strict) {
			word = "FAIL"
		}
		fmt.Fprintf(&b, "%s  %s  %s %s\n      %s\n      Source: %s\n", word, x.Rule.ID, x.Rule.Category, x.Rule.Level, x.Rule.Text, x.Rule.Source)
		for i, f := range x.Findings {
			if i == maxLines {
				fmt.Fprintf(&b, "    - and %d more\n", x.Found-i)
				break
			}
			fmt.Fprintf(&b, "    - %s%s\n      %s\n", toolOf(f), f.Text, f.Command)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s (%s): %d tools, %d probed; %d requests; %d rules passed, %d failed, %d without an answer to judge\n",
		r.Target, r.Dialect, r.Tools, r.Probed, r.Requests, r.Count(check.Passed), r.Count(check.Failed), r.Count(check.Skipped))
	if text := notJudged(r); text != "" {
		b.WriteString(text + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func toolOf(f check.Finding) string {
	if f.Tool == "" {
		return string(f.Exchange.Probe) + ": "
	}
	return f.Tool + ", " + string(f.Exchange.Probe) + ": "
}

type jsonReport struct {
	Target   string       `json:"target"`
	Dialect  string       `json:"dialect"`
	Tools    int          `json:"tools"`
	Probed   int          `json:"probed"`
	Refused  int          `json:"not_called"`
	Note     string       `json:"not_called_because,omitempty"`
	Requests int          `json:"requests"`
	Passed   int          `json:"passed"`
	Failed   int          `json:"failed"`
	Skipped  int          `json:"skipped"`
	Results  []jsonResult `json:"results"`
}

type jsonResult struct {
	ID       string        `json:"id"`
	Category string        `json:"category"`
	Level    string        `json:"level"`
	Text     string        `json:"text"`
	Source   string        `json:"source"`
	Status   string        `json:"status"`
	Judged   int           `json:"judged"`
	Findings []jsonFinding `json:"findings"`
}

type jsonFinding struct {
	Text    string `json:"text"`
	Probe   string `json:"probe"`
	Tool    string `json:"tool,omitempty"`
	Command string `json:"command"`
	Status  int    `json:"status,omitempty"`
	Answer  string `json:"answer,omitempty"`
}

// JSON writes a JSON object.
func JSON(w io.Writer, r *check.Report, _ bool) error {
	doc := jsonReport{r.Target, r.Dialect, r.Tools, r.Probed, r.Refused, notJudged(r), r.Requests,
		r.Count(check.Passed), r.Count(check.Failed), r.Count(check.Skipped), []jsonResult{}}
	for i := range r.Results {
		x := &r.Results[i]
		row := jsonResult{x.Rule.ID, string(x.Rule.Category), string(x.Rule.Level), x.Rule.Text, x.Rule.Source, string(x.Status), x.Judged, []jsonFinding{}}
		for _, f := range x.Findings {
			row.Findings = append(row.Findings, jsonFinding{f.Text, string(f.Exchange.Probe), f.Tool, f.Command, f.Exchange.Status, f.Answer})
		}
		doc.Results = append(doc.Results, row)
	}
	return writeJSON(w, doc)
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

// JUnit writes a test suite with a test case for each rule.
func JUnit(w io.Writer, r *check.Report, strict bool) error {
	s := suite{Name: "toolerr check " + r.Target, Tests: len(r.Results), Skipped: r.Count(check.Skipped), Failures: len(r.Failed(strict)),
		Output: notJudged(r)}
	for i := range r.Results {
		x := &r.Results[i]
		c := testCase{Class: "toolerr." + r.Dialect + "." + string(x.Rule.Category), Name: x.Rule.ID}
		switch {
		case x.Status == check.Skipped:
			c.Skipped = new(struct{})
		case counts(x, strict):
			c.Failure = &failure{Message: x.Rule.Text, Text: lines(x)}
		case x.Status == check.Failed:
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

func lines(x *check.Result) string {
	var b strings.Builder
	for _, f := range x.Findings {
		fmt.Fprintf(&b, "%s%s\n%s\n", toolOf(f), f.Text, f.Command)
	}
	return b.String()
}

// GitHub writes workflow commands that annotate a run.
func GitHub(w io.Writer, r *check.Report, strict bool) error {
	var b strings.Builder
	for i := range r.Results {
		x := &r.Results[i]
		if x.Status != check.Failed {
			continue
		}
		level := "warning"
		if counts(x, strict) {
			level = "error"
		}
		fmt.Fprintf(&b, "::%s title=%s::%s\n", level, property.Replace(x.Rule.ID), data.Replace(x.Rule.Text+"\n"+lines(x)))
	}
	fmt.Fprintf(&b, "::notice title=toolerr check::%d rules passed, %d failed\n", r.Count(check.Passed), r.Count(check.Failed))
	if text := notJudged(r); text != "" {
		fmt.Fprintf(&b, "::warning title=toolerr check::%s\n", data.Replace(text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// The escapes of workflow commands.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Badge writes the JSON of an endpoint badge of shields.io.
func Badge(w io.Writer, r *check.Report, strict bool) error {
	color, failed := "brightgreen", len(r.Failed(strict))
	if failed > 0 {
		color = "red"
	}
	judged := r.Count(check.Passed) + r.Count(check.Failed)
	return writeJSON(w, map[string]any{
		"schemaVersion": 1, "label": "toolerr check", "message": fmt.Sprintf("%d of %d rules", judged-failed, judged), "color": color,
	})
}
