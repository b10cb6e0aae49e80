package check

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/mapping"
)

// httpRules are about the methods, statuses and headers of HTTP, and the bodies that protocols on
// HTTP have.
var httpRules = []test{
	{"http/method/1", only(probe.Method), hasStatus(405, 404, 501, 401, 403, 301, 307, 308)}, // not of a redirect
	{"http/method/2", only(probe.Method), eachAnswer(lacksAllow)},
	{"http/content-type/1", only(probe.ContentType), eachAnswer(readsOtherType)},
	{"http/content-type/2", with(wrongInput, probe.UnknownMethod, probe.UnknownTool, probe.NotJSON),
		eachAnswer(hasOtherContentType)},
	{"http/content-type/3", with(calls, probe.Valid, probe.UnknownMethod), eachDocument(isOtherThanJSON)},
	{"http/status/1", nil, eachError(hasStatusOfSuccess)},
	{"http/path/1", only(probe.UnknownMethod), hasStatus(http.StatusNotFound, http.StatusUnauthorized)},
	{"http/json/1", wrongBody, hasStatus(http.StatusBadRequest, http.StatusUnprocessableEntity)},
	{"http/document/1", with(calls, probe.UnknownMethod, probe.UnknownVersion), eachAnswer(isNoDocument)},
}

func readsOtherType(x *probe.Exchange) string {
	unsupported := x.Err != nil && x.Err.Peer.Code == "-32005" // A2A, ContentTypeNotSupportedError
	wrong := !unsupported && !slices.Contains([]int{415, 400, 422}, x.Status)
	return when(wrong, "the status is %d although %s", x.Status, x.Why)
}

func lacksAllow(x *probe.Exchange) string {
	return when(x.Status == http.StatusMethodNotAllowed && len(x.Header.Values("Allow")) == 0, "there is no Allow")
}

func hasOtherContentType(x *probe.Exchange) string {
	want := "application/json"
	if x.Dialect == "problem" {
		want = "application/problem+json"
	}
	return when(x.Status >= http.StatusBadRequest && len(x.Body) > 0 && contentType(x) != want,
		"the Content-Type of a %d is %q", x.Status, x.Header.Get("Content-Type"))
}

func isOtherThanJSON(x *probe.Exchange, _ map[string]any) string {
	got := contentType(x)
	return when(got != "application/json" && !strings.HasSuffix(got, "+json"), "the Content-Type is %q", got)
}

func contentType(x *probe.Exchange) string {
	got, _, _ := mime.ParseMediaType(x.Header.Get("Content-Type"))
	return got
}

func hasStatusOfSuccess(x *probe.Exchange) string {
	return when(x.Status < http.StatusBadRequest, "the status of the error is %d", x.Status)
}

func isNoDocument(x *probe.Exchange) string {
	isNone := x.Invalid != nil || x.Err == nil || x.Err.Peer.Dialect == "http"
	return when(isNone && x.Status >= http.StatusBadRequest, "the body of a %d is not a document of %s: %s",
		x.Status, x.Dialect, quote(string(x.Body)))
}

// documentRules are about what the dialects on HTTP define beyond it: problem details, Google,
// Connect and OXP.
var documentRules = []test{
	{"problem/status/1", nil, eachDocument(hasOtherProblemStatus)},
	{"problem/type/1", nil, eachDocument(hasOtherTypes)},
	{"problem/title/1", nil, eachDocument(lacksTitleAndDetail)},
	{"google/error/1", with(calls, probe.Valid), eachDocument(hasOtherGoogleCode)},
	{"connect/error/1", with(calls, probe.Valid), eachDocument(hasOtherConnectStatus)},
	{"oxp/call-tool/1", wrongInput, hasStatus(http.StatusUnprocessableEntity, http.StatusBadRequest)},
	{"oxp/call-tool/2", wrongMember, eachError(lacksParameterErrors)},
	{"oxp/schema/1", only(probe.WrongRevision), eachAnswer(succeedsAlthough)},
}

func hasOtherProblemStatus(x *probe.Exchange, doc map[string]any) string {
	status, ok := doc["status"].(float64)
	return when(ok && int(status) != x.Status, "the member is %v, the status of the response %d", status, x.Status)
}

func hasOtherTypes(_ *probe.Exchange, doc map[string]any) string {
	for _, name := range []string{"type", "title", "detail"} {
		v, ok := doc[name]
		text, isText := v.(string)
		if _, err := url.Parse(text); ok && (!isText || name == "type" && err != nil) {
			return fmt.Sprintf("%s is %v", name, v)
		}
	}
	return ""
}

func lacksTitleAndDetail(_ *probe.Exchange, doc map[string]any) string {
	title, _ := doc["title"].(string)
	detail, _ := doc["detail"].(string)
	return when(title+detail == "", "there is neither")
}

func hasOtherGoogleCode(x *probe.Exchange, doc map[string]any) string {
	e, _ := doc["error"].(map[string]any)
	code, ok := e["code"].(float64)
	return when(!ok || int(code) != x.Status, "the member is %v, the status of the response %d", e["code"], x.Status)
}

func hasOtherConnectStatus(x *probe.Exchange, doc map[string]any) string {
	code, _ := doc["code"].(string)
	known, ok := mapping.LookupRPCCode(code)
	wrong := !ok || known.Connect() != code || known.HTTP() != x.Status
	return when(wrong, "the code is %q, the status of the response %d", code, x.Status)
}

func lacksParameterErrors(x *probe.Exchange) string {
	return when(len(x.Paths) > 0 && len(x.Err.Fields) == 0, "%s, and there are no parameter_errors", x.Why)
}

// authRules are about requests without credentials, and with invalid ones.
var authRules = []test{
	{"auth/challenge/1", nil, eachAnswer(lacksChallenge)},
	{"auth/credentials/1", only(probe.NoCredentials), eachAnswer(failsWithoutCredentials)},
	{"auth/token/1", only(probe.BadCredentials), eachAnswer(challengeLacks(`error="invalid_token"`, "Bearer"))},
	{"auth/token/2", only(probe.BadCredentials), eachAnswer(failsForToken)},
	{"auth/metadata/1", only(probe.NoCredentials, probe.BadCredentials),
		eachAnswer(challengeLacks("resource_metadata=", ""))},
}

func lacksChallenge(x *probe.Exchange) string {
	return when(x.Status == http.StatusUnauthorized && x.Header.Get("WWW-Authenticate") == "",
		"there is no WWW-Authenticate")
}

func failsForToken(x *probe.Exchange) string {
	return when(x.Status >= http.StatusInternalServerError && x.Status != x.Authorized, "%s", statusOf(x))
}

func failsWithoutCredentials(x *probe.Exchange) string {
	// A public server ignores credentials.
	return when(x.Failed() && x.Status != http.StatusUnauthorized && x.Status != x.Authorized, "%s", statusOf(x))
}

// challengeLacks judges the challenges of a scheme, "" for all, which must have a parameter.
func challengeLacks(parameter, scheme string) func(*probe.Exchange) string {
	return func(x *probe.Exchange) string {
		challenge := x.Header.Get("WWW-Authenticate")
		isScheme := challenge != "" && strings.HasPrefix(challenge, scheme)
		return when(x.Status == http.StatusUnauthorized && isScheme && !strings.Contains(challenge, parameter),
			"WWW-Authenticate is %s", challenge)
	}
}
