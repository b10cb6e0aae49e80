package model

import (
	"strings"

	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// isAnthropic returns the type of a result: of a tool, of the MCP connector, or of a tool that
// the API runs.
func isAnthropic(v jsontree.Value) string {
	kind, _ := v.Member("type").Text()
	switch {
	case strings.HasSuffix(kind, "tool_result") && v.Member("tool_use_id").Kind() == jsontree.String,
		strings.HasSuffix(kind, "_tool_result_error") && v.Member("error_code").Kind() == jsontree.String:
		return "the type " + wire.Clip(kind)
	}
	return ""
}

func readAnthropic(r *wire.Reader, v jsontree.Value) bool {
	r.Used(v.Member("type"), v.Member("tool_use_id"), v.Member("cache_control"), v.Member("caller"))
	content := v.Member("content")
	for _, fault := range [...]jsontree.Value{v, content} {
		if code, ok := fault.Member("error_code").Text(); ok {
			r.Used(fault.Member("type"))
			readServerTool(r, fault, code)
			return true
		}
	}
	if failed, _ := r.Bool(v, "is_error"); !failed {
		return false
	}
	return readFailure(r, contentOf(r, content), "is_error")
}

// serverToolCodes are the codes of the tools that the API runs: web search, web fetch, code
// execution, text editor, tool search.
var serverToolCodes = map[string]struct {
	kind  errkit.Kind
	retry errkit.Retry // 0: that of the kind
}{
	"invalid_tool_input":       {errkit.InvalidInput, 0},
	"unavailable":              {errkit.Unavailable, 0},
	"too_many_requests":        {errkit.RateLimited, 0},
	"execution_time_exceeded":  {errkit.Timeout, 0},
	"max_uses_exceeded":        {errkit.RateLimited, errkit.Never}, // of one request, which has a limit of its own
	"query_too_long":           {errkit.InvalidInput, 0},
	"request_too_large":        {errkit.TooLarge, 0},
	"url_too_long":             {errkit.InvalidInput, 0},
	"url_not_allowed":          {errkit.PermissionDenied, 0},
	"url_not_in_prior_context": {errkit.PermissionDenied, 0},
	"url_not_accessible":       {errkit.Network, 0},
	"unsupported_content_type": {errkit.Unsupported, 0},
	"output_file_too_large":    {errkit.OutputInvalid, 0},
	"file_not_found":           {errkit.NotFound, 0},
}

func readServerTool(r *wire.Reader, v jsontree.Value, code string) {
	r.Peer.Code = code
	r.Error.Code = errkit.Code(code)
	r.Message(r.String(v, "error_message"))
	c, ok := serverToolCodes[code]
	if !ok {
		foreign.UndefinedCode(r, code)
		return
	}
	r.Kind(c.kind, "error_code "+code)
	r.Peer.Retry = c.retry
}
