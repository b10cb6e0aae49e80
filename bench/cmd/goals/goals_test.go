package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const round = `goos: linux
BenchmarkRender/dialect=oxp/size=tiny/impl=toolerr-2     100    20.0 ns/op    0 B/op    0 allocs/op
BenchmarkRender/dialect=oxp/size=tiny/impl=memcpy-2      100     5.0 ns/op    0 B/op    0 allocs/op
BenchmarkRender/dialect=oxp/size=tiny/impl=encoding-json 100   200.5 ns/op    9 B/op    3 allocs/op
BenchmarkRender/dialect=oxp/size=tiny/impl=sonic-2       100   100.0 ns/op    9 B/op    2 allocs/op
PASS
`

// disturbed is a round in which toolerr was slow. The median ignores it.
const disturbed = `BenchmarkRender/dialect=oxp/size=tiny/impl=toolerr-2  1  4000 ns/op  0 B/op  1 allocs/op
BenchmarkRender/dialect=oxp/size=tiny/impl=memcpy-2  1  5 ns/op  0 B/op  0 allocs/op
BenchmarkRender/dialect=oxp/size=tiny/impl=encoding-json-2  1  200 ns/op  0 B/op  3 allocs/op
BenchmarkRender/dialect=oxp/size=tiny/impl=sonic-2  1  100 ns/op  0 B/op  2 allocs/op
`

// measured writes the output of rounds into a file.
func measured(t *testing.T, rounds string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "rounds.txt")
	require.NoError(t, os.WriteFile(file, []byte(rounds), 0o600))
	return file
}

func TestGoals(t *testing.T) {
	t.Chdir("../..") // where the command runs
	all, err := medians(measured(t, round+round+disturbed))
	require.NoError(t, err)
	require.Len(t, all, 1)

	tiny := goal{"tiny", `=tiny$`, "toolerr", codecs, 0.25, ""}.outcome(all)
	require.Equal(t, 1, tiny.met)
	require.InDelta(t, 0.2, tiny.worst, 1e-9)
	require.Equal(t, "Render/dialect=oxp/size=tiny sonic", tiny.where)

	require.Zero(t, goal{"memcpy", `=tiny$`, "toolerr", []string{"memcpy"}, 3, ""}.outcome(all).met)
	require.Contains(t, goalsTable(all), "| rendering: allocations | 0 | yes | 0 |")
	require.Contains(t, goalsTable(all), "| rendering, tiny, relative to the fastest codec | 0.25 | yes | 0.2 |")
	require.Contains(t, goalsTable(all), "not measured")
	require.NotContains(t, goalsTable(all), "Reasons for goals", "all that are measured are met")

	slow, err := medians(measured(t, disturbed))
	require.NoError(t, err)
	require.Contains(t, goalsTable(slow), "| rendering: allocations | 0 | in 0 of 1 | 1 |")
	require.Contains(t, goalsTable(slow),
		"Reasons for goals that are not met:\n\n- rendering, tiny, relative to the fastest codec: "+renderedTwice)
}

func TestPage(t *testing.T) {
	t.Chdir("../..") // where the command runs
	file := measured(t, round)
	all, err := medians(file)
	require.NoError(t, err)
	got, err := page([]version{{"1.1", file, nil}, {"1.2", file, all}}, 1, time.Second)
	require.NoError(t, err)
	require.Regexp(t, `(?s)### Go 1\.1\n\n.*not measured.*### Go 1\.2\n\n.*\| rendering: allocations \| 0 \| yes \|`, got)
	require.Contains(t, got, "- the tables below: Go 1.2, ")
	require.Regexp(t, `(?m)^Render/dialect=oxp/size=tiny +20\.000n .* 5\.000n .* 200\.500n .* 100\.000n`, got)
	require.Regexp(t, `(?m)^Render/dialect=oxp/size=tiny +0.000 .* 3.000 .* 2.000`, got)
	require.NotContains(t, got, "B/op")
	require.Contains(t, got, "github.com/bytedance/sonic v")
}

func TestNoBenchmark(t *testing.T) {
	t.Chdir("../..") // where the command runs
	_, err := medians(measured(t, "FAIL"))
	require.ErrorContains(t, err, "no benchmark ran")
	_, err = parse("a,\"b")
	require.ErrorContains(t, err, "benchstat: ")
	_, err = parse(",toolerr\n,sec/op\nRender,x\n")
	require.ErrorContains(t, err, "benchstat: Render: ")
}
