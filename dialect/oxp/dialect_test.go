package oxp_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/lab/golden"
	"github.com/toolerr/toolerr/lab/strict"
)

var (
	call = dialect.Call{ID: json.RawMessage("7"), Elapsed: 60 * time.Millisecond}
	ways = []golden.Way{
		{Name: "oxp", Dialect: oxp.Dialect{}, Call: call},
		{Name: "oxp-flat", Dialect: oxp.Dialect{Flat: true}},
		{Name: "oxp hidden", Dialect: oxp.Dialect{HideDev: true}, Call: call},
	}
)

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, shapes) }

func shapes(_ require.TestingT, w golden.Way, status int, body []byte) map[string]golden.Shape {
	shape := golden.ShapeOf[strict.OXPCallToolResponse]("oxp-call-tool-response")
	switch {
	case status == http.StatusUnprocessableEntity:
		shape = golden.ShapeOf[strict.OXPValidationErrorResponse]("oxp-validation-error-response")
	case status == http.StatusBadRequest:
		shape = golden.ShapeOf[strict.OXPServerErrorResponse]("oxp-server-error-response")
	case w.Dialect == oxp.Dialect{Flat: true}:
		shape = golden.ShapeOf[strict.OXPCallResponse]("oxp-call-tool-response-flat")
	}
	return map[string]golden.Shape{string(body): shape}
}
