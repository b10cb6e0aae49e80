package jsonw

// The states of an automaton that reads text byte by byte. Each is the place of its successor in an entry of steps.
const (
	whole   = 6 * iota // a character has ended
	stop               // this byte needs a look
	one                // one more byte
	two                // two more
	afterC2            // one more, from A0 on: C1 before
	afterE0            // two more, the first from A0 on
	afterE2            // two more
	after80            // one more after E2 80: A8 to AE are separators and bidirectional controls
	after81            // one more after E2 81: A6 to A9 are bidirectional controls
	afterF0            // three more, the first from 90 on
)

// arcs are the bytes from lo to hi that lead from one state to the next. All others stop, also those that are rare: ED,
// which starts few characters and surrogates, and the planes from 4 on. // Unicode 16.0, table 3-7
var arcs = [...]struct {
	from   uint64
	lo, hi byte
	to     uint64
}{
	{whole, ' ', '!', whole}, // not the quote
	{whole, '#', '[', whole}, // not the backslash
	{whole, ']', '~', whole}, // not DEL
	{whole, 0xc2, 0xc2, afterC2},
	{whole, 0xc3, 0xdf, one},
	{whole, 0xe0, 0xe0, afterE0},
	{whole, 0xe1, 0xe1, two},
	{whole, 0xe2, 0xe2, afterE2},
	{whole, 0xe3, 0xec, two},
	{whole, 0xee, 0xef, two},
	{whole, 0xf0, 0xf0, afterF0},
	{one, 0x80, 0xbf, whole},
	{two, 0x80, 0xbf, one},
	{afterC2, 0xa0, 0xbf, whole},
	{afterE0, 0xa0, 0xbf, one},
	{afterE2, 0x80, 0x80, after80},
	{afterE2, 0x81, 0x81, after81},
	{afterE2, 0x82, 0xbf, one},
	{after80, 0x80, 0xa7, whole},
	{after80, 0xaf, 0xbf, whole},
	{after81, 0x80, 0xa5, whole},
	{after81, 0xaa, 0xbf, whole},
	{afterF0, 0x90, 0xbf, two},
}

// steps holds for each byte the successors of all states, six bits each: from state on, steps[c] >> state & 63 is next.
var steps = func() (table [256]uint64) {
	for c := range table {
		for state := whole; state <= afterF0; state += 6 {
			table[c] |= stop << state
		}
	}
	for _, a := range arcs {
		for c := int(a.lo); c <= int(a.hi); c++ {
			table[c] ^= (stop ^ a.to) << a.from
		}
	}
	return table
}()
