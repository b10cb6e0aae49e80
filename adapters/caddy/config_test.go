package caddyerr_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/stretchr/testify/require"
)

// The directive becomes the fields of the module.
func TestCaddyfile(t *testing.T) {
	tests := []struct{ name, site, want string }{
		{"a dialect", "toolerr mcp", `{"dialect":"mcp","handler":"toolerr"}`},
		{"a matcher", "toolerr /mcp* mcp-2025-11-25", `{"dialect":"mcp-2025-11-25","handler":"toolerr"}`},
		{"all fields", "toolerr oxp {\n from mcp\n hold 512KiB\n wait 2s\n no_guess\n validate\n trust_annotations\n policy /etc/policy.json\n }",
			`{"dialect":"oxp","from":"mcp","handler":"toolerr","hold":524288,"no_guess":true,"policy_file":"/etc/policy.json","trust_annotations":true,"validate":true,"wait":2000000000}`},
		{"a policy", "toolerr oxp {\n disclose none\n quote\n headers X-Request-Id\n rule {\n statuses 404 5xx 410-412\n kinds not_found\n dialects mcp\n relay own\n disclose all\n }\n rule {\n disclose actionable\n }\n }",
			`{"dialect":"oxp","handler":"toolerr","policy":{"disclose":"none","headers":["X-Request-Id"],"quote":true,"rules":[` +
				`{"dialects":["mcp"],"disclose":"all","kinds":["not_found"],"relay":"own","statuses":["404","5xx","410-412"]},{"disclose":"actionable"}]}}`},
		{"order", "respond \"ding\"\nencode gzip\ntoolerr mcp", `{"dialect":"mcp","handler":"toolerr"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, err := adapt("127.0.0.1", "discard", tt.site)
			require.NoError(t, err)
			require.Contains(t, string(text), tt.want)
			if tt.name == "order" {
				require.Regexp(t, `"encode".*"toolerr".*"static_response"`, string(text))
			}
		})
	}
}

// Errors in a Caddyfile have its line, which is 18 for the first line of a site.
func TestCaddyfileErrors(t *testing.T) {
	tests := []struct{ name, site, want string }{
		{"no dialect", "toolerr", "wrong argument count or unexpected line ending after 'toolerr', at Caddyfile:18"},
		{"two dialects", "toolerr mcp oxp",
			"wrong argument count or unexpected line ending after 'mcp', at Caddyfile:18"},
		{"an unknown dialect", "toolerr mpc", `unknown dialect "mpc", want one of mcp, `},
		{"an unknown dialect of errors", "toolerr mcp {\n from mpc\n }", `unknown dialect "mpc", want one of mcp, `},
		{"an unknown subdirective", "toolerr mcp {\n form oxp\n }",
			`unrecognized subdirective "form", at Caddyfile:19`},
		{"a repetition", "toolerr mcp {\n hold 1MiB\n hold 1MiB\n }", "hold is repeated, at Caddyfile:20"},
		{"no size", "toolerr mcp {\n hold much\n }", `"much" is not a size such as 512KiB`},
		{"size 0", "toolerr mcp {\n hold 0\n }", `"0" is not a size such as 512KiB, at Caddyfile:19`},
		{"a huge size", "toolerr mcp {\n hold 4TiB\n }", `"4TiB" is not a size such as 512KiB, at Caddyfile:19`},
		{"no duration", "toolerr mcp {\n wait long\n }", `"long" is not a duration such as 2s`},
		{"a negative duration", "toolerr mcp {\n wait -2s\n }", `"-2s" is not a duration such as 2s, at Caddyfile:19`},
		{"an argument of a flag", "toolerr mcp {\n no_guess yes\n }", "Caddyfile:19"},
		{"an argument of validate", "toolerr mcp {\n validate yes\n }", "Caddyfile:19"},
		{"an argument of trust_annotations", "toolerr mcp {\n trust_annotations yes\n }", "Caddyfile:19"},
		{"an unknown disclosure", "toolerr mcp {\n disclose some\n }",
			`disclose: unknown disclosure "some", want actionable, none or all, at Caddyfile:19`},
		{"two disclosures", "toolerr mcp {\n disclose none all\n }", "Caddyfile:19"},
		{"no disclosure", "toolerr mcp {\n disclose\n }", "after 'disclose', at Caddyfile:19"},
		{"no header", "toolerr mcp {\n headers X:Y\n }",
			`headers: "X:Y" is not the name of a header, at Caddyfile:19`},
		{"an unknown member of a rule", "toolerr mcp {\n rule {\n status 404\n }\n }",
			"status: unknown member, at Caddyfile:20"},
		{"an unknown kind", "toolerr mcp {\n rule {\n statuses 404\n kinds not_fonud\n }\n }",
			`kinds: unknown kind "not_fonud", at Caddyfile:21`},
		{"an unknown status", "toolerr mcp {\n rule {\n statuses 4x\n }\n }",
			`statuses: want a status such as 404, "4xx" or "500-503", at Caddyfile:20`},
		{"two relays", "toolerr mcp {\n rule {\n relay own own\n }\n }", "Caddyfile:20"},
		{"a repetition in a rule", "toolerr mcp {\n rule {\n relay own\n relay own\n }\n }",
			"relay is repeated, at Caddyfile:21"},
		{"a name of a rule", "toolerr mcp {\n rule first {\n relay own\n }\n }", "Caddyfile:19"},
		{"two policies", "toolerr mcp {\n policy policy.json\n disclose none\n }",
			"policy excludes disclose, quote, headers and rule, at Caddyfile:21"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := adapt("127.0.0.1", "discard", tt.site)
			require.ErrorContains(t, err, tt.want)
			require.ErrorContains(t, err, "Caddyfile:")
		})
	}
}

// Errors in JSON have the names of the fields, and all of them at once.
func TestProvision(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	good := write("good.json", `{"disclose":"none"}`)
	bad := write("bad.json", "{\n\"rules\":[{\n\"kinds\":[\"not_fonud\"]}]}")
	t.Setenv("POLICIES", dir)
	tests := []struct {
		name, handler string
		want          []string // parts of the error; nil: it is valid
	}{
		{"a dialect", `"dialect":"mcp"`, nil},
		{"all fields", `"dialect":"mcp","from":"oxp","hold":1024,"wait":"2s","no_guess":true,"policy":{"rules":[{"statuses":[404],"disclose":"none"}]}`, nil},
		{"a file", `"dialect":"mcp","policy_file":"` + good + `"`, nil},
		{"a file in a variable", `"dialect":"mcp","policy_file":"{env.POLICIES}/good.json"`, nil},
		{"no dialect", `"hold":1`, []string{"no dialect, want one of mcp, "}},
		{"every fault", `"dialect":"mpc","from":"opx","hold":-1,"wait":"-1s","policy":{"disclose":"some","rules":[{"kind":1}]}`, []string{
			`unknown dialect "mpc"`, `unknown dialect "opx"`, "hold and wait must not be negative, got -1 and -1s",
			`policy/disclose: unknown disclosure "some"`,
			"policy/rules/0/kind: unknown member"}},
		{"a dialect in trailers", `"dialect":"grpc"`, []string{"the errors of gRPC are in trailers"}},
		{"an unknown field", `"dialect":"mcp","form":"oxp"`, []string{`unknown field "form"`}},
		{"two policies", `"dialect":"mcp","policy":{},"policy_file":"` + good + `"`,
			[]string{"policy and policy_file exclude each other"}},
		{"null", `"dialect":"mcp","policy":null`, []string{"policy: want an object, got null"}},
		{"a file with a fault", `"dialect":"mcp","policy_file":"` + bad + `"`,
			[]string{bad + `:3: policy/rules/0/kinds/0: unknown kind "not_fonud"`}},
		{"no file", `"dialect":"mcp","policy_file":"` + dir + `/none.json"`,
			[]string{"policy_file: open ", "none.json: no such file"}},
		{"an unknown variable", `"dialect":"mcp","policy_file":"{http.request.host}"`,
			[]string{"policy_file: ", "{http.request.host}"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var config caddy.Config
			require.NoError(t, json.Unmarshal([]byte(`{"admin":{"disabled":true},"apps":{"http":{"servers":{"a":{"listen":["127.0.0.1:0"],"routes":[{"handle":[{"handler":"toolerr",`+
				tt.handler+`}]}]}}}}}`), &config))
			err := caddy.Validate(&config)
			if tt.want == nil {
				require.NoError(t, err)
			}
			for _, part := range tt.want {
				require.ErrorContains(t, err, part)
			}
		})
	}
}
