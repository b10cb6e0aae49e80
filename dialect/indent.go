package dialect

// indentNested rewrites the compact JSON that stands at dst[start:] as it stands,
// indented by two spaces, inside a JSON string.
func indentNested(dst []byte, start int) []byte {
	compact := dst[start:]
	end := len(dst)
	depth := 0
	inString := false
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		if inString {
			switch c {
			case '\\':
				dst = append(dst, `\\`...)
				i++
				if next := compact[i]; next == '"' || next == '\\' {
					dst = append(dst, '\\', next)
				} else {
					dst = append(dst, next)
				}
				continue
			case '"':
				dst = append(dst, `\"`...)
				inString = false
				continue
			}
			run := i
			for i < len(compact) && compact[i] != '"' && compact[i] != '\\' {
				i++
			}
			dst = append(dst, compact[run:i]...)
			i--
			continue
		}
		switch c {
		case '"':
			dst = append(dst, `\"`...)
			inString = true
		case '{', '[':
			dst = append(dst, c)
			if compact[i+1] == c+2 { // '}' and ']' are two after '{' and '['
				dst = append(dst, c+2)
				i++
				break
			}
			depth++
			dst = indentLine(dst, depth)
		case '}', ']':
			depth--
			dst = indentLine(dst, depth)
			dst = append(dst, c)
		case ',':
			dst = append(dst, ',')
			dst = indentLine(dst, depth)
		case ':':
			dst = append(dst, ": "...)
		default:
			dst = append(dst, c)
		}
	}
	return dst[:start+copy(dst[start:], dst[end:])]
}

func indentLine(dst []byte, depth int) []byte {
	dst = append(dst, `\n`...)
	for range depth {
		dst = append(dst, "  "...)
	}
	return dst
}
