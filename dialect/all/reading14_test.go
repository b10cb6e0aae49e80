package all_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// A tally counts documents of the fourteenth list.
type tally struct {
	documents, right  int
	codes, rightCodes int // of the documents whose service names its error
	misleading        int // wrong and confident
}

// tallies are the counts of each group.
type tallies map[string]tally

// fourteenthFirst is the result of decoding the fourteenth list for the first time.
var fourteenthFirst = tallies{
	"Fourteenth list: model APIs":              {28, 27, 16, 0, 0},
	"Fourteenth list: clouds":                  {53, 51, 46, 5, 0},
	"Fourteenth list: APIs":                    {102, 91, 56, 0, 2},
	"Fourteenth list: data and infrastructure": {49, 48, 34, 0, 0},
	"Fourteenth list: GraphQL and RPC":         {44, 36, 31, 0, 0},
	"Fourteenth list: frameworks":              {37, 34, 7, 0, 0},
	"Fourteenth list: without a status":        {36, 16, 17, 0, 0},
	"Fourteenth list: MCP":                     {80, 75, 0, 0, 0},
	"Fourteenth list: not errors":              {12, 12, 0, 0, 0},
}

// fourteenthFloor is what must stay right, and how many may be wrong and confident. What is better
// now becomes the floor in the same commit.
var fourteenthFloor = tally{right: 427, rightCodes: 189, misleading: 1}

// isFourteenth reports whether a group is one of the fourteenth list, which has a floor of its own.
func isFourteenth(group string) bool { return strings.HasPrefix(group, "Fourteenth list") }

// add counts a document with its result.
func (c tallies) add(r *reading, e *errkit.Error, miss string, safe bool) {
	sum := c[r.group]
	sum.documents++
	if miss == "" {
		sum.right++
	}
	if !safe {
		sum.misleading++
	}
	if r.codes != nil {
		sum.codes++
	}
	if e != nil && slices.Contains(r.codes, string(e.Code)) {
		sum.rightCodes++
	}
	c[r.group] = sum
}

// sum adds the groups up.
func (c tallies) sum() (all tally) {
	for _, group := range c {
		all.documents += group.documents
		all.right += group.right
		all.codes += group.codes
		all.rightCodes += group.rightCodes
		all.misleading += group.misleading
	}
	return all
}

// requireFloor fails if less is right than the floor requires.
func (c tallies) requireFloor(t *testing.T, misses []string) {
	all := c.sum()
	require.GreaterOrEqual(t, all.right, fourteenthFloor.right, "the fourteenth list: %s", misses)
	require.GreaterOrEqual(t, all.rightCodes, fourteenthFloor.rightCodes, "codes of the fourteenth list")
	require.LessOrEqual(t, all.misleading, fourteenthFloor.misleading, "wrong and confident: %s", misses)
	for group, first := range fourteenthFirst {
		require.Equal(t, first.documents, c[group].documents, group)
		require.Equal(t, first.codes, c[group].codes, group)
	}
}

// table renders the result of each group, at first and now.
func (c tallies) table() string {
	var b strings.Builder
	b.WriteString("| group | documents | right | codes | wrong and confident |\n|---|--:|--:|--:|--:|\n")
	row := func(name string, first, now tally) {
		fmt.Fprintf(&b, "| %s | %d | %d, first %d | %d of %d, first %d | %d, first %d |\n", name, now.documents,
			now.right, first.right, now.rightCodes, now.codes, first.rightCodes, now.misleading, first.misleading)
	}
	for _, group := range slices.Sorted(maps.Keys(c)) {
		row(strings.TrimPrefix(group, "Fourteenth list: "), fourteenthFirst[group], c[group])
	}
	row("**all**", fourteenthFirst.sum(), c.sum())
	return b.String()
}
