// Package grpc has the names of google.golang.org/grpc that the tests use.
package grpc

type CallOption interface{}
