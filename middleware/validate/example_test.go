package validate_test

import (
	"fmt"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware/validate"
)

func ExampleValidator_Struct() {
	type bell struct {
		ID    string `json:"id" validate:"required"`
		Tone  string `json:"tone" validate:"oneof=low high"`
		Times int    `json:"times" validate:"min=1,max=10"`
	}
	type input struct {
		Bells    map[string]bell `json:"bells" validate:"dive"`
		Password string          `json:"password" validate:"min=8"`
		Again    string          `json:"again" validate:"eqfield=Password"`
	}
	var v validate.Validator
	err := v.Struct(input{Bells: map[string]bell{"north/east": {ID: "a", Times: 11}}, Password: "secret",
		Again: "secrets"})
	for _, f := range errkit.From(err).Fields {
		fmt.Println(f.Path, f.Message)
	}
	// Output:
	// /bells/north~1east/tone must be one of low, high
	// /bells/north~1east/times must be at most 10
	// /password must be at least 8 characters
	// /again must be equal to password
}
