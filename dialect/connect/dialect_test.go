package connect_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/lab/golden"
	"github.com/toolerr/toolerr/lab/strict"
)

var ways = []golden.Way{
	{Name: "connect", Dialect: connect.Dialect{}, Call: dialect.Call{Tool: "ring", URI: "bell:///42"}},
	{Name: "connect debug", Dialect: connect.Dialect{Domain: "bells.example.com", Debug: true}},
	{Name: "connect-stream", Dialect: connect.Dialect{Stream: true}},
}

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, shapes) }

func shapes(_ require.TestingT, w golden.Way, _ int, body []byte) map[string]golden.Shape {
	if w.Dialect.Name() == "connect-stream" {
		return map[string]golden.Shape{string(body): golden.ShapeOf[strict.ConnectEndOfStream]("connect-end-of-stream")}
	}
	return map[string]golden.Shape{string(body): golden.ShapeOf[strict.ConnectError]("connect-error")}
}
