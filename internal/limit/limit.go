// Package limit holds the bounds of what is rendered and logged, and cuts values to them. A caller decides how long a path
// or a name in its input is, so no output may be larger than these bounds because of an input. What is cut contains an
// ellipsis or is replaced by a note.
package limit

// Of one error in a document.
const (
	Path    = 512    // bytes of a JSON pointer; its start and its end are kept
	Key     = 256    // characters of a name: a member, a rule, a parameter, a code, a secret, a scope
	Message = 1024   // characters of the message of a field
	Text    = 16_384 // characters of any other text
	ID      = 1024   // bytes of the id of a call; a response to a longer one has none
	Header  = 1024   // bytes of a message in a header
	URI     = 2048   // bytes of the URI of a resource; its start and its end are kept
	URL     = 8192   // bytes of a URL to visit; a longer one is left out

	Fields  = 100 // fields, and items of any other list of names, challenges, inputs or options
	Details = 64  // details of one error

	FieldBytes  = 10 << 10 // of all fields: 4 copies with the names of their members are less than Input
	DetailBytes = 32 << 10 // of all details that are texts, numbers, JSON or groups of these; of the JSON of each other one
	NeedsBytes  = 32 << 10 // of each list in the needs
	Carry       = 64 << 10 // of the canonical JSON that a document carries
	Input       = 64 << 10 // that rendering an input's faults adds to a document, whatever dialect and options
)

// The last field where others are left out; its path is that of the whole input.
const (
	MoreMessage = "has more faults than are listed here"
	MoreRule    = "truncated"
)

// Of one log record.
const (
	Record = 64 << 10 // bytes
	Cause  = 8 << 10  // bytes of the text of one cause; its start and its end are kept
)
