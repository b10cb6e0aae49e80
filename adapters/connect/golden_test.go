package connecterr_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/toolerr/toolerr/dialect"
	wire "github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
)

// rendered are errors with every message.
func rendered() []samples.Value {
	list := samples.Values()
	for _, k := range errkit.Kinds() {
		e := samples.Canaries(k)
		e.RetryAfter, e.Code = 500*time.Millisecond, "bell_jammed"
		list = append(list, samples.Value{Name: k.String(), Error: e})
	}
	return list
}

var call = dialect.Call{Tool: "ring", URI: "bell:///42"}

// What the dialect connect renders is what the library understands: the messages, and debug, which
// is the same message.
func TestDialectConnect(t *testing.T) {
	for _, v := range rendered() {
		t.Run(v.Name, func(t *testing.T) {
			var codec dialect.Codec
			body, head := codec.Append(nil, wire.Dialect{Debug: true}, call, v.Error)
			received := receive(t, head, body)
			require.Equal(t, head.Status, codec.Table.RPC(v.Error.Kind, v.Error.Upstream).HTTP())
			var doc struct {
				Code, Message string
				Details       []struct {
					Type, Value string
					Debug       json.RawMessage
				}
			}
			require.NoError(t, json.Unmarshal(body, &doc))
			require.Equal(t, doc.Code, received.Code().String())
			require.Equal(t, doc.Message, received.Message())
			require.Len(t, received.Details(), len(doc.Details))
			for i, d := range doc.Details {
				m, err := received.Details()[i].Value()
				require.NoError(t, err)
				require.Equal(t, d.Type, string(m.ProtoReflect().Descriptor().FullName()))
				require.Equal(t, d.Value, base64.RawStdEncoding.EncodeToString(received.Details()[i].Bytes()))
				requireKnown(t, m.ProtoReflect())
				debug := m.ProtoReflect().New().Interface()
				require.NoError(t, protojson.Unmarshal(d.Debug, debug))
				require.True(t, proto.Equal(m, debug), "%s: %s", d.Type, d.Debug)
			}
		})
	}
}

// requireKnown requires that a message has only fields of its type.
func requireKnown(t *testing.T, m protoreflect.Message) {
	t.Helper()
	require.Empty(t, m.GetUnknown(), m.Descriptor().FullName())
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if f.IsList() && f.Message() != nil {
			for i := range v.List().Len() {
				requireKnown(t, v.List().Get(i).Message())
			}
		}
		return true
	})
}

// receive returns the error that a client of connect decodes from a response.
func receive(t *testing.T, head dialect.Head, body []byte) *connect.Error {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", head.ContentType)
		w.WriteHeader(head.Status)
		_, _ = w.Write(body)
	}))
	defer s.Close()
	_, err := connect.NewClient[text, text](s.Client(), s.URL+ring, connect.WithProtoJSON()).CallUnary(t.Context(),
		connect.NewRequest(wrapperspb.String("front")))
	var received *connect.Error
	require.ErrorAs(t, err, &received)
	require.True(t, connect.IsWireError(err))
	return received
}

// The last message of a stream is one of the library's, too.
func TestDialectConnectStream(t *testing.T) {
	var codec dialect.Codec
	for _, v := range rendered() {
		body, head := codec.Append(nil, wire.Dialect{Stream: true}, call, v.Error)
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", head.ContentType)
			n := len(body)
			_, _ = w.Write(append([]byte{2, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, body...))
		}))
		stream, err := connect.NewClient[text, text](s.Client(), s.URL+listen,
			connect.WithProtoJSON()).CallServerStream(t.Context(), connect.NewRequest(wrapperspb.String("front")))
		require.NoError(t, err)
		require.False(t, stream.Receive())
		var received *connect.Error
		require.ErrorAs(t, stream.Err(), &received)
		require.Equal(t, codec.Table.RPC(v.Error.Kind, v.Error.Upstream).Connect(), received.Code().String())
		require.NotEmpty(t, received.Details())
		s.Close()
	}
}

// The JSON of the dialect google, and the binary google.rpc.Status, are valid and the same.
func TestDialectGoogle(t *testing.T) {
	for _, v := range rendered() {
		t.Run(v.Name, func(t *testing.T) {
			for _, codec := range []dialect.Codec{{}, {Carry: true}} {
				body, _ := codec.Append(nil, google.Dialect{Debug: true}, call, v.Error)
				var doc struct {
					Error struct {
						Status, Message string
						Details         json.RawMessage
					}
				}
				require.NoError(t, json.Unmarshal(body, &doc))
				number := int(codec.Table.RPC(v.Error.Kind, v.Error.Upstream))
				message, err := json.Marshal(doc.Error.Message)
				require.NoError(t, err)
				var fromJSON, fromBinary rpcstatus.Status
				require.NoError(t, protojson.Unmarshal(fmt.Appendf(nil, `{"code":%d,"message":%s,"details":%s}`,
					number, message, doc.Error.Details), &fromJSON), "%s", body)
				e := codec.Bounded(v.Error, dialect.Call{})
				require.NoError(t, proto.Unmarshal(rpcdetails.AppendStatus(nil, &codec, call, e,
					rpcdetails.Options{Debug: true, MaxDetails: -1}), &fromBinary))
				requireSame(t, &fromJSON, &fromBinary)
				for _, d := range fromBinary.Details {
					m, err := d.UnmarshalNew()
					require.NoError(t, err)
					requireKnown(t, m.ProtoReflect())
				}
			}
		})
	}
}

// requireSame compares two statuses. The bytes of maps in their details have no order.
func requireSame(t *testing.T, want, got *rpcstatus.Status) {
	t.Helper()
	require.Equal(t, want.Code, got.Code)
	require.Equal(t, want.Message, got.Message)
	require.Len(t, got.Details, len(want.Details))
	for i := range want.Details {
		a, err := want.Details[i].UnmarshalNew()
		require.NoError(t, err)
		b, err := got.Details[i].UnmarshalNew()
		require.NoError(t, err)
		require.True(t, proto.Equal(a, b), "%s\n%s", a, b)
	}
}

// messages are messages of google.rpc with every field.
var messages = []proto.Message{
	&errdetails.ErrorInfo{Reason: "NO_SUCH_BELL", Domain: "bells.example.com",
		Metadata: map[string]string{"bell": "42"}},
	&errdetails.RetryInfo{RetryDelay: durationpb.New(1500 * time.Microsecond)},
	&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
		{Field: "items[0].sku", Description: "must be a number", Reason: "NOT_A_NUMBER",
			LocalizedMessage: &errdetails.LocalizedMessage{Locale: "en-US", Message: "m"}},
		{}, {Field: "b"},
	}},
	&errdetails.QuotaFailure{Violations: []*errdetails.QuotaFailure_Violation{{
		Subject: "s", Description: "d", ApiService: "a", QuotaMetric: "m", QuotaId: "i",
		QuotaDimensions: map[string]string{"region": "eu"}, QuotaValue: 10, FutureQuotaValue: proto.Int64(-20),
	}}},
	&errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{{Type: "TOS", Subject: "x",
		Description: "d"}}},
	&errdetails.Help{Links: []*errdetails.Help_Link{{Description: "Authorize", Url: "https://example.com/a"}}},
	&errdetails.RequestInfo{RequestId: "ref-1", ServingData: "x"},
	&errdetails.ResourceInfo{ResourceType: "t", ResourceName: "n", Owner: "o", Description: "d"},
	&errdetails.DebugInfo{StackEntries: []string{"a", "b"}, Detail: "d"},
	&errdetails.LocalizedMessage{Locale: "de", Message: "Nein."},
	&errdetails.Help{}, durationpb.New(-time.Second),
}

// Every field of every message is read from the binary format as ProtoJSON has it.
func TestParseStatus(t *testing.T) {
	var status rpcstatus.Status
	status.Code, status.Message = 5, "There is no bell."
	for _, m := range messages {
		detail, err := anypb.New(m)
		require.NoError(t, err)
		status.Details = append(status.Details, detail)
	}
	bin, err := proto.Marshal(&status)
	require.NoError(t, err)
	code, message, details, ok := rpcdetails.ParseStatus(bin)
	require.True(t, ok)
	require.EqualValues(t, 5, code)
	require.Equal(t, "There is no bell.", message)
	known := strings.Replace(string(details),
		`{"@type":"type.googleapis.com/google.protobuf.Duration","value":"CP///////////wE="}`,
		`{"@type":"type.googleapis.com/google.protobuf.Duration","value":"-1s"}`, 1)
	var again rpcstatus.Status
	require.NoError(t, protojson.Unmarshal(fmt.Appendf(nil, `{"code":5,"message":"There is no bell.","details":%s}`,
		known), &again), "%s", details)
	requireSame(t, &status, &again)
}

// values are what connect-go writes for the messages of the documents of package dialect/connect.
var values = map[string]string{
	"google.rpc.ErrorInfo":           "CgxOT19TVUNIX0JFTEwSEWJlbGxzLmV4YW1wbGUuY29tGgoKBGJlbGwSAjQy",
	"google.rpc.RequestInfo":         "CgVyZWYtMRIBeA",
	"google.rpc.Help":                "CiIKCUF1dGhvcml6ZRIVaHR0cHM6Ly9leGFtcGxlLmNvbS9h",
	"google.rpc.PreconditionFailure": "CgsKA1RPUxIBeBoBZA",
}

// What a handler of connect sends without the interceptor is decoded by the dialect.
func TestDocumentsOfTheLibrary(t *testing.T) {
	h := connect.NewUnaryHandler(ring, func(context.Context, *connect.Request[text]) (*connect.Response[text], error) {
		err := connect.NewError(connect.CodeNotFound, fmt.Errorf("There is no bell %q.", "42"))
		for _, m := range messages {
			d, _ := connect.NewErrorDetail(m)
			err.AddDetail(d)
		}
		return nil, err
	})
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	res, err := http.Post(s.URL+ring, "application/json", strings.NewReader(`"front"`))
	require.NoError(t, err)
	defer res.Body.Close()
	var raw json.RawMessage
	require.NoError(t, json.NewDecoder(res.Body).Decode(&raw))
	for name, value := range values {
		require.Contains(t, string(raw), `{"type":"`+name+`","value":"`+value+`"`)
	}
	var codec dialect.Codec
	e, err := codec.Decode(dialect.Document{Dialect: wire.Dialect{}, Status: res.StatusCode, Header: res.Header,
		Body: raw})
	require.NoError(t, err)
	require.Equal(t, errkit.NotFound, e.Kind)
	require.Equal(t, `There is no bell "42".`, string(e.Message))
	require.Equal(t, "NO_SUCH_BELL", string(e.Code))
	require.Equal(t, 1500*time.Microsecond, e.RetryAfter)
	require.Equal(t, errkit.Allowed, e.Retry)
	require.Equal(t, errkit.Field{Path: "/items/0/sku", Message: "must be a number", Rule: "not_a_number"},
		e.Fields[0])
	require.Equal(t, "ref-1", e.Ref)
	require.Equal(t, "d\na\nb", e.Dev.Reveal())
	require.Contains(t, string(e.AppendJSON(nil)),
		`"google.rpc.QuotaFailure":{"violations":[{"subject":"s","description":"d","apiService":"a","quotaMetric":"m","quotaId":"i","quotaDimensions":{"region":"eu"},"quotaValue":"10","futureQuotaValue":"-20"}]}`)
}
