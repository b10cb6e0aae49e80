package derive_test

import (
	"fmt"

	"github.com/toolerr/toolerr/tool/derive"
)

// BellDetails is the type of the details of a server's errors.
type BellDetails struct {
	Bell  string `json:"bell" validate:"required" description:"The bell that was meant."`
	Rings int    `json:"rings,omitempty" validate:"min=1"`
}

func ExampleOf() {
	schema, err := derive.Of[BellDetails]()
	fmt.Print(string(schema), err)
	// Output:
	// {
	//   "$schema": "https://json-schema.org/draft/2020-12/schema",
	//   "title": "BellDetails",
	//   "required": [
	//     "bell"
	//   ],
	//   "properties": {
	//     "bell": {
	//       "description": "The bell that was meant.",
	//       "minLength": 1,
	//       "type": "string"
	//     },
	//     "rings": {
	//       "minimum": 1,
	//       "type": "integer"
	//     }
	//   },
	//   "type": "object"
	// }
	// <nil>
}

func ExampleInline() {
	type Ring struct {
		Bell  struct{ ID string } `json:"bell"`
		Times int                 `json:"times" validate:"required,min=1,max=10"`
	}
	schema, err := derive.Inline[Ring]()
	fmt.Println(string(schema), err)
	// Output: {"required":["times"],"properties":{"bell":{"properties":{"ID":{"type":"string"}},"type":"object"},"times":{"maximum":10,"minimum":1,"type":"integer"}},"type":"object"} <nil>
}
