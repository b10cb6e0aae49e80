package tool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

type RingInput struct {
	Bell  string `json:"bell" validate:"max=64" description:"The bell to ring."`
	Times int    `json:"times" default:"1" validate:"min=1,max=10"`
}

type RingOutput struct {
	Sound string `json:"sound"`
}

func Ring(_ context.Context, in RingInput) (RingOutput, error) {
	if in.Bell != "front" {
		return RingOutput{}, errkit.New(errkit.NotFound, "There is no such bell.")
	}
	return RingOutput{Sound: "ding dong"}, nil
}

func ExampleNew() {
	ring := tool.New("Doorbell.Ring", "Rings a doorbell.", Ring)

	out, err := ring.Call(context.Background(), nil, []byte(`{"bell":"front"}`))
	fmt.Println(string(out), err)
	fmt.Println(string(ring.InputSchema))
	// Output:
	// {"sound":"ding dong"} <nil>
	// {"required":["bell"],"additionalProperties":false,"properties":{"bell":{"description":"The bell to ring.","maxLength":64,"type":"string"},"times":{"default":1,"maximum":10,"minimum":1,"type":"integer"}},"type":"object"}
}

func ExampleDefine() {
	ring := tool.Must(tool.Define(tool.Definition{
		Name:         "Doorbell.Ring",
		Version:      "2.1.0",
		Description:  "Rings a doorbell.",
		Timeout:      10 * time.Second,
		Annotations:  tool.Annotations{Destructive: new(false)},
		Requirements: tool.Requirements{UserID: true},
		Examples:     []tool.Example{{Input: json.RawMessage(`{"bell":"front"}`)}},
		Errors:       []error{errkit.NotFound},
	}, Ring))

	ctx := tool.WithCaller(context.Background(), tool.Caller{UserID: "ada"})
	out, err := ring.Call(ctx, nil, []byte(`{"bell":"front"}`))
	fmt.Println(ring.ID(), string(out), err)
	// Output: Doorbell.Ring@2.1.0 {"sound":"ding dong"} <nil>
}

// Everything that is wrong with an input is in one error.
func ExampleTool_Call() {
	ring := tool.New("Doorbell.Ring", "Rings a doorbell.", Ring)

	_, err := ring.Call(context.Background(), &middleware.Boundary{}, []byte(`{"times":0,"color":"red"}`))
	for _, f := range errkit.From(err).Fields {
		fmt.Println(f.Path, f.Message)
	}
	// Output:
	// /bell is required
	// /color is not known
	// /times must be at least 1
}

func ExampleSet_Find() {
	set := tool.NewSet(tool.New("Doorbell.Ring", "Rings a doorbell.", Ring))

	ring, err := set.Find("Doorbell.Ring@1")
	fmt.Println(ring.ID(), err)
	_, err = set.Find("Doorbell.Ring@2")
	fmt.Println(err)
	// Output:
	// Doorbell.Ring@1.0.0 <nil>
	// Tool 'Doorbell_Ring' was not found
}
