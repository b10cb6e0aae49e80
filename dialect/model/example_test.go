package model_test

import (
	"encoding/json"
	"fmt"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/model"
	"github.com/toolerr/toolerr/errkit"
)

// The result of a tool call is for the API of a model, which gets the id of its call back.
func Example() {
	var codec dialect.Codec
	call := dialect.Call{ID: json.RawMessage(`"toolu_1"`)}
	e := &errkit.Error{Kind: errkit.InvalidInput,
		Fields: []errkit.Field{{Path: "/times", Message: "must be at most 10"}}}
	for _, d := range []dialect.Dialect{model.Anthropic, model.OpenAIResponses} {
		body, _ := codec.Append(nil, d, call, e)
		fmt.Printf("%s\n", body)
	}
	// Output:
	// {"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"Some input parameters are invalid.\ntimes: must be at most 10"}],"is_error":true}
	// {"type":"function_call_output","call_id":"toolu_1","output":"Error (invalid_input): Some input parameters are invalid.\ntimes: must be at most 10"}
}
