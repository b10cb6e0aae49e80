// Package layering defines which packages of this repository may import which. Imports point left:
//
//	ground    internal/, jsontree/                       text, headers, chains of errors, a parsed JSON document
//	value     errkit/, mapping/                          the value and the table
//	bytes     dialect/                                   the contract of a dialect, one package for each
//	boundary  middleware/, tool/                         between a handler and a transport; one definition of a tool
//	edge      adapters/, bridge/, check/, schemas/       transports, answers of an upstream, probes, schemas
//	doors     cmd/, analyzer/, lab/, bench/, examples/   what is run
//
// Dialects and adapters do not import their siblings. The tables are in rules_test.go; the
// tests of this package check the output of `go list` against them.
package layering
