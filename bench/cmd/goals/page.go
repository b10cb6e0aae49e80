package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// summary is what a README quotes: ours beside the peer that people know or the
// fastest one.
var summary = []struct {
	what, work, ours string
	than             []string
}{
	{"render OXP, tiny", "Render/dialect=oxp/size=tiny", "toolerr", codecs},
	{"render OXP, three fields", "Render/dialect=oxp/size=typical", "toolerr", codecs},
	{"render MCP, three fields", "Render/dialect=mcp/size=typical", "toolerr", codecs},
	{"render RFC 9457, three fields", "Render/dialect=problem/size=typical", "toolerr", codecs},
	{"answer an HTTP request with it", "HTTP/size=typical", "toolerr", []string{"json-Encoder", "huma", "twirp"}},
	{"recover from a panic in a tool and answer", "Recover/path=panic-in-tool", "toolerr", []string{"chi"}},
	{"find the kind of a wrapped error", "Errors/work=classify", "toolerr", []string{"six-AsType"}},
	{"read OXP, three fields", "Decode/dialect=oxp/size=typical", "toolerr", []string{"encoding-json"}},
}

// page is RESULTS.md.
func page(r *results, rounds int, benchtime time.Duration) (string, error) {
	var b strings.Builder
	b.WriteString("# Results\n\nWritten by `make bench`. Times are the medians of the rounds in nanoseconds; ratios are the medians of the\n" +
		"rounds' ratios. Below 1 we are faster. Peers that have formats of their own carry as much as their format has a place for.\n\n")
	b.WriteString("## For the README\n\n")
	b.WriteString(summaryTable(r))
	b.WriteString("\n## Goals\n\n")
	b.WriteString(goalsTable(r))
	b.WriteString("\n## Where and how\n\n")
	about, err := about(rounds, benchtime)
	if err != nil {
		return "", err
	}
	b.WriteString(about)
	for _, s := range suites {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n%s", s.title, s.about, table(r, s.prefix))
	}
	return b.String(), nil
}

var suites = []struct{ prefix, title, about string }{
	{"Render/", "Rendering", "From an `errkit.Error` to bytes in a buffer that is used again; nanoseconds. A codec is given a struct filled by hand\n" +
		"from the same value, and is set to look at UTF-8, as ours does; ours cleans the text besides. `memcpy` copies the bytes that are known already."},
	{"HTTP/", "A whole HTTP error", "From the call by which a library is told of an error to header and body in a writer that costs nothing; nanoseconds /\n" +
		"allocations. `toolerr-handler`, `huma-operation` and `echo` start at the request, at a handler that returns its error; the latter two\n" +
		"route it, too. `http-Error`, `problems`, `echo` say the message alone, `huma`, `twirp`, `kratos`, `grpc-gateway`, `connect` the fields\n" +
		"too; of `auth`'s challenge only `json-Encoder` and ours say anything. `known-bytes` writes an answer that is known already."},
	{"Recover/", "Recovery", "Around a handler that does nothing, one that panics, and a router whose handler's tool panics five calls further in;\n" +
		"nanoseconds / allocations. `toolerr` is the middleware of adapters/nethttp, which knows whether the answer began,\n" +
		"`toolerr-Boundary` the boundary alone, `toolerr-logged` looks up the stack and writes a log record; `chi-wrapped` is chi with\n" +
		"its writer, `gorilla` notes no stack."},
	{"Errors/", "The value", "Nanoseconds / allocations. `find` and `classify` look into a chain of three."},
	{"Validate/", "Validator", "Three violations to texts: from the validator's errors (`convert`) and from the struct; nanoseconds / allocations."},
	{"MCP/", "MCP, official Go SDK", "From a tool's error to the SDK's result, and a whole call in memory; nanoseconds / allocations."},
	{"Decode/", "Decoding", "From bytes to an `errkit.Error` with its kind found out; a codec stops where the struct is filled. Nanoseconds."},
}

func summaryTable(r *results) string {
	var b strings.Builder
	b.WriteString("| | toolerr | fastest beside it | ratio |\n|---|--:|--:|--:|\n")
	for _, s := range summary {
		w := r.work(s.work)
		if w == nil || w.by(s.ours) == nil {
			continue
		}
		ours := w.by(s.ours)
		ratio, by := w.worst(ours, s.than)
		if peer := w.by(by); peer != nil {
			fmt.Fprintf(&b, "| %s | %.0f ns | %s, %.0f ns | %.2f |\n", s.what, median(ours.ns), by, median(peer.ns), ratio)
		}
	}
	return b.String()
}

// table has a row for each work and a column for each implementation. Suites
// with few works say allocations too.
func table(r *results, prefix string) string {
	var works []*work
	var columns []string
	for _, w := range r.works {
		if !strings.HasPrefix(w.name, prefix) {
			continue
		}
		works = append(works, w)
		for _, i := range w.impls {
			if !slices.Contains(columns, i.name) {
				columns = append(columns, i.name)
			}
		}
	}
	if prefix == "Errors/" || prefix == "MCP/" { // every work has its own peers
		return lists(works)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| | %s |\n|---|%s\n", strings.Join(columns, " | "), strings.Repeat("--:|", len(columns)))
	for _, w := range works {
		fmt.Fprintf(&b, "| %s |", label(w.name))
		for _, c := range columns {
			fmt.Fprintf(&b, " %s |", cell(w.by(c), len(works) < 20))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func lists(works []*work) string {
	var b strings.Builder
	b.WriteString("| | |\n|---|---|\n")
	for _, w := range works {
		var cells []string
		for _, i := range w.impls {
			cells = append(cells, i.name+" "+cell(i, true))
		}
		fmt.Fprintf(&b, "| %s | %s |\n", label(w.name), strings.Join(cells, ", "))
	}
	return b.String()
}

// label is "oxp tiny" for Render/dialect=oxp/size=tiny.
func label(work string) string {
	var parts []string
	for part := range strings.SplitSeq(work, "/") {
		if _, value, ok := strings.Cut(part, "="); ok {
			parts = append(parts, value)
		}
	}
	return strings.Join(parts, " ")
}

func cell(i *impl, allocs bool) string {
	switch {
	case i == nil:
		return ""
	case allocs:
		return fmt.Sprintf("%s / %.0f", nanoseconds(median(i.ns)), i.allocs)
	}
	return nanoseconds(median(i.ns))
}

// nanoseconds is a time in nanoseconds.
func nanoseconds(ns float64) string {
	if ns < 100 {
		return fmt.Sprintf("%.1f", ns)
	}
	return fmt.Sprintf("%.0f", ns)
}

// about says what ran where.
func about(rounds int, benchtime time.Duration) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "- %s, %s/%s, %s, %d processors\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, processor(), runtime.NumCPU())
	fmt.Fprintf(&b, "- %s, `make bench`: %d interleaved rounds of %s each\n", time.Now().UTC().Format(time.DateOnly), rounds, benchtime)
	out, err := exec.Command("go", "list", "-m", "-f", "{{if not (or .Indirect .Main .Replace)}}{{.Path}} {{.Version}}{{end}}", "all").Output()
	if err != nil {
		return "", fmt.Errorf("go list -m: %w", err)
	}
	versions := strings.Split(strings.TrimSpace(string(out)), "\n")
	versions = slices.DeleteFunc(versions, func(s string) bool { return s == "" })
	fmt.Fprintf(&b, "- %s\n", strings.Join(versions, ", "))
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		fmt.Fprintf(&b, "- this module at %s\n", info.Main.Version)
	}
	return b.String(), nil
}

// processor is the name of the processor, where the system tells.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "processor unknown"
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if name, value, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "processor unknown"
}
