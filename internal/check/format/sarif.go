package format

import (
	"io"

	"github.com/toolerr/toolerr/internal/check"
)

// The parts of SARIF 2.1.0 that a report has.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
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
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
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

// SARIF writes the findings as results of a run (OASIS SARIF 2.1.0). The location of a finding is the URL of its request.
func SARIF(w io.Writer, r *check.Report, strict bool) error {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "toolerr check", Rules: []sarifRule{}}}, Results: []sarifResult{}}
	if text := notJudged(r); text != "" {
		run.Invocations = []sarifInvocation{{true, []sarifNotification{{"warning", sarifText{text}}}}}
	}
	for i := range r.Results {
		x := &r.Results[i]
		rule := sarifRule{ID: x.Rule.ID, Short: sarifText{x.Rule.Text}, Help: sarifText{"Source: " + x.Rule.Source}}
		rule.Tags.Tags = []string{string(x.Rule.Category), string(x.Rule.Level)}
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
		level := "warning"
		if counts(x, strict) {
			level = "error"
		}
		for _, f := range x.Findings {
			found := sarifResult{RuleID: x.Rule.ID, RuleIndex: i, Level: level, Message: sarifText{toolOf(f) + f.Text + "\n" + f.Command}}
			var at sarifLocation
			at.Physical.Artifact.URI = f.URL
			if at.Physical.Artifact.URI == "" {
				at.Physical.Artifact.URI = "stdio:" // a program
			}
			found.Locations = []sarifLocation{at}
			run.Results = append(run.Results, found)
		}
	}
	return writeJSON(w, sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}
