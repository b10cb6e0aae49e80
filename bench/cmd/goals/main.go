// Goals runs all benchmarks of package bench in rounds, with each version of Go in
// .ci/go-versions, prints which goals are met, and writes RESULTS.md:
//
//	go run ./cmd/goals            # eight rounds, several minutes
//	go run ./cmd/goals -quick     # two short rounds, without writing RESULTS.md
//
// In each round, all implementations of a task run in sequence, so that load on the machine
// affects them equally. Each benchmark runs in its own process, so that garbage of one benchmark
// does not slow down the next. The output of all rounds is input of benchstat, which computes the
// medians: goals.go compares these, and page.go puts the tables of benchstat into RESULTS.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 8, "number of rounds")
	benchtime := flag.Duration("benchtime", 30*time.Millisecond, "run time of each benchmark in a round")
	quick := flag.Bool("quick", false, "run two rounds of 5ms, and do not write RESULTS.md")
	flag.Parse()
	if *quick {
		*rounds, *benchtime = 2, 5*time.Millisecond
	}
	versions, err := os.ReadFile("../.ci/go-versions")
	if err == nil {
		err = run(strings.Fields(string(versions)), *rounds, *benchtime, !*quick)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "goals:", err)
		os.Exit(1)
	}
}

// A version is what was measured with a version of Go.
type version struct {
	name string // such as 1.27.4
	file string // what all rounds printed
	all  []task
}

func run(names []string, rounds int, benchtime time.Duration, write bool) error {
	dir, err := os.MkdirTemp("", "goals")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var versions []version
	for _, name := range names {
		v := version{name: name, file: filepath.Join(dir, name+".txt")}
		if err := measure(v, rounds, benchtime); err != nil {
			return fmt.Errorf("with Go %s: %w", name, err)
		}
		if v.all, err = medians(v.file); err != nil {
			return err
		}
		fmt.Print("\n", goalsTable(v.all))
		versions = append(versions, v)
	}
	if !write {
		return nil
	}
	page, err := page(versions, rounds, benchtime)
	if err != nil {
		return err
	}
	page += "\n## Weight\n\nWhat the smallest program with a library links, by `make weight`.\n"
	for _, name := range names {
		weigh := exec.Command("go", "run", "./cmd/weight")
		weigh.Env = append(os.Environ(), "GOTOOLCHAIN=go"+name)
		weight, err := weigh.Output()
		if err != nil {
			return fmt.Errorf("weight with Go %s: %w", name, err)
		}
		page += "\n### Go " + name + "\n\n" + string(weight)
	}
	return os.WriteFile("RESULTS.md", []byte(page), 0o644)
}

// measure runs the benchmarks and writes what they print into the file of v.
func measure(v version, rounds int, benchtime time.Duration) error {
	binary := filepath.Join(filepath.Dir(v.file), v.name+".test")
	compile := exec.Command("go", "test", "-c", "-o", binary, ".")
	compile.Env = append(os.Environ(), "GOTOOLCHAIN=go"+v.name)
	if out, err := compile.CombinedOutput(); err != nil {
		return fmt.Errorf("go test -c: %w: %s", err, out)
	}
	list, err := exec.Command(binary, "-test.list=^Benchmark").Output()
	if err != nil {
		return fmt.Errorf("list benchmarks: %w", err)
	}
	var all strings.Builder
	for i := range rounds {
		start := time.Now()
		for _, name := range strings.Fields(string(list)) {
			bench := exec.Command(binary, "-test.run=^$", "-test.bench=^"+name+"$", "-test.benchmem",
				"-test.benchtime="+benchtime.String())
			out, err := bench.CombinedOutput()
			if err != nil {
				return fmt.Errorf("round %d: %s: %w: %s", i+1, name, err, out)
			}
			all.Write(out)
		}
		fmt.Printf("Go %s, round %d of %d: %s\n", v.name, i+1, rounds, time.Since(start).Round(time.Second))
	}
	return os.WriteFile(v.file, []byte(all.String()), 0o600)
}
