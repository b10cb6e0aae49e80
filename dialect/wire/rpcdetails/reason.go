package rpcdetails

// isReason reports whether a name in upper case is valid as a reason, [A-Z][A-Z0-9_]+[A-Z0-9] of at most 63 characters
// (google/rpc/error_details.proto, ErrorInfo and FieldViolation), and is the name again in lower case.
func isReason(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (i == 0 || (c < '0' || c > '9') && (c != '_' || i == len(name)-1)) {
			return false
		}
	}
	return len(name) >= 3 && len(name) <= 63
}

// reason writes a name in upper case.
func (w *writer) reason(number int, field, name string) {
	start := w.openString(number, field)
	w.dst = append(w.dst, name...)
	upper := w.dst[len(w.dst)-len(name):]
	for i, c := range upper {
		if c >= 'a' && c <= 'z' {
			upper[i] = c - ('a' - 'A')
		}
	}
	w.closeString(start)
}
