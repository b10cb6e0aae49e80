package foreign_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/errkit"
)

// A line that starts with the class of an exception of Java is an error, and a form may have empty lines.
func TestLines(t *testing.T) {
	for _, test := range []struct {
		name, text, why string
		want            errkit.Kind
	}{
		{"Java", "com.example.bells.BellAuthorizationException: Access denied for bell 7", "", errkit.PermissionDenied},
		{"a class in a class", "com.example.bells.Tower$NoBellException: The bell 7 does not exist", "", errkit.NotFound},
		{"a form with an empty line", "status=ERROR\nerrorcode=7\n\nerrormessage=The pitch is invalid", "", errkit.InvalidInput},
		{"the same with CRLF", "status=ERROR\r\nerrorcode=7\r\n\r\nerrormessage=The pitch is invalid", "", errkit.InvalidInput},

		{"a sentence", "The class com.example.BellException: it is thrown by towers", "it starts with another word", 0},
		{"a name", "com.example.Bell: a bell", "it is no exception", 0},
		{"a simple name", "BellException: a bell", "it has no package", 0},
		{"a list", "com.example.BellException: when a bell is old\ncom.example.TowerException: when a tower is", "several lines", 0},
		{"settings", "tower=b7\n\npitch=high", "they state no failure", 0},
	} {
		codec := dialect.Codec{Dialects: []dialect.Dialect{httperr.Dialect{}}}
		e, err := codec.Decode(dialect.Document{Body: []byte(test.text)})
		require.Equal(t, test.want == 0, err != nil, "%s: %s", test.name, test.why)
		if test.want != 0 {
			require.Equal(t, test.want.String(), e.Kind.String(), test.name)
			require.True(t, e.Peer.Guessed, test.name)
		}
	}
}

// With 403 services also say that something is there already, or that a token has expired: a guess.
func TestForbidden(t *testing.T) {
	for _, test := range []struct {
		name, body, why string
		status          int
		want            errkit.Kind
	}{
		{"a bell that is there", `{"message":"A bell with this name already exists"}`, "", 403, errkit.Conflict},
		{"a token", `{"error":"bells: token expired"}`, "", 403, errkit.AuthExpired},
		{"another already", `{"message":"You were already told not to ring"}`, "nothing is there", 403, errkit.PermissionDenied},
		{"a scope", `{"message":"Your token has expired for this scope"}`, "it is about what it permits", 403, errkit.PermissionDenied},
		{"no permission", `{"message":"You may not ring"}`, "", 403, errkit.PermissionDenied},
		{"a tower that is away", `{"message":"A bell with this name already exists"}`, "503 is no fault of the caller", 503, errkit.Unavailable},
	} {
		codec := dialect.Codec{Dialects: []dialect.Dialect{httperr.Dialect{}}}
		e, err := codec.Decode(dialect.Document{Status: test.status, Body: []byte(test.body)})
		require.NoError(t, err)
		require.Equal(t, test.want.String(), e.Kind.String(), "%s: %s", test.name, test.why)
		require.Equal(t, test.want == errkit.Conflict || test.want == errkit.AuthExpired, e.Peer.Guessed, test.name)
	}
}
