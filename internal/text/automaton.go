package text

// The states of an automaton that reads text byte by byte and stops at the first byte that
// cannot be copied. The value of a state is the number of the lowest of the six bits of an entry
// of steps that hold the state after it.
const (
	complete  = 6 * iota // at the end of a character
	stop                 // the byte cannot be copied, or is not handled here
	oneMore              // inside a character: one byte is missing
	twoMore              // two bytes are missing
	afterC2              // one byte from A0 is missing; those below are C1 controls
	afterE0              // two bytes are missing, the first from A0
	afterE2              // two bytes are missing
	afterE280            // one byte is missing; A8 to AE are separators and bidirectional controls
	afterE281            // one byte is missing; A6 to A9 are bidirectional controls
	afterF0              // three bytes are missing, the first from 90
)

// transitions lists the bytes from lo to hi that lead from one state to another (Unicode 16.0,
// table 3-7). All other bytes lead to stop. Among them are rare ones: ED, which also starts
// surrogates, and F1 to F4.
var transitions = [...]struct {
	from   uint64
	lo, hi byte
	to     uint64
}{
	{complete, ' ', '!', complete}, // not the quote
	{complete, '#', '[', complete}, // not the backslash
	{complete, ']', '~', complete}, // not DEL
	{complete, 0xc2, 0xc2, afterC2},
	{complete, 0xc3, 0xdf, oneMore},
	{complete, 0xe0, 0xe0, afterE0},
	{complete, 0xe1, 0xe1, twoMore},
	{complete, 0xe2, 0xe2, afterE2},
	{complete, 0xe3, 0xec, twoMore},
	{complete, 0xee, 0xef, twoMore},
	{complete, 0xf0, 0xf0, afterF0},
	{oneMore, 0x80, 0xbf, complete},
	{twoMore, 0x80, 0xbf, oneMore},
	{afterC2, 0xa0, 0xbf, complete},
	{afterE0, 0xa0, 0xbf, oneMore},
	{afterE2, 0x80, 0x80, afterE280},
	{afterE2, 0x81, 0x81, afterE281},
	{afterE2, 0x82, 0xbf, oneMore},
	{afterE280, 0x80, 0xa7, complete},
	{afterE280, 0xaf, 0xbf, complete},
	{afterE281, 0x80, 0xa5, complete},
	{afterE281, 0xaa, 0xbf, complete},
	{afterF0, 0x90, 0xbf, twoMore},
}

// steps holds for each byte the next state of every state, in six bits each: steps[c] >> state &
// 63.
var steps = func() (table [256]uint64) {
	for c := range table {
		for state := complete; state <= afterF0; state += 6 {
			table[c] |= stop << state
		}
	}
	for _, a := range transitions {
		for c := int(a.lo); c <= int(a.hi); c++ {
			table[c] ^= (stop ^ a.to) << a.from
		}
	}
	return table
}()
