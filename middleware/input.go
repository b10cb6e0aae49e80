package middleware

import "context"

// Input is what the caller of one call sent: the evidence by which a classifier
// decides whether an error is about the caller's input or about another
// document.
//
// A nil Body was not read, or there is none, so that no error is about it. An
// empty Body that is not nil was read, and is empty.
type Input struct {
	Body      []byte   // as received, at most the adapter's limit; JSON in every adapter of this module
	Truncated bool     // Body is only the start of what was sent
	Values    []string // query, form and path values; each is an input of its own
}

type inputKey struct{}

// WithInput returns a context from which classifiers obtain the input of the
// call. get is called only when an error is classified, at most once for each
// classifier that asks, and may be called by several goroutines at once.
func WithInput(ctx context.Context, get func() Input) context.Context {
	return context.WithValue(ctx, inputKey{}, get)
}

// InputFrom returns the input of the call, and whether the adapter recorded
// one. The input is for reading only.
func InputFrom(ctx context.Context) (Input, bool) {
	get, ok := ctx.Value(inputKey{}).(func() Input)
	if !ok || get == nil {
		return Input{}, false
	}
	return get(), true
}
