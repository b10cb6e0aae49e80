package agents

import (
	"context"
	"encoding/json"
	"slices"
)

// A Repaired is how an agent repaired a call.
type Repaired struct {
	Calls    int  // made, a list of the tools included
	Words    int  // read until the call was accepted, in tokens of 4 bytes
	Accepted bool // else the agent had nothing left to mend
	Right    bool // the tool got the input that the user wants

	Last string // what was read last
}

// A mend is what the agent does once a text has one of the names.
type mend struct {
	names []string
	do    func(input any)
}

// Repair makes a wrong call, and mends it by what it reads: a member gets its right value once a
// text has the name of the member, and a member that should not be there is removed once a text
// has its name. Of a path the last name counts. It calls another tool once a text has its name; a
// text that has none makes it list the tools. If a text has nothing new, it gives up.
func Repair(ctx context.Context, s Session, c *Case) (Repaired, error) {
	var r Repaired
	input, open := c.Input(), c.mends()
	called := c.Called
	for {
		a, err := s.Call(ctx, called, input)
		if err != nil {
			return r, err
		}
		r.Calls++
		if a.OK {
			r.Accepted = true
			r.Right = isRight(a.Text, c.Right)
			return r, nil
		}
		r.Words += tokens(a.Text)
		r.Last = a.Text
		names := Names(a.Text)
		if called != c.Tool {
			if !names[fold(c.Tool)] {
				list, err := s.List(ctx)
				if err != nil {
					return r, err
				}
				r.Calls++
				r.Words += tokens(list)
			}
			called = c.Tool
			continue
		}
		before := len(open)
		open = slices.DeleteFunc(open, func(m mend) bool {
			named := slices.ContainsFunc(m.names, func(n string) bool { return names[fold(n)] })
			if named {
				m.do(input)
			}
			return named
		})
		if len(open) == before {
			return r, nil
		}
	}
}

// isRight reports whether a tool got what the user wants, by what it responds.
func isRight(text string, right json.RawMessage) bool {
	var got any
	return json.Unmarshal([]byte(text), &got) == nil && has(got, decode(right))
}

// tokens estimates how many tokens a text has.
func tokens(text string) int { return (len(text) + 3) / 4 }

// mends returns what the agent has to do, and does not know yet.
func (c *Case) mends() (open []mend) {
	right := decode(c.Right)
	for _, f := range c.Faults {
		parent, name := split(f.Path)
		value, _ := lookup(right, f.Path) // nil: the member should not be there
		open = append(open, mend{[]string{name}, func(input any) { set(input, f.Path, value) }})
		if f.Name != "" {
			open = append(open, mend{[]string{f.Name}, func(input any) { set(input, parent+"/"+f.Name, nil) }})
		}
	}
	return open
}
