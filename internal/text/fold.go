package text

import "strings"

// Fold returns a name in the form in which the names of Go fields and of their JSON members are
// mostly equal.
func Fold(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "_", ""), "-", ""))
}

// AppendLetters appends the letters of a name as small ones: "request_id", "requestId" and
// "Request-Id" are "requestid".
func AppendLetters(dst []byte, name string) []byte {
	for i := range len(name) {
		if c := name[i] | ' '; c >= 'a' && c <= 'z' {
			dst = append(dst, c)
		}
	}
	return dst
}

// Nearest returns the name that may be meant by another one: the first of those that differ in the
// fewest letters, two at most and a third of them, else "".
func Nearest(name string, names []string) string {
	best, least := "", min(3, len(name)/3+1)
	for _, other := range names[:min(len(names), 1000)] {
		if max(len(name), len(other)) > MaxKey {
			continue
		}
		if d := Distance(Fold(name), Fold(other)); d < least {
			best, least = other, d
		}
	}
	return best
}

// Distance returns the edit distance of a and b (optimal string alignment): the number of bytes to
// insert, delete, replace or transpose.
func Distance(a, b string) int {
	// Three rows of the matrix: for a[i-2], a[i-1] and a[i].
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, row[j]+1, above[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
