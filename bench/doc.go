// Package bench measures this module side by side with what people use instead,
// on the same four errors, in one run:
//
//	go test -bench .              # everything, for benchstat
//	go test                       # every benchmark once, with a look at the bytes
//	go run ./cmd/goals            # the table of ratios, and RESULTS.md
//
// A benchmark has one piece of work, a sub-benchmark one implementation of it:
// Render/dialect=oxp/size=typical/impl=toolerr. The implementation that ends a
// path is the last part of its name, so that benchstat -col /impl puts them side
// by side.
//
// "The same work" of rendering is from the canonical value, an errkit.Error, to
// bytes in a buffer that is used again. Ours goes there in one step, and cleans
// the text on the way; a codec is given the struct of package wire, filled by
// hand. Peers that have formats of their own answer with the same facts, as far
// as their format has a place for them.
package bench
