package extproc_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	bootstrap "github.com/envoyproxy/go-control-plane/envoy/config/bootstrap/v3"
	matching "github.com/envoyproxy/go-control-plane/envoy/extensions/common/matching/v3"
	composite "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/composite/v3"
	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	mutation "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/header_mutation/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3"
	manager "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/upstreams/http/v3"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/toolerr/toolerr/adapters/extproc"
	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
)

// documents returns the YAML documents of folder deploy, but the templates of its chart.
func documents(t *testing.T) (list []map[string]any) {
	t.Helper()
	files, err := filepath.Glob("deploy/manifests/*.yaml")
	require.NoError(t, err)
	for _, file := range append(files, "deploy/envoy.yaml", "deploy/envoy-http.yaml") {
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

// find returns the first document of a kind.
func find(t *testing.T, kind string) map[string]any {
	t.Helper()
	all := findAll(t, kind)
	require.NotEmpty(t, all, kind)
	return all[0]
}

// findAll returns the documents of a kind.
func findAll(t *testing.T, kind string) (list []map[string]any) {
	t.Helper()
	for _, d := range documents(t) {
		if d["kind"] == kind {
			list = append(list, d)
		}
	}
	return list
}

// The configurations are valid for the types of Envoy's API. Their modes are those with which
// everything works, or, if only failures are asked about, those with which all of a failure
// arrives.
func TestEnvoyConfiguration(t *testing.T) {
	parse := func(document any, into protoMessage) {
		text, err := json.Marshal(document)
		require.NoError(t, err)
		require.NoError(t, protojson.Unmarshal(text, into))
		require.NoError(t, into.ValidateAll())
	}
	var lists [][]*anypb.Any // of filters, without the last, which is that of the router
	for _, d := range documents(t) {
		if d["static_resources"] == nil {
			continue
		}
		full, http := new(bootstrap.Bootstrap), new(manager.HttpConnectionManager)
		parse(d, full)
		require.Len(t, full.GetStaticResources().GetListeners(), 1)
		require.NoError(t, full.GetStaticResources().GetListeners()[0].GetFilterChains()[0].GetFilters()[0].GetTypedConfig().UnmarshalTo(http))
		require.NoError(t, http.ValidateAll())
		var list []*anypb.Any
		for _, f := range http.GetHttpFilters() {
			list = append(list, f.GetTypedConfig())
		}
		lists = append(lists, list[:len(list)-1])
	}
	for _, d := range findAll(t, "EnvoyFilter") {
		var list []*anypb.Any
		for _, patch := range at(d, "spec", "configPatches").([]any) {
			f := new(manager.HttpFilter)
			parse(at(patch, "patch", "value"), f)
			list = append(list, f.GetTypedConfig())
		}
		lists = append(lists, list)
	}
	require.Len(t, lists, 4)
	asksAlways := 0
	for _, list := range lists {
		f := new(filter.ExternalProcessor)
		mode := func() *filter.ProcessingMode { return f.GetProcessingMode() }
		if len(list) == 1 {
			asksAlways++
			require.NoError(t, list[0].UnmarshalTo(f))
			require.NotEqual(t, filter.ProcessingMode_SKIP, mode().GetRequestHeaderMode())
			require.Equal(t, streamed, mode().GetRequestBodyMode())
			require.Equal(t, []string{"response.flags", "upstream.request_attempt_count"}, f.GetResponseAttributes())
		} else {
			f = ofFailures(t, list[1])
			require.NoError(t, list[0].UnmarshalTo(new(mutation.HeaderMutation)))
			require.Equal(t, filter.ProcessingMode_SKIP, mode().GetRequestHeaderMode())
			require.Subset(t, f.GetResponseAttributes(), append(extproc.RequestAttributes(), "response.flags",
				"upstream.request_attempt_count"))
		}
		require.NoError(t, f.ValidateAll())
		require.True(t, f.GetAllowModeOverride())
		require.False(t, f.GetFailureModeAllow())
		require.NotEqual(t, filter.ProcessingMode_SKIP, mode().GetResponseHeaderMode())
		require.Equal(t, partial, mode().GetResponseBodyMode())
		require.Equal(t, filter.ProcessingMode_SEND, mode().GetResponseTrailerMode())
	}
	require.Equal(t, 2, asksAlways)
}

// ofFailures returns the filter that asks about the responses whose status is not 2xx or 3xx.
func ofFailures(t *testing.T, config *anypb.Any) *filter.ExternalProcessor {
	t.Helper()
	matcher, action, f := new(matching.ExtensionWithMatcher), new(composite.ExecuteFilterAction), new(filter.ExternalProcessor)
	require.NoError(t, config.UnmarshalTo(matcher))
	require.NoError(t, matcher.ValidateAll())
	require.Len(t, matcher.GetXdsMatcher().GetMatcherList().GetMatchers(), 1)
	m := matcher.GetXdsMatcher().GetMatcherList().GetMatchers()[0]
	require.Equal(t, "[23]xx", m.GetPredicate().GetNotMatcher().GetSinglePredicate().GetValueMatch().GetSafeRegex().GetRegex())
	require.NoError(t, m.GetOnMatch().GetAction().GetTypedConfig().UnmarshalTo(action))
	require.NoError(t, action.GetTypedConfig().GetTypedConfig().UnmarshalTo(f))
	return f
}

// The chart asks about failures alone if the clients know an error by its status.
func TestDialectsByStatus(t *testing.T) {
	text, err := os.ReadFile("deploy/chart/templates/_helpers.tpl")
	require.NoError(t, err)
	_, list, ok := strings.Cut(string(text), "$dialects := list ")
	require.True(t, ok)
	list, _, _ = strings.Cut(list, " }}")
	var byStatus []string
	for _, name := range all.Names() {
		d, err := all.Parse(name)
		require.NoError(t, err)
		if isRPC, _ := dialect.IsRPC(d); !isRPC && bridge.CheckClient(d) == nil && name != "connect-stream" {
			byStatus = append(byStatus, strconv.Quote(name))
		}
	}
	require.ElementsMatch(t, byStatus, strings.Fields(list))
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
