package agents_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bench/agents"
	"github.com/toolerr/toolerr/bench/agents/goserver"
)

// The test is a server, too: the servers are processes of their own.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "serve" {
		fmt.Fprintln(os.Stderr, goserver.Serve(context.Background(), os.Args[2]))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func load(t *testing.T) (*agents.Table, *agents.Backend) {
	t.Helper()
	table, err := agents.Load()
	require.NoError(t, err)
	b, err := agents.NewBackend()
	require.NoError(t, err)
	t.Cleanup(b.Close)
	return table, b
}

func measure(t *testing.T, table *agents.Table, b *agents.Backend, id string) *agents.Result {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	for _, s := range agents.Servers(".", self, "serve") {
		if s.ID == id {
			r, err := agents.Measure(t.Context(), &s, table, b)
			require.NoError(t, err)
			return r
		}
	}
	t.Fatalf("there is no server %q", id)
	return nil
}

// The limits that agents rely on. The bare SDK breaks them, so they measure something.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"toolerr", "toolerr-http"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			table, b := load(t)
			r := measure(t, table, b, id)
			require.NoError(t, r.Check(table))
			require.GreaterOrEqual(t, r.Summary().Cases, 300)
		})
	}
	t.Run("go-sdk", func(t *testing.T) {
		t.Parallel()
		table, b := load(t)
		r := measure(t, table, b, "go-sdk")
		for _, broken := range []string{"are never accepted", "a repair takes 3.", "3 orders, eager",
			"what the user does not want", "failures have private words", "Retry-After of 11 days: 8 calls"} {
			require.ErrorContains(t, r.Check(table), broken)
		}
		requirePage(t, table, r)
	})
}

// requirePage requires that the page and the plot have a result.
func requirePage(t *testing.T, table *agents.Table, r *agents.Result) {
	t.Helper()
	const before = "before\n<!-- Generated: make agents -->\nold\n<!-- end -->\nafter\n"
	page, err := agents.Page(before, table, []*agents.Result{r})
	require.NoError(t, err)
	require.Regexp(t, `^before\n.*\n\|server\|(?s:.*)\n\|go-sdk\|\d+/\d+\|3\.\d\d\|(?s:.*)\n<!-- end -->\nafter\n$`, page)
	_, err = agents.Page("no marks", table, nil)
	require.ErrorContains(t, err, "the page has no part")
	require.Contains(t, agents.Plot([]*agents.Result{r}), ">go-sdk</text>")
	require.Contains(t, r.Texts(table), "context deadline exceeded")
}

// The wrong calls have all kinds of faults, and are the same in each run.
func TestCases(t *testing.T) {
	table, _ := load(t)
	cases := table.Cases()
	counts, kinds := map[int]int{}, map[string]int{}
	for _, c := range cases {
		counts[len(c.Faults)]++
		for _, k := range c.Kinds() {
			kinds[k]++
		}
		require.NotEqual(t, c.Right, c.Input(), c.String())
	}
	require.GreaterOrEqual(t, len(cases), 300)
	require.Equal(t, []int{80, 80, 80}, []int{counts[2], counts[3], counts[4]})
	for _, k := range []string{"missing", "type", "enum", "range", "pattern", "nested", "extra", "union", "unknown tool",
		"wrong name"} {
		require.Positive(t, kinds[k], k)
	}
	again, err := agents.Load()
	require.NoError(t, err)
	require.Equal(t, cases, again.Cases(), "the same in each run")
}

// The reader is fair if it reads what anybody wrote.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		text, retryAfter string
		status, code     int
		want             agents.Verdict
		delay            time.Duration
	}{
		{text: "fetch failed", want: agents.Unclear},
		{text: "The operation was aborted due to timeout", want: agents.Unclear},
		{text: "Upstream request timed out, please retry", want: agents.Again},
		{text: "Please try again later.", want: agents.Again},
		{text: "Try your request again in 5 minutes.", want: agents.Again, delay: 5 * time.Minute},
		{text: "Rate limit exceeded, wait 20s", want: agents.Again, delay: 20 * time.Second},
		{text: "service: 429 Too Many Requests", want: agents.Again},
		{text: `{"error":"busy","retry_after_ms":1500}`, want: agents.Again, delay: 1500 * time.Millisecond},
		{text: "Do not retry this operation.", want: agents.Stop},
		{text: "This request should not be repeated.", want: agents.Stop},
		{text: `{"message":"failed","retryable":false}`, want: agents.Unclear},
		{text: `{"message":"failed","retry":false}`, want: agents.Stop},
		{text: "Retry only if the order is not in the list.", want: agents.Stop},
		{text: "Ask the user before you try again.", want: agents.Stop},
		{text: "The payment may have been made. Try again.", want: agents.Stop},
		{text: "open /srv/keys: no such file or directory", want: agents.Stop},
		{text: "403 Forbidden", want: agents.Stop},
		{text: "Internal Server Error", status: 500, want: agents.Unclear},
		{text: "Service Unavailable", status: 503, want: agents.Again},
		{text: "Service Unavailable", status: 503, retryAfter: "7", want: agents.Again, delay: 7 * time.Second},
		{text: "Bad Request", status: 400, want: agents.Stop},
		{text: "Too Many Requests", status: 429, want: agents.Again},
		{text: "-32602 Invalid params", code: -32602, want: agents.Stop},
		{text: "-32603 Internal error", code: -32603, want: agents.Unclear},
	} {
		t.Run(test.text, func(t *testing.T) {
			v, delay := agents.Read(agents.Answer{Text: test.text, RetryAfter: test.retryAfter, Status: test.status,
				Code: test.code})
			require.Equal(t, test.want, v)
			require.Equal(t, test.delay, delay)
		})
	}
}

func TestNames(t *testing.T) {
	names := agents.Names(`Key: 'OrderBooks.MaxPrice' {"pointer":"#/recipient/contact_mail"} body.labels[0]`)
	for _, name := range []string{"maxprice", "contactmail", "recipient", "labels"} {
		require.True(t, names[name], name)
	}
	require.False(t, names["price"])
}

// README.md quotes the numbers of the page.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("../../docs/agents.md")
	require.NoError(t, err)
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	row := func(server string) []string {
		_, rest, ok := strings.Cut(string(page), "\n|"+server+"|")
		require.True(t, ok, server)
		line, _, _ := strings.Cut(rest, "\n")
		return strings.Split(line, "|")
	}
	ours, bare, zod := row("go-sdk with toolerr"), row("go-sdk"), row("TypeScript SDK v2, zod")
	right := func(row []string) string { right, _, _ := strings.Cut(row[0], "/"); return right }
	mended := func(row []string) string { return strings.ReplaceAll(row[0], "/", " of ") }
	placed := func(row []string) []string { return strings.Split(row[3], ", ") }
	require.Contains(t, strings.Join(strings.Fields(string(readme)), " "), fmt.Sprintf(
		"mend %s wrong calls (%s with the Go SDK alone, %s with zod), place %s orders where 10 are wanted (%s to %s), "+
			"and read private words in %s of 24 failures (%s)",
		mended(ours), right(bare), right(zod), placed(ours)[1], placed(bare)[0], placed(bare)[1], ours[6], bare[6]))
}
