package extproc_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	bootstrap "github.com/envoyproxy/go-control-plane/envoy/config/bootstrap/v3"
	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3"
	manager "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/upstreams/http/v3"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/toolerr/toolerr/bridge"
)

// documents returns the YAML documents of folder deploy, but the templates of its chart.
func documents(t *testing.T) (list []map[string]any) {
	t.Helper()
	files, err := filepath.Glob("deploy/manifests/*.yaml")
	require.NoError(t, err)
	for _, file := range append(files, "deploy/envoy.yaml") {
		text, err := os.Open(file)
		require.NoError(t, err)
		defer text.Close()
		for d := yaml.NewDecoder(text); ; {
			var document map[string]any
			err := d.Decode(&document)
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, file)
			list = append(list, document)
		}
	}
	return list
}

// at returns the value at the end of a path of names and indexes, nil if there is none.
func at(v any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[step]
		case int:
			l, _ := v.([]any)
			if step >= len(l) {
				return nil
			}
			v = l[step]
		}
	}
	return v
}

// find returns the document of a kind.
func find(t *testing.T, kind string) map[string]any {
	t.Helper()
	for _, d := range documents(t) {
		if d["kind"] == kind {
			return d
		}
	}
	require.Fail(t, "no document", kind)
	return nil
}

// The configuration is valid for the types of Envoy's API, and its modes are those with which
// everything works.
func TestEnvoyConfiguration(t *testing.T) {
	parse := func(document any, into protoMessage) {
		text, err := json.Marshal(document)
		require.NoError(t, err)
		require.NoError(t, protojson.Unmarshal(text, into))
		require.NoError(t, into.ValidateAll())
	}
	full := new(bootstrap.Bootstrap)
	filters := map[string]*filter.ExternalProcessor{"Istio": new(filter.ExternalProcessor)}
	for _, d := range documents(t) {
		if d["static_resources"] != nil {
			parse(d, full)
		}
	}
	http := new(manager.HttpConnectionManager)
	require.Len(t, full.GetStaticResources().GetListeners(), 1)
	require.NoError(t, full.GetStaticResources().GetListeners()[0].GetFilterChains()[0].GetFilters()[0].GetTypedConfig().UnmarshalTo(http))
	require.NoError(t, http.ValidateAll())
	filters["Envoy"] = new(filter.ExternalProcessor)
	require.NoError(t, http.GetHttpFilters()[0].GetTypedConfig().UnmarshalTo(filters["Envoy"]))

	istio := at(find(t, "EnvoyFilter"), "spec", "configPatches", 0, "patch", "value", "typed_config").(map[string]any)
	require.Equal(t, "type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor", istio["@type"])
	delete(istio, "@type")
	parse(istio, filters["Istio"])

	for name, f := range filters {
		require.NoError(t, f.ValidateAll(), name)
		require.True(t, f.GetAllowModeOverride(), name)
		require.False(t, f.GetFailureModeAllow(), name)
		mode := f.GetProcessingMode()
		require.NotEqual(t, filter.ProcessingMode_SKIP, mode.GetRequestHeaderMode(), name)
		require.NotEqual(t, filter.ProcessingMode_SKIP, mode.GetResponseHeaderMode(), name)
		require.Equal(t, streamed, mode.GetRequestBodyMode(), name)
		require.Equal(t, partial, mode.GetResponseBodyMode(), name)
		require.Equal(t, filter.ProcessingMode_SEND, mode.GetResponseTrailerMode(), name)
	}
}

// A protoMessage is one with the rules of Envoy's API.
type protoMessage interface {
	proto.Message
	ValidateAll() error
}

// The policy is valid, and ports, labels and names agree.
func TestKubernetesConfiguration(t *testing.T) {
	_, err := bridge.ParsePolicy([]byte(at(find(t, "ConfigMap"), "data", "policy.json").(string)))
	require.NoError(t, err)
	pod, service := at(find(t, "Deployment"), "spec", "template"), find(t, "Service")
	require.Equal(t, at(service, "spec", "selector"), at(pod, "metadata", "labels"))
	require.Contains(t, at(pod, "spec", "containers", 0, "args"), "--listen=0.0.0.0:9002")
	extProc := at(find(t, "EnvoyExtensionPolicy"), "spec", "extProc", 0)
	backend := at(find(t, "AgentgatewayPolicy"), "spec", "traffic", "extProc", "backendRef")
	for _, port := range []any{
		at(pod, "spec", "containers", 0, "ports", 0, "containerPort"),
		at(pod, "spec", "containers", 0, "readinessProbe", "grpc", "port"),
		at(service, "spec", "ports", 0, "port"),
		at(extProc, "backendRefs", 0, "port"),
		at(backend, "port"),
	} {
		require.Equal(t, 9002, port)
	}
	for _, name := range []any{at(extProc, "backendRefs", 0, "name"), at(backend, "name")} {
		require.Equal(t, at(service, "metadata", "name"), name)
	}
}
