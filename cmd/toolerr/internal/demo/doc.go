// Package demo implements the server of `toolerr serve`, which serves the same tools in every protocol.
//
// The tools are Go functions that do not depend on a protocol. server.go registers each of them in all protocols.
package demo
