package main

import (
	"fmt"
	"strconv"
	"strings"
)

// numbers are the value of a flag: positive numbers that are separated by commas.
type numbers []int

// String implements [flag.Value].
func (n *numbers) String() string { return strings.Trim(fmt.Sprint(*n), "[]") }

// Set implements [flag.Value].
func (n *numbers) Set(text string) error {
	*n = nil
	for item := range strings.SplitSeq(text, ",") {
		k, err := strconv.ParseUint(item, 10, 31)
		if err != nil || k == 0 {
			return fmt.Errorf("want positive numbers, got %q", item)
		}
		*n = append(*n, int(k))
	}
	return nil
}

// or returns n, or other numbers if there are none.
func (n numbers) or(others ...int) numbers {
	if len(n) == 0 {
		return others
	}
	return n
}
