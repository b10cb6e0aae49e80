package agents

import (
	"fmt"
	"strings"
)

// Texts returns what the agents read, and what they did, for people.
func (r *Result) Texts(t *Table) string {
	var b strings.Builder
	for i, c := range t.Cases() {
		x := r.Repairs[i]
		fmt.Fprintf(&b, "%s: %s: %d calls, accepted: %t, right: %t\n%s\n\n",
			r.Server.ID, &c, x.Calls, x.Accepted, x.Right, x.Last)
	}
	for _, group := range []struct {
		name string
		ways []Way
		done []Failed
	}{
		{"careful", t.Orders, r.Careful}, {"eager", t.Orders, r.Eager}, {"hopeless", t.Hopeless, r.Hopeless},
		{"waiting", t.Waiting, r.Waiting}, {"audit", t.Audits, r.Audits},
	} {
		for i, w := range group.ways {
			f := group.done[i]
			fmt.Fprintf(&b, "%s: %s: %s: %d calls, %d orders, waited %v, succeeded: %t, private: %v\n%s\n\n", r.Server.ID,
				group.name, w.Title, f.Calls, f.Orders, f.Waited, f.OK, f.Leaks, strings.Join(f.Texts, "\n"))
		}
	}
	return b.String()
}
