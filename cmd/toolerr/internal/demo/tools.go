package demo

import (
	"context"
	"math"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

type addInput struct {
	A float64 `json:"a" required:"true" description:"The first number."`
	B float64 `json:"b" required:"true" description:"The second number."`
}

// add is Calculator.Add 1.0.0. A sum that is no number has no JSON either: the caller learns that the output is invalid.
func add(_ context.Context, in addInput) (float64, error) { return in.A + in.B, nil }

// addChecked is Calculator.Add 1.1.0, which knows of its limits.
func addChecked(_ context.Context, in addInput) (float64, error) {
	sum := in.A + in.B
	if math.IsInf(sum, 0) {
		return 0, &errkit.Error{Kind: errkit.InvalidInput, Message: "The sum is too large for a number.", Hint: "Use smaller numbers."}
	}
	return sum, nil
}

type ringInput struct {
	DoorbellID string `json:"doorbell_id" validate:"required,max=64" description:"The ID of the doorbell to ring."`
}

type ringOutput struct {
	Sound string `json:"sound"`
}

// ring is Doorbell.Ring 0.1.0. An id that nobody has gives the example of OXP 1.0, Call Tool, Tool Execution Error.
func ring(_ context.Context, in ringInput) (ringOutput, error) {
	switch in.DoorbellID {
	case "doorbell42":
		return ringOutput{"ding dong"}, nil
	case "doorbell84":
		return ringOutput{"dong"}, nil
	}
	return ringOutput{}, &errkit.Error{
		Kind:       errkit.NotFound,
		Code:       "no_such_doorbell",
		Message:    "Doorbell ID not found",
		Hint:       "ids: doorbell42,doorbell84",
		Retry:      errkit.Allowed,
		RetryAfter: 500 * time.Millisecond,
		Dev:        errkit.Devf("The doorbell with ID '%s' does not exist.", in.DoorbellID),
	}
}

type bookInput struct {
	From          string `json:"from" validate:"required,len=3,alpha,uppercase" pattern:"^[A-Z]{3}$" description:"IATA code of the airport to leave from." examples:"[\"TXL\"]"`
	To            string `json:"to" validate:"required,len=3,alpha,uppercase,nefield=From" pattern:"^[A-Z]{3}$" description:"IATA code of the airport to fly to; not the one to leave from." examples:"[\"CDG\"]"`
	DepartureDate string `json:"departureDate" validate:"required" pattern:"^\\d{2}/\\d{2}/\\d{4}$" description:"Departure date in dd/mm/yyyy format."`
	Passengers    int    `json:"passengers,omitempty" validate:"omitempty,min=1,max=9" description:"How many fly; 1 if it is left out."`
	Cabin         string `json:"cabin,omitempty" validate:"omitempty,oneof=economy business first" description:"economy if it is left out."`
}

type bookOutput struct {
	Flight     string `json:"flight"`
	Departs    string `json:"departs" format:"date"`
	Passengers int    `json:"passengers"`
	Cabin      string `json:"cabin"`
}

const (
	bookFormat  = "02/01/2006"
	bookBadDate = "There is no such date."
)

// booking is Flight.Book 1.0.0, with the rule that no schema can say: the date is in the future (SEP-1303).
type booking struct{ now func() time.Time }

func (b booking) book(_ context.Context, in bookInput) (bookOutput, error) {
	departs, err := time.Parse(bookFormat, in.DepartureDate)
	if err != nil {
		return bookOutput{}, errkit.Wrap(err, errkit.InvalidInput, bookBadDate)
	}
	now := b.now()
	if !departs.After(now) {
		return bookOutput{}, errkit.New(errkit.InvalidInput, errkit.Textf("Dates must be in the future. Current date is %s", now.Format(bookFormat)))
	}
	out := bookOutput{Flight: in.From + "-" + in.To, Departs: departs.Format(time.DateOnly), Passengers: max(in.Passengers, 1), Cabin: in.Cabin}
	if out.Cabin == "" {
		out.Cabin = "economy"
	}
	return out, nil
}
