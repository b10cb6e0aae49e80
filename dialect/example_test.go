package dialect_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// One error is rendered in five dialects.
func ExampleCodec_Append() {
	err := &errkit.Error{
		Kind:       errkit.NotFound,
		Message:    "Doorbell ID not found",
		Hint:       "ids: doorbell42,doorbell84",
		Retry:      errkit.Allowed,
		RetryAfter: 500 * time.Millisecond,
	}
	var codec dialect.Codec
	call := dialect.Call{ID: json.RawMessage("7")}
	for _, d := range []dialect.Dialect{oxp.Dialect{}, mcp.Dialect{}, aai.Dialect{}, toolerror.Dialect{},
		problem.Dialect{}} {
		body, head := codec.Append(nil, d, call, err)
		fmt.Printf("%s %d\n%s\n", d.Name(), head.Status, body)
	}
	// Output:
	// oxp 200
	// {"$schema":"urn:oxp:1.0","result":{"call_id":"7","success":false,"error":{"message":"Doorbell ID not found","can_retry":true,"additional_prompt_content":"ids: doorbell42,doorbell84","retry_after_ms":500}}}
	// mcp 200
	// {"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","content":[{"type":"text","text":"Doorbell ID not found\nids: doorbell42,doorbell84\nTry again in 0.5 seconds."}],"isError":true}}
	// aai 200
	// {"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"Automation failed","data":{"type":"AUTOMATION_FAILED","detail":"Doorbell ID not found; ids: doorbell42,doorbell84"}}}
	// toolerror 200
	// {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"Doorbell ID not found\nids: doorbell42,doorbell84\nTry again in 0.5 seconds.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"Doorbell ID not found","retryable":true,"details":{"statusCode":404}},"isError":true}}
	// problem 404
	// {"type":"about:blank","title":"Not Found","status":404,"detail":"Doorbell ID not found","kind":"not_found","hint":"ids: doorbell42,doorbell84","retry":"allowed","retry_after_ms":500}
}

// An error of one protocol is translated into another one, with a report of what is lost.
func ExampleCodec_Translate() {
	var codec dialect.Codec
	in := dialect.Document{
		Dialect: oxp.Dialect{}, Status: 422,
		Body: []byte(`{"$schema":"urn:oxp:1.0","message":"Some input parameters are invalid","parameter_errors":{"b":"Must be a number"}}`),
	}
	out, losses, err := codec.Translate(in, mcp.Dialect{Revision: "2025-11-25"},
		dialect.Call{ID: json.RawMessage("7")})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", out.Body)
	for _, l := range losses {
		fmt.Println(l.Field, l.Reason)
	}
	// Output:
	// {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"Some input parameters are invalid\nb: Must be a number"}],"isError":true}}
	// kind narrowed
	// message folded
	// fields folded
	// retry dropped
	// stage narrowed
}

// With Carry every public field round-trips.
func ExampleCodec_carry() {
	codec := dialect.Codec{Carry: true}
	body, _ := codec.Append(nil, mcp.Dialect{}, dialect.Call{},
		&errkit.Error{Kind: errkit.Conflict, Code: "seat_taken"})
	e, err := codec.Decode(dialect.Document{Dialect: mcp.Dialect{}, Body: body})
	fmt.Println(err, errors.Is(e, errkit.Conflict), errors.Is(e, errkit.Code("seat_taken")))
	fmt.Println(e.Peer.Rule)
	// Output:
	// <nil> true true
	// carried at /_meta/io.github.toolerr~1error
}

// The Peer of a decoded error has the rule that determined the kind, and whether the kind is a
// guess.
func ExampleCodec_Decode() {
	var codec dialect.Codec
	e, err := codec.Decode(dialect.Document{
		Dialect: mcp.Dialect{},
		Body:    []byte(`{"content":[{"type":"text","text":"Failed to fetch weather data: API rate limit exceeded"}],"isError":true}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Kind.String(), e.Peer.Guessed, e.Peer.Rule)
	// Output:
	// rate_limited true text resembles "rate limit exceeded"
}

// Line is a third-party dialect: one line of text.
type Line struct{}

// Name is "line".
func (Line) Name() string { return "line" }

// Append appends "kind: message".
func (Line) Append(dst []byte, c *dialect.Codec, _ dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	e = c.Normalize(e)
	dst = append(append(dst, e.Kind.String()...), ": "...)
	dst = append(dst, e.Message...)
	return dst, dialect.Head{Status: c.Table.Row(e.Kind).HTTP, ContentType: "text/plain; charset=utf-8"}
}

// Decode reads what Append wrote.
func (Line) Decode(_ *dialect.Codec, d dialect.Document) (*errkit.Error, error) {
	name, message, _ := strings.Cut(string(d.Body), ": ")
	var k errkit.Kind
	if err := k.UnmarshalText([]byte(name)); err != nil {
		return nil, fmt.Errorf("line: %w: %w", dialect.ErrNotDocument, err)
	}
	return &errkit.Error{Kind: k, Message: errkit.Text(message),
		Peer: &errkit.Peer{Dialect: "line", Rule: "the name of a kind"}}, nil
}

// A dialect from another package is used like any other.
func ExampleDialect() {
	var codec dialect.Codec
	in := dialect.Document{Dialect: problem.Dialect{}, Status: 429,
		Body: []byte(`{"title":"Too Many Requests","status":429}`), Header: http.Header{"Retry-After": {"3"}}}
	out, losses, err := codec.Translate(in, Line{}, dialect.Call{})
	fmt.Println(string(out.Body), out.Status, err)
	for _, l := range losses {
		fmt.Println(l.Field, l.Reason, l.From)
	}
	// Output:
	// rate_limited: Too many calls. 429 <nil>
	// retry_after dropped 3000
}
