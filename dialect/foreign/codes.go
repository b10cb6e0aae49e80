package foreign

import (
	_ "embed"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect/foreign/internal/guess"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// bodyStatus returns the HTTP status of an error that an error object or the document around it
// has, else 0.
func bodyStatus(v, root jsontree.Value) int {
	for _, in := range [...]jsontree.Value{v, root} {
		for _, place := range tables().Statuses {
			member := in.At(place)
			if status := statusIn(member); status != 0 {
				return status
			}
			member.SetRead(false)
		}
	}
	return 0
}

// statusIn returns the HTTP status of an error that a value is, as a number or a text; else 0.
func statusIn(v jsontree.Value) int {
	n, _ := v.Int()
	if text, _ := v.Text(); len(text) == len("404") && (text[0] == '4' || text[0] == '5') {
		status, _ := strconv.Atoi(text)
		n = int64(status)
	}
	if n < http.StatusBadRequest || n > 599 {
		return 0
	}
	return int(n)
}

// PhraseStatus returns the HTTP status of an error whose reason phrase a text is, such as "Method
// Not Allowed"; else 0. A phrase of several words may be in any case and have a full stop.
func PhraseStatus(text string) int {
	phrase := strings.TrimSuffix(text, ".")
	words := strings.IndexByte(phrase, ' ') > 0
	for status := http.StatusBadRequest; status <= http.StatusNetworkAuthenticationRequired; status++ {
		if s := http.StatusText(status); text != "" && text == s || words && strings.EqualFold(phrase, s) {
			return status
		}
	}
	if number, rest, _ := strings.Cut(text, " "); isStatusText(number) && len(rest) <= maxCode {
		status, _ := strconv.Atoi(number) // GitLab: 404 Project Not Found
		if s := http.StatusText(status); s != "" && strings.HasSuffix(rest, s) {
			return status
		}
	}
	return 0
}

// byCodes sets the kind of the first known code in the headers, in an error object or in the
// document around it, unless the HTTP status of the response has another meaning. After a general
// code a more exact one counts: {"code": "BAD_REQUEST", "reason": "NAME_TAKEN"}.
func byCodes(r *wire.Reader, v, root jsontree.Value) {
	for _, name := range tables().Headers {
		if code := r.Document.Header.Get(name); code != "" && ByAPICode(r, code, name) {
			keepCode(r, code)
			return
		}
	}
	if number := string(r.Error.Code); number != "" { // a name is more exact
		r.Error.Code = ""
		defer func() { keepCode(r, number) }()
	}
	var general jsontree.Value // the member with the code that determined the kind
	for _, in := range [...]jsontree.Value{v, root} {
		for _, place := range tables().Codes {
			member := in.At(place)
			code, ok := member.Text()
			if !ok {
				continue
			}
			isCode := isCodePlace(place, code)
			// A general kind is only replaced by one that is not.
			k, _, _ := lookupCode(code)
			mayReplace := r.Guess.StatusOnly || !isGeneralKind(r.Error.Kind) || !isGeneralKind(k)
			if !mayReplace || !ByAPICode(r, code, wire.Place(member)) {
				if r.Unused(member); r.Peer.Code == "" && place != "/error" && place != "/id" {
					r.Peer.Code = code
				}
				if isCode && (keepCode(r, code) || code == string(r.Error.Code)) { // of v, which may be in root
					r.Used(member)
				}
				continue
			}
			if general.Kind() != jsontree.Absent { // not as exact
				r.Unused(general)
				r.Error.Code = ""
			}
			if PhraseStatus(code) == 0 && !strings.Contains(place, "xception") {
				keepCode(r, code)
			}
			if !isGeneralKind(r.Error.Kind) && !r.Guess.StatusOnly {
				return
			}
			general = member
		}
		if v == root {
			break
		}
	}
	code, _, _ := strings.Cut(MessageOf(v), ":") // fastapi-users
	if code = strings.TrimSpace(code); isConstant(code) && ByAPICode(r, code, "the message") {
		keepCode(r, code)
	}
}

// isCodePlace reports whether a member has the service's own code, also if no rule knows it: it is
// called one, or it has the class of an error in several words. The name of an exception is
// private.
func isCodePlace(place, code string) bool {
	name := strings.ToLower(place)
	switch place {
	case "/error", "/reason", "/name", "/label", "/key", "/error/name", "/error/id":
		return isConstant(code) || strings.IndexByte(code, '_') > 0 && isName(code)
	}
	return containsAny(name, "code", "erroridentifier", "errorlabel") ||
		strings.HasSuffix(name, "type") && words(code) > 1 && !strings.Contains(name, "exception")
}

// isGeneralKind reports whether a code of a kind may be beside a more exact one.
func isGeneralKind(k errkit.Kind) bool {
	return k == errkit.InvalidRequest || k == errkit.Unauthenticated || k == errkit.Internal
}

// byNumber sets the kind of a code of gRPC, and reports whether there is one: grpc-gateway sends
// it with details or with the message twice. Another number is only kept.
func byNumber(r *wire.Reader, v jsontree.Value) bool {
	code := v.Member("code")
	n, _ := code.Int()
	message, _ := v.Member("message").Text()
	if n > 0 && (v.Member("details").Kind() == jsontree.Array || v.Member("error").Is(message)) {
		c, status := mapping.RPCCode(min(n, math.MaxUint8)), r.Document.Status
		if k, ok := r.Codec.Table.FromRPC(c); ok && (!header.IsError(status) || status == c.HTTP()) {
			r.ByCode(k, "the code of gRPC", n)
			return true
		}
	}
	code.SetRead(false)
	for _, name := range tables().Numeric {
		if in := v.Member(name); in.Kind() == jsontree.Number && keepCode(r, in.Scalar()) {
			r.Used(in)
		}
	}
	return false
}

// ByAPICode sets the kind of a string code that HTTP APIs share, and reports whether it is known
// and agrees with the HTTP status.
func ByAPICode(r *wire.Reader, code, where string) bool {
	k, retry, ok := lookupCode(code)
	isAbsent := k == errkit.NotFound && r.Document.Status == http.StatusUnprocessableEntity && !strings.Contains(where, "/0/")
	// A code with the name of the HTTP status 401 does not mean with 403 that the credentials are
	// not valid.
	is403 := r.Document.Status == http.StatusForbidden && strings.Contains(strings.ToLower(code), "unauthorized")
	// A word before a sentence may be the name of what is wrong, which must not invite to a retry:
	// "Timeout: must be a number".
	word, _, isField := strings.Cut(code, ": ")
	isField = isField && words(word) == 1 && r.Document.Status < http.StatusInternalServerError && r.Codec.Table.Retry(k, 0) == errkit.Allowed
	if !ok || !agreesWithStatus(r, k) && !isAbsent || is403 || isField && r.Codec.Table.Row(k).HTTP != r.Document.Status {
		return false
	}
	if rule := where + " " + wire.Clip(code); k == errkit.InvalidRequest && isBadRequest(code) {
		badRequest(r, rule)
	} else {
		r.Kind(k, rule)
	}
	r.Peer.Code = code
	if retry != errkit.RetryUnspecified {
		r.Peer.Retry = retry
	}
	return true
}

// isBadRequest reports whether a code means what the HTTP status 400 means, and no more.
func isBadRequest(code string) bool {
	code, _, _ = strings.Cut(code, ": ") // before a sentence
	normal := normalCode(code[strings.LastIndexAny(code, "#.:\\")+1:])
	return normal == "badrequest" || normal == "invalid" || strings.HasPrefix(normal, "invalidrequest") ||
		strings.HasPrefix(normal, "malformedrequest")
}

// UndefinedCode sets the kind of a string code that the dialect does not define: that of the HTTP
// status, of a code that HTTP APIs share, or unknown.
func UndefinedCode(r *wire.Reader, code string) {
	keepCode(r, code)
	if !ByStatus(r) && !ByAPICode(r, code, "the string code") {
		r.Kind(errkit.Unknown, "the string code "+wire.Clip(code))
		r.Refine(wire.UnknownCode)
	}
}

// ProblemCode keeps the service's own code of a problem details object, which has no member for it
// (RFC 9457 §3.2): that of an extension member, or the last segment of its type if that is a name
// of several words, such as https://example.com/problems/out-of-credit.
func ProblemCode(r *wire.Reader, v jsontree.Value) {
	for _, name := range [...]string{"code", "errorCode", "error_code", "cause"} { // that of 3GPP TS 29.571
		if m := v.Member(name); (name != "cause" || isConstant(m.Scalar())) && keepCode(r, m.Scalar()) {
			r.Used(m)
			return
		}
	}
	name := r.Peer.Type[strings.LastIndexAny(r.Peer.Type, "/#:")+1:]
	_, isKind := r.Codec.Table.FromProblem(strings.ReplaceAll(name, "-", "_"))
	_, _, known := lookupCode(name)
	isName := name != "" && consistsOf(name, capitals+smalls+digits+"_-") && name[len(name)-1] > '9'
	if isName && !isKind && name != r.Peer.Type && (known || words(name) > 1) { // "about:blank" is "blank"
		keepCode(r, name)
	}
}

// agreesWithStatus reports whether an error of a kind may have the HTTP status of the document: it
// has no status, the status is that of the kind, or a general one, or one that servers also send
// with a code of the kind.
func agreesWithStatus(r *wire.Reader, k errkit.Kind) bool {
	status, own := r.Document.Status, r.Codec.Table.Row(k).HTTP
	switch {
	case !header.IsError(status) || own == status:
		return true
	case status == http.StatusBadRequest:
		return k != errkit.Internal
	case status < http.StatusInternalServerError && http.StatusText(status) == "": // of this server only
		return own < http.StatusInternalServerError
	case status == http.StatusInternalServerError:
		return own >= status
	case status == http.StatusForbidden: // GitHub, Google; AWS, also for signatures and keys
		return k == errkit.RateLimited || k == errkit.AuthExpired || k == errkit.Unauthenticated
	case status == http.StatusRequestEntityTooLarge, status == http.StatusServiceUnavailable: // OpenStack, AWS
		return k == errkit.RateLimited
	}
	return status == http.StatusUnprocessableEntity && k == errkit.FailedPrecondition // the state of a resource
}

// isWeak reports whether a code is no sign of an error.
func isWeak(code string) bool {
	return len(code) > maxCode || slices.Contains(tables().Weak, normalCode(code))
}

// isSuccessCode reports whether a code is that of a success: OK, NO_ERROR, SUCCESS_CODE.
func isSuccessCode(code string) bool {
	if len(code) > maxCode {
		return false
	}
	normal := normalCode(code)
	return normal == "ok" || normal == "no" || normal == "none" || strings.HasPrefix(normal, "success")
}

// isSQLState reports whether a code has the form of SQLSTATE, with the two digits that nearly all
// have: 42P01.
func isSQLState(code string) bool {
	return len(code) == 5 && consistsOf(code, capitals+digits) && len(strings.Trim(code, capitals)) >= 2
}

// words returns the number of words in a code: bell_rang, bellRang, BELL-RANG.
func words(code string) (n int) {
	small := false
	for i := range len(code) {
		upper := code[i] >= 'A' && code[i] <= 'Z'
		if code[i] == '_' || code[i] == '-' || code[i] == ' ' || small && upper {
			n++
		}
		small = code[i] >= 'a' && code[i] <= 'z'
	}
	return n + 1
}

// isState reports whether a code may be the state of a resource: it has one of the words of
// states, and none of nostates.
func isState(code string) bool {
	normal := normalCode(code)
	return !containsAny(normal, tables().Nostates...) && containsAny(normal, tables().States...)
}

// sharedCode returns the kind of a code that APIs share. A single word in small letters may be
// anything.
func sharedCode(code string) (errkit.Kind, bool) {
	if code == "" || !strings.ContainsAny(code, "_-ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		return 0, false
	}
	k, _, ok := lookupCode(code)
	return k, ok
}

//go:embed codes.txt
var codesText string

// apiCodes returns the patterns of codes.txt, which a test checks.
func apiCodes() (all []codePattern) {
	guess.Groups(codesText, func(head, patterns []string) {
		var kind errkit.Kind
		var retry errkit.Retry
		_ = kind.UnmarshalText([]byte(head[0]))
		if len(head) > 1 {
			_ = retry.UnmarshalText([]byte(head[1]))
		}
		for _, s := range patterns {
			p := newCodePattern(s)
			p.kind, p.retry = kind, retry
			all = append(all, p)
		}
	})
	return all
}

// spelledCodes are codes that mean something else in another spelling.
var spelledCodes = map[string]errkit.Kind{
	"NotAuthorizedException": errkit.Unauthenticated, // Cognito and JAX-RS; NotAuthorized is a lack of permission
	"constraint-violation":   errkit.Conflict,        // Hasura; ConstraintViolationException is of a validator
	"parameter_not_found":    errkit.InvalidInput,    // ParameterNotFound is a resource of AWS
}
