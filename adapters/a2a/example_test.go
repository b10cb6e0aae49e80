package a2aerr_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2aproject/a2a-go/a2a"

	a2aerr "github.com/toolerr/toolerr/adapters/a2a"
	"github.com/toolerr/toolerr/errkit"
)

// A failed task is no error of the call: FromEvent returns the error in it.
func ExampleFromEvent() {
	task := &a2a.Task{Status: a2a.TaskStatus{
		State:   a2a.TaskStateInputRequired,
		Message: a2a.NewMessage(a2a.MessageRoleAgent, a2a.TextPart{Text: "Which bell?"}),
	}}
	err := a2aerr.FromEvent(task)
	fmt.Println(errors.Is(err, errkit.InputRequired), err)

	// Without an answer there is a kind for what went wrong.
	fmt.Println(errors.Is(a2aerr.FromError(context.DeadlineExceeded), errkit.Timeout))
	// Output:
	// true Which bell?
	// true
}
