// Package codes has the names of google.golang.org/grpc/codes that the tests use.
package codes

type Code uint32

const Internal Code = 13
