//go:build js && wasm

// Package rand is the part of crypto/rand that the playground of the static site needs. The random
// numbers are those of the browser, without the generator of FIPS 140 and its memory of 32 MB.
package rand

import "syscall/js"

// Read fills b with random bytes.
func Read(b []byte) (int, error) {
	values := js.Global().Get("Uint8Array").New(len(b))
	js.Global().Get("crypto").Call("getRandomValues", values)
	return js.CopyBytesToGo(b, values), nil
}
