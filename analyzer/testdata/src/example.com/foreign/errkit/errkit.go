// Package errkit has the name of toolerr's package.
package errkit

func Name() string { return "x" }
