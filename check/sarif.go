package check

import (
	"cmp"
	"io"
)

// The parts of SARIF 2.1.0 that a report has.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver struct {
				Name  string      `json:"name"`
				Rules []sarifRule `json:"rules"`
			} `json:"driver"`
		} `json:"tool"`
		Invocations []sarifInvocation `json:"invocations,omitempty"`
		Results     []sarifResult     `json:"results"`
	}
	sarifInvocation struct { // §3.20
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifNotification struct { // §3.58
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
		Help  sarifText `json:"help"`
		Tags  struct {
			Tags []string `json:"tags"`
		} `json:"properties"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
		} `json:"physicalLocation"`
	}
)

// writeSARIF writes the findings as results of a run (OASIS SARIF 2.1.0). The location of a
// finding is the URL of its request.
func writeSARIF(w io.Writer, r *Report, strict bool) error {
	run := sarifRun{Results: []sarifResult{}}
	driver := &run.Tool.Driver
	driver.Name, driver.Rules = "toolerr check", []sarifRule{}
	if text := notJudged(r); text != "" {
		run.Invocations = []sarifInvocation{{true, []sarifNotification{{"warning", sarifText{text}}}}}
	}
	for i, x := range r.Results {
		rule := sarifRule{ID: x.Rule.ID, Short: sarifText{x.Rule.Text}, Help: sarifText{"Source: " + x.Rule.Source}}
		rule.Tags.Tags = []string{x.Rule.Category, x.Rule.Level}
		driver.Rules = append(driver.Rules, rule)
		for _, f := range x.Findings {
			found := sarifResult{RuleID: x.Rule.ID, RuleIndex: i, Level: x.level(strict)}
			found.Message.Text = toolOf(f) + f.Text + "\n" + f.Command
			found.Locations = make([]sarifLocation, 1)
			found.Locations[0].Physical.Artifact.URI = cmp.Or(f.URL, "stdio:") // of a program
			run.Results = append(run.Results, found)
		}
	}
	return writeJSON(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}
