package schemas

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Problem is a problem details object (RFC 9457) with the extension members of this module. Details go over the wire as
// members of the problem itself, after Instance.
type Problem struct {
	_ struct{} `title:"Problem details" description:"An error of an HTTP API (RFC 9457)."`

	Type         string          `json:"type" required:"true" format:"uri-reference" description:"Names the type of the problem." examples:"[\"about:blank\"]"`
	Title        string          `json:"title" required:"true" description:"The type of the problem in words."`
	Status       int             `json:"status" required:"true" minimum:"400" maximum:"599" description:"The HTTP status."`
	Detail       string          `json:"detail,omitempty" description:"What happened this time."`
	Kind         Kind            `json:"kind" required:"true" description:"What went wrong, in one word."`
	Code         string          `json:"code,omitempty" description:"The application's own stable code."`
	Hint         string          `json:"hint,omitempty" description:"Advice for a model that will try again."`
	Errors       []ProblemField  `json:"errors,omitempty" description:"Which parts of the input are wrong."`
	Needs        *CanonicalNeeds `json:"needs,omitempty" description:"What must be there before the call can succeed."`
	Retry        string          `json:"retry,omitempty" enum:"never,allowed,after_action" description:"Whether the same call may be made again."`
	RetryAfterMS int64           `json:"retry_after_ms,omitempty" minimum:"0" description:"How long to wait first, in milliseconds."`
	Stage        string          `json:"stage,omitempty" enum:"before_call,execution" description:"When the call failed."`
	Upstream     int             `json:"upstream,omitempty" description:"The HTTP status that a service behind the tool answered with."`
	Instance     string          `json:"instance,omitempty" format:"uri-reference" description:"Ties this answer to a record in the server's log."`
	Details      Details         `json:"-"`
}

// ProblemField says what is wrong with one part of the input.
type ProblemField struct {
	_ struct{} `title:"Wrong input" description:"What is wrong with one part of the input." additionalProperties:"false"`

	Pointer string `json:"pointer" required:"true" pattern:"^#" description:"A JSON pointer into the input, as a URI fragment (RFC 6901 §6)." examples:"[\"#/items/0/sku\"]"`
	Detail  string `json:"detail,omitempty" description:"What to change."`
	Rule    string `json:"rule,omitempty" description:"The rule that was broken."`
	Param   string `json:"param,omitempty" description:"The rule's parameter."`
}

// known is a problem without the methods below: its own members alone.
type known Problem

// MarshalJSON writes the members of the problem, then its details. A detail that has the name of another member is an
// error.
func (p Problem) MarshalJSON() ([]byte, error) {
	doc, err := encode(known(p))
	if err != nil {
		return nil, err
	}
	names := knownNames()
	for _, d := range p.Details.Members {
		if slices.Contains(names, d.Name) {
			return nil, fmt.Errorf("detail %q has the name of a member", d.Name)
		}
	}
	details, err := p.Details.MarshalJSON()
	if err != nil {
		return nil, err
	}
	if len(details) > len("{}") {
		doc = append(append(doc[:len(doc)-1], ','), details[1:]...)
	}
	return doc, nil
}

// UnmarshalJSON reads the members of a problem; those that are not its own are its details.
func (p *Problem) UnmarshalJSON(doc []byte) error {
	var members, own, rest Object[json.RawMessage]
	if err := members.UnmarshalJSON(doc); err != nil {
		return err
	}
	names := knownNames()
	for _, m := range members {
		if slices.Contains(names, m.Name) {
			own = append(own, m)
		} else {
			rest = append(rest, m)
		}
	}
	var k known
	if err := recode(own, &k); err != nil {
		return err
	}
	if err := recode(rest, &k.Details); err != nil {
		return err
	}
	*p = Problem(k)
	return nil
}

// recode reads the members of an object into v.
func recode(members Object[json.RawMessage], v any) error {
	doc, err := members.MarshalJSON()
	if err != nil {
		return err
	}
	return decode(doc, v)
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
