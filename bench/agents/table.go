package agents

import (
	_ "embed"
	"encoding/json"
)

//go:embed table.json
var tableJSON []byte

// A Table is the data of all tasks. Each server has its tools, and fails in its ways.
type Table struct {
	Tools    []Tool   `json:"tools"`  // whose wrong calls are repaired
	Others   []Other  `json:"others"` // which fail
	Orders   []Way    `json:"orders"` // of place_order, after the order was placed
	Hopeless []Way    `json:"hopeless"`
	Waiting  []Way    `json:"waiting"`
	Audits   []Way    `json:"audits"`
	Private  []string `json:"private"` // words that no agent should read
}

// A Tool responds with the input that it got.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	WrongNames  []string        `json:"wrong_names"` // for it
	Schema      json.RawMessage `json:"schema"`      // what its input is
	Inputs      []Input         `json:"inputs"`
}

// An Input is what a user wants, and the faults of calls that agents make of it.
type Input struct {
	Right  json.RawMessage `json:"right"`
	Faults []Fault         `json:"faults"`
}

// A Fault of an input is a missing member, one with another name, or one with a wrong value.
type Fault struct {
	Kind  string `json:"kind"`
	Path  string `json:"path"`  // JSON pointer
	Value any    `json:"value"` // nil: the member is missing
	Name  string `json:"name"`  // what the member is called instead
}

// An Other tool has one member, a string, which decides how it fails.
type Other struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Member      string `json:"member"`
}

// A Way is a way to fail: the value of the member of a tool.
type Way struct {
	Item   string `json:"item"`
	Report string `json:"report"`
	Step   string `json:"step"`
	Title  string `json:"title"`
}

// Value returns the value that makes the tool fail in this way.
func (w Way) Value() string { return w.Item + w.Report + w.Step }

// Load returns the table.
func Load() (*Table, error) {
	var t Table
	return &t, json.Unmarshal(tableJSON, &t)
}
