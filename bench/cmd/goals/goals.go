package main

import (
	"fmt"
	"regexp"
	"strings"
)

// goal is the maximum, in every matching task, of the median time of impl relative to that of the
// fastest of peers, or of its number of allocations.
type goal struct {
	name   string
	tasks  string   // a regular expression
	impl   string   // the implementation of toolerr
	peers  []string // nil: the goal is for allocations
	max    float64
	reason string // why the goal may not be met
}

var codecs = []string{"sonic", "segmentio", "goccy", "encoding-json"}

var goals = []goal{
	{"rendering: allocations", `^Render/`, "toolerr", nil, 0, ""},
	{"rendering, tiny, relative to the fastest codec", `^Render/.*=tiny$`, "toolerr", codecs, 0.25, renderedTwice},
	{"rendering, typical, relative to the fastest codec", `^Render/.*=typical$`, "toolerr", codecs, 0.40,
		renderedTwice},
	{"rendering, auth, relative to the fastest codec", `^Render/.*=auth$`, "toolerr", codecs, 0.40, renderedTwice},
	{"rendering, large, relative to the fastest codec", `^Render/.*=large$`, "toolerr", codecs, 0.60, denseText},
	{"rendering, tiny, relative to memcpy", `^Render/.*=tiny$`, "toolerr", []string{"memcpy"}, 7, manyParts},
	{"rendering, typical, relative to memcpy", `^Render/.*=typical$`, "toolerr", []string{"memcpy"}, 20, manyParts},
	{"HTTP error, typical: allocations", `^HTTP/size=typical$`, "toolerr", nil, 0, ""},
	{"HTTP error, typical, relative to json.Encoder", `^HTTP/size=typical$`, "toolerr", []string{"json-Encoder"}, 0.27,
		otherWork},
	{"HTTP error, typical, relative to huma", `^HTTP/size=typical$`, "toolerr", []string{"huma"}, 0.25, otherWork},
	{"HTTP error, typical, from a handler, relative to huma", `^HTTP/size=typical$`, "toolerr-handler",
		[]string{"huma-operation"}, 0.25, ownRequest},
	{"HTTP error, from a handler: allocations", `^HTTP/size=(tiny|typical)$`, "toolerr-handler", nil, 1, ""},
	{"recovery, success, only Boundary, relative to chi", `^Recover/path=success$`, "toolerr-Boundary",
		[]string{"chi"}, 1.1, ""},
	{"recovery, success, nethttp, relative to chi with its response writer", `^Recover/path=success$`, "toolerr",
		[]string{"chi-wrapped"}, 3, ownExchange},
	{"recovery, success, nethttp: allocations", `^Recover/path=success$`, "toolerr", nil, 2, ""},
	{"recovery, success, nethttp, relative to chi", `^Recover/path=success$`, "toolerr", []string{"chi"}, 1.1,
		tracksCommit},
	{"recovery, panic, only Boundary, relative to chi", `^Recover/path=panic`, "toolerr-Boundary", []string{"chi"},
		0.1, shortStack},
	{"recovery, panic, nethttp, relative to chi with its response writer", `^Recover/path=panic`, "toolerr",
		[]string{"chi-wrapped"}, 0.1, shortStack},
	{"recovery, panic, nethttp, relative to chi", `^Recover/path=panic`, "toolerr", []string{"chi"}, 0.1, shortStack},
	{"construction: allocations", `^Errors/work=construct$`, "toolerr", nil, 1, ""},
	{"construction, relative to errors.New", `^Errors/work=construct$`, "toolerr", []string{"errors-New"}, 4, ""},
	{"classification, relative to six errors.AsType", `^Errors/work=classify$`, "toolerr", []string{"six-AsType"}, 0.2,
		""},
	{"validator conversion, relative to Translate", `^Validate/work=convert$`, "toolerr", []string{"Translate"}, 0.35,
		""},
	{"MCP result, typical, relative to the struct filled by hand", `^MCP/stage=result/size=typical$`, "toolerr-parts",
		[]string{"by-hand-structured"}, 0.45, ""},
	{"MCP result of the middleware, relative to the struct filled by hand", `^MCP/stage=result/size=typical$`, "toolerr",
		[]string{"by-hand-structured"}, 0.8, ownGoroutine},
	{"MCP result of the middleware: allocations", `^MCP/stage=result/size=(tiny|typical)$`, "toolerr", nil, 5, ""},
	{"decoding, relative to encoding/json", `^Decode/`, "toolerr", []string{"encoding-json"}, 1, readsText},
	{"decoding OXP and problem, relative to encoding/json", `^Decode/dialect=(oxp|oxp-flat|problem)/`, "toolerr",
		[]string{"encoding-json"}, 1, largeCode},
	{"decoding MCP, relative to encoding/json", `^Decode/dialect=mcp/`, "toolerr", []string{"encoding-json"}, 1.8, readsText},
	{"decoding, typical, relative to encoding/json", `^Decode/.*=typical$`, "toolerr", []string{"encoding-json"}, 0.8,
		readsText},
	{"decoding OXP and problem, typical, relative to goccy", `^Decode/dialect=(oxp|oxp-flat|problem)/size=typical$`,
		"toolerr", []string{"goccy"}, 1.5, finds},
}

// Reasons why goals may not be met.
const (
	renderedTwice = "mcp-structured and toolerror render an error twice, as text and as data, and codecs encode small structs quickly."
	denseText     = "The texts have a non-ASCII character or an escape every few bytes. Sonic scans 32 bytes at once, in assembly; toolerr processes such text byte by byte."
	manyParts     = "A document consists of ten or more parts of about 2 ns each; memcpy copies one."
	otherWork     = "Rendering, two headers and the write take two thirds; the rest finds the effect of the call and recovers from a panic of the dialect. toolerr takes as long with Go 1.26 as with 1.27, and huma a third less, because encoding/json does."
	ownRequest    = "A third is the memory of the request, 576 bytes, and the collector's work for it: a writer that refuses late writes, and a copy of the request with the body and the context from which an error's cause is found."
	ownExchange   = "Each request has a writer of its own, 160 bytes, or 576 with a copy of a request that has a body, so that a late write cannot reach another client."
	ownGoroutine  = "More than a third is a goroutine for the handler, so that there is a response after its timeout and after runtime.Goexit, which would end the SDK's goroutine before it responds. A whole call takes more than 100 times as long."
	tracksCommit  = "chi does not track whether the response is committed, and a goroutine of the handler may write after its end."
	readsText     = "A failed MCP result has neither a code nor fields: toolerr determines them from the text, which codecs only copy. AAI's fields are in a text, too."
	largeCode     = "Relative to encoding/json it takes 0.37 to 1.12 of the instructions (`make instructions`). But the code for a document without a code that it knows is larger than the instruction cache of 32 KiB: 268 to 639 misses for each small document, and 57 to 176 in encoding/json (cachegrind); where it is about 220, in the typical errors of OXP, toolerr is faster. It also keeps the document and evidence: four times the bytes for the collector."
	finds         = "toolerr accepts the members of many servers, finds the kind, and keeps the document and evidence; goccy fills a struct of the known members."
	shortStack    = "With a short stack, the panic itself and the document have a larger share; chi responds with only a status."
)

// outcome is the result of a goal.
type outcome struct {
	goal
	met, tasks int // the number of tasks in which the goal is met, and of all tasks
	worst      float64
	where      string // the task and the peer of worst
}

func (g goal) outcome(all []task) outcome {
	o := outcome{goal: g, worst: -1}
	matching := regexp.MustCompile(g.tasks)
	for _, t := range all {
		_, measured := t.sec[g.impl]
		if !matching.MatchString(t.name) || !measured {
			continue
		}
		value, peer := t.allocs[g.impl], ""
		if g.peers != nil {
			value, peer = t.worst(g.impl, g.peers)
		}
		o.tasks++
		if value <= g.max {
			o.met++
		}
		if value > o.worst {
			o.worst, o.where = value, strings.TrimSpace(t.name+" "+peer)
		}
	}
	return o
}

// worst returns the largest ratio of impl to one of peers, and the name of that peer, the fastest.
func (t task) worst(impl string, peers []string) (worst float64, peer string) {
	for _, name := range peers {
		if sec := t.sec[name]; sec > 0 && t.sec[impl]/sec > worst {
			worst, peer = t.sec[impl]/sec, name
		}
	}
	return worst, peer
}

// goalsTable returns the outcomes of all goals as a Markdown table.
func goalsTable(all []task) string {
	var b strings.Builder
	var reasons []string
	b.WriteString("| goal | maximum | met | worst | where |\n|---|--:|---|--:|---|\n")
	for _, g := range goals {
		o := g.outcome(all)
		met := "yes"
		if o.met < o.tasks {
			met = fmt.Sprintf("in %d of %d", o.met, o.tasks)
		}
		if o.tasks == 0 {
			met = "not measured"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", o.name, number(o.max), met, number(o.worst), o.where)
		if o.met < o.tasks && o.reason != "" {
			reasons = append(reasons, fmt.Sprintf("- %s: %s\n", o.name, o.reason))
		}
	}
	if reasons != nil {
		b.WriteString("\nReasons for goals that are not met:\n\n" + strings.Join(reasons, ""))
	}
	return b.String()
}

// number formats a ratio or a count with up to three digits.
func number(v float64) string {
	if v >= 10 || v == float64(int(v)) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
