package tool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
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

// The declaration of a code is in one place: the function returns the code, and clients read the
// rest before they call the tool.
func ExampleDefinition_errors() {
	const soldOut errkit.Code = "sold_out"
	book := tool.Must(tool.Define(tool.Definition{
		Name: "Tickets.Book", Description: "Books a seat.",
		Errors: []error{
			&errkit.Error{Code: soldOut, Kind: errkit.Conflict, Message: "The show is sold out.",
				Hint: "Call list_shows.", DocURL: "https://tickets.example.com/errors#sold_out"},
			&errkit.Error{Code: "no_such_show", Kind: errkit.NotFound, Message: "There is no such show."},
			errkit.RateLimited,
		},
	}, func(context.Context, struct{}) (string, error) { return "", &errkit.Error{Code: soldOut} }))

	var undeclared atomic.Int64
	boundary := &middleware.Boundary{Undeclared: func(context.Context, *errkit.Error) { undeclared.Add(1) }}
	_, err := book.Call(context.Background(), boundary, []byte(`{}`))
	e := errkit.From(err)
	fmt.Println(e.Kind.String(), e, e.Hint, e.DocURL, undeclared.Load())
	fmt.Println(string(middleware.DeclaredJSON(book.Errors)[:87]))
	// Output:
	// conflict The show is sold out. Call list_shows. https://tickets.example.com/errors#sold_out 0
	// [{"kind":"conflict","code":"sold_out","message":"The show is sold out.","hint":"Call li
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
