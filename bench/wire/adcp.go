package wire

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/strict"
)

var (
	adcpCodes = map[errkit.Kind]string{
		errkit.NotFound:     "REFERENCE_NOT_FOUND",
		errkit.InvalidInput: "VALIDATION_ERROR",
		errkit.AuthRequired: "AUTHORIZATION_REQUIRED",
	}
	adcpKeywords = map[string]string{"required": "required", "min": "minimum"}
)

// adcpMaxError is the length of an error as Python writes it (transport-errors.mdx).
const adcpMaxError = 4096

// AdCP returns the document of e, which the caller can correct, in the Ad Context Protocol.
func AdCP(e *errkit.Error, c Call) any {
	d := strict.AdCPError{Code: adcpCodes[e.Kind], Message: string(e.Message), Recovery: "correctable"}
	if len(e.Fields) > 0 {
		d.Field = googlePath(e.Fields[0].Path)
	}
	size := pythonSize(`{"code":"","message":"","recovery":"","field":"","issues":[}`) +
		len(d.Code) + jsonSize(d.Message) + len(d.Recovery) + pythonSize(d.Field)
	for _, f := range e.Fields {
		i := strict.AdCPIssue{Pointer: f.Path, Message: string(f.Message), Keyword: adcpKeywords[f.Rule]}
		if i.Keyword == "" {
			i.Keyword = "properties"
		}
		size += pythonSize(`{"pointer":"","message":"","keyword":""},`) +
			pythonSize(i.Pointer) + jsonSize(i.Message) + len(i.Keyword)
		if size > adcpMaxError {
			break
		}
		d.Issues = append(d.Issues, i)
	}
	return result(c, MCPResult[strict.AdCPErrorPayload]{
		Content: []strict.MCPContent{{Type: "text", Text: ModelText(e)}}, IsError: true,
		Structured: &strict.AdCPErrorPayload{Error: d},
	})
}

// jsonSize returns the length of a text in a JSON string, at most.
func jsonSize(s string) int {
	return pythonSize(s) + strings.Count(s, `"`) + strings.Count(s, `\`) + strings.Count(s, "\n")
}

// pythonSize returns the length of a part of JSON as json.dumps writes it, at most.
func pythonSize(s string) (n int) {
	for _, c := range s {
		switch {
		case c >= utf8.RuneSelf:
			n += 6 * utf16.RuneLen(c)
		case c == ',' || c == ':':
			n += 2
		default:
			n++
		}
	}
	return n
}
