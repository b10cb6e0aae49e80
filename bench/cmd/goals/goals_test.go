package main

import (
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

func TestGoals(t *testing.T) {
	var r results
	require.NoError(t, r.add(round))
	require.NoError(t, r.add(round))
	require.NoError(t, r.add(disturbed))
	require.Len(t, r.tasks, 1)

	tiny := goal{"tiny", `=tiny$`, "toolerr", codecs, 0.25, ""}.outcome(&r)
	require.Equal(t, 1, tiny.met)
	require.InDelta(t, 0.2, tiny.worst, 1e-9)
	require.Equal(t, "Render/dialect=oxp/size=tiny sonic", tiny.where)

	require.Zero(t, goal{"memcpy", `=tiny$`, "toolerr", []string{"memcpy"}, 3, ""}.outcome(&r).met)
	allocs := goal{"allocations", `^Render/`, "toolerr", nil, 0, ""}.outcome(&r)
	require.Zero(t, allocs.met, "the maximum of all rounds counts")
	require.Contains(t, goalsTable(&r), "| rendering: allocations | 0 | in 0 of 1 | 1 |")
	require.Contains(t, goalsTable(&r), "| rendering, tiny, relative to the fastest codec | 0.25 | yes | 0.2 |")
	require.Contains(t, goalsTable(&r), "not measured")
	require.NotContains(t, goalsTable(&r), "Reasons for goals", "the goal for allocations has no reason, the others are met")

	var slow results
	require.NoError(t, slow.add(disturbed))
	require.Contains(t, goalsTable(&slow), "Reasons for goals that are not met:\n\n- rendering, tiny, relative to the fastest codec: "+renderedTwice)
}

func TestPage(t *testing.T) {
	var r results
	require.NoError(t, r.add(round))
	got, err := page(&r, 1, time.Second)
	require.NoError(t, err)
	require.Contains(t, got, "| render OXP, tiny | 20 ns | sonic, 100 ns | 0.20 |")
	require.Contains(t, got, "| | toolerr | memcpy | encoding-json | sonic |")
	require.Contains(t, got, "| oxp tiny | 20.0 / 0 | 5.0 / 0 | 200 / 3 | 100 / 2 |")
	require.Contains(t, got, "github.com/bytedance/sonic v")
}

func TestBrokenRounds(t *testing.T) {
	var r results
	require.ErrorContains(t, r.add("FAIL"), "no benchmark ran")
	r = results{}
	require.NoError(t, r.add(round))
	require.ErrorContains(t, r.add("PASS"), "has 1 results")
}
