package strict

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolerr/toolerr/internal/text"
)

// carryName is the member of Details that holds the complete error if Carry is enabled.
const carryName = "toolerr"

// Details is an object that holds an error's details as members, followed by the complete error
// if Carry is enabled.
type Details struct {
	Members Object[json.RawMessage]
	Carry   *Canonical
}

// MarshalJSON writes the details, then the member toolerr.
func (d Details) MarshalJSON() ([]byte, error) {
	members := slices.Clone(d.Members)
	if d.Carry != nil {
		carry, err := text.Marshal(d.Carry)
		if err != nil {
			return nil, err
		}
		members = append(members, Member[json.RawMessage]{Name: carryName, Value: carry})
	}
	return members.MarshalJSON()
}

// UnmarshalJSON decodes an object. It separates the member toolerr from the details.
func (d *Details) UnmarshalJSON(doc []byte) error {
	var members Object[json.RawMessage]
	if err := members.UnmarshalJSON(doc); err != nil {
		return err
	}
	*d = Details{}
	for _, m := range members {
		if m.Name != carryName {
			d.Members = append(d.Members, m)
			continue
		}
		d.Carry = new(Canonical)
		if err := decode(m.Value, d.Carry); err != nil {
			return fmt.Errorf("member %q: %w", m.Name, err)
		}
	}
	return nil
}
