// Instructions compares the number of instructions for rendering the typical error in each dialect
// with that of filling a struct and calling json.Marshal. It uses valgrind, whose counts vary by
// less than a percent, unlike times, so that they are suitable for checking a change:
//
//	go run ./cmd/instructions          # fails if toolerr needs more than maxRatio, or that of maxRatios, in any dialect
//
// For one format, -do toolerr-decode or encoding-json-decode decodes its document instead, to be
// run under valgrind.
//
// If valgrind is not installed, it prints a message and succeeds.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/bench"
	"github.com/toolerr/toolerr/dialect"
)

// maxRatio is the maximum ratio of the instructions of toolerr to those of json.Marshal. A tenth
// of them checks that the error is within its bounds.
const maxRatio = 0.22

// maxRatios has the formats with another maximum: google, a2a and connect consist of many small
// members, which codecs encode quickly, and connect has them twice, as JSON and in base64;
// mcp-structured has the error twice, as text and as data; in mcp, anthropic and openai-responses
// there is little around the text. json.Marshal of Go 1.26 needs less than that of 1.27.
var maxRatios = map[string]float64{
	"google": 0.25, "a2a": 0.26, "connect": 0.34, "mcp": 0.24, "mcp-structured": 0.26, "anthropic": 0.25,
	"openai-responses": 0.29,
}

// Flags for the child process that runs under valgrind.
var (
	do   = flag.String("do", "", "the implementation: toolerr or encoding-json; with -decode behind it, it decodes")
	to   = flag.String("dialect", "oxp", "the `name` of a format")
	size = flag.String("size", "typical", "the `size` of the error")
	n    = flag.Int("n", 0, "the number of iterations")
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

// repeat renders the error *n times.
func repeat() error {
	var format bench.Format
	for _, f := range bench.Formats() {
		if f.Name() == *to {
			format = f
		}
	}
	var value bench.Value
	for _, v := range bench.Values() {
		if v.Size == *size {
			value = v
		}
	}
	if format.Dialect == nil || value.Err == nil {
		return fmt.Errorf("unknown format %q or size %q", *to, *size)
	}
	var codec dialect.Codec
	buf := make([]byte, 0, 64<<10)
	body, head := codec.Append(nil, format.Dialect, bench.Call, value.Err)
	doc := dialect.Document{Dialect: format.Dialect, Status: head.Status, Body: body}
	shape := reflect.TypeOf(format.Fill(value.Err, indent)).Elem()
	for range *n {
		switch *do {
		case "toolerr-decode":
			if _, err := codec.Decode(doc); err != nil {
				return err
			}
		case "encoding-json-decode":
			if err := json.Unmarshal(body, reflect.New(shape).Interface()); err != nil {
				return err
			}
		case "toolerr":
			codec.Append(buf, format.Dialect, bench.Call, value.Err)
		case "encoding-json":
			if _, err := json.Marshal(format.Fill(value.Err, indent)); err != nil {
				return err
			}
		default:
			return fmt.Errorf("unknown implementation %q", *do)
		}
	}
	return nil
}

func indent(v any) string {
	doc, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(doc)
}

// compare prints the counts for each dialect, and returns an error if a ratio exceeds maxRatio.
func compare() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	type row struct {
		format        string
		toolerr, json float64
		err           error
	}
	rows := make([]row, len(bench.Formats()))
	var all sync.WaitGroup
	for i, f := range bench.Formats() {
		all.Go(func() {
			r := row{format: f.Name()}
			var err1, err2 error
			r.toolerr, err1 = count(self, "toolerr", f.Name(), 10_000)
			r.json, err2 = count(self, "encoding-json", f.Name(), 2_000)
			r.err = errors.Join(err1, err2)
			rows[i] = r
		})
	}
	all.Wait()
	fmt.Printf("%-16s %10s %14s %6s\n", "instructions", "toolerr", "json.Marshal", "ratio")
	var toolerrSum, jsonSum float64
	var failed []string
	for _, r := range rows {
		if r.err != nil {
			return r.err
		}
		fmt.Printf("%-16s %10.0f %14.0f %6.2f\n", r.format, r.toolerr, r.json, r.toolerr/r.json)
		most, ok := maxRatios[r.format]
		if !ok {
			most = maxRatio
		}
		if r.toolerr > most*r.json {
			failed = append(failed, r.format)
		}
		toolerrSum, jsonSum = toolerrSum+r.toolerr, jsonSum+r.json
	}
	fmt.Printf("%-16s %10.0f %14.0f %6.2f\n", "all", toolerrSum, jsonSum, toolerrSum/jsonSum)
	if failed != nil {
		return fmt.Errorf("more than the maximum of json.Marshal: %s", strings.Join(failed, ", "))
	}
	return nil
}

// count returns the number of instructions per rendering. It runs the program with two numbers of
// iterations and divides the difference, so that startup does not count. Startup varies by about
// 100,000 instructions, so many must be large.
func count(self, impl, format string, many int) (float64, error) {
	few := many / 10
	low, err := valgrind(self, impl, format, few)
	if err != nil {
		return 0, err
	}
	high, err := valgrind(self, impl, format, many)
	if err != nil {
		return 0, err
	}
	return (high - low) / float64(many-few), nil
}

var refs = regexp.MustCompile(`I\s+refs:\s+([\d,]+)`)

func valgrind(self, impl, format string, times int) (float64, error) {
	cmd := exec.Command("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
		self, "-do", impl, "-dialect", format, "-n", strconv.Itoa(times))
	// avoid signals, which valgrind handles badly
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1")
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
