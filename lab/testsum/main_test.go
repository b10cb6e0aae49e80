package main

import (
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestSummarize(t *testing.T) {
	tests := []struct {
		name string
		in   []string
		out  string
		want sum
	}{
		{
			name: "no input",
		},
		{
			name: "a package that passes",
			in: []string{
				`{"Action":"start","Package":"a"}`,
				`{"Action":"run","Package":"a","Test":"TestA"}`,
				`{"Action":"output","Package":"a","Test":"TestA","Output":"=== RUN   TestA\n"}`,
				`{"Action":"run","Package":"a","Test":"TestA/one"}`,
				`{"Action":"output","Package":"a","Test":"TestA/one","Output":"noise\n"}`,
				`{"Action":"pass","Package":"a","Test":"TestA/one"}`,
				`{"Action":"pass","Package":"a","Test":"TestA"}`,
				`{"Action":"skip","Package":"a","Test":"TestB"}`,
				`{"Action":"output","Package":"a","Output":"PASS\n"}`,
				`{"Action":"output","Package":"a","Output":"ok  \ta\t0.1s\n"}`,
				`{"Action":"pass","Package":"a"}`,
				`{"Action":"output","Package":"b","Output":"?   \tb\t[no test files]\n"}`,
				`{"Action":"skip","Package":"b"}`,
			},
			out:  "ok  \ta\t0.1s\n?   \tb\t[no test files]\n",
			want: sum{passed: 2, skipped: 1},
		},
		{
			name: "a failed test: its output is printed, its package is not counted",
			in: []string{
				`{"Action":"output","Package":"a","Test":"TestA","Output":"=== RUN   TestA\n"}`,
				`{"Action":"output","Package":"a","Test":"TestB","Output":"quiet\n"}`,
				`{"Action":"pass","Package":"a","Test":"TestB"}`,
				`{"Action":"output","Package":"a","Test":"TestA","Output":"    a_test.go:1: no\n"}`,
				`{"Action":"output","Package":"a","Test":"TestA","Output":"--- FAIL: TestA (0.00s)\n"}`,
				`{"Action":"fail","Package":"a","Test":"TestA"}`,
				`{"Action":"output","Package":"a","Output":"FAIL\n"}`,
				`{"Action":"output","Package":"a","Output":"FAIL\ta\t0.1s\n"}`,
				`{"Action":"fail","Package":"a"}`,
			},
			out:  "    a_test.go:1: no\n--- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s\n",
			want: sum{passed: 1, failed: 1},
		},
		{
			name: "a build failure",
			in: []string{
				`{"ImportPath":"a","Action":"build-output","Output":"a.go:1: bad\n"}`,
				`{"ImportPath":"a","Action":"build-fail"}`,
				`{"Action":"output","Package":"a","Output":"FAIL\ta [build failed]\n"}`,
				`{"Action":"fail","Package":"a","FailedBuild":"a"}`,
			},
			out:  "a.go:1: bad\nFAIL\ta [build failed]\n",
			want: sum{failed: 1},
		},
		{
			name: "a timeout",
			in: []string{
				`{"Action":"output","Package":"a","Test":"TestZ","Output":"z\n"}`,
				`{"Action":"output","Package":"a","Test":"TestA","Output":"panic: test timed out after 1s\n"}`,
				`{"Action":"output","Package":"b","Test":"TestA","Output":"another package\n"}`,
				`{"Action":"fail","Package":"a"}`,
			},
			out:  "panic: test timed out after 1s\nz\n",
			want: sum{failed: 1},
		},
		{
			name: "lines that are not events",
			in:   []string{`go: cannot load module`, `{"some":"json"}`, `7`},
			out:  "go: cannot load module\n{\"some\":\"json\"}\n7\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var in, out strings.Builder
			for _, line := range tt.in {
				in.WriteString(line + "\n")
			}
			got, err := summarize(strings.NewReader(in.String()), &out)
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
			require.Equal(t, tt.out, out.String())
		})
	}
}

func TestSummarizeBrokenInput(t *testing.T) {
	_, err := summarize(iotest.ErrReader(iotest.ErrTimeout), &strings.Builder{})
	require.ErrorIs(t, err, iotest.ErrTimeout)
}
