package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// A task is a benchmark without its implementation, such as Render/dialect=oxp/size=tiny.
type task struct {
	name   string
	sec    map[string]float64 // medians by implementation
	allocs map[string]float64
}

// benchstat returns what the tool benchstat prints about the measurements in a file: a row for
// each task, and a column for each implementation. The tool is that of the module interop.
func benchstat(file string, args ...string) ([]byte, error) {
	all := []string{"tool", "benchstat", "-ignore", "/gomaxprocs", "-row", ".fullname", "-col", "/impl"}
	cmd := exec.Command("go", append(append(all, args...), file)...)
	var stderr bytes.Buffer // also has a warning for each task with less than six rounds
	cmd.Dir, cmd.Stderr = "../interop", &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("benchstat: %w: %s", err, &stderr)
	}
	return out, nil
}

// medians returns the medians of the measurements in a file.
func medians(file string) ([]task, error) {
	out, err := benchstat(file, "-format", "csv")
	if err != nil {
		return nil, err
	}
	return parse(string(out))
}

// parse parses the tables of benchstat, one for each unit. The first row of each has the
// implementations, the second the units, and both have empty cells for the columns beside a
// median.
func parse(tables string) ([]task, error) {
	var tasks []task
	var impls, units []string
	lines := csv.NewReader(strings.NewReader(tables))
	lines.FieldsPerRecord = -1
	rows, err := lines.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("benchstat: %w", err)
	}
	for i, row := range rows {
		switch {
		case len(row) < 2, row[0] == "geomean":
			continue
		case row[0] == "":
			if i > 0 && rows[i-1][0] == "" && len(rows[i-1]) > 1 {
				units = row
			} else {
				impls, units = row, nil
			}
			continue
		}
		at := slices.IndexFunc(tasks, func(t task) bool { return t.name == row[0] })
		if at < 0 {
			at = len(tasks)
			tasks = append(tasks, task{row[0], map[string]float64{}, map[string]float64{}})
		}
		to := map[string]map[string]float64{"sec/op": tasks[at].sec, "allocs/op": tasks[at].allocs}
		for n, cell := range row {
			if n >= len(units) || to[units[n]] == nil || cell == "" {
				continue
			}
			value, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				return nil, fmt.Errorf("benchstat: %s: %w", row[0], err)
			}
			to[units[n]][impls[n]] = value
		}
	}
	if len(tasks) == 0 {
		return nil, errors.New("no benchmark ran")
	}
	return tasks, nil
}
