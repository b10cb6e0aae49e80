// Package toolcases is one tool and a table of calls of it, each with the error or the output
// that every protocol must give for it. The tests of package tool and of every adapter run the
// same table.
package toolcases

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

// Canary is a value of inputs, panics and causes. It is in no document that is sent.
const Canary = "CANARY-90b2"

// Timeout is that of the tool. It is long enough for a call on a busy machine.
const Timeout = time.Second

// shortTimeout is that of the tool in a case that waits for it.
const shortTimeout = 20 * time.Millisecond

// Input uses every kind of rule.
type Input struct {
	Bell   string            `json:"bell" validate:"required,max=16,alphanum" description:"The bell to ring."`
	Times  int8              `json:"times" default:"1" validate:"min=1" maximum:"100"`
	Volume float64           `json:"volume" validate:"required,min=0,max=1"`
	Loud   bool              `json:"loud" required:"true"`
	Mode   string            `json:"mode,omitempty" validate:"omitempty,oneof=soft hard" default:"soft"`
	Items  []Item            `json:"items,omitempty" validate:"max=3,dive"`
	Notes  map[string]string `json:"notes,omitempty" validate:"max=2,dive,keys,max=8,endkeys,max=20"`
	At     *time.Time        `json:"at,omitempty"`
	From   string            `json:"from,omitzero" validate:"omitempty,email"`
	To     string            `json:"to,omitzero" validate:"omitempty,email,nefield=From"`
	Reason *string           `json:"reason" validate:"required_if=Mode hard"`
	Blob   []byte            `json:"blob,omitempty"`
	Code   Code              `json:"code,omitempty"`
	Any    any               `json:"any,omitempty"`
	Do     string            `json:"do,omitempty" validate:"omitempty,oneof=fail wrap reject plain panic nil wait canceled nan break"`
}

// Item is nested in an input.
type Item struct {
	SKU   string `json:"sku" validate:"required,alphanum"`
	Count int    `json:"count" validate:"required,max=9"`
}

// A Code decodes itself, and returns a field for its fault.
type Code string

// UnmarshalText accepts three letters.
func (c *Code) UnmarshalText(text []byte) error {
	if len(text) != 3 {
		return errkit.Invalid(errkit.Field{Message: "must be three letters", Rule: "code"})
	}
	*c = Code(text)
	return nil
}

// Output is what the tool returns.
type Output struct {
	Rings int     `json:"rings" maximum:"100"`
	Mode  string  `json:"mode"`
	Level float64 `json:"level"`
}

// New returns the tool.
func New() *tool.Tool { return newTool(Timeout) }

// Tool returns the tool for a case: that of [New], with a short timeout if the case waits for it.
func (c *Case) Tool() *tool.Tool {
	if c.Error.Kind == errkit.Timeout {
		return newTool(shortTimeout)
	}
	return New()
}

func newTool(timeout time.Duration) *tool.Tool {
	return tool.Must(tool.Define(tool.Definition{
		Name:        "Doorbell.Ring",
		Version:     "2.1.0",
		Title:       "Ring",
		Description: "Rings a doorbell.",
		Timeout:     timeout,
		Annotations: tool.Annotations{Destructive: new(false), Idempotent: true, OpenWorld: new(true)},
		Examples: []tool.Example{{
			Description: "Twice and softly.",
			Input:       []byte(`{"bell":"front","volume":0.5,"loud":false,"times":2}`),
			Output:      []byte(`{"rings":2,"mode":"soft","level":0.5}`),
		}},
		Errors: []error{errkit.NotFound, &errkit.Error{Kind: errkit.RateLimited, Code: "resting", Message: "This bell needs a rest."}},
	}, ring))
}

// ring does what the input asks for.
func ring(ctx context.Context, in Input) (Output, error) {
	switch in.Do {
	case "fail":
		return Output{}, &errkit.Error{
			Kind: errkit.NotFound, Code: "no_such_bell", Message: "There is no such bell.", Hint: "ids: front,back",
			Dev: errkit.Dev(Canary), Err: errors.New(Canary),
		}
	case "wrap":
		return Output{}, errkit.Wrap(errors.New(Canary), errkit.Unavailable, "")
	case "reject":
		return Output{}, errkit.Invalid(errkit.Field{Path: "/bell", Message: "must be a bell of this house",
			Rule: "known"})
	case "plain":
		return Output{}, errors.New(Canary)
	case "panic":
		panic(Canary)
	case "nil":
		var missing *Output
		return *missing, nil
	case "wait":
		<-ctx.Done()
		return Output{}, ctx.Err()
	case "canceled":
		return Output{}, context.Canceled
	case "nan":
		return Output{Level: math.NaN()}, nil
	case "break":
		return Output{Rings: 101}, nil
	}
	return Output{Rings: int(in.Times), Mode: in.Mode, Level: in.Volume}, nil
}
