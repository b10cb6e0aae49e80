package problem_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/lab/golden"
	"github.com/toolerr/toolerr/lab/strict"
)

var ways = []golden.Way{
	{Name: "problem", Dialect: problem.Dialect{}},
	{Name: "problem base", Dialect: problem.Dialect{Base: "https://example.com/problems/"}},
	{Name: "problem codes", Dialect: problem.Dialect{Base: "https://example.com/problems/", Codes: true}},
}

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, shapes) }

func shapes(_ require.TestingT, _ golden.Way, _ int, body []byte) map[string]golden.Shape {
	return map[string]golden.Shape{string(body): golden.ShapeOf[strict.Problem]("problem")}
}
