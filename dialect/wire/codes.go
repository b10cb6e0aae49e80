package wire

import (
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/jsontree"
)

// apiCodes are the string codes of errors that HTTP APIs share, as [normalCode] returns them. A row that starts with "*" is
// the end of a code. The first row that matches counts.
var apiCodes = [...]struct {
	code string
	kind errkit.Kind
}{
	// google.rpc.Code, gRPC, Connect
	{"invalidargument", errkit.InvalidInput},
	{"outofrange", errkit.InvalidInput},
	{"failedprecondition", errkit.FailedPrecondition},
	{"unauthenticated", errkit.Unauthenticated},
	{"permissiondenied", errkit.PermissionDenied},
	{"aborted", errkit.Conflict},
	{"resourceexhausted", errkit.RateLimited},
	{"cancelled", errkit.Canceled},
	{"canceled", errkit.Canceled},
	{"dataloss", errkit.Internal},
	{"internal", errkit.Internal},
	{"unimplemented", errkit.Unsupported},
	{"unavailable", errkit.Unavailable},
	{"deadlineexceeded", errkit.Timeout},
	// google.rpc.ErrorInfo, legacy reasons of Google
	{"apikeyinvalid", errkit.Unauthenticated},
	{"servicedisabled", errkit.PermissionDenied},
	{"userratelimitexceeded", errkit.RateLimited},
	{"dailylimitexceeded", errkit.RateLimited},
	{"quotaexceeded", errkit.RateLimited},
	// AWS
	{"validation", errkit.InvalidInput},
	{"invalidparametervalue", errkit.InvalidInput},
	{"missingparameter", errkit.InvalidInput},
	{"conditionalcheckfailed", errkit.FailedPrecondition},
	{"unrecognizedclient", errkit.Unauthenticated},
	{"invalidclienttokenid", errkit.Unauthenticated},
	{"signaturedoesnotmatch", errkit.Unauthenticated},
	{"missingauthenticationtoken", errkit.Unauthenticated},
	{"expiredtoken", errkit.AuthExpired},
	{"requestexpired", errkit.AuthExpired},
	{"accessdenied", errkit.PermissionDenied},
	{"unauthorizedoperation", errkit.PermissionDenied},
	{"notauthorized", errkit.PermissionDenied},
	{"nosuchkey", errkit.NotFound},
	{"nosuchbucket", errkit.NotFound},
	{"nosuchentity", errkit.NotFound},
	{"resourceinuse", errkit.Conflict},
	{"concurrentmodification", errkit.Conflict},
	{"throttling", errkit.RateLimited},
	{"throttled", errkit.RateLimited},
	{"provisionedthroughputexceeded", errkit.RateLimited},
	{"requestlimitexceeded", errkit.RateLimited},
	{"slowdown", errkit.RateLimited},
	{"internalfailure", errkit.Internal},
	// Azure, Microsoft Graph, Kubernetes
	{"badargument", errkit.InvalidInput},
	{"invalidauthenticationtoken", errkit.Unauthenticated},
	{"authorizationfailed", errkit.PermissionDenied},
	{"servertimeout", errkit.Timeout},
	{"serverbusy", errkit.Unavailable},
	{"gone", errkit.NotFound},
	// OpenAI, Anthropic, Stripe
	{"invalidapikey", errkit.Unauthenticated},
	{"authentication", errkit.Unauthenticated},
	{"permission", errkit.PermissionDenied},
	{"resourcemissing", errkit.NotFound},
	{"requesttoolarge", errkit.TooLarge},
	{"ratelimit", errkit.RateLimited},
	{"insufficientquota", errkit.RateLimited},
	{"overloaded", errkit.Unavailable},
	{"api", errkit.Internal},
	{"idempotency", errkit.InvalidRequest},
	// Slack, Notion, Supabase, Docker
	{"invalidauth", errkit.Unauthenticated},
	{"notauthed", errkit.Unauthenticated},
	{"accountinactive", errkit.Unauthenticated},
	{"tokenexpired", errkit.AuthExpired},
	{"tokenrevoked", errkit.AuthExpired},
	{"missingscope", errkit.PermissionDenied},
	{"restrictedresource", errkit.PermissionDenied},
	{"overrequestratelimit", errkit.RateLimited},
	{"manifestunknown", errkit.NotFound},
	{"nameunknown", errkit.NotFound},
	{"blobunknown", errkit.NotFound},
	// GraphQL
	{"baduserinput", errkit.InvalidInput},
	{"graphqlparsefailed", errkit.InvalidRequest},
	{"graphqlvalidationfailed", errkit.InvalidRequest},
	// OAuth 2.0, in places of other APIs
	{"invalidtoken", errkit.Unauthenticated},
	{"insufficientscope", errkit.PermissionDenied},
	// The names of HTTP statuses, and what many APIs call them
	{"badrequest", errkit.InvalidRequest},
	{"invalidrequest", errkit.InvalidRequest},
	{"unauthorized", errkit.Unauthenticated},
	{"*loginrequired", errkit.AuthRequired},
	{"forbidden", errkit.PermissionDenied},
	{"methodnotallowed", errkit.MethodNotAllowed},
	{"methodnotfound", errkit.MethodNotFound},
	{"toolnotfound", errkit.ToolNotFound},
	{"*notfound", errkit.NotFound},
	{"requesttimeout", errkit.Timeout},
	{"timeout", errkit.Timeout},
	{"conflict", errkit.Conflict},
	{"versionconflict", errkit.Conflict},
	{"*alreadyexists", errkit.Conflict},
	{"preconditionfailed", errkit.FailedPrecondition},
	{"payloadtoolarge", errkit.TooLarge},
	{"requestentitytoolarge", errkit.TooLarge},
	{"unprocessableentity", errkit.InvalidInput},
	{"validationfailed", errkit.InvalidInput},
	{"ratelimited", errkit.RateLimited},
	{"ratelimitexceeded", errkit.RateLimited},
	{"toomanyrequests", errkit.RateLimited},
	{"internalserver", errkit.Internal},
	{"notimplemented", errkit.Unsupported},
	{"serviceunavailable", errkit.Unavailable},
	{"temporarilyunavailable", errkit.Unavailable},
	{"gatewaytimeout", errkit.Timeout},
}

// lookupCode returns the kind of a string code that HTTP APIs share. A namespace before "#" or "." and what follows ":" are not a
// part of the code: "com.example#NotFoundException:https://example.com".
func lookupCode(code string) (errkit.Kind, bool) {
	code, _, _ = strings.Cut(code, ":")
	code = code[strings.LastIndexAny(code, "#.")+1:]
	var room [64]byte
	if len(code) > len(room) || strings.IndexByte(code, ' ') >= 0 { // a text
		return 0, false
	}
	normal := string(normalCode(room[:0], code))
	for i := range apiCodes {
		end, isEnd := strings.CutPrefix(apiCodes[i].code, "*")
		if normal == end || isEnd && strings.HasSuffix(normal, end) {
			return apiCodes[i].kind, true
		}
	}
	return 0, false
}

// normalCode appends a code in small letters, without what is not a letter or a digit, and without "exception" or "error" at its
// end: "NotFoundException", "NOT_FOUND" and "not_found_error" are "notfound".
func normalCode(dst []byte, code string) []byte {
	for i := range len(code) {
		switch c := code[i]; {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			dst = append(dst, c)
		case c >= 'A' && c <= 'Z':
			dst = append(dst, c|' ')
		}
	}
	for _, end := range [...]string{"exception", "error"} {
		if n := len(dst) - len(end); n > 0 && string(dst[n:]) == end {
			dst = dst[:n]
		}
	}
	return dst
}

// codePlaces are the members in which HTTP APIs have string codes, the most exact first.
var codePlaces = [...]string{
	"/__type", "/code", "/reason", "/error_code", "/errorCode", "/extensions/code", "/extensions/type", "/details/0/reason", "/errors/0/reason",
	"/errors/0/code", "/data/code", "/detail/errorcode", "/type", "/status", "/errorType", "/name", "/category", "/error", "/id",
}

// statusPlaces are the members in which HTTP APIs repeat the HTTP status, as a number or a text.
var statusPlaces = [...]string{"/status", "/statusCode", "/code", "/error_code", "/extensions/statusCode"}

// bodyStatus returns the HTTP status of an error that an error object or the document around it has, else 0.
func bodyStatus(v, root jsontree.Value) int {
	for _, in := range [...]jsontree.Value{v, root} {
		for _, place := range statusPlaces {
			member := in.At(place)
			n, ok := member.Int()
			if text, isText := member.Text(); isText && len(text) == len("404") {
				n, ok = parseInteger(text)
			}
			if ok && n >= 400 && n <= 599 {
				return int(n)
			}
			member.SetRead(false)
		}
	}
	return 0
}

// byCodes sets the kind of the first known code in an error object or in the document around it, unless the HTTP status of the
// response has another meaning.
func (r *Reader) byCodes(v, root jsontree.Value) {
	if name := r.Document.Header.Get("X-Amzn-Errortype"); name != "" && r.ByAPICode(name, "X-Amzn-Errortype") {
		return
	}
	for _, in := range [...]jsontree.Value{v, root} {
		for _, place := range codePlaces {
			member := in.At(place)
			code, ok := member.Text()
			if !ok {
				continue
			}
			if r.ByAPICode(code, Place(member)) {
				return
			}
			if r.Unused(member); r.Peer.Code == "" && place != "/error" && place != "/id" {
				r.Peer.Code = code
			}
		}
		if v == root {
			return
		}
	}
}

// ByAPICode sets the kind of a string code that HTTP APIs share, and reports whether it is known and agrees with the HTTP status.
func (r *Reader) ByAPICode(code, where string) bool {
	k, ok := lookupCode(code)
	if !ok || !r.agreesWithStatus(k) {
		return false
	}
	r.Kind(k, where+" "+Clip(code))
	r.Peer.Code = code
	return true
}

// agreesWithStatus reports whether an error of a kind may have the HTTP status of the document: there is none, the status is
// that of the kind, or it is a general one. A rate limit may be a 403.
func (r *Reader) agreesWithStatus(k errkit.Kind) bool {
	status, own := r.Document.Status, r.Codec.Table.Row(k).HTTP
	switch {
	case !httphead.IsError(status) || own == status:
		return true
	case status == http.StatusBadRequest:
		return k != errkit.Internal
	case status == http.StatusInternalServerError:
		return own >= status
	}
	return status == http.StatusForbidden && k == errkit.RateLimited
}
