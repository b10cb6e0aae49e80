package foreign

import (
	"net/http"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// A shape is what error bodies of one origin have in common.
type shape struct {
	name  string
	score int    // of Detect
	most  int    // the members that the document has at most; 0: any number
	weak  bool   // only with the HTTP status of an error
	signs string // JSON pointers with a type or a value, all of which the document has; see isKind
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
	{"tRPC", 80, 0, false, "/error/data/httpStatus:status /error/data/code:string"},
	{"tRPC", 80, 0, false, "/0/error/data/httpStatus:status /0/error/data/code:string"},
	{"tRPC with superjson", 80, 0, false, "/error/json/data/httpStatus:status /error/json/data/code:string"},
	{"tRPC with superjson", 80, 0, false, "/0/error/json/data/httpStatus:status /0/error/json/data/code:string"},
	{"a SCIM error", 80, 0, false, "/schemas/0=urn:ietf:params:scim:api:messages:2.0:Error"},
	{"a FHIR OperationOutcome", 80, 0, false, "/resourceType=OperationOutcome /issue/0/severity=error"},
	{"a FHIR OperationOutcome", 80, 0, false, "/resourceType=OperationOutcome /issue/0/severity=fatal"},
	{"the Contentful API", 76, 0, false, "/sys/type=Error /sys/id:string"},
	{"WordPress", 76, 0, false, "/code:string /message:string /data/status:status"},
	{"the Responses API", 76, 0, false, "/object=response /status=failed /error/code:string"},
	{"the Graph API of Meta", 76, 0, false, "/error/fbtrace_id:string /error/code:number"},
	{"the QuickBooks API", 74, 0, false, "/fault/error/0/message:string /fault/type:string"},
	{"the QuickBooks API", 74, 0, false, "/Fault/Error/0/Message:string /Fault/type:string"},
	{"a Bitbucket error", 74, 0, false, "/errors/0/exceptionName:string /errors/0/message:string"},
	{"a Feathers error", 74, 0, false, "/className:string /code:status /name:string"},
	{"the transactional API of Neo4j", 72, 0, false, "/results:array /errors/0/code:string /errors/0/message:string"},
	{"libSQL", 72, 0, false, "/results/0/type=error /results/0/error/message:string"},
	{"Trino", 72, 0, false, "/error/errorName:string /error/errorType:string /stats:object"},
	{"the MediaWiki API", 72, 0, false, "/error/code:string /error/info:string"},
	{"the Meilisearch API", 72, 0, false, "/code:string /message:text /type:string /link:https"},
	{"the Google Maps Platform", 72, 0, false, "/status:constant /error_message:text"},
	{"the Matrix API", 72, 0, false, "/errcode:text /error:string"},
	{"a return code and its message", 66, 0, false, "/retCode:positive /retMsg:text"},
	{"a return code and its message", 66, 0, false, "/errcode:positive /errmsg:text"},
	{"a return code and its message", 66, 0, false, "/errno:positive /errmsg:text"},
	{"Etherscan", 70, 3, false, "/status=0 /message=NOTOK /result:text"},
	{"the OCS API", 70, 1, false, "/ocs/meta/status=failure /ocs/meta/statuscode:positive /ocs/meta/message:text"},
	{"OMDb", 70, 2, false, "/Response=False /Error:text"},
	{"Laravel in debug mode", 70, 0, false, "/message:text /exception:text /file:text /line:number"},
	{"Nitro", 66, 7, false, "/statusCode:status /statusMessage:text /message:text"},
	{"AWS Lambda", 70, 0, false, "/errorMessage:text /errorType:text"},
	{"the X API", 70, 1, false, "/errors/0/type:https /errors/0/title:string"},
	{"grpc-gateway", 70, 4, false, "/code:rpc /message:string /details:array"},
	{"grpc-gateway", 70, 4, false, "/code:rpc /message:string /error:text"},
	{"an HTTP status and a message", 66, 4, false, "/cod:status /message:string"},
	{"an error with the name of its fault", 66, 1, false, "/*/code:status /*/message:string"},
	{graphQL, 70, 3, false, "/errors/0/message:string /errors/0/extensions:object"},
	{graphQL, 70, 3, false, "/errors/0/message:string /errors/0/locations:array"},
	{graphQL, 70, 3, false, "/errors/0/message:string /errors/0/path:array"},
	{"the Intercom API", 72, 0, false, "/type=error.list /errors/0/message:string"},
	{"the Jira API", 70, 0, false, "/errorMessages:array /errors:object"},
	{"the Salesforce API", 70, 0, false, "/0/errorCode:string /0/message:string"},
	{"the Cloudflare API", 66, 0, false, "/success=false /errors/0/message:string /messages:array"},
	{"an error with a type and a message", 62, 2, false, "/error/type:string /error/message:string"},
	{"an error with a code, a message and details", 62, 2, false,
		"/error/code:string /error/message:string /error/details:array"},
	{"an error with a code and a message", 61, 1, false, "/error/code:string /error/message:string"},
	{"an error with a code and a message", 61, 0, true, "/error/code:string /error/message:string"},
	{"a JSend error", 60, 3, false, "/status=error /message:text"},
	{"a JSend failure", 60, 2, false, "/status=fail /data:object"},
	{"a list of errors", 58, 1, false, "/error/0:string"},
	{"an error and its reason", 58, 2, false, "/error:text /reason:text"},
	{"an error and its type", 58, 3, false, "/error:text /error_type:text"},
	{"an HTTP status and a message", 58, 2, false, "/code:status /message:string"},
	{"a number and a message", 58, 2, false, "/error:positive /message:text"},
	{"an error with an HTTP status and a message", 60, 1, false, "/error/code:status /error/message:string"},
	{"errors with codes and messages", 60, 0, true, "/errors/0/code:string /errors/0/message:string"},
	{"a code and a message", 57, 0, true, "/code:string /message:string"},
}

// byStatus is the score of a document that has nothing but the HTTP status of an error, byMembers
// that of one whose members are those of errors.
const (
	byStatus  = 12
	byMembers = 54
)

// Detect rates a document as the error of an HTTP API: by its shape, by the names of its members,
// else by the HTTP status of the response.
func Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if s := shapeOf(v, doc.ErrorStatus(v)); s != nil {
		return s.score, "the shape of " + s.name
	}
	if mutationErrors(v).Kind() != jsontree.Absent {
		return byMembers, "the errors of a mutation of GraphQL"
	}
	if why, ok := isAPIError(v); ok && !isOtherSuccess(doc.Status) {
		return byMembers, why
	}
	if header.IsError(doc.Status) {
		return byStatus, "the HTTP status"
	}
	return 0, ""
}

// Read reads the error of an HTTP API, and reports whether there is one. It is not ok if the
// document has no shape, and is one of the other dialect rather than an error body.
func Read(r *wire.Reader, v jsontree.Value, other dialect.Detector) (found, ok bool) {
	status := r.Document.Status
	isError := header.IsError(status)
	if list := mutationErrors(v); list.Kind() != jsontree.Absent && !isError {
		readMutation(r, list)
		return true, true
	}
	s := shapeOf(v, status)
	score, _ := other.Detect(r.Document, v)
	switch {
	case s != nil:
		if s.name == graphQL && hasData(v.Member("data")) && !isError {
			return false, true // errors of some fields of the response
		}
	case score < byStatus && isError && (v.Kind() == jsontree.Object || v.Kind() == jsontree.Array):
	case score < byMembers && !isOtherSuccess(status):
		if _, ok = isAPIError(v); !ok {
			return false, false
		}
	default:
		return false, false
	}
	APIError(r, v)
	return true, true
}

// isOtherSuccess reports whether an HTTP status is that of a success, other than 200, which some
// APIs send with every error.
func isOtherSuccess(status int) bool { return status != http.StatusOK && header.IsSuccess(status) }

// hasData reports whether the data of a response of GraphQL has anything that is not null (GraphQL
// §7.1.1).
func hasData(v jsontree.Value) bool {
	for field := v.FirstMember(); field.Kind() != jsontree.Absent; field = field.Next() {
		if hasData(field) {
			return true
		}
	}
	return v.Kind() != jsontree.Object && !v.IsNull()
}

// problemSigns are what every problem details object has that this module renders; its details may
// look like a shape.
var problemSigns = shape{signs: "/type:string /title:string /status:number"}

// shapeOf returns the shape of a document, nil if it has none. Neither JSON-RPC nor a problem
// details object is one.
func shapeOf(v jsontree.Value, status int) *shape {
	if !v.Member("jsonrpc").IsNull() || problemSigns.matches(v) {
		return nil
	}
	for i := range shapes {
		if s := &shapes[i]; (!s.weak || header.IsError(status)) && (s.most == 0 || v.Len() <= s.most) && s.matches(v) {
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
			if !isValue(at(v, path), text) {
				return false
			}
			continue
		}
		path, kind, _ := strings.Cut(sign, ":")
		if !isKind(at(v, path), kind) {
			return false
		}
	}
	return true
}

// at returns the value at a JSON pointer; "/*" is the first member.
func at(v jsontree.Value, path string) jsontree.Value {
	if rest, ok := strings.CutPrefix(path, "/*"); ok {
		return v.FirstMember().At(rest)
	}
	return v.At(path)
}

func isValue(v jsontree.Value, text string) bool {
	if b, ok := v.Bool(); ok {
		return text == "false" && !b
	}
	return v.Is(text)
}

// isKind reports whether a value has a type of JSON, or is one of these: the HTTP status of an
// error, also in a text; a code of gRPC; a URL; a string that is not empty, or in capital letters;
// a positive number.
func isKind(v jsontree.Value, kind string) bool {
	text, _ := v.Text()
	switch kind {
	case "status":
		return statusIn(v) != 0
	case "text":
		return text != ""
	case "constant":
		return text != "" && !strings.ContainsAny(text, "abcdefghijklmnopqrstuvwxyz")
	case "positive":
		n, ok := v.Int()
		return ok && n > 0
	case "rpc":
		n, ok := v.Int()
		return ok && n >= int64(mapping.RPCCancelled) && n <= int64(mapping.RPCUnauthenticated)
	case "https":
		return strings.HasPrefix(text, "https://")
	}
	return v.Kind().String() == kind
}

// mutationLists are the members in which the payload of a mutation of GraphQL has the errors of
// its input: Shopify, Saleor.
var mutationLists = [...]string{"userErrors", "errors", "mutationErrors"}

// mutationErrors returns the errors of a mutation of GraphQL, which are data: the only member of
// data has them, each has a message and names a member or a code, and nothing else in it has a
// value.
//
//	{"data": {"bellCreate": {"bell": null, "userErrors": [{"field": ["pitch"], "message": "is too high"}]}}}
func mutationErrors(v jsontree.Value) (list jsontree.Value) {
	data := v.Member("data")
	payload := data.FirstMember()
	if data.Len() != 1 || payload.Kind() != jsontree.Object || !v.Member("errors").IsNull() {
		return jsontree.Value{}
	}
	nulls := 0
	for m := payload.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		switch {
		case m.Name() == "__typename":
		case m.Kind() == jsontree.Array && isMutationList(m):
			list = m
		case m.IsNull():
			nulls++
		case m.Kind() != jsontree.Array || m.Len() > 0:
			return jsontree.Value{}
		}
	}
	if nulls == 0 {
		return jsontree.Value{}
	}
	return list
}

func isMutationList(list jsontree.Value) bool {
	for m := list.FirstElement(); m.Kind() != jsontree.Absent; m = m.Next() {
		placed := m.Member("field").Kind() != jsontree.Absent || !m.Member("path").IsNull()
		// In a list of errors it may be a record of a log.
		coded := m.Member("code").Kind() == jsontree.String && list.Name() != "errors"
		if m.Member("message").Kind() != jsontree.String || !placed && !coded {
			return false
		}
	}
	return slices.Contains(mutationLists[:], list.Name()) && list.Len() > 0
}

// readMutation reads the errors of a mutation.
func readMutation(r *wire.Reader, list jsontree.Value) {
	first := list.FirstElement()
	r.Kind(errkit.ExecutionFailed, "the errors of a mutation of GraphQL")
	fields := list.Len()
	for m := first; m.Kind() != jsontree.Absent; m = m.Next() {
		if m.Member("field").IsNull() && m.Member("path").IsNull() {
			fields--
		}
	}
	if fields > 0 {
		r.Kind(errkit.InvalidInput, "a member of the input in the errors of a mutation of GraphQL")
	}
	if code, ok := first.Member("code").Text(); ok {
		ByAPICode(r, code, "the code of a mutation of GraphQL")
	}
	message, _ := first.Member("message").Text()
	r.Message(message)
	if fields == list.Len() {
		InvalidMembers(r, list)
	}
}
