package grpc_test

import (
	"testing"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/lab/golden"
)

var ways = []golden.Way{
	{Name: "grpc", Dialect: grpc.Dialect{}, Call: dialect.Call{Tool: "ring", URI: "bell:///42"}},
	{Name: "grpc debug", Dialect: grpc.Dialect{Domain: "bells.example.com", Debug: true, MaxDetails: -1}},
}

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }
