package extproc

import (
	"net/http"
	"testing"

	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/structpb"
)

func TestIsUnsent(t *testing.T) {
	tests := []struct {
		name       string
		attributes map[string]any
		want       bool
	}{
		{"none", nil, false},
		{"UF", map[string]any{"response.flags": 0x20, "upstream.request_attempt_count": 1}, true},
		{"UH", map[string]any{"response.flags": 0x2, "upstream.request_attempt_count": 1}, true},
		{"UH, no attempt", map[string]any{"response.flags": 0x2, "upstream.request_attempt_count": 0}, true},
		{"UO", map[string]any{"response.flags": 0x80, "upstream.request_attempt_count": 1}, true},
		{"UF after another attempt", map[string]any{"response.flags": 0x20, "upstream.request_attempt_count": 2}, false},
		{"UF, attempts not known", map[string]any{"response.flags": 0x20}, false},
		{"UC", map[string]any{"response.flags": 0x40, "upstream.request_attempt_count": 1}, false},
		{"UF and UC", map[string]any{"response.flags": 0x60, "upstream.request_attempt_count": 1}, false},
		{"no flag", map[string]any{"response.flags": 0, "upstream.request_attempt_count": 1}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fields, err := structpb.NewStruct(tt.attributes)
			require.NoError(t, err)
			m := &service.ProcessingRequest{Attributes: map[string]*structpb.Struct{"envoy.filters.http.ext_proc": fields}}
			require.Equal(t, tt.want, isUnsent(m))
		})
	}
}

func TestDescribe(t *testing.T) {
	fields, err := structpb.NewStruct(map[string]any{"request.method": "PUT", "request.path": "/rings?n=3",
		"request.headers['upgrade']": "bell", "response.flags": 0})
	require.NoError(t, err)
	m := &service.ProcessingRequest{Attributes: map[string]*structpb.Struct{"envoy.filters.http.ext_proc": fields}}
	r := newRequest(t.Context(), describe(m))
	require.Equal(t, "PUT", r.Method)
	require.Equal(t, "/rings?n=3", r.URL.String())
	require.Equal(t, http.Header{"Upgrade": {"bell"}}, r.Header)

	r = newRequest(t.Context(), describe(new(service.ProcessingRequest)))
	require.Empty(t, r.Method)
	require.Empty(t, r.Header)
}
