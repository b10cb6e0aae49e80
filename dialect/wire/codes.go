package wire

import (
	"math"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// codePlaces are the members in which HTTP APIs have string codes, the most exact first.
var codePlaces = [...]string{
	"/__type", "/code", "/Code", "/api_error_code", "/sub_type", "/subCode", "/scimType", "/reason", "/error_code", "/errorCode", "/errcode", "/extensions/code", "/extensions/errorClass",
	"/extensions/classification", "/extensions/type", "/details/0/reason", "/errors/0/reason", "/errors/0/code", "/errors/0/exceptionName",
	"/issue/0/code", "/data/code", "/err_code", "/errorName", "/error_name", "/tag", "/error-type", "/errors/0/error_code", "/errors/0/errorCode", "/errors/0/type", "/detail/errorcode", "/sys/id", "/error_type", "/type", "/Type", "/fault/type", "/Fault/type", "/status", "/errorType", "/name", "/category",
	"/exc_type", "/exception", "/error", "/id", "/title", "/messageId", "/codeName", "/ErrorCode", "/error/code", "/error/type", "/error/name",
	"/error/.tag", "/error/reason/.tag", "/meta/code", "/meta/error_type", "/meta/errorType", "/details/code", "/details/reason", "/details/errorCode",
	"/data/errorCode", "/data/error_code", "/data/type", "/details/0/issue", "/details/0/code", "/innererror/code", "/innerError/code", "/exceptionType", "/ExceptionType",
	"/extensions/errorType", "/extensions/response/error", "/error_tag", "/typeKey", "/details/applicationError/code",
}

// codeHeaders are the headers in which APIs and platforms have string codes: AWS, Azure, Hugging Face, Vercel.
var codeHeaders = [...]string{"X-Amzn-Errortype", "X-Ms-Error-Code", "X-Error-Code", "X-Vercel-Error"}

// statusPlaces are the members in which HTTP APIs repeat the HTTP status, as a number or a text.
var statusPlaces = [...]string{
	"/status", "/statusCode", "/status_code", "/httpStatus", "/http_code", "/code", "/cod", "/error_code", "/data/httpStatus", "/data/status",
	"/extensions/statusCode", "/extensions/status_code", "/http_status", "/http_response/code", "/httpStatusCode", "/http_status_code", "/StatusCode",
	"/statuscode", "/status/code", "/extensions/status", "/error",
}

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

// PhraseStatus returns the HTTP status of an error whose reason phrase a text is, such as "Method Not Allowed"; else 0. A phrase of
// several words may be in any case and have a full stop.
func PhraseStatus(text string) int {
	phrase := strings.TrimSuffix(text, ".")
	words := strings.IndexByte(phrase, ' ') > 0
	for status := http.StatusBadRequest; status <= http.StatusNetworkAuthenticationRequired; status++ {
		if text != "" && text == http.StatusText(status) || words && strings.EqualFold(phrase, http.StatusText(status)) {
			return status
		}
	}
	return 0
}

// byCodes sets the kind of the first known code in the headers, in an error object or in the document around it, unless the HTTP status
// of the response has another meaning. After a general code a more exact one counts: {"code": "BAD_REQUEST", "reason": "NAME_TAKEN"}.
func (r *Reader) byCodes(v, root jsontree.Value) {
	for _, name := range codeHeaders {
		if code := r.Document.Header.Get(name); code != "" && r.ByAPICode(code, name) {
			return
		}
	}
	var general jsontree.Value // the member with the code that determined the kind
	for _, in := range [...]jsontree.Value{v, root} {
		for _, place := range codePlaces {
			member := in.At(place)
			code, ok := member.Text()
			if !ok {
				continue
			}
			if !r.mayReplace(place, code) || !r.ByAPICode(code, Place(member)) {
				if r.Unused(member); r.Peer.Code == "" && place != "/error" && place != "/id" {
					r.Peer.Code = code
				}
				continue
			}
			if r.Unused(general); !isGeneralKind(r.Error.Kind) {
				return
			}
			general = member
		}
		if v == root {
			break
		}
	}
	if code, _ := v.Member("errorType").Text(); isNamed401(code) && v.Member("errorInfo").Kind() != jsontree.Absent && r.Document.Status != http.StatusUnauthorized &&
		r.agreesWithStatus(errkit.PermissionDenied) { // AWS AppSync: the caller is known
		r.Kind(errkit.PermissionDenied, "/errorType "+Clip(code))
	}
	text := MessageOf(v) // fastapi-users
	if code, _, _ := strings.Cut(text, ":"); isConstant(strings.TrimSpace(code)) && (r.statusOnly || r.isMoreExact(strings.TrimSpace(code))) {
		r.ByAPICode(strings.TrimSpace(code), "the message")
	}
}

// mayReplace reports whether the code of a place may replace the kind: there is none but that of the HTTP status, or it is general.
func (r *Reader) mayReplace(place, code string) bool {
	if r.statusOnly || !isGeneralKind(r.Error.Kind) {
		return true
	}
	return r.isMoreExact(code) && (!isClassPlace(place) || strings.EqualFold(r.Peer.Code, "invalid"))
}

// isClassPlace reports whether a member has the class of an error, which is no more exact than its code.
func isClassPlace(place string) bool {
	switch place {
	case "/type", "/Type", "/error_type", "/errorType", "/fault/type", "/Fault/type", "/category", "/status", "/title", "/data/type":
		return true
	}
	return false
}

// isGeneralKind reports whether a code of a kind may be beside a more exact one.
func isGeneralKind(k errkit.Kind) bool {
	return k == errkit.InvalidRequest || k == errkit.Unauthenticated || k == errkit.Internal
}

// isMoreExact reports whether a code names what the kind of the error is too general for.
func (r *Reader) isMoreExact(code string) bool {
	k, _, ok := lookupCode(code)
	switch {
	case !ok:
		return false
	case r.Error.Kind == errkit.InvalidRequest:
		return k != errkit.InvalidRequest && k != errkit.Internal
	case r.Error.Kind == errkit.Unauthenticated:
		return k == errkit.AuthExpired
	case r.Error.Kind == errkit.Internal:
		return k != errkit.Internal && r.Codec.Table.Row(k).HTTP >= http.StatusInternalServerError
	}
	return r.Error.Kind == errkit.ExecutionFailed
}

// graphCodes are the numbers of the Graph API of Meta, whose errors have all the same type.
var graphCodes = [...]struct {
	code int64
	kind errkit.Kind
}{
	{4, errkit.RateLimited},
	{10, errkit.PermissionDenied},
	{17, errkit.RateLimited},
	{32, errkit.RateLimited},
	{100, errkit.InvalidInput},
	{102, errkit.AuthExpired},
	{190, errkit.AuthExpired},
	{200, errkit.PermissionDenied},
	{613, errkit.RateLimited},
}

// byNumber sets the kind of a number that is not an HTTP status, and reports whether it is known: the codes of gRPC, which
// grpc-gateway sends with details or with the message twice, and those of the Graph API.
func (r *Reader) byNumber(v jsontree.Value) bool {
	code := v.Member("code")
	n, ok := code.Int()
	if !ok || n <= 0 {
		return false
	}
	message, _ := v.Member("message").Text()
	if c := mapping.RPCCode(min(n, math.MaxUint8)); v.Member("details").Kind() == jsontree.Array || v.Member("error").Is(message) {
		if k, ok := r.Codec.Table.FromRPC(c); ok && (!httphead.IsError(r.Document.Status) || r.Document.Status == c.HTTP()) {
			r.ByCode(k, "the code of gRPC", n)
			return true
		}
	}
	if v.Member("fbtrace_id").Kind() == jsontree.String {
		for _, c := range graphCodes {
			if c.code == n && r.agreesWithStatus(c.kind) {
				r.ByCode(c.kind, "the code of the Graph API", n)
				return true
			}
		}
	}
	code.SetRead(false)
	return false
}

// ByAPICode sets the kind of a string code that HTTP APIs share, and reports whether it is known and agrees with the HTTP status.
func (r *Reader) ByAPICode(code, where string) bool {
	k, retry, ok := lookupCode(code)
	if !ok || !r.agreesWithStatus(k) || r.Document.Status == http.StatusForbidden && isNamed401(code) {
		return false
	}
	r.Kind(k, where+" "+Clip(code))
	if k == errkit.InvalidRequest && r.Document.Status == http.StatusBadRequest { // the code is as general as the status
		r.Refine(BadCall)
	}
	r.Peer.Code = code
	if retry != errkit.RetryUnspecified {
		r.Peer.Retry = retry
	}
	return true
}

// isNamed401 reports whether a code has the name of the HTTP status 401, which with 403 does not mean that the credentials are
// not valid.
func isNamed401(code string) bool {
	return strings.Contains(strings.ToLower(code), "unauthorized")
}

// alsoStatuses are other HTTP statuses than those of the table that servers send with a code of a kind.
var alsoStatuses = [...]struct {
	status int
	kind   errkit.Kind
}{
	{http.StatusForbidden, errkit.RateLimited},                  // GitHub, Google
	{http.StatusForbidden, errkit.AuthExpired},                  // AWS
	{http.StatusForbidden, errkit.Unauthenticated},              // AWS, for signatures and keys
	{http.StatusRequestEntityTooLarge, errkit.RateLimited},      // OpenStack
	{http.StatusUnprocessableEntity, errkit.FailedPrecondition}, // the state of a resource
	{http.StatusServiceUnavailable, errkit.RateLimited},         // AWS
}

// agreesWithStatus reports whether an error of a kind may have the HTTP status of the document: there is none, the status is
// that of the kind, or it is a general one, or a row of [alsoStatuses].
func (r *Reader) agreesWithStatus(k errkit.Kind) bool {
	status, own := r.Document.Status, r.Codec.Table.Row(k).HTTP
	switch {
	case !httphead.IsError(status) || own == status:
		return true
	case status == http.StatusBadRequest:
		return k != errkit.Internal
	case status < http.StatusInternalServerError && http.StatusText(status) == "": // of this server only
		return own < http.StatusInternalServerError
	case status == http.StatusInternalServerError:
		return own >= status
	}
	for _, also := range alsoStatuses {
		if also.status == status && also.kind == k {
			return true
		}
	}
	return false
}
