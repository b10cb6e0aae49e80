package agents

import (
	"context"
	"errors"
	"io"
	"time"
)

// A Temper is how often an agent makes a call again of whose failure it reads nothing.
type Temper uint8

const (
	Careful Temper = iota // it does not
	Eager                 // it makes three calls in all
)

// The patience of an agent: how many calls it makes if they are invited, and how long it waits for
// one.
const (
	maxCalls   = 8
	eagerCalls = 3
	maxWait    = 10 * time.Minute
)

// A Repeated is what an agent did with a call that fails.
type Repeated struct {
	Calls  int
	Waited time.Duration
	OK     bool // the call succeeded in the end
	Ended  bool // the server ended the connection
	Texts  []string
}

// Repeat makes a call, and makes it again as it is as far as the responses leave it to: see
// [Read]. Without a delay it waits 1 second, and doubles that each time. wait waits. If the
// connection ends, as it does when the server crashes, the agent stops.
func Repeat(
	ctx context.Context, s Session, t Temper, tool string, input any, wait func(time.Duration),
) (Repeated, error) {
	var r Repeated
	backoff := time.Second
	for {
		a, err := s.Call(ctx, tool, input)
		if errors.Is(err, io.EOF) {
			r.Calls++
			r.Ended = true
			return r, nil
		}
		if err != nil {
			return r, err
		}
		r.Calls++
		if a.OK {
			r.OK = true
			return r, nil
		}
		r.Texts = append(r.Texts, a.Text)
		verdict, delay := Read(a)
		limit := maxCalls
		if verdict == Unclear {
			limit = 1
			if t == Eager {
				limit = eagerCalls
			}
		}
		if verdict == Stop || r.Calls >= limit || delay > maxWait {
			return r, nil
		}
		if delay == 0 {
			delay = backoff
			backoff *= 2
		}
		wait(delay)
		r.Waited += delay
	}
}
