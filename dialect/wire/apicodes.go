package wire

import (
	"path"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// apiCodes are the string codes of errors that HTTP APIs share, as [normalCode] returns them. A row that starts with "*" is
// the end of a code, one that ends with "*" its start. The first row that matches counts.
var apiCodes = [...]struct {
	code  string
	kind  errkit.Kind
	retry errkit.Retry // 0: that of the kind
}{
	// google.rpc.Code, gRPC, Connect
	{"invalidargument", errkit.InvalidInput, 0},
	{"outofrange", errkit.InvalidInput, 0},
	{"failedprecondition", errkit.FailedPrecondition, 0},
	{"unauthenticated", errkit.Unauthenticated, 0},
	{"permissiondenied", errkit.PermissionDenied, 0},
	{"aborted", errkit.Conflict, 0},
	{"resourceexhausted", errkit.RateLimited, 0},
	{"cancelled", errkit.Canceled, 0},
	{"canceled", errkit.Canceled, 0},
	{"dataloss", errkit.Internal, 0},
	{"internal", errkit.Internal, 0},
	{"unimplemented", errkit.Unsupported, 0},
	{"unavailable", errkit.Unavailable, 0},
	{"deadlineexceeded", errkit.Timeout, 0},
	{"badroute", errkit.MethodNotFound, 0}, // Twirp
	// google.rpc.ErrorInfo, legacy reasons of Google
	{"apikeyinvalid", errkit.Unauthenticated, 0},
	{"servicedisabled", errkit.PermissionDenied, 0},
	{"dailylimitexceeded", errkit.RateLimited, 0},
	{"requestdenied", errkit.PermissionDenied, 0},
	{"overquerylimit", errkit.RateLimited, 0},
	{"zeroresults", errkit.NotFound, 0},
	// AWS
	{"validation", errkit.InvalidInput, 0},
	{"invalidparametervalue", errkit.InvalidInput, 0},
	{"missingparameter", errkit.InvalidInput, 0},
	{"conditionalcheckfailed", errkit.FailedPrecondition, 0},
	{"unrecognizedclient", errkit.Unauthenticated, 0},
	{"invalidclienttokenid", errkit.Unauthenticated, 0},
	{"authfailure", errkit.Unauthenticated, 0},
	{"signaturedoesnotmatch", errkit.Unauthenticated, 0},
	{"invalidaccesskeyid", errkit.Unauthenticated, 0},
	{"missingauthenticationtoken", errkit.Unauthenticated, 0},
	{"expiredtoken", errkit.AuthExpired, 0},
	{"requestexpired", errkit.AuthExpired, 0},
	{"accessdenied", errkit.PermissionDenied, 0},
	{"unauthorizedoperation", errkit.PermissionDenied, 0},
	{"notauthorized", errkit.PermissionDenied, 0},
	{"nosuchkey", errkit.NotFound, 0},
	{"nosuchbucket", errkit.NotFound, 0},
	{"nosuchentity", errkit.NotFound, 0},
	{"resourceinuse", errkit.Conflict, 0},
	{"concurrentmodification", errkit.Conflict, 0},
	{"throttling", errkit.RateLimited, 0},
	{"throttled", errkit.RateLimited, 0},
	{"provisionedthroughputexceeded", errkit.RateLimited, 0},
	{"requestlimitexceeded", errkit.RateLimited, 0},
	{"slowdown", errkit.RateLimited, 0},
	{"unknownoperation", errkit.MethodNotFound, 0},
	{"internalfailure", errkit.Internal, 0},
	{"limitexceeded", errkit.RateLimited, errkit.AfterAction},
	// Azure, Microsoft Graph, Kubernetes
	{"badargument", errkit.InvalidInput, 0},
	{"invalidauthenticationtoken", errkit.Unauthenticated, 0},
	{"authorizationfailed", errkit.PermissionDenied, 0},
	{"servertimeout", errkit.Timeout, 0},
	{"serverbusy", errkit.Unavailable, 0},
	{"*notready", errkit.Unavailable, 0},
	{"gone", errkit.NotFound, 0},
	// OpenAI, Anthropic, Stripe
	{"invalidapikey", errkit.Unauthenticated, 0},
	{"authentication", errkit.Unauthenticated, 0},
	{"permission", errkit.PermissionDenied, 0},
	{"resourcemissing", errkit.NotFound, 0},
	{"requesttoolarge", errkit.TooLarge, 0},
	{"ratelimit", errkit.RateLimited, 0},
	{"insufficientquota", errkit.RateLimited, errkit.AfterAction},
	{"overloaded", errkit.Unavailable, 0},
	{"api", errkit.Internal, 0},
	{"idempotency", errkit.InvalidRequest, 0},
	{"server", errkit.Internal, 0},
	// Slack, Notion, Supabase, Docker, Bitbucket
	{"nosuchproject", errkit.NotFound, 0},
	{"nosuchrepository", errkit.NotFound, 0},
	{"invalidauth", errkit.Unauthenticated, 0},
	{"notauthed", errkit.Unauthenticated, 0},
	{"accountinactive", errkit.Unauthenticated, 0},
	{"tokenexpired", errkit.AuthExpired, 0},
	{"tokenrevoked", errkit.AuthExpired, 0},
	{"missingscope", errkit.PermissionDenied, 0},
	{"nopermission", errkit.PermissionDenied, 0},
	{"restrictedaction", errkit.PermissionDenied, 0},
	{"notallowedtokentype", errkit.PermissionDenied, 0},
	{"teamaccessnotgranted", errkit.PermissionDenied, 0},
	{"notinchannel", errkit.FailedPrecondition, 0},
	{"isarchived", errkit.FailedPrecondition, 0},
	{"nametaken", errkit.Conflict, 0},
	{"notext", errkit.InvalidInput, 0},
	{"restrictedresource", errkit.PermissionDenied, 0},
	{"overrequestratelimit", errkit.RateLimited, 0},
	{"manifestunknown", errkit.NotFound, 0},
	{"nameunknown", errkit.NotFound, 0},
	{"blobunknown", errkit.NotFound, 0},
	// APNs
	{"expiredprovidertoken", errkit.AuthExpired, 0},
	{"invalidprovidertoken", errkit.Unauthenticated, 0},
	{"missingprovidertoken", errkit.Unauthenticated, 0},
	{"toomanyprovidertokenupdates", errkit.RateLimited, 0},
	{"baddevicetoken", errkit.InvalidInput, 0},
	{"badtopic", errkit.InvalidInput, 0},
	{"missingtopic", errkit.InvalidInput, 0},
	{"payloadempty", errkit.InvalidInput, 0},
	{"unregistered", errkit.NotFound, 0},
	// Matrix, MediaWiki, Okta, OpenStack
	{"overlimit", errkit.RateLimited, 0},
	{"munknowntoken", errkit.Unauthenticated, 0},
	{"mmissingtoken", errkit.Unauthenticated, 0},
	{"mlimitexceeded", errkit.RateLimited, 0},
	{"missingtitle", errkit.NotFound, 0},
	{"maxlag", errkit.Unavailable, 0},
	{"e0000001", errkit.InvalidInput, 0},
	{"e0000004", errkit.Unauthenticated, 0},
	{"e0000006", errkit.PermissionDenied, 0},
	{"e0000007", errkit.NotFound, 0},
	{"e0000011", errkit.Unauthenticated, 0},
	{"e0000047", errkit.RateLimited, 0},
	// SCIM (RFC 7644 §3.12), HL7 FHIR
	{"uniqueness", errkit.Conflict, 0},
	{"invalidfilter", errkit.InvalidInput, 0},
	{"invalidsyntax", errkit.InvalidInput, 0},
	{"invalidpath", errkit.InvalidInput, 0},
	{"invalidvalue", errkit.InvalidInput, 0},
	{"mutability", errkit.InvalidInput, 0},
	{"notarget", errkit.InvalidInput, 0},
	{"invariant", errkit.InvalidInput, 0},
	// GraphQL
	{"input", errkit.InvalidInput, 0},
	{"complexity", errkit.RateLimited, 0},
	{"baduserinput", errkit.InvalidInput, 0},
	{"graphqlparsefailed", errkit.InvalidRequest, 0},
	{"graphqlvalidationfailed", errkit.InvalidRequest, 0},
	// OAuth 2.0, in places of other APIs
	{"invalidtoken", errkit.Unauthenticated, 0},
	{"insufficientscope", errkit.PermissionDenied, 0},
	{"invalidgrant", errkit.AuthExpired, 0},
	// SQL engines, Elasticsearch, Zoho
	{"*syntax", errkit.InvalidInput, 0},
	{"illegalargument", errkit.InvalidInput, 0},
	{"argument", errkit.InvalidInput, 0},
	{"arguments", errkit.InvalidInput, 0},
	{"mandatorynotfound", errkit.InvalidInput, 0},
	// The names of HTTP statuses, and what many APIs call them
	{"badrequest", errkit.InvalidRequest, 0},
	{"invalidrequest*", errkit.InvalidRequest, 0},
	{"invalid", errkit.InvalidRequest, 0},
	{"*unauthorized", errkit.Unauthenticated, 0},
	{"*unauthorised", errkit.Unauthenticated, 0},
	{"*unauthenticated", errkit.Unauthenticated, 0},
	{"*notauthenticated", errkit.Unauthenticated, 0},
	{"*authenticationfailed", errkit.Unauthenticated, 0},
	{"*authenticationfailure", errkit.Unauthenticated, 0},
	{"*authenticationrequired", errkit.Unauthenticated, 0},
	{"invalidauth*", errkit.Unauthenticated, 0},
	{"*invalidtoken", errkit.Unauthenticated, 0},
	{"*invalidaccesstoken", errkit.Unauthenticated, 0},
	{"*invalidapikey", errkit.Unauthenticated, 0},
	{"*invalidcredentials", errkit.Unauthenticated, 0},
	{"*invalidclient", errkit.Unauthenticated, 0},
	{"*invalidsignature", errkit.Unauthenticated, 0},
	{"*incorrectcredentials", errkit.Unauthenticated, 0},
	{"*missingapikey", errkit.Unauthenticated, 0},
	{"*missingtoken", errkit.Unauthenticated, 0},
	{"*tokeninvalid", errkit.Unauthenticated, 0},
	{"accesstokenexpired", errkit.AuthExpired, 0},
	{"*tokenexpired", errkit.AuthExpired, 0},
	{"*sessionexpired", errkit.AuthExpired, 0},
	{"*credentialsexpired", errkit.AuthExpired, 0},
	{"*expiredtoken", errkit.AuthExpired, 0},
	{"*expiredauthtoken", errkit.AuthExpired, 0},
	{"*expiredaccesstoken", errkit.AuthExpired, 0},
	{"*expiredcredentials", errkit.AuthExpired, 0},
	{"*invalidstate", errkit.FailedPrecondition, 0},
	{"invalidstate*", errkit.FailedPrecondition, 0},
	{"invalidjson", errkit.InvalidRequest, 0},
	{"invalidversion", errkit.InvalidRequest, 0},
	{"invalidoperation", errkit.InvalidRequest, 0},
	{"invalidsession*", errkit.InvalidRequest, 0},
	{"invaliduser*", errkit.InvalidRequest, 0},
	{"invalidpassword*", errkit.InvalidRequest, 0},
	{"*invalidparams", errkit.InvalidInput, 0},
	{"*invalidparameter", errkit.InvalidInput, 0},
	{"invalid*", errkit.InvalidInput, 0},
	{"*loginrequired", errkit.AuthRequired, 0},
	{"*consentrequired", errkit.AuthRequired, 0},
	{"*accessdenied", errkit.PermissionDenied, 0},
	{"*permissiondenied", errkit.PermissionDenied, 0},
	{"*notauthorized", errkit.PermissionDenied, 0},
	{"*forbidden", errkit.PermissionDenied, 0},
	{"readonly*", errkit.PermissionDenied, 0},
	{"*notpermitted", errkit.PermissionDenied, 0},
	{"*insufficientpermission", errkit.PermissionDenied, 0},
	{"*insufficientpermissions", errkit.PermissionDenied, 0},
	{"*insufficientprivileges", errkit.PermissionDenied, 0},
	{"*insufficientrights", errkit.PermissionDenied, 0},
	{"*insufficientscope", errkit.PermissionDenied, 0},
	{"methodnotallowed", errkit.MethodNotAllowed, 0},
	{"methodnotfound", errkit.MethodNotFound, 0},
	{"toolnotfound", errkit.ToolNotFound, 0},
	{"*notfound", errkit.NotFound, 0},
	{"notfound*", errkit.NotFound, 0},
	{"unknownmodel", errkit.NotFound, 0},
	{"unknownresource", errkit.NotFound, 0},
	{"unknownuser", errkit.NotFound, 0},
	{"*notexist", errkit.NotFound, 0},
	{"*notexists", errkit.NotFound, 0},
	{"nosuch*", errkit.NotFound, 0},
	{"conflict", errkit.Conflict, 0},
	{"*versionconflict", errkit.Conflict, 0},
	{"*writeconflict", errkit.Conflict, 0},
	{"*alreadyexists", errkit.Conflict, 0},
	{"*alreadyexist", errkit.Conflict, 0},
	{"already*", errkit.Conflict, 0},
	{"*inuse", errkit.Conflict, 0},
	{"duplicate*", errkit.Conflict, 0},
	{"*duplicate", errkit.Conflict, 0},
	{"preconditionfailed", errkit.FailedPrecondition, 0},
	{"conditionnotmet", errkit.FailedPrecondition, 0},
	{"*insufficientfunds", errkit.FailedPrecondition, 0},
	{"*insufficientbalance", errkit.FailedPrecondition, 0},
	{"*insufficientcredits", errkit.FailedPrecondition, 0},
	{"*nomorecredits", errkit.FailedPrecondition, 0},
	{"*outofcredits", errkit.FailedPrecondition, 0},
	{"*creditsexhausted", errkit.FailedPrecondition, 0},
	{"*notenoughbalance", errkit.FailedPrecondition, 0},
	{"*notenoughcredits", errkit.FailedPrecondition, 0},
	{"*notenoughfunds", errkit.FailedPrecondition, 0},
	{"*exhaustedbalance", errkit.FailedPrecondition, 0},
	{"*carddeclined", errkit.FailedPrecondition, 0},
	{"*paymentrequired", errkit.FailedPrecondition, 0},
	{"*toolarge", errkit.TooLarge, 0},
	{"*sizelimitexceeded", errkit.TooLarge, 0},
	{"ratelimited", errkit.RateLimited, 0},
	{"*ratelimit", errkit.RateLimited, 0},
	{"*ratelimitexceeded", errkit.RateLimited, 0},
	{"*ratelimitreached", errkit.RateLimited, 0},
	{"*resourcelimitexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*usagelimitexceeded", errkit.RateLimited, 0},
	{"*usagelimitreached", errkit.RateLimited, 0},
	{"*dailylimitreached", errkit.RateLimited, 0},
	{"*monthlylimitreached", errkit.RateLimited, 0},
	{"*quotareached", errkit.RateLimited, 0},
	{"*quotaexhausted", errkit.RateLimited, 0},
	{"*quotaexceeded", errkit.RateLimited, 0},
	{"quotasexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*requestlimitexceeded", errkit.RateLimited, 0},
	{"*toomanyrequests", errkit.RateLimited, 0},
	{"*toomanycalls", errkit.RateLimited, 0},
	{"*throttled", errkit.RateLimited, 0},
	{"*throttling", errkit.RateLimited, 0},
	{"throttle*", errkit.RateLimited, 0},
	{"internalserver", errkit.Internal, 0},
	{"system", errkit.Internal, 0},
	{"unexpected", errkit.Internal, 0},
	{"notimplemented", errkit.Unsupported, 0},
	{"*notsupported", errkit.Unsupported, 0},
	{"unsupportedoperation", errkit.Unsupported, 0},
	{"unsupportedcode", errkit.InvalidInput, 0}, // of a currency
	{"unsupportedmodel", errkit.Unsupported, 0},
	{"unsupportedmediatype", errkit.Unsupported, 0},
	{"*serviceunavailable", errkit.Unavailable, 0},
	{"*temporarilyunavailable", errkit.Unavailable, 0},
	{"*undermaintenance", errkit.Unavailable, 0},
	// What is wrong with an input
	{"unprocessableentity", errkit.InvalidInput, 0},
	{"*queryparse", errkit.InvalidInput, 0},
	{"*parsing", errkit.InvalidInput, 0},
	{"outputvalidation", errkit.OutputInvalid, 0},
	{"*validation", errkit.InvalidInput, 0},
	{"*validationfailed", errkit.InvalidInput, 0},
	{"*constraintviolation", errkit.InvalidInput, 0},
	{"*missingparameter", errkit.InvalidInput, 0},
	{"*parametermissing", errkit.InvalidInput, 0},
	{"*requiredparameter", errkit.InvalidInput, 0},
	{"*missingfield", errkit.InvalidInput, 0},
	{"*fieldrequired", errkit.InvalidInput, 0},
	{"*valuerequired", errkit.InvalidInput, 0},
	{"unsupportedparameter", errkit.InvalidInput, 0},
	{"unsupportedvalue", errkit.InvalidInput, 0},
	{"badvalue", errkit.InvalidInput, 0},
	{"*validationfailure", errkit.InvalidInput, 0},
	{"zod", errkit.InvalidInput, 0},
	{"wrongparam*", errkit.InvalidInput, 0},
	{"missingparam*", errkit.InvalidInput, 0},
	{"badparam*", errkit.InvalidInput, 0},
	{"badinput", errkit.InvalidInput, 0},
	{"badparameter", errkit.InvalidInput, 0},
	{"*toolong", errkit.InvalidInput, 0},
	{"*tooshort", errkit.InvalidInput, 0},
	{"*timeout", errkit.Timeout, 0},
	{"*timedout", errkit.Timeout, 0},
}

// lookupCode returns the kind of a string code that HTTP APIs share, and the retry if it is not that of the kind. A namespace
// before "#", "." or a backslash and what follows ":" are not a part of the code: "com.example#NotFoundException:https://example.com". Of a URL
// the last segment counts: "https://example.com/problems/not-found". A code may also start with its class: "Throttling.User".
func lookupCode(code string) (k errkit.Kind, retry errkit.Retry, ok bool) {
	if strings.HasPrefix(code, "https://") {
		code = path.Base(code)
	}
	code, _, _ = strings.Cut(code, ":")
	last := strings.LastIndexAny(code, "#.\\")
	class, _, dotted := strings.Cut(code, ".")
	if dotted = dotted && class != "" && class[0] >= 'A' && class[0] <= 'Z'; dotted { // Alibaba Cloud, Tencent Cloud
		if k, retry, ok = lookupName(class, false); ok {
			return k, retry, ok
		}
	}
	if k, retry, ok = lookupName(code[last+1:], true); !ok && dotted {
		return lookupName(class, true)
	}
	return k, retry, ok
}

// lookupName returns the kind of a code without a namespace, which may be only the start or the end of it. A phrase is a code if it is
// the whole of a row: "Missing parameter".
func lookupName(code string, parts bool) (k errkit.Kind, retry errkit.Retry, ok bool) {
	var room [64]byte
	if len(code) > len(room) {
		return 0, 0, false
	}
	parts = parts && strings.IndexByte(code, ' ') < 0
	normal := string(normalCode(room[:0], code))
	for i := range apiCodes {
		end, isEnd := strings.CutPrefix(apiCodes[i].code, "*")
		start, isStart := strings.CutSuffix(end, "*")
		if normal == start || parts && (isEnd && strings.HasSuffix(normal, end) || isStart && strings.HasPrefix(normal, start)) {
			return apiCodes[i].kind, apiCodes[i].retry, true
		}
	}
	return 0, 0, false
}

// normalCode appends a code in small letters, without what is not a letter or a digit, and without "exception", "error", "fault"
// or "http" at its end: "NotFoundException", "NOT_FOUND", "not_found_error" and "NotFoundHttpException" are "notfound".
func normalCode(dst []byte, code string) []byte {
	for i := range len(code) {
		switch c := code[i]; {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			dst = append(dst, c)
		case c >= 'A' && c <= 'Z':
			dst = append(dst, c|' ')
		}
	}
	for _, end := range [...]string{"exception", "error", "fault", "http"} {
		if n := len(dst) - len(end); n > 0 && string(dst[n:]) == end {
			dst = dst[:n]
		}
	}
	return dst
}
