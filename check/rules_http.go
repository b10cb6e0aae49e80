package check

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// httpRules are about the methods, statuses and headers of HTTP, and the bodies that protocols on
// HTTP have.
var httpRules = []Rule{
	{ID: "http/method/1", Category: spec, Level: must, Source: "RFC 9110 §15.5.6",
		Text:   "A method that the endpoint does not have is answered with 405 or 404.",
		Fault:  "takes every method for POST",
		probes: only(probe.Method),
		judge: hasStatus(forMethod, http.StatusMethodNotAllowed, http.StatusNotFound, http.StatusNotImplemented,
			http.StatusUnauthorized, http.StatusForbidden)},
	{ID: "http/method/2", Category: spec, Level: must, Source: "RFC 9110 §15.5.6",
		Text:   "A 405 lists the methods of the endpoint in Allow.",
		Fault:  "answers 405 without Allow",
		probes: only(probe.Method), judge: eachAnswer(lacksAllow)},
	{ID: "http/content-type/1", Category: spec, Level: should, Source: "RFC 9110 §15.5.16",
		Text:   "A body whose Content-Type is not JSON is answered with 415 or 400.",
		Fault:  "reads any body as JSON",
		probes: only(probe.ContentType),
		judge:  hasStatus(forContentType, http.StatusUnsupportedMediaType, http.StatusBadRequest)},
	{ID: "http/content-type/2", Category: spec, Level: must,
		Source:   "RFC 9457 §3; AIP-193; Connect Protocol, Unary-Response",
		Text:     "An error has the Content-Type of its dialect.",
		Fault:    "sends errors as text/plain",
		dialects: onREST, probes: with(wrongInput, probe.UnknownMethod, probe.UnknownTool, probe.NotJSON),
		judge: eachAnswer(hasOtherContentType)},
	{ID: "http/status/1", Category: spec, Level: must, Source: "RFC 9110 §15; RFC 9457 §3.1.2",
		Text:     "An error has a status of the classes 4xx or 5xx.",
		Fault:    "sends errors with the status 200",
		dialects: onREST, judge: eachError(hasStatusOfSuccess)},
	{ID: "http/path/1", Category: spec, Level: must, Source: "RFC 9110 §15.5.5",
		Text:     "A path that does not exist is answered with 404.",
		Fault:    "answers every path with 200",
		dialects: onHTTP, probes: only(probe.UnknownMethod),
		judge: hasStatus(ofURL, http.StatusNotFound, http.StatusUnauthorized)},
	{ID: "http/json/1", Category: spec, Level: must, Source: "RFC 9110 §15.5.1",
		Text:     "A body that is not JSON is answered with 400.",
		Fault:    "answers a body that is not JSON with 500",
		dialects: onHTTP, probes: wrongBody,
		judge: hasStatus(nil, http.StatusBadRequest, http.StatusUnprocessableEntity)},
	{ID: "http/document/1", Category: spec, Level: must,
		Source:   "RFC 9457 §3; OXP 1.0, Call Tool; AIP-193; Connect Protocol, Error End-Stream",
		Text:     "An error is a document of the dialect.",
		Fault:    "sends errors as plain text",
		dialects: onHTTP,
		probes:   with(calls, probe.UnknownMethod, probe.UnknownVersion),
		judge:    eachAnswer(isNoDocument)},
}

func forMethod(x *probe.Exchange) string      { return "for " + x.Request.Method }
func forContentType(x *probe.Exchange) string { return "for " + x.Request.Header.Get("Content-Type") }
func ofURL(x *probe.Exchange) string          { return "of " + x.Request.URL }

func lacksAllow(x *probe.Exchange) string {
	return when(x.Status == http.StatusMethodNotAllowed && len(x.Header.Values("Allow")) == 0, "there is no Allow")
}

func hasOtherContentType(x *probe.Exchange) string {
	want := "application/json"
	if x.Dialect == "problem" {
		want = "application/problem+json"
	}
	header := x.Header.Get("Content-Type")
	got, _, _ := mime.ParseMediaType(header)
	return when(x.Status >= http.StatusBadRequest && len(x.Body) > 0 && got != want,
		"the Content-Type of a %d is %q", x.Status, header)
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
var documentRules = []Rule{
	{ID: "problem/status/1", Category: spec, Level: must, Source: "RFC 9457 §3.1.2",
		Text:     "The member status is the status of the response.",
		Fault:    "has another status in the body",
		dialects: []string{"problem"}, judge: eachDocument(hasOtherProblemStatus)},
	{ID: "problem/type/1", Category: spec, Level: must, Source: "RFC 9457 §3.1.1, §3.1.3, §3.1.4",
		Text:     "The member type is a URI reference, and title and detail are texts.",
		Fault:    "has a number as its type",
		dialects: []string{"problem"}, judge: eachDocument(hasOtherTypes)},
	{ID: "problem/title/1", Category: model, Level: should, Source: "RFC 9457 §3.1.3",
		Text:     "A problem has a title or a detail that says what is wrong.",
		Fault:    "has neither a title nor a detail",
		dialects: []string{"problem"}, judge: eachDocument(lacksTitleAndDetail)},
	{ID: "google/error/1", Category: spec, Level: must, Source: "AIP-193",
		Text:     "The member code of an error is the status of the response.",
		Fault:    "has another code in the body",
		dialects: []string{"google"}, probes: with(calls, probe.Valid), judge: eachDocument(hasOtherGoogleCode)},
	{ID: "connect/error/1", Category: spec, Level: must, Source: "Connect Protocol, Error Codes",
		Text:     "The code of an error is one of the protocol, and its status that of the code.",
		Fault:    `has the code "oops"`,
		dialects: []string{"connect"}, probes: with(calls, probe.Valid), judge: eachDocument(hasOtherConnectStatus)},
	{ID: "oxp/call-tool/1", Category: spec, Level: must, Source: "OXP 1.0, Call Tool, Server Errors",
		Text:     "A wrong input is answered with 422 or 400.",
		Fault:    "answers a wrong input with 200 and an error in the text",
		dialects: onOXP, probes: wrongInput, judge: eachAnswer(hasOtherStatusForInput)},
	{ID: "oxp/call-tool/2", Category: model, Level: should, Source: "OXP 1.0, Call Tool, Server Errors",
		Text:     "The error for a wrong input has its parameters in parameter_errors.",
		Fault:    "names the wrong parameter only in the text",
		dialects: onOXP, probes: wrongMember, judge: eachError(lacksParameterErrors)},
	{ID: "oxp/schema/1", Category: spec, Level: must, Source: "OXP 1.0, Versioning",
		Text:     "A request of a version of OXP that does not exist fails.",
		Fault:    "ignores $schema",
		dialects: onOXP, probes: only(probe.WrongRevision), judge: eachAnswer(succeeds)},
}

func hasOtherProblemStatus(x *probe.Exchange, doc map[string]any) string {
	status, ok := doc["status"].(float64)
	return when(ok && int(status) != x.Status, "the member is %v, the status of the response %d", status, x.Status)
}

func hasOtherTypes(_ *probe.Exchange, doc map[string]any) string {
	for _, name := range []string{"type", "title", "detail"} {
		v, ok := doc[name]
		text, isText := v.(string)
		if ok && !isText {
			return fmt.Sprintf("%s is %v", name, v)
		}
		if _, err := url.Parse(text); name == "type" && err != nil {
			return fmt.Sprintf("type is %q", text)
		}
	}
	return ""
}

func lacksTitleAndDetail(_ *probe.Exchange, doc map[string]any) string {
	for _, name := range []string{"title", "detail"} {
		if text, _ := doc[name].(string); text != "" {
			return ""
		}
	}
	return "there is neither"
}

func hasOtherGoogleCode(x *probe.Exchange, doc map[string]any) string {
	e, _ := doc["error"].(map[string]any)
	code, ok := e["code"].(float64)
	return when(!ok || int(code) != x.Status, "the member is %v, the status of the response %d", e["code"], x.Status)
}

func hasOtherConnectStatus(x *probe.Exchange, doc map[string]any) string {
	code, _ := doc["code"].(string)
	return when(connectStatus[code] != x.Status, "the code is %q, the status of the response %d", code, x.Status)
}

// connectStatus are the codes with their HTTP statuses: https://connectrpc.com/docs/protocol,
// "Error Codes".
var connectStatus = map[string]int{
	"canceled": 499, "unknown": 500, "invalid_argument": 400, "deadline_exceeded": 504,
	"not_found": 404, "already_exists": 409, "permission_denied": 403, "resource_exhausted": 429,
	"failed_precondition": 400, "aborted": 409, "out_of_range": 400, "unimplemented": 501,
	"internal": 500, "unavailable": 503, "data_loss": 500, "unauthenticated": 401,
}

func hasOtherStatusForInput(x *probe.Exchange) string {
	return when(x.Status != http.StatusUnprocessableEntity && x.Status != http.StatusBadRequest,
		"the status is %d although %s", x.Status, x.Why)
}

func lacksParameterErrors(x *probe.Exchange) string {
	return when(len(x.Paths) > 0 && len(x.Err.Fields) == 0, "%s, and there are no parameter_errors", x.Why)
}

// authRules are about requests without credentials, and with invalid ones.
var authRules = []Rule{
	{ID: "auth/challenge/1", Category: auth, Level: must, Source: "RFC 9110 §15.5.2",
		Text:  "An answer with 401 has WWW-Authenticate.",
		Fault: "answers 401 without WWW-Authenticate",
		judge: eachAnswer(lacksChallenge)},
	{ID: "auth/credentials/1", Category: auth, Level: must, Source: "RFC 9110 §15.5.2",
		Text:   "A request that fails for lack of credentials is answered with 401.",
		Fault:  "answers a request without credentials with 500",
		probes: only(probe.NoCredentials), judge: eachAnswer(failsWithoutCredentials)},
	{ID: "auth/token/1", Category: auth, Level: should, Source: "RFC 6750 §3.1",
		Text:   `The challenge for an invalid token has error="invalid_token".`,
		Fault:  "answers an invalid token as if there were none",
		probes: only(probe.BadCredentials), judge: eachAnswer(challengeLacks(`error="invalid_token"`, "Bearer"))},
	{ID: "auth/token/2", Category: auth, Level: must, Source: "RFC 6750 §3.1",
		Text:   "An invalid token is not a failure of the server.",
		Fault:  "answers an invalid token with 500",
		probes: only(probe.BadCredentials), judge: eachAnswer(isServerFailure)},
	{ID: "auth/metadata/1", Category: auth, Level: should,
		Source:   "MCP 2025-11-25, Authorization, Protected Resource Metadata Discovery; RFC 9728 §5.1",
		Text:     "The challenge of an MCP server leads to its metadata.",
		Fault:    "has a challenge without resource_metadata",
		dialects: onMCP, probes: only(probe.NoCredentials, probe.BadCredentials),
		judge: eachAnswer(challengeLacks("resource_metadata=", ""))},
}

func lacksChallenge(x *probe.Exchange) string {
	return when(x.Status == http.StatusUnauthorized && x.Header.Get("WWW-Authenticate") == "",
		"there is no WWW-Authenticate")
}

func failsWithoutCredentials(x *probe.Exchange) string {
	// A public server ignores credentials.
	return when(x.Failed() && x.Status != http.StatusUnauthorized && x.Status != x.Authorized, "%s", statusOf(x))
}

// challengeLacks judges the challenges of a scheme, "" for all, which must have a parameter.
func challengeLacks(parameter, scheme string) func(*probe.Exchange) string {
	return func(x *probe.Exchange) string {
		challenge := x.Header.Get("WWW-Authenticate")
		if x.Status != http.StatusUnauthorized || challenge == "" ||
			!strings.HasPrefix(challenge, scheme) || strings.Contains(challenge, parameter) {
			return ""
		}
		return "WWW-Authenticate is " + challenge
	}
}
