package probe

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/internal/text"
)

// A run keeps every exchange until the rules judge them, and of a large answer only what rules
// read: its start, its message with shortened texts and lists, and the start of what it does not
// repeat of the request.
const (
	MaxKept      = 64 << 10 // bytes of a body, a message, or the headers of an answer
	MaxKeptLate  = 2 << 10  // the same after MaxKeptAll
	MaxKeptAll   = 32 << 20 // bytes of all answers of a run
	maxKeptText  = 1 << 10  // bytes of a string in a message that is shortened
	maxKeptItems = 64       // elements of an array, members of an object, or digits of a number
)

// Keep drops what is more than a bound for the body, for the message, and for the headers. It
// returns how many bytes are kept.
func (x *Exchange) Keep(bound int) int {
	x.Received = len(x.Body)
	if x.Received > bound || len(x.Message) > bound {
		x.Others = startOf(x.Foreign(), bound)
		x.Body, x.Message = []byte(startOf(string(x.Body), bound)), shortMessage(x.Message, bound)
	}
	x.Header = shortHeader(x.Header, bound)
	return len(x.Body) + len(x.Message) + len(x.Others)
}

// startOf returns the start of a text. It does not keep the rest in memory.
func startOf(s string, bound int) string {
	if len(s) <= bound {
		return s
	}
	return strings.Clone(text.Head(s, bound))
}

// shortHeader returns the headers that fit into a bound, in the order of their names.
func shortHeader(h http.Header, bound int) http.Header {
	short := http.Header{}
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, v := range h[name] {
			if bound -= len(name) + len(v); bound < 0 {
				return short
			}
			short.Add(name, v)
		}
	}
	return short
}

// shortMessage returns a JSON document whose strings, arrays and objects are shortened, or the
// start of what is not JSON.
func shortMessage(message []byte, bound int) []byte {
	if len(message) <= bound {
		return message
	}
	d := json.NewDecoder(bytes.NewReader(message))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return []byte(startOf(string(message), bound))
	}
	return lo.Must(json.Marshal(shorten(v, &bound))) // of what was JSON
}

// shorten returns a value of JSON with at most *left bytes, approximately, and subtracts them. An
// object keeps what is neither an object nor an array first: the id of a response, its code,
// isError.
func shorten(v any, left *int) any {
	*left -= 8
	switch v := v.(type) {
	case string:
		v = startOf(v, maxKeptText)
		*left -= len(v)
		return v
	case json.Number:
		if len(v) > maxKeptItems {
			return 0
		}
	case []any:
		v = v[:min(len(v), maxKeptItems)]
		for i := range v {
			if *left < 0 {
				return v[:i]
			}
			v[i] = shorten(v[i], left)
		}
		return v
	case map[string]any:
		short := map[string]any{}
		for _, nested := range []bool{false, true} {
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if *left < 0 || len(short) == maxKeptItems {
					return short
				}
				if isNested(v[name]) == nested && len(name) <= maxKeptText {
					*left -= len(name)
					short[name] = shorten(v[name], left)
				}
			}
		}
		return short
	}
	return v
}

func isNested(v any) bool {
	_, isList := v.([]any)
	_, isObject := v.(map[string]any)
	return isList || isObject
}
