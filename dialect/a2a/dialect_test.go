package a2a_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/lab/golden"
	"github.com/toolerr/toolerr/lab/strict"
)

var (
	call = dialect.Call{ID: json.RawMessage("7"), Tool: "ring", URI: "bell:///42"}
	task = dialect.Call{ID: json.RawMessage("7"), TaskID: "t1", ContextID: "c1", MessageID: "m9"}
	ways = []golden.Way{
		{Name: "a2a", Dialect: a2a.Dialect{}, Call: call},
		{Name: "a2a-http", Dialect: a2a.Dialect{Binding: a2a.HTTP}, Call: call},
		{Name: "a2a-task", Dialect: a2a.Task{}, Call: task},
		{Name: "a2a-task without ids", Dialect: a2a.Task{}},
		{Name: "a2a-http-task", Dialect: a2a.Task{Binding: a2a.HTTP}, Call: task},
		{Name: "a2a-0.3", Dialect: a2a.Dialect{Version: a2a.Version03}, Call: call},
		{Name: "a2a-http-0.3", Dialect: a2a.Dialect{Binding: a2a.HTTP, Version: a2a.Version03}, Call: call},
		{Name: "a2a-task-0.3", Dialect: a2a.Task{Version: a2a.Version03}, Call: task},
		{Name: "a2a-http-task-0.3", Dialect: a2a.Task{Binding: a2a.HTTP, Version: a2a.Version03}, Call: task},
	}
)

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, shapes) }

func shapes(_ require.TestingT, w golden.Way, _ int, body []byte) map[string]golden.Shape {
	return map[string]golden.Shape{string(body): schemaOf[w.Dialect.Name()]}
}

var schemaOf = map[string]golden.Shape{
	"a2a":               golden.ShapeOf[strict.A2AErrorResponse]("a2a-error-response"),
	"a2a-http":          golden.ShapeOf[strict.GoogleErrorResponse]("google-error-response"),
	"a2a-task":          golden.ShapeOf[strict.A2ATaskResponse]("a2a-task-response"),
	"a2a-http-task":     golden.ShapeOf[strict.A2AResult]("a2a-result"),
	"a2a-0.3":           golden.ShapeOf[strict.A2A03ErrorResponse]("a2a-0.3-error-response"),
	"a2a-http-0.3":      golden.ShapeOf[strict.A2A03Error]("a2a-0.3-error"),
	"a2a-task-0.3":      golden.ShapeOf[strict.A2A03TaskResponse]("a2a-0.3-task-response"),
	"a2a-http-task-0.3": golden.ShapeOf[strict.A2ATask]("a2a-task"),
}
