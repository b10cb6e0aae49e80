package foreign_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
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
		{"a hint that is not that of a known API", `{"code":2005,"hint":"The bell is not known.","detail":"bell:7"}`,
			"bell:7: The bell is not known."},
		{"a longer text with it", `{"message":"No bell","description":"No bell has the number 7."}`, "No bell has the number 7."},
		{"the same", `{"message":"There is no bell","detail":"no bell"}`, "There is no bell"},
		{"a code", `{"message":"There is no bell","reason":"NO_BELL"}`, "There is no bell"},
		{"a list of texts", `["There is no bell.","There is no tower."]`, "There is no bell.; There is no tower."},
		{"a stack", `{"message":"There is no bell","details":["Traceback (most recent call last):","  File \"x.py\", line 1","    ring()","KeyError: 7"]}`, "There is no bell"},
		{"Werkzeug", "<!DOCTYPE html>\n<title>409 Conflict</title>\n<h1>Conflict</h1>\n<p>The bell &amp; the tower are <b>in</b> use</p>",
			"The bell & the tower are in use"},
		{"Apache", "<HTML><HEAD><TITLE>404 Not Found</TITLE></HEAD><BODY><H1>Not Found</H1>The bell is not here.<P></BODY></HTML>",
			"The bell is not here."},
		{"Express", "<title>Error</title><pre>Cannot GET /bells<br> &nbsp; &nbsp;at ring (/srv/ring.js:3:1)</pre>", "Cannot GET /bells"},
		{"nginx", "<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center><hr></body></html>", ""},
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
		"a page":      "<title>409</title><pre>Error: no bell\n    at ring (/srv/CANARY.js:3:1)</pre>",
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
