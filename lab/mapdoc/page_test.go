package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/schemas/verify"
)

func TestPageIsUpToDate(t *testing.T) {
	want, err := Page()
	require.NoError(t, err)
	got, err := os.ReadFile("../../docs/mapping.md")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "run go generate ./lab/mapdoc")
}

func TestTableIsUpToDate(t *testing.T) {
	want, err := Table()
	require.NoError(t, err)
	got, err := os.ReadFile("../../mapping/table.json")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "run go generate ./lab/mapdoc")
	require.NoError(t, verify.Validate("mapping-table", got))
}

func TestPageHasEveryKindAndDialect(t *testing.T) {
	page, err := Page()
	require.NoError(t, err)
	require.Contains(t, string(page), mapping.Default().Markdown())
	for _, k := range errkit.Kinds() {
		require.Equal(t, 2, strings.Count(string(page), "\n| "+k.String()+" | "), k.String())
	}
	for _, d := range measured() {
		require.Regexp(t, "\\| "+d.Name()+" \\||Your client decodes every kind that you sent in .*`"+d.Name()+"`", string(page))
	}
}

// TestStatements checks the statements of the page outside its tables.
func TestStatements(t *testing.T) {
	var codec dialect.Codec
	carry := dialect.Codec{Carry: true}
	losses := func(c *dialect.Codec, k errkit.Kind, name string) []dialect.Loss {
		d, err := all.Parse(name)
		require.NoError(t, err)
		_, losses, err := c.Measure(fullError(k), d, dialect.Call{})
		require.NoError(t, err)
		return losses
	}
	for _, k := range errkit.Kinds() {
		for name, others := range alike {
			for _, other := range others {
				require.Equal(t, losses(&codec, k, name), losses(&codec, k, other), "%s: %s", k.String(), other)
			}
		}
		for _, d := range measured() {
			for _, l := range losses(&carry, k, d.Name()) {
				if l.Field == "needs" &&
					slices.Contains([]string{"mcp", "toolerror", "adcp", "anthropic", "openai-responses"}, d.Name()) {
					continue // without the names of secrets
				}
				require.Equal(t, dialect.Withheld, l.Reason, "%s, %s: Carry prevents other losses", k.String(),
					d.Name())
			}
		}
	}
}

// TestLossesAreListed checks that fields and outcomes are complete.
func TestLossesAreListed(t *testing.T) {
	var codec dialect.Codec
	for _, k := range errkit.Kinds() {
		for _, d := range measured() {
			_, losses, err := codec.Measure(fullError(k), d, dialect.Call{})
			require.NoError(t, err)
			for _, l := range losses {
				if l.Field == "kind" {
					continue // in a separate table
				}
				require.Contains(t, fields, l.Field)
				require.Contains(t, outcomes, string(l.Reason))
			}
		}
	}
}

// TestFirstKinds checks that the examples in the documentation of package errkit are of their
// kind.
func TestFirstKinds(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, firstKinds(&b))
	rows := strings.Split(strings.TrimSpace(b.String()), "\n")[2:]
	require.Len(t, rows, 10)
	for _, row := range rows {
		cells := strings.Split(row, " | ")
		require.Len(t, cells, 3, row)
		kind := strings.TrimPrefix(cells[0], "| ")
		if kind != "InvalidInput" && kind != "Internal" { // which are made without naming them
			require.Contains(t, cells[2], "errkit."+kind)
		}
	}
}
