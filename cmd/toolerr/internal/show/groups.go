package show

import (
	"github.com/samber/lo"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
)

// A Group is a set of dialects under a title.
type Group struct {
	Title string
	Names []string
}

var (
	// Groups lists every dialect once.
	Groups = lo.Map(lo.PartitionBy(all.ForPeople(), func(row all.Row) all.Group { return row.Group }),
		func(rows []all.Row, _ int) Group { return Group{rows[0].Group.String(), namesOf(rows)} })

	// Main has the names of those that a page shows first.
	Main = namesOf(lo.Filter(all.ForPeople(), func(row all.Row, _ int) bool { return row.Main() }))
)

// Names lists the dialects of Groups in their order.
func Names() []string { return namesOf(all.ForPeople()) }

func namesOf(rows []all.Row) []string {
	return lo.Map(rows, func(row all.Row, _ int) string { return row.Dialect.Name() })
}

// Short returns a short name of a dialect for people.
func Short(name string) string {
	row, _ := all.Find(name)
	return lo.CoalesceOrEmpty(row.Short, name)
}

// titleOf returns what the documents of a dialect are.
func titleOf(name string) string {
	row, _ := all.Find(name)
	return lo.CoalesceOrEmpty(row.Title, name)
}

// known returns the dialects with the names, or those of Main if there are none.
func known(names []string) (dialects []dialect.Dialect) {
	for _, name := range names {
		if d, err := all.Parse(name); err == nil && len(dialects) < len(all.Names()) {
			dialects = append(dialects, d)
		}
	}
	if len(dialects) == 0 {
		return known(Main)
	}
	return dialects
}
