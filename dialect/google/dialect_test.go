package google_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/lab/golden"
	"github.com/toolerr/toolerr/lab/strict"
)

var ways = []golden.Way{
	{Name: "google", Dialect: google.Dialect{}, Call: dialect.Call{Tool: "ring", URI: "bell:///42"}},
	{Name: "google debug", Dialect: google.Dialect{Domain: "bells.example.com", Debug: true}},
}

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, shapes) }

func shapes(_ require.TestingT, _ golden.Way, _ int, body []byte) map[string]golden.Shape {
	return map[string]golden.Shape{string(body): golden.ShapeOf[strict.GoogleErrorResponse]("google-error-response")}
}
