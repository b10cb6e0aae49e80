package mapping

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// Overrides are what an operator makes of the errors of a program by their codes, without a change
// of the program: in a [middleware.Boundary], or in the policy of a front.
type Overrides map[errkit.Code]Override

// An Override replaces parts of an error with a code; what is zero or nil stays.
type Override struct {
	Kind    *errkit.Kind `json:"kind"`
	Status  uint16       `json:"status"` // the HTTP status, 400 to 599
	Message errkit.Text  `json:"message"`
	Level   *slog.Level  `json:"level"` // of the record in the log
}

// ParseOverrides parses a file of overrides, a JSON object:
//
//	{
//	  "sold_out": {"kind": "conflict", "status": 410, "message": "The show is sold out.", "level": "WARN"},
//	  "quota": {"level": "INFO"}
//	}
//
// A member that is unknown or there twice, an unknown kind or level, a status that is not one of
// an error, a code that is empty or there twice, and an override of nothing are faults; the error
// has all of them, with the line and the place.
func ParseOverrides(doc []byte) (Overrides, error) {
	root, err := jsontree.Parse(doc, jsontree.Limits{})
	if err != nil {
		return nil, fmt.Errorf("mapping: overrides: %w", err)
	}
	var faults []error
	all := ReadOverrides(root, func(at jsontree.Value, format string, args ...any) {
		line, _ := at.Position()
		faults = append(faults, fmt.Errorf("line %d: %s: "+format, append([]any{line, at.ShortPointer()}, args...)...))
	})
	if faults != nil {
		return nil, fmt.Errorf("mapping: overrides: %w", errors.Join(faults...))
	}
	return all, nil
}

// overridden are the members of an override.
var overridden = [...]string{"kind", "status", "message", "level"}

// ReadOverrides is [ParseOverrides] of a value in another file. It calls fail for each fault.
func ReadOverrides(v jsontree.Value, fail func(at jsontree.Value, format string, args ...any)) Overrides {
	if v.Kind() != jsontree.Object {
		fail(v, "want an object with a member for each code, got %s", v.Kind())
	}
	all := Overrides{}
	for code, member := range v.Members() {
		seen, bad := map[string]bool{}, false
		for name, m := range member.Members() {
			// encoding/json ignores the case of names, and takes the last member.
			if seen[name] || !slices.Contains(overridden[:], name) {
				fail(m, "unknown, or there for the second time; "+
					"want kind, status, message and level, each once at most")
				bad = true
			}
			seen[name] = true
		}
		var o Override
		_, known := all[errkit.Code(code)]
		switch err := json.Unmarshal([]byte(member.Raw()), &o); {
		case err != nil:
			fail(member, "%v; want kind, status, message or level", err)
		case code == "" || known:
			fail(member, "the code is empty, or there for the second time")
		case !bad && o == Override{}:
			fail(member, "nothing is overridden; want kind, status, message or level")
		case o.Status != 0 && (o.Status < 400 || o.Status > 599):
			fail(member, "the status %d is not one of an error (400 to 599)", o.Status)
		}
		all[errkit.Code(code)] = o
	}
	return all
}

// Apply returns e, or a copy with what its code overrides.
func (all Overrides) Apply(e *errkit.Error) *errkit.Error {
	o, ok := all[e.Code]
	if !ok {
		return e
	}
	c := *e
	c.Kind, c.Status, c.Message = *cmp.Or(o.Kind, &e.Kind), cmp.Or(o.Status, e.Status), cmp.Or(o.Message, e.Message)
	return &c
}
