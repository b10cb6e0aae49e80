package foreign_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// A body that is not JSON identifies itself without an HTTP status, or no dialect accepts it.
func TestPagesWithoutAStatus(t *testing.T) {
	tests := []struct {
		name, body, why string
		want            errkit.Kind
		ok              bool
	}{
		{"nginx", "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>x</body></html>", "",
			errkit.UpstreamFailed, true},
		{"Tomcat", `<!doctype html><html lang="en"><head><title>HTTP Status 404 – Not Found</title></head></html>`, "",
			errkit.NotFound, true},
		{"Google", `<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>`, "", errkit.NotFound, true},
		{"a heading", `<html><body><h1>503 Service Unavailable</h1></body></html>`, "", errkit.Unavailable, true},
		{"capitals", `<HTML><HEAD><TITLE>403 Forbidden</TITLE></HEAD></HTML>`, "", errkit.PermissionDenied, true},
		{"a page", `<html><head><title>My 404 bells</title></head></html>`, "a number is no status", 0, false},
		{"a page about a status", `<html><title>How to fix 502 Bad Gateway</title></html>`, "it is not one", 0, false},
		{"a phrase", `<html><head><title>Not Found</title></head></html>`, "nothing but the reason phrase",
			errkit.NotFound, true},
		{"a word", `<html><head><title>Gone</title></head></html>`, "a usual word", 0, false},
		{"an article", `<html><head><title>404 errors: how to fix them</title></head></html>`, "it is about one", 0, false},
		{"an article about a code", `<html><head><title>502 Bad Gateway: what it means</title></head></html>`,
			"it is about one", 0, false},
		{"a price", `<html><head><title>500 bells - a shop</title></head></html>`, "a number is no status", 0, false},
		{"Varnish", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html PUBLIC \"x\"><html><head>" +
			"<title>503 Backend fetch failed</title></head></html>", "behind the head of XML", errkit.Unavailable, true},
		{"CloudFront", `<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>504 ERROR</H1>`,
			"", errkit.Timeout, true},
		{"Vercel", "The page could not be found\n\nNOT_FOUND\n\nfra1::x-7", "", errkit.NotFound, true},
		{"Traefik", "404 page not found", "", errkit.NotFound, true},
		{"Spring", `<html><body><h1>Whitelabel Error Page</h1><div>(type=Not Found, status=404).</div></body></html>`, "",
			errkit.NotFound, true},
		{"Express", `<!DOCTYPE html><title>Error</title><pre>Cannot GET /bells</pre>`, "", errkit.NotFound, true},
		{"Express, a trace", `<!DOCTYPE html><title>Error</title><pre>TypeError: x is not a function<br> at y</pre>`, "",
			errkit.Internal, true},
		{"Django", `<!DOCTYPE html><title>KeyError at /bells/7/</title>`, "", errkit.Internal, true},
		{"Rails", `<!DOCTYPE html><h1>ActiveRecord::RecordNotFound in BellsController#show</h1>`, "", errkit.NotFound, true},
		{"a party", `<!DOCTYPE html><title>Bells at /tower/</title>`, "no class of an exception", 0, false},
		{"Perl", "no bell at /srv/ring.pl line 7.\n", "", errkit.Internal, true},
		{"a poem", "The bell hangs at home. line 7.", "no program", 0, false},
		{"Elixir", "** (RuntimeError) no bell\n    ring.exs:7: (file)", "", errkit.Internal, true},
		{".NET", "System.NullReferenceException: x\n   at Bells.Ring() in /srv/Bell.cs:line 7", "", errkit.Internal, true},
		{"Node, with an excerpt", "/srv/ring.js:3\n  throw new Error()\n\nError: no bell\n    at ring (/srv/ring.js:3:1)\n\n" +
			"Node.js v22.1.0", "", errkit.Internal, true},
		{"a status in the text", `<html><title>Help</title><p>502 Bad Gateway</p></html>`, "no title", 0, false},
		{"a feed", `<rss><channel><title>404 Not Found</title></channel></rss>`, "XML of no API", 0, false},
		{"an element without an end", `<Error><Code>NoSuchKey</Code>`, "it is cut", 0, false},
		{"Python", "Traceback (most recent call last):\n  File \"ring.py\", line 7, in ring\nKeyError: 'bell'", "",
			errkit.Internal, true},
		{"Java", "java.lang.NullPointerException: bell\n\tat com.example.Tower.ring(Tower.java:7)\n", "",
			errkit.Internal, true},
		{"Go", "panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n", "",
			errkit.Internal, true},
		{"PHP", "PHP Fatal error:  Uncaught Exception: x in /srv/ring.php:7\nStack trace:\n#0 {main}", "",
			errkit.Internal, true},
		{"Node", "TypeError: bell is not a function\n    at ring (/srv/ring.js:7:3)\n", "", errkit.Internal, true},
		{"a report about a panic", "The log says panic: no bell", "it does not start with it", 0, false},
		{"a text", "Not Found", "nothing but the reason phrase", errkit.NotFound, true},
		{"a word as a text", "Locked", "the state of a door", 0, false},
		{"a longer text", "Not Found in the tower", "it is more than the phrase", 0, false},
	}
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := codec.Decode(dialect.Document{Body: []byte(tt.body)})
			if !tt.ok {
				require.ErrorIs(t, err, dialect.ErrNotDocument, tt.why)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tt.want.String(), e.Kind.String())
			require.Equal(t, "http", e.Peer.Dialect)
			require.Empty(t, e.Message, "a page or a trace is no message")
			_, err = codec.Decode(dialect.Document{Status: 200, Body: []byte(tt.body)})
			require.ErrorIs(t, err, dialect.ErrNotDocument, "the status of a success decides")
		})
	}
}

// A program that calls a service has the error of the service in the line with the exception: then its trace is
// no fault of the program, as a guess, which invites nobody to repeat the call.
func TestTracesOfCalls(t *testing.T) {
	python := "Traceback (most recent call last):\n  File \"ring.py\", line 404, in ring\n"
	tests := []struct {
		name, trace, why string
		want             errkit.Kind
	}{
		{"httpx", python + "httpx.HTTPStatusError: Client error '406 Not Acceptable' for url 'http://bells.example/ring'", "",
			errkit.UpstreamFailed},
		{"Java", "com.example.RingException: HTTP request of https://bells.example/ring failed with 403 Forbidden: Ringing\n" +
			"\tat com.example.Tower.ring(Tower.java:404)\n", "", errkit.UpstreamFailed},
		{"axios", "RingError: Failed to ring: Request failed with status code 401\n    at ring (/srv/ring.js:7:3)\n",
			"whose credentials it names is not known", errkit.UpstreamFailed},
		{"a fault of the service", python + "requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: " +
			"https://bells.example", "", errkit.UpstreamFailed},
		{"the body of a response", python + "bells.BellError: The bells responded with: {'ok': False, 'error': 'bell_not_found'}", "",
			errkit.UpstreamFailed},
		{"a limit in a body", python + "bells.BellError: {'description': 'The rate limit was reached.', 'key': '429'}", "",
			errkit.RateLimited},
		{"a limit", python + "bells.RateLimitError: Rate limit exceeded", "", errkit.RateLimited},
		{"Selenium", python + "  File \"bells.py\", line 7, in check_response\n    raise it\n" +
			"bells.NoSuchBell: Message: no such bell: {\"name\":\"b7\"}\n  (Session info: bells=7)", "a function checks a response", errkit.UpstreamFailed},
		{"two lines", python + "bells.RateLimitError: Rate limit exceeded\n  for bell 7", "the first one has the class", errkit.RateLimited},
		{"a response of its own", python + "  File \"tower.py\", line 7, in get_response\n    raise it\nValueError: no bell rang",
			"it is no response of a service", errkit.Internal},
		{"a number", python + "ValueError: 404 is no pitch", "it is no status", errkit.Internal},
		{"a value", python + "KeyError: {'pitch': 404}", "it is no error of a service", errkit.Internal},
		{"a sentence", python + "ValueError: the bell was not found", "a text does not blame the caller", errkit.Internal},
		{"a place", python + "ValueError: ring", "of several lines the one with the exception counts", errkit.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Dialects: all.Dialects()}
			e, err := codec.Decode(dialect.Document{Body: []byte(tt.trace)})
			require.NoError(t, err)
			require.Equal(t, tt.want.String(), e.Kind.String(), tt.why)
			isCall := tt.want != errkit.Internal
			require.Equal(t, isCall, e.Peer.Guessed)
			require.Equal(t, isCall, strings.Contains(strings.Join(e.Peer.Evidence, "\n"), "low confidence"))
			require.Empty(t, e.Message, "a trace is no message")
			require.Equal(t, mapping.Default().Retry(errkit.Internal, 0).String(), mapping.Default().RetryOf(e).String())
			codec.NoGuess = true
			e, err = codec.Decode(dialect.Document{Body: []byte(tt.trace)})
			require.NoError(t, err)
			require.Equal(t, errkit.Internal.String(), e.Kind.String())
		})
	}
}

// XML that is nested deeply, or has no ends, takes no more than its bound.
func TestPagesOfManyElements(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, body := range []string{strings.Repeat("<a>", 1<<16), strings.Repeat("<a/>", 1<<16), strings.Repeat("<", 1<<16),
		"<a>" + strings.Repeat("<b>c</b>", 1<<12) + "</a>", strings.Repeat("</a>", 1<<12), "<![CDATA[", "<>", "<a></b>"} {
		_, err := codec.Decode(dialect.Document{Body: []byte(body)})
		require.ErrorIs(t, err, dialect.ErrNotDocument)
		e, err := codec.Decode(dialect.Document{Status: 500, Body: []byte(body)})
		require.NoError(t, err)
		require.Equal(t, errkit.Internal, e.Kind)
	}
}

// The 400 of an API is about the input, unless a code or a text names the request itself. That of
// a protocol of tools is not. A text may refine a 403, a 503 and a 422 that has nothing else or a
// code. A text that is not about the input, or of a 500 that is not about the server, leaves the
// kind in doubt.
func TestTextsOfStatuses(t *testing.T) {
	tests := []struct {
		name, body, why string
		status          int
		want            errkit.Kind
		guessed         bool
	}{
		{"a limit", `{"error":"You have exceeded the rate limit of bells"}`, "", 403, errkit.RateLimited, true},
		{"a key", `{"message":"Invalid API key"}`, "", 403, errkit.Unauthenticated, true},
		{"a key of nobody", `{"error":"There is no ringer with this API key"}`, "", 403, errkit.Unauthenticated, true},
		{"a password", `The name or the password is wrong`, "", 403, errkit.Unauthenticated, true},
		{"a scope", `{"error":"The API key is missing the scope bells"}`, "what it permits",
			403, errkit.PermissionDenied, false},
		{"a plan", `{"error":"Invalid plan for this API key"}`, "what it permits", 403, errkit.PermissionDenied, false},
		{"a header", `{"error":"An authorization header is needed"}`, "", 400, errkit.Unauthenticated, true},
		{"a password of the input", `{"error":"The password is too short and not valid"}`, "",
			400, errkit.InvalidInput, false},
		{"a limit of a service", `The rate limit is reached`, "", 503, errkit.RateLimited, true},
		{"a service", `{"error":"The API key service is down"}`, "a fault of the server", 503, errkit.Unavailable, false},
		{"an input", `{"message":"The pitch must be a number"}`, "a 403 is not about the input",
			403, errkit.PermissionDenied, false},
		{"a bell", `{"message":"The bell was not found"}`, "it may be hidden", 403, errkit.PermissionDenied, false},
		{"nothing but a text", `{"error":"Bell 7 was not found"}`, "", 422, errkit.NotFound, true},
		{"a text beside more", `{"error":"Bell 7 was not found","path":"/bells"}`, "in doubt", 422, errkit.InvalidInput, true},
		{"a code of what is not there", `{"code":"does_not_exist","message":"No."}`, "", 422, errkit.NotFound, false},
		{"a code of a field", `{"error":{"message":"No.","errors":[{"code":"BELL.NOT_FOUND","message":"x"}]}}`, "of its value",
			422, errkit.InvalidInput, true},
		{"a login", `{"error":"Authentication failed"}`, "a 422 is not about it", 422, errkit.InvalidInput, true},
		{"a code beside a text", `{"code":"B7","message":"The bell rang already"}`, "", 422, errkit.Conflict, true},
		{"nothing about the input", `{"code":"B7","message":"It rains"}`, "in doubt", 400, errkit.InvalidInput, true},
		{"an input of its own code", `{"code":"B7","message":"The pitch must be a number"}`, "", 400, errkit.InvalidInput, false},
		{"what is there", `{"code":"B7","message":"A bell of this name is there already"}`, "", 400, errkit.Conflict, true},
		{"words of a code", `{"code":"B7_BELL_IN_USE_BY_RINGER","message":"No."}`, "", 400, errkit.Conflict, true},
		{"an outage", `{"message":"The tower is under maintenance"}`, "no fault of the server", 400, errkit.InvalidInput, true},
		{"an outage in a 422", `{"code":"B7","message":"The tower is under maintenance"}`, "", 422, errkit.InvalidInput, true},
		{"what is not enough", `{"message":"Your balance is 7"}`, "", 400, errkit.FailedPrecondition, true},
		{"a limit of calls", `{"message":"The tower has a frequency limit"}`, "", 400, errkit.RateLimited, true},
		{"a fault of the server", `{"message":"The tower fell"}`, "", 500, errkit.Internal, false},
		{"no fault of the server", `{"message":"There is no bell to find"}`, "in doubt", 500, errkit.Internal, true},
		{"no permission", `{"message":"Ringing needs a permission"}`, "in doubt", 500, errkit.Internal, true},
		{"a form", `STATUS=E&MESSAGE=THE%20BELL%20WAS%20NOT%20FOUND&ID=`, "", 400, errkit.NotFound, true},
		{"an error in a list in an object", `{"bell":{"state":[{"code":"3","message":"Your password is incorrect"}]}}`, "",
			403, errkit.Unauthenticated, true},
		{"pairs in lines", "error=7\nerrorMessage=The+bell+was+not+found\n", "", 400, errkit.NotFound, true},
		{"pairs in lines, no error", "a=The bell was not found\nb=7\n", "a text", 400, errkit.NotFound, true},
		{"a query in a text", `Set a=1&b=2 & ring "it"`, "no form", 400, errkit.InvalidInput, true},
		{"PHP", "The pitch is odd.", "text/html", 400, errkit.InvalidInput, true},
	}
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			html := http.Header{"Content-Type": {"text/html"}}
			e, err := codec.Decode(dialect.Document{Status: tt.status, Header: html, Body: []byte(tt.body)})
			require.NoError(t, err)
			require.Equal(t, tt.want.String(), e.Kind.String(), "%s: %s", tt.why, e.Peer.Rule)
			require.Equal(t, tt.guessed, e.Peer.Guessed)
			byStatus := &errkit.Error{Kind: errkit.FromStatus(tt.status)}
			require.Equal(t, mapping.Default().RetryOf(byStatus), mapping.Default().RetryOf(e), "a guess changes no advice")
		})
	}
}

func TestBadRequests(t *testing.T) {
	tests := []struct {
		name, body, why string
		want            errkit.Kind
	}{
		{"a message", `{"message":"The pitch is odd."}`, "", errkit.InvalidInput},
		{"an error", `{"error":"The pitch is odd."}`, "", errkit.InvalidInput},
		{"a detail", `{"detail":"The pitch is odd."}`, "", errkit.InvalidInput},
		{"a problem", `{"type":"https://example.com/odd","title":"Odd","status":400}`, "", errkit.InvalidInput},
		{"a text", "The pitch is odd.", "", errkit.InvalidInput},
		{"nothing", "", "", errkit.InvalidInput},
		{"a general code", `{"code":"BAD_REQUEST","message":"The pitch is odd."}`, "it says what the status says",
			errkit.InvalidInput},
		{"AWS throttles", `{"__type":"ThrottlingException","message":"Slow down."}`, "its codes count first",
			errkit.RateLimited},
		{"JSON", `{"message":"Unexpected token } in JSON at position 7"}`, "the body is not JSON", errkit.InvalidRequest},
		{"a header", `{"error":"Missing required header: X-Bell"}`, "", errkit.InvalidRequest},
		{"a code of the request", `{"code":"invalid_json","message":"Odd."}`, "", errkit.InvalidRequest},
		{"OXP", `{"message":"The version is odd.","developer_message":"x"}`, "its own 400 is before the call",
			errkit.InvalidRequest},
		{"JSON-RPC", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No."}}`, "", errkit.InvalidRequest},
		{"a page", `<html><head><title>400 Bad Request</title></head></html>`, "of a gateway", errkit.InvalidRequest},
	}
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := codec.Decode(dialect.Document{Status: http.StatusBadRequest, Body: []byte(tt.body)})
			require.NoError(t, err)
			require.Equal(t, tt.want.String(), e.Kind.String(), "%s: %s", tt.why, e.Peer.Rule)
			if tt.want == errkit.InvalidInput {
				require.EqualValues(t, http.StatusBadRequest, e.Status, "the exact status is kept")
			}
		})
	}
}

// The service's own code is in Error.Code, also if no rule knows it, and a loss where a dialect
// has no code.
func TestCodesSurvive(t *testing.T) {
	tests := []struct {
		name, body, why string
		want            errkit.Code
	}{
		{"a known code", `{"code":"NAME_TAKEN","message":"No."}`, "", "NAME_TAKEN"},
		{"a code of nobody", `{"code":"BELL_JAMMED","message":"No."}`, "", "BELL_JAMMED"},
		{"a number", `{"code":70017,"message":"No."}`, "", "70017"},
		{"a number with another name", `{"errorCode":17,"message":"No."}`, "", "17"},
		{"the code of a success", `{"errorCode":0,"message":"No."}`, "it is no code", ""},
		{"a nested code", `{"error":{"code":"bell_jammed","message":"No."}}`, "", "bell_jammed"},
		{"a class of several words", `{"error":{"type":"bell_error","message":"No."}}`, "", "bell_error"},
		{"the first of two", `{"error":{"code":"bell_jammed","type":"invalid_request_error","message":"No."}}`,
			"the more exact one", "bell_jammed"},
		{"the HTTP status", `{"code":409,"message":"No."}`, "it is no code", ""},
		{"a phrase", `{"error":"Conflict","message":"No."}`, "it is no code", ""},
		{"an identifier", `{"_type":"Error","errorIdentifier":"urn:example:errors:BellJammed","message":"No."}`, "", "BellJammed"},
		{"a label", `{"errorLabel":"BellJammed","errorDescription":"No."}`, "", "BellJammed"},
		{"a sentence", `{"code":"The bell is jammed","message":"No."}`, "it is no code", ""},
		{"an exception", `{"exception":"com.example.BellException","message":"No."}`, "it is private", ""},
	}
	codec := dialect.Codec{Dialects: all.Dialects()}
	mcp, _ := all.Parse("mcp")
	problem, _ := all.Parse("problem")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := dialect.Document{Status: http.StatusConflict, Body: []byte(tt.body)}
			e, err := codec.Decode(doc)
			require.NoError(t, err)
			require.Equal(t, tt.want, e.Code, tt.why)
			if tt.want == "" {
				return
			}
			out, losses, err := codec.Translate(doc, problem, dialect.Call{})
			require.NoError(t, err)
			require.Contains(t, string(out.Body), `"code":"`+string(tt.want)+`"`)
			require.NotContains(t, fields(losses), "code")
			_, losses, err = codec.Translate(doc, mcp, dialect.Call{ID: []byte("1")})
			require.NoError(t, err)
			require.Contains(t, fields(losses), "code")
		})
	}
}

func fields(losses []dialect.Loss) (names []string) {
	for _, l := range losses {
		names = append(names, l.Field)
	}
	return names
}

// Codes of other protocols over JSON-RPC, which MCP does not define.
func TestCodesOfJSONRPC(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for body, want := range map[string]errkit.Kind{
		`{"jsonrpc":"2.0","id":1,"error":{"code":4001,"message":"User rejected."}}`:                                                               errkit.Canceled,
		`{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"It reverts.","data":"0x"}}`:                                                         errkit.FailedPrecondition,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32801,"message":"Odd."}}`:                                                                       errkit.Conflict,
		`{"jsonrpc":"2.0","error":{"code":200,"message":"Odoo Server Error","data":{"name":"odoo.exceptions.AccessError","message":"Not you."}}}`: errkit.PermissionDenied,
		`{"jsonrpc":"2.0","id":1,"error":{"code":4002,"message":"No."}}`:                                                                          errkit.Unknown,
	} {
		e, err := codec.Decode(dialect.Document{Body: []byte(body)})
		require.NoError(t, err)
		require.Equal(t, want.String(), e.Kind.String(), body)
	}
}
