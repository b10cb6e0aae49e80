package agents

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Case is a wrong call, and the right one that the user wants.
type Case struct {
	Tool   string // the right name
	Called string // the name that the agent calls
	Right  json.RawMessage
	Faults []Fault // none if only the name is wrong
}

// String describes the case for people.
func (c *Case) String() string {
	var b strings.Builder
	b.WriteString(c.Called)
	for _, f := range c.Faults {
		fmt.Fprintf(&b, " %s:%s", strings.ReplaceAll(f.Kind, " ", "-"), f.Path)
	}
	return b.String()
}

// unknownTool is the kind of fault of a case whose tool has another name.
const unknownTool = "unknown tool"

// Kinds returns the kinds of the faults of a case.
func (c *Case) Kinds() (kinds []string) {
	if c.Called != c.Tool {
		kinds = append(kinds, unknownTool)
	}
	for _, f := range c.Faults {
		kinds = append(kinds, f.Kind)
	}
	return kinds
}

// Input returns the input of the call with its faults.
func (c *Case) Input() any {
	v := decode(c.Right)
	for _, f := range c.Faults {
		if f.Name == "" {
			set(v, f.Path, f.Value)
			continue
		}
		value, _ := lookup(v, f.Path)
		set(v, f.Path, nil)
		parent, _ := split(f.Path)
		set(v, parent+"/"+f.Name, value)
	}
	return v
}

// perCount is how many cases have two faults, three, and four.
const perCount = 80

// Cases returns each fault, each wrong name of a tool, and combinations of two to four faults,
// always the same.
func (t *Table) Cases() (cases []Case) {
	for _, tool := range t.Tools {
		for _, name := range tool.WrongNames {
			cases = append(cases, Case{Tool: tool.Name, Called: name, Right: tool.Inputs[0].Right})
		}
		for _, in := range tool.Inputs {
			for _, f := range in.Faults {
				cases = append(cases, Case{tool.Name, tool.Name, in.Right, []Fault{f}})
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	seen := map[string]bool{}
	for count := 2; count <= 4; count++ {
		for made := 0; made < perCount; {
			tool := t.Tools[made%len(t.Tools)]
			in := tool.Inputs[random.IntN(len(tool.Inputs))]
			c := Case{tool.Name, tool.Name, in.Right, choose(random, in.Faults, count)}
			if key := fmt.Sprint(c.Faults, string(c.Right)); !seen[key] {
				seen[key] = true
				cases = append(cases, c)
				made++
			}
		}
	}
	return cases
}

// choose returns faults of different members, in the order of the table.
func choose(random *rand.Rand, faults []Fault, count int) (chosen []Fault) {
	picked := map[int]bool{}
	for len(picked) < count {
		i := random.IntN(len(faults))
		clash := picked[i]
		for j := range picked {
			clash = clash || overlap(faults[i], faults[j])
		}
		if !clash {
			picked[i] = true
		}
	}
	for i, f := range faults {
		if picked[i] {
			chosen = append(chosen, f)
		}
	}
	return chosen
}

// overlap reports whether one fault hides the other: one is inside of the other, or both are of
// the same union, whose kind decides which members it has.
func overlap(a, b Fault) bool {
	if strings.HasPrefix(a.Path+"/", b.Path+"/") || strings.HasPrefix(b.Path+"/", a.Path+"/") {
		return true
	}
	rootA, _, _ := strings.Cut(a.Path[1:], "/")
	rootB, _, _ := strings.Cut(b.Path[1:], "/")
	return rootA == rootB && (a.Kind == "union" || b.Kind == "union")
}
