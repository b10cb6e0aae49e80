package httperr

import (
	"strings"

	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/jsontree"
)

// A shape is what error bodies of one origin have in common.
type shape struct {
	name  string
	score int    // of Detect
	most  int    // the members that the document has at most; 0: any number
	weak  bool   // only with the HTTP status of an error
	signs string // JSON pointers with a type or a value, all of which the document has
}

const graphQL = "GraphQL"

// shapes are the error bodies of HTTP APIs, the most exact first.
var shapes = [...]shape{
	{"a Kubernetes Status", 85, 0, false, "/kind=Status /status=Failure"},
	{"the Anthropic API", 80, 3, false, "/type=error /error/type:string"},
	{"AIP-193", 76, 0, false, "/error/code:number /error/status:string"},
	{"Google's legacy errors", 76, 0, false, "/error/code:number /error/errors/0/reason:string"},
	{"AWS JSON", 75, 0, false, "/__type:string"},
	{"Elasticsearch", 74, 0, false, "/error/root_cause:array"},
	{"the Notion API", 74, 0, false, "/object=error /message:string"},
	{"JSON:API", 72, 0, false, "/errors/0/status:string /errors/0/title:string"},
	{"JSON:API", 72, 0, false, "/errors/0/status:string /errors/0/detail:string"},
	{"the Slack API", 72, 0, false, "/ok=false /error:string"},
	{"the Telegram API", 72, 0, false, "/ok=false /error_code:number"},
	{"Apigee", 72, 0, false, "/fault/faultstring:string"},
	{graphQL, 70, 3, false, "/errors/0/message:string /errors/0/extensions:object"},
	{graphQL, 70, 3, false, "/errors/0/message:string /errors/0/locations:array"},
	{graphQL, 70, 3, false, "/errors/0/message:string /errors/0/path:array"},
	{"the Intercom API", 72, 0, false, "/type=error.list /errors/0/message:string"},
	{"the Jira API", 70, 0, false, "/errorMessages:array /errors:object"},
	{"the Salesforce API", 70, 0, false, "/0/errorCode:string /0/message:string"},
	{"the Cloudflare API", 66, 0, false, "/success=false /errors/0/message:string /messages:array"},
	{"an error with a type and a message", 62, 2, false, "/error/type:string /error/message:string"},
	{"an error with a code, a message and details", 62, 2, false, "/error/code:string /error/message:string /error/details:array"},
	{"an error with a code and a message", 61, 0, true, "/error/code:string /error/message:string"},
	{"an error with an HTTP status and a message", 60, 1, false, "/error/code:status /error/message:string"},
	{"errors with codes and messages", 60, 0, true, "/errors/0/code:string /errors/0/message:string"},
	{"a code and a message", 57, 0, true, "/code:string /message:string"},
}

// problemSigns are what every problem details object has that this module renders; its details may look like a shape.
var problemSigns = shape{signs: "/type:string /title:string /status:number"}

// shapeOf returns the shape of a document, nil if it has none. Neither JSON-RPC nor a problem details object is one.
func shapeOf(v jsontree.Value, status int) *shape {
	if !v.Member("jsonrpc").IsNull() || problemSigns.matches(v) {
		return nil
	}
	for i := range shapes {
		if s := &shapes[i]; (!s.weak || httphead.IsError(status)) && (s.most == 0 || v.Len() <= s.most) && s.matches(v) {
			return s
		}
	}
	return nil
}

func (s *shape) matches(v jsontree.Value) bool {
	for signs, more := s.signs, true; more; {
		var sign string
		sign, signs, more = strings.Cut(signs, " ")
		if path, text, ok := strings.Cut(sign, "="); ok {
			if !isValue(v.At(path), text) {
				return false
			}
			continue
		}
		path, kind, _ := strings.Cut(sign, ":")
		if !isKind(v.At(path), kind) {
			return false
		}
	}
	return true
}

func isValue(v jsontree.Value, text string) bool {
	if b, ok := v.Bool(); ok {
		return text == "false" && !b
	}
	return v.Is(text)
}

func isKind(v jsontree.Value, kind string) bool {
	if kind == "status" {
		n, ok := v.Int()
		return ok && n >= 400 && n <= 599
	}
	return v.Kind().String() == kind
}
