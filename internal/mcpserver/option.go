package mcpserver

// CallOption returns the result of a function of an adapter's options. It is the zero value if the function is nil, or panics: it must
// not prevent the response.
func CallOption[A, R any](f func(A) R, a A) (r R) {
	if f == nil {
		return r
	}
	defer func() { _ = recover() }()
	return f(a)
}
