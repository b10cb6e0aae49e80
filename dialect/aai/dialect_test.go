package aai_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/lab/golden"
	"github.com/toolerr/toolerr/lab/strict"
)

var (
	call = dialect.Call{ID: json.RawMessage("7")}
	ways = []golden.Way{
		{Name: "aai", Dialect: aai.Dialect{}, Call: call},
		{Name: "aai bare", Dialect: aai.Dialect{}},
		{Name: "aai-string", Dialect: aai.Strings{}, Call: call},
	}
)

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, shapes) }

func shapes(_ require.TestingT, w golden.Way, _ int, body []byte) map[string]golden.Shape {
	if w.Dialect == (aai.Strings{}) {
		return map[string]golden.Shape{string(body): golden.ShapeOf[strict.AAIStringErrorResponse]("aai-string-error-response")}
	}
	return map[string]golden.Shape{string(body): golden.ShapeOf[strict.AAIErrorResponse]("aai-error-response")}
}
