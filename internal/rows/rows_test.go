package rows_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/rows"
)

func TestAll(t *testing.T) {
	const table = "# comment\nbells\n\tfront  door \n\n\t# no comment\nchimes\r\n\tlow\r\n\t\n"
	var got [][2]string
	for heading, row := range rows.All(table) {
		got = append(got, [2]string{heading, row})
	}
	require.Equal(t, [][2]string{{"bells", "front  door "}, {"bells", "# no comment"}, {"chimes", "low"},
		{"chimes", ""}}, got)
	for heading, row := range rows.All(table) {
		require.Equal(t, "bells", heading)
		require.Equal(t, "front  door ", row)
		break // the rest is not read
	}
}

func TestCells(t *testing.T) {
	var got []string
	for heading, cells := range rows.Cells("bells\n\tfront |  | -\n\tback\n") {
		got = append(got, heading, strings.Join(cells, ","))
	}
	require.Equal(t, []string{"bells", "front,,", "bells", "back"}, got)
	for _, cells := range rows.Cells("bells\n\tfront\n\tback\n") {
		require.Equal(t, []string{"front"}, cells)
		break // the rest is not read
	}
}

func TestTable(t *testing.T) {
	type bell struct {
		Name, Note string
		Number     int16
		Level      slog.Level
		Loud       bool
	}
	read := func(field any, cell string) bool {
		loud, ok := field.(*bool)
		if ok {
			*loud = cell == "loud"
		}
		return ok
	}
	const table = "chimes\n\tlow\nbells\n\tfront | - | -7 | WARN | loud\n\tback\n"
	require.Equal(t, []bell{{"front", "", -7, slog.LevelWarn, true}, {Name: "back"}}, rows.Table[bell](table, "bells", read))
	require.Equal(t, []bell{{Name: "low"}}, rows.Table[bell](table, "chimes", nil))
	for _, cells := range []string{"front | - | seven", "front | - | 7 | wrong"} {
		require.Panics(t, func() { rows.Table[bell]("bells\n\t"+cells, "bells", nil) }, cells)
	}
}

func TestSentences(t *testing.T) {
	require.Equal(t, map[string]map[string][]string{
		"bells": {"front": {"rings", "rang"}, "back": {"is"}}, "chimes": {"low": {""}},
	}, rows.Sentences[string]("bells\n\tfront rings | rang\n\tback is\nchimes\n\tlow\n"))
}
