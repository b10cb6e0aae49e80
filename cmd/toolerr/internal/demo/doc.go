// Package demo is one set of tools behind every protocol: what `toolerr serve` serves. Start with [New].
//
// The tools are functions of Go types and know no protocol; server.go registers each of them in all.
package demo
