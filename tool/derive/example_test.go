package derive_test

import (
	"fmt"

	"github.com/toolerr/toolerr/tool/derive"
)

func ExampleInput() {
	type Ring struct {
		Bell  struct{ ID string } `json:"bell"`
		Times int16               `json:"times,omitempty" validate:"omitempty,min=1,max=10" description:"How often."`
	}
	schema, err := derive.Input[Ring]()
	fmt.Println(string(schema), err)
	// Output: {"required":["bell"],"additionalProperties":false,"properties":{"bell":{"required":["ID"],"additionalProperties":false,"properties":{"ID":{"type":"string"}},"type":"object"},"times":{"description":"How often.","maximum":10,"minimum":1,"type":"integer"}},"type":"object"} <nil>
}
