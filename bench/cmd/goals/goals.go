package main

import (
	"fmt"
	"regexp"
	"strings"
)

// goal is what our implementation is to reach in every work that matches: a
// ratio to the fastest of some peers, or a number of allocations.
type goal struct {
	what  string
	works string   // a regular expression
	ours  string   // the implementation
	than  []string // the peers; nil: allocations are counted
	most  float64
	why   string // it may not hold
}

var codecs = []string{"sonic", "segmentio", "goccy", "easyjson", "encoding-json"}

var goals = []goal{
	{"rendering: allocations", `^Render/`, "toolerr", nil, 0, ""},
	{"rendering, tiny, by the fastest codec", `^Render/.*=tiny$`, "toolerr", codecs, 0.25, twice},
	{"rendering, typical, by the fastest codec", `^Render/.*=typical$`, "toolerr", codecs, 0.40, twice},
	{"rendering, auth, by the fastest codec", `^Render/.*=auth$`, "toolerr", codecs, 0.40, twice},
	{"rendering, large, by the fastest codec", `^Render/.*=large$`, "toolerr", codecs, 0.60, dense},
	{"rendering, tiny, by memcpy", `^Render/.*=tiny$`, "toolerr", []string{"memcpy"}, 7, pieces},
	{"rendering, typical, by memcpy", `^Render/.*=typical$`, "toolerr", []string{"memcpy"}, 20, pieces},
	{"HTTP error, typical: allocations", `^HTTP/size=typical$`, "toolerr", nil, 0, ""},
	{"HTTP error, typical, by json.Encoder", `^HTTP/size=typical$`, "toolerr", []string{"json-Encoder"}, 0.27, ""},
	{"HTTP error, typical, by huma", `^HTTP/size=typical$`, "toolerr", []string{"huma"}, 0.15, floor},
	{"HTTP error, typical, from a handler, by huma", `^HTTP/size=typical$`, "toolerr-handler", []string{"huma-operation"}, 0.15, ""},
	{"recovery, success, Boundary alone by chi", `^Recover/path=success$`, "toolerr-Boundary", []string{"chi"}, 1.1, ""},
	{"recovery, success, nethttp by chi with its writer", `^Recover/path=success$`, "toolerr", []string{"chi-wrapped"}, 0.75, ""},
	{"recovery, success, nethttp by chi", `^Recover/path=success$`, "toolerr", []string{"chi"}, 1.1, began},
	{"recovery, panic, Boundary alone by chi", `^Recover/path=panic`, "toolerr-Boundary", []string{"chi"}, 0.1, stack},
	{"recovery, panic, nethttp by chi with its writer", `^Recover/path=panic`, "toolerr", []string{"chi-wrapped"}, 0.1, stack},
	{"recovery, panic, nethttp by chi", `^Recover/path=panic`, "toolerr", []string{"chi"}, 0.1, stack},
	{"construction: allocations", `^Errors/work=construct$`, "toolerr", nil, 1, ""},
	{"construction by errors.New", `^Errors/work=construct$`, "toolerr", []string{"errors-New"}, 4, ""},
	{"classification by six errors.AsType", `^Errors/work=classify$`, "toolerr", []string{"six-AsType"}, 0.2, ""},
	{"validator conversion by Translate", `^Validate/work=convert$`, "toolerr", []string{"Translate"}, 0.35, ""},
	{"MCP result, typical, by the struct filled by hand", `^MCP/stage=result/size=typical$`, "toolerr-parts", []string{"by-hand-structured"}, 0.45, ""},
	{"decoding by encoding/json", `^Decode/`, "toolerr", []string{"encoding-json"}, 1, ""},
}

// Why some goals may not hold.
const (
	twice  = "mcp-structured and toolerror say an error twice, as a text and as data, and a small struct costs a codec next to nothing."
	dense  = "The texts have a character beyond ASCII or an escape every few bytes. Sonic looks at 32 bytes at once, in assembly; ours takes them one by one where they are not plain."
	pieces = "A document is made of ten and more pieces of some 2 ns each; known bytes are one."
	floor  = "The rendering, two headers and the write take 0.14 by themselves; the rest finds out what went wrong, reports it, and survives a dialect that panics."
	began  = "Chi's does not know whether the answer began. With its writer, which knows, it takes twice as long as ours."
	stack  = "Where the stack is short, the panic itself and our document weigh more; chi's answer is a status alone."
)

// outcome is what became of a goal: the works in which it holds, and the worst
// of all.
type outcome struct {
	goal
	holds, works int
	worst        float64
	where        string // the work of the worst, and the peer
}

func (g goal) outcome(r *results) outcome {
	o := outcome{goal: g, worst: -1}
	name := regexp.MustCompile(g.works)
	for _, w := range r.works {
		ours := w.by(g.ours)
		if !name.MatchString(w.name) || ours == nil {
			continue
		}
		value, peer := ours.allocs, ""
		if g.than != nil {
			value, peer = w.worst(ours, g.than)
		}
		o.works++
		if value <= g.most {
			o.holds++
		}
		if value > o.worst {
			o.worst, o.where = value, strings.TrimSpace(w.name+" "+peer)
		}
	}
	return o
}

// worst is the ratio to the fastest of the peers, and its name.
func (w *work) worst(ours *impl, peers []string) (worst float64, by string) {
	for _, name := range peers {
		if p := w.by(name); p != nil {
			if v := ratio(ours, p); v > worst {
				worst, by = v, name
			}
		}
	}
	return worst, by
}

// goalsTable is a table in Markdown of what became of the goals.
func goalsTable(r *results) string {
	var b strings.Builder
	var reasons []string
	b.WriteString("| goal | at most | holds | worst | where |\n|---|--:|---|--:|---|\n")
	for _, g := range goals {
		o := g.outcome(r)
		holds := "yes"
		if o.holds < o.works {
			holds = fmt.Sprintf("no, in %d of %d", o.holds, o.works)
		}
		if o.works == 0 {
			holds = "not measured"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", o.what, number(o.most), holds, number(o.worst), o.where)
		if o.holds < o.works && o.why != "" {
			reasons = append(reasons, fmt.Sprintf("- %s: %s\n", o.what, o.why))
		}
	}
	if reasons != nil {
		b.WriteString("\nWhy some do not hold:\n\n" + strings.Join(reasons, ""))
	}
	return b.String()
}

// number is a ratio or a count, in three digits: goals are missed by as little.
func number(v float64) string {
	if v >= 10 || v == float64(int(v)) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
