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

// What disturbs one round alone counts for nothing.
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
	require.Len(t, r.works, 1)

	tiny := goal{"tiny", `=tiny$`, "toolerr", codecs, 0.25, ""}.outcome(&r)
	require.Equal(t, 1, tiny.holds)
	require.InDelta(t, 0.2, tiny.worst, 1e-9)
	require.Equal(t, "Render/dialect=oxp/size=tiny sonic", tiny.where)

	require.Zero(t, goal{"memcpy", `=tiny$`, "toolerr", []string{"memcpy"}, 3, ""}.outcome(&r).holds)
	allocs := goal{"allocations", `^Render/`, "toolerr", nil, 0, ""}.outcome(&r)
	require.Zero(t, allocs.holds, "one allocation in one round is one too many")
	require.Contains(t, goalsTable(&r), "| rendering: allocations | 0 | no, in 0 of 1 | 1 |")
	require.Contains(t, goalsTable(&r), "| rendering, tiny, by the fastest codec | 0.25 | yes | 0.2 |")
	require.Contains(t, goalsTable(&r), "not measured")
	require.NotContains(t, goalsTable(&r), "Why some do not hold", "no reason is known for allocations, none is needed for the rest")

	var slow results
	require.NoError(t, slow.add(disturbed))
	require.Contains(t, goalsTable(&slow), "Why some do not hold:\n\n- rendering, tiny, by the fastest codec: "+twice)
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
