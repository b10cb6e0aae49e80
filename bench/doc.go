// Package bench compares this module with alternatives, on the same four errors:
//
//	go test -bench .              # all benchmarks, for benchstat
//	go test                       # run every benchmark once and check its output
//	go run ./cmd/goals            # print the goals, and write RESULTS.md
//
// A benchmark is a task, and its sub-benchmarks are implementations of it, such as
// Render/dialect=oxp/size=typical/impl=toolerr. benchstat -col /impl compares the implementations.
//
// Rendering starts with an errkit.Error and ends with bytes in a reused buffer. toolerr does this
// in one step, which includes cleaning the text; for a codec, a struct of package wire is filled
// first. Libraries with a fixed error format write the same information, as far as their format
// supports it.
package bench
