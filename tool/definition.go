package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// A Definition describes a tool to its clients and to the adapters that serve it. Only Name is
// required.
type Definition struct {
	// Name identifies the tool: 1 to 64 of A-Z a-z 0-9 _ - and dots. OXP wants Toolkit.Tool;
	// protocols without dots in their names use [Tool.ModelName].
	Name string

	Version     string // x.y.z; "": 1.0.0
	Title       string // for people
	Description string // when and how to use the tool, for models

	// InputSchema is the JSON Schema (draft 2020-12) of the input, an object without $ref. Nil:
	// that of the input type, see [derive.Input].
	InputSchema json.RawMessage

	// OutputSchema is the JSON Schema of the output, without $ref. Nil: that of the output type,
	// see [derive.Output]; null: the output may be any JSON.
	OutputSchema json.RawMessage

	// Validate checks a decoded input, a value of the input type, if nothing else is wrong with
	// it. Nil: that of the [middleware.Boundary], by default the validate tags of
	// github.com/go-playground/validator.
	Validate func(ctx context.Context, input any) error

	Annotations  Annotations
	Requirements Requirements  // what a call brings besides its input
	Timeout      time.Duration // of one call; 0: only that of the caller
	Examples     []Example

	// Errors declares what the function may return: an *errkit.Error with a Code for each failure
	// that a caller can distinguish, and an errkit.Kind where the kind is enough. They are what
	// clients read of the tool before they call it, and they complete what the function returns
	// with their code: a Kind, a Message, a Hint or a DocURL that is missing
	// ([middleware.WithDeclared]). A tool that declares codes should return no others
	// ([middleware.Boundary], Undeclared).
	//
	//	Errors: []error{
	//		&errkit.Error{Code: SoldOut, Kind: errkit.Conflict, Message: "The show is sold out.",
	//			Hint: "Call list_shows.", DocURL: "https://tickets.example.com/errors#sold_out"},
	//		errkit.NotFound,
	//	}
	Errors []error
}

// Failures returns the errors that a call may have: those that the definition declares, then those
// of every tool.
func (d *Definition) Failures() []error {
	errs := append(slices.Clone(d.Errors), errkit.InvalidInput, errkit.Timeout, errkit.Internal, errkit.OutputInvalid)
	if len(d.Requirements.Authorization) > 0 {
		errs = append(errs, errkit.AuthRequired)
	}
	if !d.Requirements.IsZero() {
		errs = append(errs, errkit.RequirementMissing)
	}
	return errs
}

// Annotations are hints about what a tool does. Clients must not rely on them for security (MCP,
// ToolAnnotations).
type Annotations struct {
	ReadOnly    bool  // the tool does not modify its environment
	Destructive *bool // it may delete or overwrite, rather than only add; nil: not stated, which MCP reads as true
	Idempotent  bool  // a second call with the same input has no further effect
	// it interacts with an open set of systems, such as the web; nil: not stated, which MCP reads
	// as true
	OpenWorld *bool
}

// Repeatable returns what the annotations state of making a call twice: RepeatableYes for a tool
// that only reads or is idempotent, RepeatableNo for one that is destructive, else
// RepeatableUnstated.
func (a Annotations) Repeatable() errkit.Repeatable {
	switch {
	case a.ReadOnly || a.Idempotent:
		return errkit.RepeatableYes
	case a.Destructive != nil && *a.Destructive:
		return errkit.RepeatableNo
	}
	return errkit.RepeatableUnstated
}

// An Example is an input that the tool accepts and, optionally, the output of that call.
type Example struct {
	Description string
	Input       json.RawMessage
	Output      json.RawMessage // nil: not stated
}

// maxName bounds a name, in bytes (OXP 1.0, ToolDefinition, name).
const maxName = 64

const defaultVersion = "1.0.0"

// check reports the first member of a definition that is not valid. The schemas and the examples
// are checked where they are compiled and decoded.
func (d *Definition) check() error {
	if !validName(d.Name) {
		return fmt.Errorf("the name %q is not 1 to %d of A-Z a-z 0-9 _ - and dots between them", d.Name, maxName)
	}
	if _, err := parseVersion(d.Version, false); err != nil {
		return err
	}
	if d.Timeout < 0 {
		return errors.New("the timeout is negative")
	}
	codes := map[errkit.Code]bool{}
	for i, err := range d.Errors {
		switch e := err.(type) {
		case errkit.Kind:
		case *errkit.Error:
			switch {
			case e == nil:
				return fmt.Errorf("errors[%d] is nil", i)
			case codes[e.Code]:
				return fmt.Errorf("errors[%d]: the code %q is declared twice", i, e.Code)
			case text.WebURL(e.DocURL) != e.DocURL:
				return fmt.Errorf("errors[%d]: the DocURL %q is not an http or https URL", i, e.DocURL)
			}
			codes[e.Code] = e.Code != ""
		default:
			return fmt.Errorf("errors[%d] is a %T, want an errkit.Kind or an *errkit.Error", i, err)
		}
	}
	return d.Requirements.check()
}

// namePattern matches words of A-Z a-z 0-9 _ and -, separated by dots.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`)

// validName reports whether s may name a tool.
func validName(s string) bool { return len(s) <= maxName && namePattern.MatchString(s) }

// modelName returns a name without dots.
func modelName(name string) string { return strings.ReplaceAll(name, ".", "_") }
