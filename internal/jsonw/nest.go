package jsonw

// Nest escapes the JSON document dst[start:] for a JSON string that contains it. JSON has no other characters to escape than quotes
// and backslashes.
func Nest(dst []byte, start int) []byte {
	n := 0
	for _, b := range dst[start:] {
		if b == '"' || b == '\\' {
			n++
		}
	}
	from := len(dst)
	for range n {
		dst = append(dst, 0)
	}
	for to := len(dst); from < to; {
		from--
		to--
		dst[to] = dst[from]
		if b := dst[from]; b == '"' || b == '\\' {
			to--
			dst[to] = '\\'
		}
	}
	return dst
}
