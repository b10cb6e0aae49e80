package extproc

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	httpstatus "github.com/envoyproxy/go-control-plane/envoy/type/v3"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/toolerr/toolerr/bridge"
)

// newRequest returns the request that a message describes, without its body. A nil message is a
// request that is not known.
func newRequest(ctx context.Context, m *service.HttpHeaders) *http.Request {
	pseudo, header := parseHeaders(m)
	r := &http.Request{
		Method: pseudo[":method"], Host: pseudo[":authority"], Header: header, URL: new(url.URL), Body: http.NoBody,
	}
	if u, err := url.ParseRequestURI(pseudo[":path"]); err == nil {
		r.URL = u
	}
	return r.WithContext(ctx)
}

// parseHeaders returns the pseudo-header fields (RFC 9113 §8.3) and the header of a message.
func parseHeaders(m *service.HttpHeaders) (pseudo map[string]string, header http.Header) {
	pseudo, header = map[string]string{}, http.Header{}
	for _, h := range m.GetHeaders().GetHeaders() {
		value := h.GetValue() // of old clients
		if raw := h.GetRawValue(); len(raw) > 0 {
			value = string(raw)
		}
		if strings.HasPrefix(h.GetKey(), ":") {
			pseudo[h.GetKey()] = value
		} else {
			header.Add(h.GetKey(), value)
		}
	}
	return pseudo, header
}

// setHeaders returns what sets the header of a response, in the order of the names. The client
// sets Content-Length.
func setHeaders(header http.Header) *service.HeaderMutation {
	m := new(service.HeaderMutation)
	for _, name := range slices.Sorted(maps.Keys(header)) {
		if http.CanonicalHeaderKey(name) == "Content-Length" {
			continue
		}
		for i, value := range header[name] {
			option := &core.HeaderValueOption{
				Header:       &core.HeaderValue{Key: strings.ToLower(name), RawValue: []byte(value)},
				AppendAction: core.HeaderValueOption_OVERWRITE_IF_EXISTS_OR_ADD,
			}
			if i > 0 {
				option.AppendAction = core.HeaderValueOption_APPEND_IF_EXISTS_OR_ADD
				//lint:ignore SA1019 Envoy takes an AppendAction of 0 for unset, which overwrites here
				option.Append = wrapperspb.Bool(true)
			}
			m.SetHeaders = append(m.SetHeaders, option)
		}
	}
	return m
}

// immediate returns the message with a response in place of that of the upstream.
func immediate(r *bridge.Response) *service.ProcessingResponse {
	m := &service.ImmediateResponse{
		Status:  &httpstatus.HttpStatus{Code: httpstatus.StatusCode(r.Status)},
		Headers: setHeaders(r.Header),
		Body:    r.Body,
		Details: "toolerr", // %RESPONSE_CODE_DETAILS% of access logs
	}
	return &service.ProcessingResponse{
		Response: &service.ProcessingResponse_ImmediateResponse{ImmediateResponse: m},
	}
}

// The responses to parts of a body. A CommonResponse is never nil: agentgateway takes a nil one for
// the end of the body.

func onRequestBody(c *service.CommonResponse) *service.ProcessingResponse {
	r := &service.ProcessingResponse_RequestBody{RequestBody: &service.BodyResponse{Response: c}}
	return &service.ProcessingResponse{Response: r}
}

func onResponseBody(c *service.CommonResponse) *service.ProcessingResponse {
	r := &service.ProcessingResponse_ResponseBody{ResponseBody: &service.BodyResponse{Response: c}}
	return &service.ProcessingResponse{Response: r}
}

// replaced returns what replaces the part of a body that the message at hand has.
func replaced(part []byte) *service.CommonResponse {
	m := &service.BodyMutation{Mutation: &service.BodyMutation_Body{Body: part}}
	if len(part) == 0 {
		m.Mutation = &service.BodyMutation_ClearBody{ClearBody: true}
	}
	return &service.CommonResponse{BodyMutation: m}
}

// streamed returns a part of a body in FULL_DUPLEX_STREAMED.
func streamed(part []byte, end bool) *service.CommonResponse {
	m := &service.BodyMutation_StreamedResponse{
		StreamedResponse: &service.StreamedBodyResponse{Body: part, EndOfStream: end},
	}
	return &service.CommonResponse{BodyMutation: &service.BodyMutation{Mutation: m}}
}

// attributesOf returns the attributes of a message, by their names.
func attributesOf(m *service.ProcessingRequest) map[string]*structpb.Value {
	return m.GetAttributes()["envoy.filters.http.ext_proc"].GetFields()
}

// requestAttributes are those of a request whose headers are not sent, with the headers that they
// are.
var requestAttributes = map[string]string{
	"request.method": ":method", "request.path": ":path", "request.headers['upgrade']": "upgrade",
}

// describe returns the headers of a request that the attributes state.
func describe(m *service.ProcessingRequest) *service.HttpHeaders {
	headers := new(core.HeaderMap)
	for name, value := range attributesOf(m) {
		if key := requestAttributes[name]; key != "" {
			headers.Headers = append(headers.Headers, &core.HeaderValue{Key: key, Value: value.GetStringValue()})
		}
	}
	return &service.HttpHeaders{Headers: headers}
}

// The bits of Envoy's attribute response.flags for a request that was not sent to a server (Envoy,
// ResponseFlag): UH, UF and UO.
const unsentFlags = 0x2 | 0x20 | 0x80

// isUnsent reports whether the attributes response.flags and upstream.request_attempt_count state
// that Envoy sent nothing: there was no more than one attempt, and no other flag is set.
func isUnsent(m *service.ProcessingRequest) bool {
	attributes := attributesOf(m)
	attempts, ok := attributes["upstream.request_attempt_count"]
	flags := int64(attributes["response.flags"].GetNumberValue())
	return ok && attempts.GetNumberValue() <= 1 && flags != 0 && flags&^unsentFlags == 0
}
