//go:build js && wasm

// Command wasm is the program behind the playground of the static site. It defines the function
// toolerrShow, which answers a request in JSON with an answer in JSON, as POST /api/show of
// `toolerr serve` does.
package main

import (
	"syscall/js"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/show"
)

func main() {
	js.Global().Set("toolerrShow", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 1 || args[0].Type() != js.TypeString {
			return `{"problem":"toolerrShow needs one string."}`
		}
		return string(show.JSON([]byte(args[0].String())))
	}))
	select {}
}
