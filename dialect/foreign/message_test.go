package foreign_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/attack"
)

// What is wrong exactly is often not under the name of a message.
func TestMoreThanAMessage(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"a list beside it", `{"message":"error creating bell","errors":["pitch is a required field"]}`,
			"error creating bell\npitch is a required field"},
		{"a detail", `{"errors":[{"message":"Invalid parameters.","detail":"pitch is missing"}]}`,
			"Invalid parameters: pitch is missing"},
		{"details with a description", `{"name":"NO_BELL","message":"It failed.","details":[{"issue":"BELL_OLD","description":"The bell is old."}]}`,
			"It failed.\nThe bell is old."},
		{"causes", `{"errorCode":"E7","errorSummary":"Forbidden.","errorCauses":[{"errorSummary":"Ring it first."}]}`,
			"Forbidden.\nRing it first."},
		{"a list of causes", `{"message":"Validation error","cause":[{"cause_id":7,"message":"The pitch is too high."}]}`,
			"Validation error\nThe pitch is too high."},
		{"a cause that is an exception", `{"message":"There is no bell","cause":"java.lang.IllegalStateException: bell 7"}`, "There is no bell"},
		{"a description beside advice", `{"errorCode":"E7","errorDescription":"The bell is away","errorMessage":"Ring it again."}`,
			"Ring it again: The bell is away"},
		{"Wordfence", "<h1>Your access to this tower has been limited by its owner</h1><p>Your access has been limited.</p>",
			"Your access has been limited."},
		{"a hint that is not that of a known API", `{"code":2005,"hint":"The bell is not known.","detail":"bell:7"}`,
			"bell:7: The bell is not known."},
		{"a longer text with it", `{"message":"No bell","description":"No bell has the number 7."}`, "No bell has the number 7."},
		{"the same", `{"message":"There is no bell","detail":"no bell"}`, "There is no bell"},
		{"in a member of errors with another name", `{"error":-1,"error_note":"The bell is away"}`, "The bell is away"},
		{"in a language without spaces", `{"error_msg":"参数错误","sub_msg":"token已过期"}`, "参数错误: token已过期"},
		{"a code", `{"message":"There is no bell","reason":"NO_BELL"}`, "There is no bell"},
		{"a list of texts", `["There is no bell.","There is no tower."]`, "There is no bell.; There is no tower."},
		{"a stack", `{"message":"There is no bell","details":["Traceback (most recent call last):","  File \"x.py\", line 1","    ring()","KeyError: 7"]}`, "There is no bell"},
		{"Werkzeug", "<!DOCTYPE html>\n<title>409 Conflict</title>\n<h1>Conflict</h1>\n<p>The bell &amp; the tower are <b>in</b> use</p>",
			"The bell & the tower are in use"},
		{"Apache", "<HTML><HEAD><TITLE>404 Not Found</TITLE></HEAD><BODY><H1>Not Found</H1>The bell is not here.<P></BODY></HTML>",
			"The bell is not here."},
		{"Express", "<title>Error</title><pre>Cannot GET /bells<br> &nbsp; &nbsp;at ring (/srv/ring.js:3:1)</pre>", "Cannot GET /bells"},
		{"nginx", "<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center><hr></body></html>", ""},
		{"FreeIPA", "<title>401 Unauthorized</title><h1>Invalid Authentication</h1>\n<p>\n<strong>kinit: Password incorrect\n</strong>\n</p>",
			"kinit: Password incorrect"},
		{"IBM API Connect", `{"httpCode":"409","httpMessage":"Conflict","moreInformation":"The bell is in use."}`, "Conflict: The bell is in use."},
		{"IDOL", "<autnresponse><action>QUERY</action><responsedata><error><errorstring>No bell</errorstring>" +
			"<errordescription>All bells are too short</errordescription></error></responsedata></autnresponse>", "No bell: All bells are too short"},
		{"in Czech", `{"kod":"NENALEZENO","popis":"Nenalezen zvon 7"}`, "Nenalezen zvon 7"},
		{"the values of a template", `{"code":"0x7","message":"No %1 for %2","variables":["bell 7","tower"]}`, "No %1 for %2\nbell 7\ntower"},
		{"no text twice", `{"errors":["Name can't be blank","Email is invalid"]}`, "Name can't be blank; Email is invalid"},
		{"nor one in a sentence", `{"message":"Invalid: Pitch is high, name is old","errors":["pitch is high.","The tower is far."]}`,
			"Invalid: Pitch is high, name is old\nThe tower is far."},
		{"no phrase of a status", `{"message":"There is no bell","description":"Not Found"}`, "There is no bell"},
		{"no notices", `{"message":"There is no bell","messages":["This API ends soon."]}`, "There is no bell"},
		{"no page in JSON", `{"message":"There is no bell","reason":"<p>Ask the administrator</p>"}`, "There is no bell"},
		{"no JSON in JSON", `{"message":"There is no bell","details":"{\"bell\": 7}"}`, "There is no bell"},
		{"text behind the heading", "<title>409</title><nav><p>No bell? Buy one.</p></nav><p>Save 20 %, no kidding!</p><h1>409</h1><p>The bell is in use.</p>",
			"The bell is in use."},
		{"a comment", "<title>409 Conflict</title><!-- <p>The login is not bells</p> --><p>The bell is in use.</p>", "The bell is in use."},
		{"text without a script", "<title>409 Conflict</title><noscript><p>You cannot ring.</p></noscript><p>The bell is in use.</p>",
			"The bell is in use."},
		{"a login", "<title>Log in</title><h1>Log in</h1><p>E-mail</p><p>No account yet? Sign up.</p>", ""},
		{"a question", "<title>Log in</title><h1>Log in</h1><p>No account yet? Sign up.</p>", ""},
		{"cookies", "<title>409</title><p>We use cookies to improve the bells.</p>", ""},
		{"CloudFront", "<H1>403 ERROR</H1><H2>The request could not be satisfied.</H2><HR>Blocked.<HR><PRE>Generated by cloudfront</PRE>", ""},
		{"Sucuri", "<h1>Access Denied</h1><p>If you are the site owner, and this is an error, open a ticket.</p>", ""},
		{"Rails, an excerpt", "<h1>RecordNotFound in BellsController#show</h1><h2>No bell</h2><pre>  raise 'no bell'</pre>", ""},
		{"a title", "<html><head><title>Error: No Such Bell</title></head><body></body></html>", "Error: No Such Bell"},
		{"a heading", "<h2>The bells aren't ringing right now</h2><p>Please check back soon.</p>", "The bells aren't ringing right now"},
		{"a title that is the status", "<title>409 Conflict</title><h1>Conflict</h1>", ""},
		{"a title of a word", "<title>Error</title><h1>Oops, an error occurred</h1>", "Oops, an error occurred"},
		{"the name of a server", "<title>Tower/9.0.7 - Error report</title>", ""},
		{"a debugger", "<title>KeyError at /bells</title><h1>KeyError at /bells</h1><h2>no bell CANARY</h2>", ""},
		{"an error that says more", `{"message":"It did not ring","error":"There is no bell with the number 7"}`,
			"It did not ring: There is no bell with the number 7"},
		{"an error that says less", `{"message":"There is no bell with the number 7","error":"No such bell"}`, "There is no bell with the number 7"},
		{"errors in a list", `{"errors":[{"error":"There is no bell."},{"error":"Nor a tower."}]}`, "There is no bell.\nNor a tower."},
		{"a page with a SCRIPT", "<h1>409</h1><p>The bell is in use.</p><SCRIPT>x</SCRIPT>", ""},
		{"a page with a script", "<html><body><script>x</script><p>Welcome to the bells</p></body></html>", ""},
		{"a long page", "<html><body><p>" + strings.Repeat("bell ", 200) + "</p></body></html>", ""},
		{"bytes that are no text", "<html><body><p>\xff</p></body></html>", ""},
	}
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := codec.Decode(dialect.Document{Status: http.StatusConflict, Body: []byte(tt.body)})
			require.NoError(t, err)
			require.Equal(t, tt.want, string(e.Message))
		})
	}
}

// What many texts beside a message cost grows with the document.
func TestManyTexts(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for name, make := range map[string]func(n int) string{
		"a list": func(n int) string {
			return `{"message":"x Y","errors":["` + strings.Repeat("A b ", 1000) + `"` + strings.Repeat(`,"A"`, n/4) + `]}`
		},
		"a long message": func(n int) string {
			return `{"message":"` + strings.Repeat("A b ", n/8) + `","errors":["x"` + strings.Repeat(`,"A"`, n/8) + `]}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			attack.Linear(t, 50<<10, 80, func(n int) (dialect.Document, int) {
				body := make(n)
				return dialect.Document{Status: http.StatusConflict, Body: []byte(body)}, len(body)
			}, func(in dialect.Document) int {
				e, err := codec.Decode(in)
				require.NoError(t, err)
				return len(e.Message)
			})
		})
	}
}

// A message in a language is no list of invalid members.
func TestMessageOfLanguage(t *testing.T) {
	e, err := (&dialect.Codec{Dialects: all.Dialects()}).Decode(dialect.Document{Status: http.StatusBadRequest,
		Body: []byte(`{"error":{"code":"X","message":{"lang":"en","value":"Resource not found for segment Bell"}}}`)})
	require.NoError(t, err)
	require.Equal(t, errkit.NotFound, e.Kind)
}

// A sentence about a property may have no name.
func TestSentenceWithoutAName(t *testing.T) {
	e, err := (&dialect.Codec{Dialects: all.Dialects()}).Decode(dialect.Document{Status: http.StatusBadRequest,
		Body: []byte(`{"message":[" must be a bell"],"statusCode":400}`)})
	require.NoError(t, err)
	require.Empty(t, e.Fields)
}

// A text that its media type calls something else is a message, too.
func TestTextOfAnotherType(t *testing.T) {
	for media, want := range map[string]string{"application/xml; charset=utf-8": "HTTP Basic: Access denied.",
		"image/png": ""} {
		e, err := (&dialect.Codec{Dialects: all.Dialects()}).Decode(dialect.Document{Status: http.StatusUnauthorized,
			Header: http.Header{"Content-Type": {media}}, Body: []byte("HTTP Basic: Access denied.\n")})
		require.NoError(t, err)
		require.Equal(t, want, string(e.Message), media)
	}
}

// The value of a member type that only says what sort of value it is, is no code.
func TestNoCode(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, word := range []string{"array", "object", "list"} {
		e, err := codec.Decode(dialect.Document{Status: http.StatusConflict, Body: []byte(`{"type":"` + word + `","message":"No bell"}`)})
		require.NoError(t, err)
		require.Empty(t, e.Code, word)
	}
}

// A stack that a server has beside its message is not relayed, whatever form it has.
func TestMoreIsNoStack(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for name, body := range map[string]string{
		"lines":       `{"message":"No bell","details":["at ring (/srv/CANARY.js:3:1)","at main (/srv/CANARY.js:9:1)"]}`,
		"a text":      `{"message":"No bell","detail":"TypeError: x is no bell\n    at ring (/srv/CANARY.js:3:1)\n    at main (/srv/CANARY.js:9:1)"}`,
		"Python":      `{"message":"No bell","errors":["Traceback (most recent call last):\n  File \"/srv/CANARY.py\", line 3, in ring"]}`,
		"Java":        `{"message":"No bell","description":"org.bells.CANARY: no bell\n\tat org.bells.CANARY.ring(Ring.java:7)"}`,
		"frames":      `{"message":"No bell","causes":["org.bells.CANARY.NoBellException: no bell","at org.bells.CANARY.ring(CANARY.java:7)"]}`,
		"a class":     `{"message":"No bell","description":"could not ring; nested exception is org.bells.CANARY.NoBellException: no bell"}`,
		"Tomcat":      "<h1>409</h1><p><b>Exception</b></p><pre>org.bells.CANARY.NoBellException: not here\n\torg.bells.CANARY.ring(Ring.java:7)</pre>",
		"PHP":         "<title>409</title><p>Warning: connect(): Access denied for user CANARY.bells in /srv/bells.php on line 7</p>",
		"a host":      "<h1>400</h1><p>Not allowed: CANARY.bells.internal:8080 is no host of 10.0.0.7:8000</p>",
		"a page":      "<title>409</title><pre>Error: no bell\n    at ring (/srv/CANARY.js:3:1)</pre>",
		"a title":     "<title>org.bells.CANARY.NoBellException: no bell</title>",
		"a heading":   "<h1>Not allowed: CANARY.bells.internal:8080 is no host of 10.0.0.7:8000</h1>",
		"with breaks": "<title>409</title><pre>Error: no bell<br>    at ring (/srv/CANARY.js:3:1)</pre>",
	} {
		e, err := codec.Decode(dialect.Document{Status: http.StatusConflict, Body: []byte(body)})
		require.NoError(t, err, name)
		shown, _ := codec.Disclosed(e, mcp.Dialect{}, dialect.Call{})
		out, _ := codec.Append(nil, mcp.Dialect{}, dialect.Call{}, shown)
		require.NotContains(t, string(out), "/srv/", name)
		require.NotContains(t, string(out), "CANARY.", name)
	}
}

// The name of a field before a sentence is no code that invites to a retry.
func TestFieldBeforeASentence(t *testing.T) {
	tests := []struct {
		name   string
		status int
		text   string
		want   errkit.Kind
	}{
		{"a field", http.StatusBadRequest, "Timeout: must be a number", errkit.InvalidInput},
		{"one of a 422", http.StatusUnprocessableEntity, "Network: is required", errkit.InvalidInput},
		{"one with 200", http.StatusOK, "Timeout: must be a number", errkit.InvalidInput},
		{"a class of AWS", http.StatusBadRequest, "ThrottlingException: Rate exceeded", errkit.RateLimited},
		{"what the status says", http.StatusTooManyRequests, "Throttled: Rate exceeded", errkit.RateLimited},
		{"a code that invites to none", http.StatusBadRequest, "Conflict: the bell is taken", errkit.Conflict},
	}
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := codec.Decode(dialect.Document{Status: tt.status, Body: []byte(`{"success":false,"error":"` + tt.text + `"}`)})
			require.NoError(t, err)
			require.Equal(t, tt.want, e.Kind)
		})
	}
}
