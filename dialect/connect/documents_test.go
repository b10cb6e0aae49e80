package connect_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/golden"
)

// details are what connect-go renders.
const details = `[
 {"type":"google.rpc.ErrorInfo","value":"CgxOT19TVUNIX0JFTEwSEWJlbGxzLmV4YW1wbGUuY29tGgoKBGJlbGwSAjQy","debug":{"reason":"NO_SUCH_BELL","domain":"bells.example.com","metadata":{"bell":"42"}}},
 {"type":"google.rpc.BadRequest","value":"CjoKDGl0ZW1zWzBdLnNrdRIQbXVzdCBiZSBhIG51bWJlchoMTk9UX0FfTlVNQkVSIgoKBWVuLVVTEgFt","debug":{"fieldViolations":[{"field":"items[0].sku","description":"must be a number","reason":"NOT_A_NUMBER","localizedMessage":{"locale":"en-US","message":"m"}}]}},
 {"type":"google.rpc.RetryInfo","value":"CgYQgMq17gE","debug":{"retryDelay":"0.500s"}},
 {"type":"google.rpc.PreconditionFailure","value":"CgsKA1RPUxIBeBoBZA","debug":{"violations":[{"type":"TOS","subject":"x","description":"d"}]}},
 {"type":"google.rpc.Help","value":"CiIKCUF1dGhvcml6ZRIVaHR0cHM6Ly9leGFtcGxlLmNvbS9h","debug":{"links":[{"description":"Authorize","url":"https://example.com/a"}]}},
 {"type":"google.rpc.RequestInfo","value":"CgVyZWYtMRIBeA","debug":{"requestId":"ref-1","servingData":"x"}}]`

const decoded = `"code":"NO_SUCH_BELL","message":"There is no bell \"42\".","fields":[{"path":"/items/0/sku","message":"must be a number","rule":"not_a_number"}],` +
	`"retry":"allowed","retry_after_ms":500,"details":{"bell":"42","google.rpc.PreconditionFailure":{"violations":[{"type":"TOS","subject":"x","description":"d"}]},` +
	`"google.rpc.Help":{"links":[{"description":"Authorize","url":"https://example.com/a"}]}},"ref":"ref-1"}`

// envelope returns a message of a stream (Connect, Enveloped-Message).
func envelope(flags byte, message string) string {
	return string(binary.BigEndian.AppendUint32([]byte{flags}, uint32(len(message)))) + message
}

// What servers of Connect send.
var documents = []golden.Document{
	{
		Name: "an answer that is too large, of connect-go", Why: "the order ran: it is no rate limit", Dialect: connect.Dialect{}, Status: 429, Guessed: true,
		Body: `{"code":"resource_exhausted","message":"message size 5242882 exceeds sendMaxBytes 4194304"}`,
		Want: `{"kind":"too_large","message":"message size 5242882 exceeds sendMaxBytes 4194304","retry":"never"}`,
	},
	{
		Name: "an answer that is too large, compressed", Why: "connect-go", Dialect: connect.Dialect{}, Status: 429, Guessed: true,
		Body: `{"code":"resource_exhausted","message":"compressed message size 5242882 exceeds sendMaxBytes 4194304"}`,
		Want: `{"kind":"too_large","message":"compressed message size 5242882 exceeds sendMaxBytes 4194304","retry":"never"}`,
	},
	{
		Name: "an answer that is too large, of connect-es", Why: "connect-es", Dialect: connect.Dialect{}, Status: 429, Guessed: true,
		Body: `{"code":"resource_exhausted","message":"message size 5 is larger than configured writeMaxBytes 4"}`,
		Want: `{"kind":"too_large","message":"message size 5 is larger than configured writeMaxBytes 4","retry":"never"}`,
	},
	{
		Name: "an answer that is too large, of grpc-js", Why: "grpc-js", Dialect: connect.Dialect{}, Status: 429, Guessed: true,
		Body: `{"code":"resource_exhausted","message":"Attempted to send message with a size larger than 4194304"}`,
		Want: `{"kind":"too_large","message":"Attempted to send message with a size larger than 4194304","retry":"never"}`,
	},
	{
		Name: "an answer that is too large when it is decompressed, of grpc-js", Why: "grpc-js", Dialect: connect.Dialect{}, Status: 429, Guessed: true,
		Body: `{"code":"resource_exhausted","message":"Received message that decompresses to a size larger than 4194304"}`,
		Want: `{"kind":"too_large","message":"Received message that decompresses to a size larger than 4194304","retry":"never"}`,
	},
	{
		Name: "a message that is too large, of grpc-java", Why: "MessageDeframer", Dialect: connect.Dialect{}, Status: 429, Guessed: true,
		Body: `{"code":"resource_exhausted","message":"gRPC message exceeds maximum size 4194304: 5242885"}`,
		Want: `{"kind":"too_large","message":"gRPC message exceeds maximum size 4194304: 5242885","retry":"never"}`,
	},
	{
		Name: "an answer that is too large, of grpc-java", Why: "MessageFramer", Dialect: connect.Dialect{}, Status: 429, Guessed: true,
		Body: `{"code":"resource_exhausted","message":"message too large 5242885 > 4194304"}`,
		Want: `{"kind":"too_large","message":"message too large 5242885 > 4194304","retry":"never"}`,
	},
	{
		Name: "an answer that is too large, of grpc-dotnet", Why: "PipeExtensions", Dialect: connect.Dialect{}, Status: 429, Guessed: true,
		Body: `{"code":"resource_exhausted","message":"Sending message exceeds the maximum configured message size."}`,
		Want: `{"kind":"too_large","message":"Sending message exceeds the maximum configured message size.","retry":"never"}`,
	},
	{
		Name: "a limit of a size", Why: "a burst passes, and is no message", Dialect: connect.Dialect{}, Status: 429,
		Body: `{"code":"resource_exhausted","message":"A burst with a size larger than 5: wait a second."}`,
		Want: `{"kind":"rate_limited","message":"A burst with a size larger than 5: wait a second."}`,
	},
	{
		Name: "a limit of a rate", Why: "it passes", Dialect: connect.Dialect{}, Status: 429,
		Body: `{"code":"resource_exhausted","message":"The rate is larger than configured for bells."}`,
		Want: `{"kind":"rate_limited","message":"The rate is larger than configured for bells."}`,
	},
	{
		Name: "a limit that a message exceeds", Why: "the text of a rate is none about a size", Dialect: connect.Dialect{}, Status: 429,
		Body: `{"code":"resource_exhausted","message":"You have sent more messages than max 5 a minute."}`,
		Want: `{"kind":"rate_limited","message":"You have sent more messages than max 5 a minute."}`,
	},
	{
		Name: "an error of connect-go", Dialect: connect.Dialect{}, Status: 404,
		Body: `{"code":"not_found","message":"There is no bell \"42\".","details":` + details + `}`,
		Want: `{"kind":"not_found",` + decoded,
	},
	{
		Name: "the end of a stream of connect-go", Dialect: connect.Dialect{Stream: true}, Status: 200,
		Body: `{"error":{"code":"not_found","message":"There is no bell \"42\".","details":` + details +
			`},"metadata":{"k":["v"]}}`,
		Want: `{"kind":"not_found",` + decoded,
	},
	{
		Name: "in an envelope", Dialect: connect.Dialect{Stream: true}, Status: 200,
		Body: envelope(2, `{"error":{"code":"resource_exhausted"}}`),
		Want: `{"kind":"rate_limited"}`,
	},
	{
		Name: "after another message", Dialect: connect.Dialect{}, Status: 200,
		Body: envelope(0, `{}`) + envelope(2, `{"error":{"code":"abc"}}`), Evidence: "code abc",
		Want: `{"kind":"unknown"}`,
	},
	{
		Name: "a stream without an error", Dialect: connect.Dialect{Stream: true}, Status: 200,
		Body: envelope(2, `{}`),
	},
	{
		Name: "a stream without an error, with metadata", Dialect: connect.Dialect{}, Status: 200,
		Body: `{"metadata":{"k":["v"]}}`,
	},
	{
		Name: "a code only", Why: "message may be absent", Dialect: connect.Dialect{}, Status: 400,
		Body: `{"code":"failed_precondition"}`,
		Want: `{"kind":"failed_precondition"}`,
	},
	{
		Name: "violations of protovalidate", Why: "as connectrpc.com/validate sends them", Dialect: connect.Dialect{}, Status: 400,
		Body: `{"code":"invalid_argument","message":"validation errors","details":[{"type":"buf.validate.Violations","value":"ClkSDHN0cmluZy5lbWFpbBodbXVzdCBiZSBhIHZhbGlkIGVtYWlsIGFkZHJlc3MqDQoLCAESBWVtYWlsGAkyGwoMCA4SBnN0cmluZxgLCgsIDBIFZW1haWwYCAptEg5zdHJpbmcubWluX2xlbhodbXVzdCBiZSBhdCBsZWFzdCAzIGNoYXJhY3RlcnMqHQoNCAISBWl0ZW1zGAswAQoMCAESBnNrdV9pZBgJMh0KDAgOEgZzdHJpbmcYCwoNCAISB21pbl9sZW4YBAppEg9yZXBlYXRlZC51bmlxdWUaKHJlcGVhdGVkIHZhbHVlIG11c3QgY29udGFpbiB1bmlxdWUgaXRlbXMqDAoKCAMSBHRhZ3MYCTIeCg4IEhIIcmVwZWF0ZWQYCwoMCAMSBnVuaXF1ZRgI"}]}`,
		Want: `{"kind":"invalid_input","message":"validation errors","fields":[{"path":"/email","message":"must be a valid email address","rule":"string.email"},{"path":"/items/1/sku_id","message":"must be at least 3 characters","rule":"string.min_len"},{"path":"/tags","message":"repeated value must contain unique items","rule":"repeated.unique"}]}`,
	},
	{
		Name: "keys, an index of 0, a path of older versions, and no field", Dialect: connect.Dialect{}, Status: 400,
		Body: `{"code":"invalid_argument","message":"m","details":[{"type":"buf.validate.Violations","value":"CiYSDnN0cmluZy5taW5fbGVuGgFhKhEKDwgDEgZsYWJlbHNSA2EvYgomEghpbnQzMi5ndBoBYioXCgwIAxIGbGltaXRzQAcKBwgDEgNtYXgKFRIBchoBYyoNCgsIAxIFc2l6ZXNICAoVEgFyGgFkKg0KCwgDEgVpdGVtczAACiASCnN0cmluZy5sZW4aAWUKD2l0ZW1zWzBdLnNrdV9pZAohEgtvcmRlci50b3RhbBoSdGhlIHRvdGFsIGlzIHdyb25n"}]}`,
		Want: `{"kind":"invalid_input","message":"m","fields":[{"path":"/labels/a~1b","message":"a","rule":"string.min_len"},{"path":"/limits/7/max","message":"b","rule":"int32.gt"},{"path":"/sizes/8","message":"c","rule":"r"},{"path":"/items/0","message":"d","rule":"r"},{"path":"/items/0/sku_id","message":"e","rule":"string.len"},{"path":"","message":"the total is wrong","rule":"order.total"}]}`,
	},
	{
		Name: "without debug, with padding", Dialect: connect.Dialect{}, Status: 503,
		Body: `{"code":"unavailable","message":"Busy.","details":[{"type":"google.rpc.RetryInfo","value":"CgYQgMq17gE="},{"type":"bells.v1.Stuck","value":"CAE"}]}`,
		Want: `{"kind":"unavailable","message":"Busy.","retry_after_ms":500,"details":{"bells.v1.Stuck":{"value":"CAE="}}}`,
	},
	{
		Name: "debug in place of a value", Dialect: connect.Dialect{}, Status: 503,
		Evidence: "/details/0: not a message of its type, debug is read",
		Body:     `{"code":"unavailable","message":"Busy.","details":[{"type":"google.rpc.RetryInfo","value":"!","debug":{"retryDelay":"2s"}},{"type":"google.rpc.RequestInfo","debug":{}},{"type":"google.rpc.Help","value":"CgU"},{"value":"CgU"}]}`,
		Want:     `{"kind":"unavailable","message":"Busy.","retry_after_ms":2000}`,
	},
	{
		Name: "the value counts", Why: "a client must not depend on debug", Dialect: connect.Dialect{}, Status: 503,
		Body: `{"code":"unavailable","details":[{"type":"google.rpc.RetryInfo","value":"CgYQgMq17gE","debug":{"retryDelay":"9s"}}]}`,
		Want: `{"kind":"unavailable","retry_after_ms":500}`,
	},
	{
		Name: "a code of the server's own", Dialect: connect.Dialect{}, Status: 403, Evidence: "code bell_stuck",
		Body: `{"code":"bell_stuck","message":"No."}`,
		Want: `{"kind":"permission_denied","message":"No."}`,
	},
	{
		Name: "no code", Why: "invalid in Connect, and 404 is a procedure that does not exist",
		Dialect: connect.Dialect{}, Status: 404, Evidence: "HTTP status 404 without a code is UNIMPLEMENTED",
		Body: `{}`,
		Want: `{"kind":"unsupported"}`,
	},
	{
		Name: "null", Dialect: connect.Dialect{}, Status: 400,
		Body: `{"code":null}`,
		Want: `{"kind":"internal"}`,
	},
	{
		Name: "no body", Dialect: connect.Dialect{}, Status: 429, Header: golden.Header{"Retry-After": "3"},
		Body: ``,
		Want: `{"kind":"unavailable","retry_after_ms":3000}`,
	},
	{
		Name: "a page of a proxy", Dialect: connect.Dialect{}, Status: 502,
		Body: `<html>Bad Gateway</html>`,
		Want: `{"kind":"unavailable"}`,
	},
	{
		Name: "another status of HTTP", Dialect: connect.Dialect{}, Status: 418,
		Body: `<html></html>`,
		Want: `{"kind":"unknown","status":418}`,
	},
	{
		Name: "the body of another protocol", Why: "it has more to it than the status", Dialect: connect.Dialect{},
		Status: 401,
		Body:   `{"error":"invalid_token","error_description":"No."}`,
		Want:   `{"kind":"unauthenticated","code":"invalid_token","message":"No."}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

func FuzzDecode(f *testing.F) { golden.Fuzz(f, connect.Dialect{}, documents) }

// The code of a response without an error is not the inverse of the status of a code (Connect,
// HTTP to Error Code).
func TestWithoutAnError(t *testing.T) {
	tests := []struct {
		status int
		want   errkit.Kind
	}{
		{400, errkit.Internal}, {401, errkit.Unauthenticated}, {403, errkit.PermissionDenied},
		{404, errkit.Unsupported},
		{429, errkit.Unavailable}, {502, errkit.Unavailable}, {503, errkit.Unavailable}, {504, errkit.Unavailable},
		{409, errkit.Unknown}, {500, errkit.Unknown}, {501, errkit.Unknown},
	}
	for _, tt := range tests {
		var codec dialect.Codec
		e, err := codec.Decode(dialect.Document{Dialect: connect.Dialect{}, Status: tt.status})
		require.NoError(t, err)
		require.Equal(t, tt.want.String(), e.Kind.String(), "status %d", tt.status)
	}
}
