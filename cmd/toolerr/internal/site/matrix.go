package site

import (
	"encoding/json"
	"strings"
	"sync"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// A matrix has a row for each kind and a column for each dialect.
type matrix struct {
	Groups  []group[all.Row]
	Columns []string // the short names of the dialects
	Rows    []row
	Totals  map[string]int // of each fate
}

type row struct {
	Kind, Slug, Text, Means string
	Cells                   []cell
}

// A cell is what happens to an error of a kind in a dialect.
type cell struct {
	Fate    fate
	Dialect string
	Carried fate   // with the canonical JSON in the document
	Detail  string // for people
}

// A fate is the worst that happens to a part of an error.
type fate string

// The fates, from the best to the worst.
const (
	whole  fate = "whole"  // everything comes back
	folded fate = "folded" // a part is only in a text
	less   fate = "less"   // the kind comes back, a part does not
	gone   fate = "gone"   // another kind comes back
)

// measured returns the matrix of what a client gets from a server with the middleware: that of MCP
// carries the error in _meta by default. Each error is that of the example on the page of its
// kind.
var measured = sync.OnceValue(func() matrix {
	rows := all.ForPeople()
	m := matrix{Groups: groupsOf(rows), Totals: map[string]int{}}
	carrying := dialect.Codec{Carry: true}
	m.Columns = lo.Map(rows, func(row all.Row, _ int) string { return row.Short })
	for _, k := range errkit.Kinds() {
		text := explain.Kind(k)
		r := row{Kind: k.String(), Slug: mapping.Default().Row(k).Problem, Text: string(k.Text()), Means: text.Means}
		for _, to := range rows {
			call := dialect.Call{ID: json.RawMessage("1")}
			codec := dialect.Codec{Carry: strings.HasPrefix(to.Short, "MCP") || to.Dialect.Name() == "toolerror"}
			// every dialect decodes what it renders, which a test checks
			_, losses := lo.Must2(codec.Measure(explain.Sample(k), to.Dialect, call))
			_, kept := lo.Must2(carrying.Measure(explain.Sample(k), to.Dialect, call))
			c := cell{Fate: fateOf(losses), Carried: fateOf(kept), Dialect: to.Dialect.Name(), Detail: detail(losses)}
			m.Totals[string(c.Fate)]++
			r.Cells = append(r.Cells, c)
		}
		m.Rows = append(m.Rows, r)
	}
	return m
})

func fateOf(losses []dialect.Loss) fate {
	worst := whole
	for _, l := range losses {
		switch {
		case l.Field == "kind" && l.Reason != dialect.Ambiguous:
			return gone
		case l.Reason == dialect.Folded && worst == whole:
			worst = folded
		case l.Reason != dialect.Folded && l.Reason != dialect.Withheld:
			worst = less
		}
	}
	return worst
}

// detail returns a sentence about losses.
func detail(losses []dialect.Loss) string {
	if len(losses) == 0 {
		return "A client decodes everything."
	}
	var parts []string
	for _, l := range losses {
		part := strings.ReplaceAll(l.Field, "_", " ") + " " + string(l.Reason)
		if l.Field == "kind" && l.To != "" && l.To != l.From {
			part += ": it decodes to " + l.To
		}
		parts = append(parts, part)
	}
	return strings.ToUpper(parts[0][:1]) + strings.Join(parts, "; ")[1:] + "."
}
