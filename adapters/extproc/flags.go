package extproc

import service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"

// The bits of Envoy's attribute response.flags for a request that was not sent to a server (Envoy,
// ResponseFlag): UH, UF and UO.
const unsentFlags = 0x2 | 0x20 | 0x80

// isUnsent reports whether the attributes response.flags and upstream.request_attempt_count state
// that Envoy sent nothing: there was no more than one attempt, and no other flag is set.
func isUnsent(m *service.ProcessingRequest) bool {
	attributes := m.GetAttributes()["envoy.filters.http.ext_proc"].GetFields()
	attempts, ok := attributes["upstream.request_attempt_count"]
	flags := int64(attributes["response.flags"].GetNumberValue())
	return ok && attempts.GetNumberValue() <= 1 && flags != 0 && flags&^unsentFlags == 0
}
