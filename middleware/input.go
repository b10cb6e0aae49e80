package middleware

import "context"

// An Input is the input of a call as the caller sent it. A classifier uses it to decide whether an error is about this input
// or about another document.
//
// Body is nil if there is no body or it was not read: then no error is about it. It is empty and not nil if an empty body was
// read.
type Input struct {
	Body      []byte   // as received, up to the limit of the adapter; JSON in every adapter of this module
	Truncated bool     // Body is only the start of the body
	Size      int64    // what the body is known to have at least, in bytes, if that is more than Body
	Values    []string // values of the query, the form and the path, each of which is a separate document
}

type inputKey struct{}

// WithInput returns a context from which classifiers obtain the input of the call. get is called only when an error is
// classified, once for each call of [InputFrom], and must be safe for concurrent use.
func WithInput(ctx context.Context, get func() Input) context.Context {
	return context.WithValue(ctx, inputKey{}, get)
}

// InputFrom returns the input of the call, which is for reading only. It is false if the adapter did not record an input.
func InputFrom(ctx context.Context) (Input, bool) {
	get, ok := ctx.Value(inputKey{}).(func() Input)
	if !ok || get == nil {
		return Input{}, false
	}
	return get(), true
}
