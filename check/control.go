package check

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/errkit"
)

// controls knows which failures are not about the fault of a request: a tool without its network
// or its browser fails whatever its input is. They are found by other answers: that of the tool to
// a right input, or, without such an answer, those to other faults, of other tools and of one that
// does not exist. Rules about a fault do not judge such answers.
type controls struct {
	right  map[string][]string // by the tool: the failures with a right input; "" for a success
	faults map[string][]string // by the failure: the faults that have it
}

// aboutFault are the probes whose answers are about a fault of a call.
var (
	inputs     = with(wrongInput, probe.Extra)
	aboutFault = with(inputs, probe.UnknownTool, probe.NotJSON, probe.NotRequest, probe.Method, probe.ContentType,
		probe.Deep, probe.Large)
)

func newControls(xs []*probe.Exchange) *controls {
	c := &controls{map[string][]string{}, map[string][]string{}}
	for _, x := range xs {
		failure := failureOf(x)
		switch {
		case x.Probe == probe.Valid && isAboutNoTask(x): // that it does not exist is the right answer
			c.right[x.Tool] = append(c.right[x.Tool], "")
		case x.Probe == probe.Valid:
			c.right[x.Tool] = append(c.right[x.Tool], failure)
		case failure != "" && slices.Contains(calls, x.Probe):
			c.faults[failure] = lo.Union(c.faults[failure], []string{x.Why})
		}
	}
	return c
}

// fails returns the text of a failure that has another reason than the fault of the request, and
// "" for other answers.
func (c *controls) fails(x *probe.Exchange) string {
	failure := failureOf(x)
	if failure == "" || !slices.Contains(aboutFault, x.Probe) {
		return ""
	}
	right, known := c.right[x.Tool]
	other := slices.Contains(right, failure)
	switch {
	case x.Tool == noTool && x.Status != http.StatusNotFound:
		other = lo.SomeBy(lo.Values(c.right), func(all []string) bool { return slices.Contains(all, failure) })
	case !known && x.Failure == nil && !blamesInput(x) && slices.Contains(inputs, x.Probe):
		other = len(c.faults[failure]) > 1
	}
	if !other {
		return ""
	}
	if x.Failure != nil {
		return x.Failure.Error()
	}
	return x.Text()
}

// blamesInput reports whether a failure is about an input by its own account.
func blamesInput(x *probe.Exchange) bool {
	return x.Kind() == errkit.InvalidInput || slices.Contains([]int{400, 422}, x.Status)
}

var digits = regexp.MustCompile(`[0-9]+`)

// failureOf returns the status and the text of a failure, without the name of the tool and
// numbers, by which texts for one reason differ; "" for a success.
func failureOf(x *probe.Exchange) string {
	switch {
	case x.Failure != nil:
		return "no answer"
	case x.Succeeded():
		return ""
	}
	text := x.Text()
	if x.Tool != "" {
		text = strings.ReplaceAll(text, x.Tool, "X")
	}
	return fmt.Sprint(x.Status, digits.ReplaceAllString(text, "0"))
}

// notJudged returns a line for each failure of tools that has another reason than what was wrong.
func (c *controls) notJudged(xs []*probe.Exchange) (lines []string) {
	tools, texts := map[string][]string{}, map[string]string{}
	for _, x := range xs {
		if text := c.fails(x); text != "" {
			failure := failureOf(x)
			tools[failure], texts[failure] = lo.Union(tools[failure], []string{x.Tool}), text
		}
	}
	for _, failure := range slices.Sorted(maps.Keys(tools)) {
		lines = append(lines, fmt.Sprintf("Not judged: %s: fails for another reason, whatever is sent: %s",
			probe.Shortened(strings.Join(tools[failure], ", "), 80), quote(texts[failure])))
	}
	return lines
}
