package extproc

import (
	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/protobuf/types/known/structpb"
)

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
