package grpc_test

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/golden"
)

// details is a google.rpc.Status with code 5, the message "No." and ErrorInfo of grpc-go.
const details = "CAUSA05vLhpbCih0eXBlLmdvb2dsZWFwaXMuY29tL2dvb2dsZS5ycGMuRXJyb3JJbmZvEi8KDE5PX1NVQ0hfQkVMTBIRYmVsbHMuZXhhbXBsZS5jb20aDAoEYmVsbBIEZm91cg"

// frame returns a frame of gRPC-Web.
func frame(flags byte, message string) string {
	return string(binary.BigEndian.AppendUint32([]byte{flags}, uint32(len(message)))) + message
}

// What servers of gRPC send.
var documents = []golden.Document{
	{
		Name: "a message", Dialect: grpc.Dialect{}, Status: 200,
		Body: "grpc-status: 5\r\ngrpc-message: There is no bell %2242%22 %E2%80%93 100%25.\r\n",
		Want: `{"kind":"not_found","message":"There is no bell \"42\" – 100%."}`,
	},
	{
		Name: "details", Dialect: grpc.Dialect{}, Status: 200,
		Body: "grpc-status: 5\r\ngrpc-message: No.\r\ngrpc-status-details-bin: " + details + "\r\n",
		Want: `{"kind":"not_found","code":"NO_SUCH_BELL","message":"No.","details":{"bell":"four"}}`,
	},
	{
		Name: "with padding, in capital letters, without spaces", Dialect: grpc.Dialect{}, Status: 200,
		Body: "Grpc-Status:5\nGrpc-Status-Details-Bin:" + details + "==\nTrace-Id: 7",
		Want: `{"kind":"not_found","code":"NO_SUCH_BELL","message":"No.","details":{"bell":"four"}}`,
	},
	{
		Name: "frames of gRPC-Web", Dialect: grpc.Dialect{}, Status: 200,
		Body: frame(0, "\x0a\x01x") + frame(0x80, "grpc-status:14\r\ngrpc-message:Busy."),
		Want: `{"kind":"unavailable","message":"Busy."}`,
	},
	{
		Name: "headers", Why: "a response without a body", Dialect: grpc.Dialect{}, Status: 200,
		Header: golden.Header{"Grpc-Status": "4", "Grpc-Message": "Too late."},
		Body:   "",
		Want:   `{"kind":"timeout","message":"Too late."}`,
	},
	{
		Name: "a success", Dialect: grpc.Dialect{}, Status: 200,
		Body: "grpc-status: 0\r\n",
	},
	{
		Name: "a success in headers", Dialect: grpc.Dialect{}, Status: 200, Header: golden.Header{"Grpc-Status": "0"},
		Body: frame(0, "\x0a\x01x"),
	},
	{
		Name: "two codes", Dialect: grpc.Dialect{}, Status: 200,
		Evidence: "conflict: grpc-status is 7, the code in grpc-status-details-bin is 5",
		Body:     "grpc-status: 7\r\ngrpc-message: No.\r\ngrpc-status-details-bin: " + details + "\r\n",
		Want:     `{"kind":"permission_denied","code":"NO_SUCH_BELL","message":"No.","details":{"bell":"four"}}`,
	},
	{
		Name: "details that are none", Dialect: grpc.Dialect{}, Status: 200,
		Evidence: "grpc-status-details-bin: not a google.rpc.Status, ignored",
		Body:     "grpc-status: 13\r\ngrpc-message: 100% sure\r\ngrpc-status-details-bin: ////\r\n",
		Want:     `{"kind":"internal","message":"100% sure"}`,
	},
	{
		Name: "a code of the server's own", Dialect: grpc.Dialect{}, Status: 200, Evidence: "code 99",
		Body: "grpc-status: 99\r\ngrpc-message: No.\r\n",
		Want: `{"kind":"unknown","message":"No."}`,
	},
	{
		Name: "a code that is not a number", Dialect: grpc.Dialect{}, Status: 200,
		Evidence: "grpc-status: not a number",
		Body:     "grpc-status: NOT_FOUND\r\ngrpc-message: No.\r\n",
		Want:     `{"kind":"unknown","message":"No."}`,
	},
	{
		Name: "no trailers", Why: "HTTP to gRPC Status Code Mapping", Dialect: grpc.Dialect{}, Status: 404,
		Body: "404 page not found\n",
		Want: `{"kind":"unsupported","message":"404 page not found"}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

func FuzzDecode(f *testing.F) { golden.Fuzz(f, grpc.Dialect{}, documents) }

// Documents that are not JSON are detected by a line grpc-status, and by the header.
func TestDetect(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, tt := range documents {
		if tt.Name == "no trailers" {
			continue
		}
		d, evidence, err := codec.Detect(dialect.Document{Status: tt.Status, Header: tt.Header.HTTP(),
			Body: []byte(tt.Body)})
		require.NoError(t, err, tt.Name)
		require.Equal(t, grpc.Dialect{}, d, "%s: %v", tt.Name, evidence)
	}
	for _, body := range []string{
		"", "grpc-status", "grpc-status: ", "HTTP/1.1 200 OK\r\ngrpc-status: 5\r\n", "Subject: grpc-status: 5\r\n",
		"grpc-status: 5\r\n\r\n<html>",
		"\x80\x00\x00\x00\xffgrpc-status: 5", strings.Repeat("a: b\n", 1000) + "grpc-status: 5",
	} {
		_, _, err := codec.Detect(dialect.Document{Body: []byte(body)})
		require.ErrorIs(t, err, dialect.ErrNotDocument, "%.40q", body)
		require.ErrorContains(t, err, "line 1, column 1", "the place where it is not JSON")
	}
}

// A message is percent-encoded as PROTOCOL-HTTP2 defines it, and never more than one line.
func TestMessage(t *testing.T) {
	tests := []struct {
		name    string
		message errkit.Text
		want    string
	}{
		{"printable ASCII", "There is no bell \"42\" ~", `There is no bell "42" ~`},
		{"percent signs", "100%20", "100%2520"},
		{"beyond ASCII", "é–", "%C3%A9%E2%80%93"},
		{"lines", "a\nb\r\ngrpc-status: 0", "a%0Ab%0Agrpc-status: 0"},
		{"spaces at the ends", " a b ", "%20a b%20"},
		{"one space", " ", "%20"},
		{"control characters", "a\x00\x7fb", "ab"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			body, _ := codec.Append(nil, grpc.Dialect{}, dialect.Call{},
				&errkit.Error{Kind: errkit.NotFound, Message: tt.message})
			lines := strings.Split(string(body), "\r\n")
			require.Len(t, lines, 4)
			require.Equal(t, "grpc-status: 5", lines[0])
			require.Equal(t, "grpc-message: "+tt.want, lines[1])
			require.Empty(t, lines[3])
		})
	}
}

// Details that do not fit into the headers are dropped, those of least use first; the kind is
// kept as long as possible.
func TestMaxDetails(t *testing.T) {
	e := &errkit.Error{
		Kind: errkit.ToolNotFound, Code: "bell_gone", Message: "There is no bell.", Hint: "Call list_bells.",
		Ref: "7f3a9c", Dev: errkit.Dev("stuck"),
		Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://example.com/a"}},
			Scopes: []string{"bells"}},
	}
	for range 30 {
		e.Fields = append(e.Fields, errkit.Field{Path: "/bells/0/name",
			Message: "must be a name that is not longer than it is here", Rule: "name"})
	}
	codec := dialect.Codec{Carry: true}
	size := func(most int) (int, *errkit.Error) {
		body, head := codec.Append(nil, grpc.Dialect{Debug: true, MaxDetails: most}, dialect.Call{}, e)
		_, value, found := strings.Cut(string(body), "grpc-status-details-bin: ")
		require.Equal(t, found, value != "")
		back, err := codec.Decode(dialect.Document{Dialect: grpc.Dialect{}, Status: head.Status, Body: body})
		require.NoError(t, err)
		return len(strings.TrimSuffix(value, "\r\n")), back
	}
	all, back := size(-1)
	require.Equal(t, "stuck", back.Dev.Reveal())
	require.Len(t, back.Fields, 30)

	n, back := size(all - 1)
	require.Less(t, n, all)
	require.Zero(t, back.Dev, "DebugInfo is dropped first")
	require.Len(t, back.Fields, 30, "they are carried")

	n, back = size(2000)
	require.LessOrEqual(t, n, 2000)
	require.Equal(t, errkit.ToolNotFound, back.Kind)
	require.Equal(t, "bell_gone", string(back.Code))
	require.Len(t, back.Fields, 11, "the last one tells that there are more")
	require.Equal(t, "truncated", back.Fields[10].Rule)
	require.Equal(t, "Call list_bells.", string(back.Hint))

	n, back = size(900)
	require.LessOrEqual(t, n, 900)
	require.Len(t, back.Fields, 2)

	n, back = size(320)
	require.LessOrEqual(t, n, 320)
	require.Equal(t, errkit.ToolNotFound, back.Kind)
	require.Empty(t, back.Fields)
	require.Equal(t, "7f3a9c", back.Ref)

	for _, most := range []int{100, 1} {
		n, back = size(most)
		require.Zero(t, n)
		require.Equal(t, errkit.NotFound, back.Kind, "that of the code")
		require.Equal(t, "There is no bell.", string(back.Message))
	}
}

// A long message is cut, so that there is room for the details. What is cut ends with an ellipsis
// and divides no character.
func TestLongMessage(t *testing.T) {
	const most = 1024
	tests := []struct {
		name string
		text string
		max  int    // MaxDetails
		want string // the end of grpc-message
		size int    // of grpc-message, at most; at least 30 bytes less
	}{
		{"fits", strings.Repeat("a", most-4), 0, "a", most},
		{"ASCII", strings.Repeat("a", 20_000), 0, "a%E2%80%A6", most},
		{"three bytes for each byte", strings.Repeat("日", 6000), 0, "%97%A5%E2%80%A6", most},
		{"four bytes in a character", strings.Repeat("😀", 6000), 0, "%80%E2%80%A6", most},
		{"percent signs", strings.Repeat("%", 20_000), 0, "%25%E2%80%A6", most},
		{"spaces", strings.Repeat(" ", 20_000), 0, " %E2%80%A6", most},
		{"little room", strings.Repeat("a", 20_000), 700, "a%E2%80%A6", most},
		{"no limit", strings.Repeat("a", 9000), -1, "a", 9000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := &errkit.Error{Kind: errkit.AuthRequired, Code: "bell_locked", Message: errkit.Text(tt.text),
				Hint: "Call list_bells.", RetryAfter: time.Second,
				Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://example.com/a"}}}}
			var codec dialect.Codec
			body, head := codec.Append(nil, grpc.Dialect{MaxDetails: tt.max}, dialect.Call{}, e)
			lines := strings.Split(string(body), "\r\n")
			message := strings.TrimPrefix(lines[1], "grpc-message: ")
			require.LessOrEqual(t, len(message), tt.size)
			require.Greater(t, len(message), tt.size-30)
			require.True(t, strings.HasSuffix(message, tt.want), message)
			if tt.max >= 0 {
				require.Less(t, len(body), 7<<10)
			}
			back, err := codec.Decode(dialect.Document{Dialect: grpc.Dialect{}, Status: head.Status, Body: body})
			require.NoError(t, err)
			require.Equal(t, errkit.AuthRequired, back.Kind)
			require.Equal(t, time.Second, back.RetryAfter)
			if tt.max != 700 {
				require.Equal(t, "bell_locked", string(back.Code))
				require.Equal(t, e.Hint, back.Hint)
				require.Equal(t, e.Needs, back.Needs)
			}
			require.True(t, utf8.ValidString(string(back.Message)))
			require.True(t, strings.HasPrefix(tt.text, strings.TrimSuffix(string(back.Message), "…")))
		})
	}
}
