package mcp

import (
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/internal/rpc"
)

// leftOpen returns what a JSON-RPC code leaves open for a text to choose.
func leftOpen(code int64, known bool) wire.Open {
	switch {
	case !known:
		return wire.UnknownCode
	case code == 0: // SDKs send it for an error of a tool
		return wire.FailedCall
	case code == rpc.InternalError:
		return wire.ServerFault
	case code == rpc.InvalidParams:
		return wire.UnknownName
	case code == codeResource:
		return wire.UnknownResource
	}
	return 0
}

// leftOpenByTool returns what a code leaves open that is before a text, as the TypeScript SDK
// writes it for exceptions of tools: servers throw -32600 for every call that they reject.
func leftOpenByTool(code int64, known bool) wire.Open {
	if code == rpc.InvalidRequest {
		return wire.FailedCall
	}
	return leftOpen(code, known)
}

// TrimCode removes the prefixes "MCP error -32602: " that clients of the TypeScript SDK add, one
// for each hop, and returns the innermost code. A prefix in the middle of a text gives its code
// and is not removed.
func TrimCode(s string) (text string, code int64, found bool) {
	const prefix = "MCP error "
	text = s
	for {
		rest, ok := strings.CutPrefix(text, prefix)
		if !ok {
			break
		}
		n, after, ok := cutCode(rest)
		if !ok {
			break
		}
		text, code, found = after, n, true
	}
	if strings.Contains(text, prefix) { // faster than LastIndex for the usual text
		last := text[strings.LastIndex(text, prefix)+len(prefix):]
		if n, _, ok := cutCode(last); ok {
			code, found = n, true
		}
	}
	return text, code, found
}

// cutCode cuts the code off "-32602: rest".
func cutCode(s string) (code int64, rest string, ok bool) {
	digits, rest, ok := strings.Cut(s, ": ")
	if !ok || len(digits) > 20 {
		return 0, "", false
	}
	code, err := strconv.ParseInt(digits, 10, 64)
	return code, rest, err == nil
}
