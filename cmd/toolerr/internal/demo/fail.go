package demo

import (
	"context"
	"errors"
	"time"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/errkit"
)

// kindName is the name of an errkit.Kind.
type kindName string

// Enum returns the names of all kinds, for the schema of the input.
func (kindName) Enum() []any {
	return lo.Map(errkit.Kinds(), func(k errkit.Kind, _ int) any { return k.String() })
}

type failInput struct {
	Kind     kindName `json:"kind,omitempty" description:"The kind of the error."`
	Panic    bool     `json:"panic,omitempty" description:"Panic instead of returning an error."`
	SleepMS  int      `json:"sleep_ms,omitempty" validate:"omitempty,min=0,max=30000" description:"How long to wait before the result, in milliseconds."`
	Upstream int      `json:"upstream,omitempty" validate:"omitempty,min=400,max=599" description:"The HTTP status of an upstream service's response; the default kind is then upstream_failed."`
}

type failOutput struct {
	SleptMS int `json:"slept_ms"`
}

// errSecret is the cause of every failure. It is logged, and must not be in a response.
var errSecret = errors.New("dial tcp 10.1.2.3:5432: password of user demo is wrong")

// fail is Fail.With 1.0.0. It returns the requested error, or succeeds if none is requested.
func fail(ctx context.Context, in failInput) (failOutput, error) {
	select {
	case <-time.After(time.Duration(in.SleepMS) * time.Millisecond):
	case <-ctx.Done():
		return failOutput{}, ctx.Err()
	}
	if in.Panic {
		panic(errSecret)
	}
	e := &errkit.Error{Err: errSecret, Upstream: in.Upstream}
	switch {
	case in.Kind != "":
		if err := e.Kind.UnmarshalText([]byte(in.Kind)); err != nil {
			return failOutput{}, errkit.Wrap(err, errkit.InvalidInput, "There is no such kind.")
		}
	case in.Upstream != 0:
		e.Kind = errkit.UpstreamFailed
	default:
		return failOutput{SleptMS: in.SleepMS}, nil
	}
	complete(e)
	return failOutput{}, e
}

// complete adds the fields that errors of the kind of e usually have.
func complete(e *errkit.Error) {
	switch e.Kind {
	case errkit.InvalidInput:
		e.Fields = []errkit.Field{{Path: "/kind", Message: "must be a different kind", Rule: "ne",
			Param: e.Kind.String()}}
	case errkit.InputRequired:
		e.Needs = &errkit.Needs{Reason: "There is more than one doorbell.",
			Input: []errkit.Input{{Name: "doorbell_id", Suggestions: []string{"doorbell42", "doorbell84"}}}}
	case errkit.AuthRequired:
		e.Needs = &errkit.Needs{Challenges: []errkit.Challenge{{ID: "demo", URL: "https://auth.example.com/authorize",
			Message: "Allow the demo."}}}
	case errkit.RequirementMissing:
		e.Needs = &errkit.Needs{UserID: true}
	case errkit.RateLimited, errkit.Unavailable:
		e.Retry, e.RetryAfter = errkit.Allowed, 2*time.Second
	}
}
