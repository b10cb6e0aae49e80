// Instructions counts, by valgrind, what rendering the typical error costs in
// each dialect, beside filling a struct and json.Marshal. Counts repeat to a
// percent where times do not, so they can gate a change:
//
//	go run ./cmd/instructions          # fails where ours takes more than a fifth
//
// Where valgrind is not installed it says so and passes.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/mailru/easyjson"

	"github.com/toolerr/toolerr/bench"
	"github.com/toolerr/toolerr/dialect"
)

// most is what our instructions may be of those of json.Marshal, in any dialect.
const most = 0.20

// What the program does when it runs below valgrind: one thing, many times.
var (
	do   = flag.String("do", "", "toolerr or encoding-json")
	to   = flag.String("dialect", "oxp", "the name of a `way`")
	size = flag.String("size", "typical", "the `size` of the error")
	n    = flag.Int("n", 0, "how often")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "instructions:", err)
		os.Exit(1)
	}
}

func run() error {
	if *do != "" {
		return repeat()
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		fmt.Println("instructions: not counted, valgrind is not installed")
		return nil
	}
	return compare()
}

// repeat does the work itself.
func repeat() error {
	var way bench.Way
	for _, w := range bench.Ways() {
		if w.Name == *to {
			way = w
		}
	}
	var value bench.Value
	for _, v := range bench.Values() {
		if v.Size == *size {
			value = v
		}
	}
	if way.Dialect == nil || value.Err == nil {
		return fmt.Errorf("unknown way %q or size %q", *to, *size)
	}
	var codec dialect.Codec
	buf := make([]byte, 0, 64<<10)
	for range *n {
		switch *do {
		case "toolerr":
			codec.Append(buf, way.Dialect, bench.Answered, value.Err)
		case "encoding-json":
			if _, err := json.Marshal(way.Fill(value.Err, indent)); err != nil {
				return err
			}
		default:
			return fmt.Errorf("unknown implementation %q", *do)
		}
	}
	return nil
}

func indent(v easyjson.Marshaler) string {
	doc, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(doc)
}

// compare counts both, prints a line for each dialect, and fails where ours
// takes too many.
func compare() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	type row struct {
		way          string
		ours, theirs float64
		err          error
	}
	rows := make([]row, len(bench.Ways()))
	var all sync.WaitGroup
	for i, w := range bench.Ways() {
		all.Go(func() {
			r := row{way: w.Name}
			var err1, err2 error
			r.ours, err1 = count(self, "toolerr", w.Name, 10_000)
			r.theirs, err2 = count(self, "encoding-json", w.Name, 2_000)
			r.err = errors.Join(err1, err2)
			rows[i] = r
		})
	}
	all.Wait()
	fmt.Printf("%-16s %10s %14s %6s\n", "instructions", "toolerr", "json.Marshal", "ratio")
	var ours, theirs float64
	var failed []string
	for _, r := range rows {
		if r.err != nil {
			return r.err
		}
		fmt.Printf("%-16s %10.0f %14.0f %6.2f\n", r.way, r.ours, r.theirs, r.ours/r.theirs)
		if r.ours > most*r.theirs {
			failed = append(failed, r.way)
		}
		ours, theirs = ours+r.ours, theirs+r.theirs
	}
	fmt.Printf("%-16s %10.0f %14.0f %6.2f\n", "all", ours, theirs, ours/theirs)
	if failed != nil {
		return fmt.Errorf("more than %.2f of json.Marshal: %s", most, strings.Join(failed, ", "))
	}
	return nil
}

// count is the instructions of one rendering: those of many less those of a few,
// so that what the program does besides does not count. That varies by some
// 100,000 from run to run, so it takes many.
func count(self, impl, way string, many int) (float64, error) {
	few := many / 10
	low, err := valgrind(self, impl, way, few)
	if err != nil {
		return 0, err
	}
	high, err := valgrind(self, impl, way, many)
	if err != nil {
		return 0, err
	}
	return (high - low) / float64(many-few), nil
}

var refs = regexp.MustCompile(`I\s+refs:\s+([\d,]+)`)

func valgrind(self, impl, way string, times int) (float64, error) {
	cmd := exec.Command("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
		self, "-do", impl, "-dialect", way, "-n", strconv.Itoa(times))
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1") // signals confuse valgrind
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("valgrind: %w: %s", err, out)
	}
	m := refs.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("valgrind: no count in %q", out)
	}
	return strconv.ParseFloat(strings.ReplaceAll(string(m[1]), ",", ""), 64)
}
