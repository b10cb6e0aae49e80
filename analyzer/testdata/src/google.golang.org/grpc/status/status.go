// Package status has the names of google.golang.org/grpc/status that the tests use.
package status

import "google.golang.org/grpc/codes"

func Error(c codes.Code, msg string) error               { return nil }
func Errorf(c codes.Code, format string, a ...any) error { return nil }

type Status struct{}

func New(c codes.Code, msg string) *Status { return nil }

func FromError(err error) (*Status, bool) { return New(codes.Internal, err.Error()), false }
