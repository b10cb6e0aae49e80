// Goals runs all benchmarks of package bench in rounds, prints which goals are met, and writes RESULTS.md:
//
//	go run ./cmd/goals            # eight rounds, several minutes
//	go run ./cmd/goals -quick     # two short rounds, without writing RESULTS.md
//
// In each round, all implementations of a task run in sequence, so that load on the machine affects them equally. A ratio
// is the median of the ratios of the rounds. Each benchmark runs in its own process, so that garbage of one benchmark does
// not slow down the next.
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
	if err := run(*rounds, *benchtime, !*quick); err != nil {
		fmt.Fprintln(os.Stderr, "goals:", err)
		os.Exit(1)
	}
}

func run(rounds int, benchtime time.Duration, write bool) error {
	dir, err := os.MkdirTemp("", "goals")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "bench.test")
	if out, err := exec.Command("go", "test", "-c", "-o", binary, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("go test -c: %w: %s", err, out)
	}
	list, err := exec.Command(binary, "-test.list=^Benchmark").Output()
	if err != nil {
		return fmt.Errorf("list benchmarks: %w", err)
	}
	var all results
	for i := range rounds {
		start := time.Now()
		var round strings.Builder
		for _, name := range strings.Fields(string(list)) {
			out, err := exec.Command(binary, "-test.run=^$", "-test.bench=^"+name+"$", "-test.benchtime="+benchtime.String()).CombinedOutput()
			if err != nil {
				return fmt.Errorf("round %d: %s: %w: %s", i+1, name, err, out)
			}
			round.Write(out)
		}
		if err := all.add(round.String()); err != nil {
			return fmt.Errorf("round %d: %w", i+1, err)
		}
		fmt.Printf("round %d of %d: %s\n", i+1, rounds, time.Since(start).Round(time.Second))
	}
	fmt.Println()
	fmt.Print(goalsTable(&all))
	if !write {
		return nil
	}
	page, err := page(&all, rounds, benchtime)
	if err != nil {
		return err
	}
	return os.WriteFile("RESULTS.md", []byte(page), 0o644)
}
