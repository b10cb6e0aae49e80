package schemas

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Problem is a problem details object (RFC 9457) with the extension members of this module. Details are the error's
// details: they go over the wire as members of the problem itself, after Instance.
type Problem struct {
	_ struct{} `title:"Problem details" description:"An error of an HTTP API (RFC 9457)."`

	Type         string                  `json:"type" required:"true" format:"uri-reference" description:"Names the type of the problem." examples:"[\"about:blank\"]"`
	Title        string                  `json:"title" required:"true" description:"The type of the problem in words."`
	Status       int                     `json:"status" required:"true" minimum:"400" maximum:"599" description:"The HTTP status."`
	Detail       string                  `json:"detail,omitempty" description:"What happened this time."`
	Kind         Kind                    `json:"kind" required:"true" description:"What went wrong, in one word."`
	Code         string                  `json:"code,omitempty" description:"The application's own stable code."`
	Hint         string                  `json:"hint,omitempty" description:"Advice for a model that will try again."`
	Errors       []ProblemField          `json:"errors,omitempty" description:"Which parts of the input are wrong."`
	Needs        *CanonicalNeeds         `json:"needs,omitempty" description:"What must be there before the call can succeed."`
	Retry        string                  `json:"retry,omitempty" enum:"never,allowed,after_action" description:"Whether the same call may be made again."`
	RetryAfterMS int64                   `json:"retry_after_ms,omitempty" minimum:"0" description:"How long to wait first, in milliseconds."`
	Stage        string                  `json:"stage,omitempty" enum:"before_call,execution" description:"When the call failed."`
	Upstream     int                     `json:"upstream,omitempty" description:"The HTTP status that a service behind the tool answered with."`
	Instance     string                  `json:"instance,omitempty" format:"uri-reference" description:"Ties this answer to a record in the server's log."`
	Details      Object[json.RawMessage] `json:"-"`
	Carry        *Canonical              `json:"toolerr,omitempty" description:"The whole error, where Carry is set."`
}

// ProblemField says what is wrong with one part of the input.
type ProblemField struct {
	_ struct{} `additionalProperties:"false"`

	Pointer string `json:"pointer" required:"true" pattern:"^#" description:"A JSON pointer into the input, as a URI fragment (RFC 6901 §6)." examples:"[\"#/items/0/sku\"]"`
	Detail  string `json:"detail,omitempty" description:"What to change."`
	Rule    string `json:"rule,omitempty" description:"The rule that was broken."`
	Param   string `json:"param,omitempty" description:"The rule's parameter."`
}

// known is a problem without the methods below: its own members alone.
type known Problem

// MarshalJSON writes the members of the problem, with the details before the member toolerr. A detail that has the name
// of another member is an error.
func (p Problem) MarshalJSON() ([]byte, error) {
	own := known(p)
	own.Carry = nil
	doc, err := encode(own)
	if err != nil {
		return nil, err
	}
	var members Object[json.RawMessage]
	if err := members.UnmarshalJSON(doc); err != nil {
		return nil, err
	}
	names := knownNames()
	for _, d := range p.Details {
		if slices.Contains(names, d.Name) {
			return nil, fmt.Errorf("detail %q has the name of a member", d.Name)
		}
		members = append(members, d)
	}
	if p.Carry != nil {
		carry, err := encode(p.Carry)
		if err != nil {
			return nil, err
		}
		members = append(members, Member[json.RawMessage]{Name: "toolerr", Value: carry})
	}
	return members.MarshalJSON()
}

// UnmarshalJSON reads the members of a problem; those that are not its own are its details.
func (p *Problem) UnmarshalJSON(doc []byte) error {
	var members, own, details Object[json.RawMessage]
	if err := members.UnmarshalJSON(doc); err != nil {
		return err
	}
	names := knownNames()
	for _, m := range members {
		if slices.Contains(names, m.Name) {
			own = append(own, m)
		} else {
			details = append(details, m)
		}
	}
	doc, err := own.MarshalJSON()
	if err != nil {
		return err
	}
	var k known
	if err := decode(doc, &k); err != nil {
		return err
	}
	k.Details = details
	*p = Problem(k)
	return nil
}

// knownNames lists the names of a problem's own members.
func knownNames() []string {
	var names []string
	for f := range reflect.TypeFor[known]().Fields() {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}
