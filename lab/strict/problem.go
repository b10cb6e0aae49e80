package strict

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/internal/text"
)

// Problem is a problem details object (RFC 9457) with the extension members of this module. The
// members of Details are written as members of the problem itself, after Instance (RFC 9457
// §3.2).
type Problem struct {
	_ struct{} `title:"Problem details" description:"An error of an HTTP API (RFC 9457)."`

	Type         string          `json:"type" required:"true" format:"uri-reference" description:"The URI of the problem type." examples:"[\"about:blank\"]"`
	Title        string          `json:"title" required:"true" description:"A summary of the problem type."`
	Status       int             `json:"status" required:"true" minimum:"400" maximum:"599" description:"The HTTP status."`
	Detail       string          `json:"detail,omitempty" description:"What happened in this occurrence."`
	Kind         Kind            `json:"kind" required:"true" description:"The class of the failure."`
	Code         string          `json:"code,omitempty" description:"The application's own stable code."`
	Hint         string          `json:"hint,omitempty" description:"Advice for a model before it retries."`
	Errors       []ProblemField  `json:"errors,omitempty" description:"Which parts of the input are wrong."`
	Needs        *CanonicalNeeds `json:"needs,omitempty" description:"The requirements that the call lacks."`
	Retry        string          `json:"retry,omitempty" enum:"never,allowed,after_action" description:"Whether the same call may be retried."`
	RetryAfterMS int64           `json:"retry_after_ms,omitempty" minimum:"0" description:"How long to wait before a retry, in milliseconds."`
	Effect       string          `json:"effect,omitempty" enum:"none,unknown,partial,done" description:"What the call did before it failed. Absent: not stated."`
	Stage        string          `json:"stage,omitempty" enum:"before_call,execution" description:"When the call failed."`
	Upstream     int             `json:"upstream,omitempty" description:"The HTTP status of the upstream service's response."`
	Instance     string          `json:"instance,omitempty" format:"uri-reference" description:"The reference of this error in the server's log."`
	Details      Details         `json:"-"`
}

// ProblemField describes what is wrong with one part of the input.
type ProblemField struct {
	_ struct{} `title:"Wrong input" description:"What is wrong with one part of the input." additionalProperties:"false"`

	Pointer string `json:"pointer" required:"true" pattern:"^#" description:"A JSON pointer into the input, as a URI fragment (RFC 6901 §6)." examples:"[\"#/items/0/sku\"]"`
	Detail  string `json:"detail,omitempty" description:"How to correct the value."`
	Rule    string `json:"rule,omitempty" description:"The rule that was broken."`
	Param   string `json:"param,omitempty" description:"The rule's parameter."`
}

// known is a Problem without its methods. encoding/json handles the declared members, and ignores
// Details.
type known Problem

// MarshalJSON writes the members of the problem, followed by its details. It returns an error if
// a detail has the name of a declared member.
func (p Problem) MarshalJSON() ([]byte, error) {
	doc, err := text.Marshal(known(p))
	if err != nil {
		return nil, err
	}
	for _, d := range p.Details.Members {
		if isDeclared(d) {
			return nil, fmt.Errorf("detail %q conflicts with a member of the problem", d.Name)
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

// UnmarshalJSON decodes a problem. Members that Problem does not declare become its details.
func (p *Problem) UnmarshalJSON(doc []byte) error {
	var members Object[json.RawMessage]
	if err := members.UnmarshalJSON(doc); err != nil {
		return err
	}
	rest := slices.DeleteFunc(slices.Clone(members), isDeclared)
	declared := slices.DeleteFunc(members, func(m Member[json.RawMessage]) bool { return !isDeclared(m) })
	var k known
	if err := recode(declared, &k); err != nil {
		return err
	}
	if err := recode(rest, &k.Details); err != nil {
		return err
	}
	*p = Problem(k)
	return nil
}

// recode decodes an object with the given members into v.
func recode(members Object[json.RawMessage], v any) error {
	doc, err := members.MarshalJSON()
	if err != nil {
		return err
	}
	return decode(doc, v)
}

// isDeclared reports whether a member is one that Problem declares.
func isDeclared(m Member[json.RawMessage]) bool {
	for f := range reflect.TypeFor[known]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == m.Name && name != "" && name != "-" {
			return true
		}
	}
	return false
}

// ProblemDetails is a problem details object as RFC 9457 defines it: every member is optional,
// and extension members, which the struct does not have, are allowed.
type ProblemDetails struct {
	_ struct{} `title:"Problem details of any API" description:"An error of an HTTP API, with the members that RFC 9457 defines."`

	Type     string `json:"type,omitempty" format:"uri-reference" description:"The URI of the problem type. Absent: about:blank."`
	Title    string `json:"title,omitempty" description:"A summary of the problem type."`
	Status   int    `json:"status,omitempty" minimum:"100" maximum:"599" description:"The HTTP status."`
	Detail   string `json:"detail,omitempty" description:"What happened in this occurrence."`
	Instance string `json:"instance,omitempty" format:"uri-reference" description:"The URI of this occurrence."`
}
