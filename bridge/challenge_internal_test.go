package bridge

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What real servers ask for is what their clients need, byte for byte but for the texts.
func TestRealChallenges(t *testing.T) {
	const description = `, error_description="SECRET"`
	tests := []struct{ name, why, in string }{
		{"Docker Hub", "", `Bearer realm="https://auth.docker.io/token", service="registry.docker.io", scope="repository:samalba/my-app:pull,push"`},
		{"Harbor in a private network", "a client of it is there",
			`Bearer realm="https://harbor.corp.internal:8443/service/token", service="harbor-registry", scope="repository:bells/ring:pull"`},
		{"a registry by its address", "the client sends service back",
			`Bearer realm="http://10.0.0.7:5001/auth", service="10.0.0.7:5000", scope="registry:catalog:*"`},
		{"GitLab", "", `Bearer realm="https://gitlab.com/jwt/auth", service="container_registry", scope="repository:a/b:pull", error="invalid_token"`},
		{"GitHub MCP", "", `Bearer error="invalid_request", resource_metadata="https://api.githubcopilot.com/.well-known/oauth-protected-resource/mcp/"` + description},
		{"metadata with a query", "", `Bearer resource_metadata="https://bells.example/.well-known/oauth-protected-resource?resource=%2Fmcp&tenant=a~b"`},
		{"metadata in a private network", "RFC 9728 §5.1", `Bearer resource_metadata="http://192.168.1.20:3000/~ada/meta?v=1", scope="mcp:tools"`},
		{"metadata of IPv6", "", `Bearer resource_metadata="http://[fd00::7]:9000/.well-known/oauth-protected-resource"`},
		{"AgentCore", "", `Bearer resource_metadata="https://bedrock-agentcore.us-east-1.amazonaws.com/runtimes/arn%3Aaws%3Abedrock-agentcore%3Aus-east-1` +
			`%3A123456789012%3Aruntime%2Fbells-Ab3dEf9hIj/invocations/.well-known/oauth-protected-resource?qualifier=DEFAULT"`},
		{"Amazon ECR", "", `Basic realm="https://123456789012.dkr.ecr.us-east-1.amazonaws.com/", service="ecr.amazonaws.com"`},
		{"AWS CodeArtifact", "", `Basic realm="AWS CodeArtifact"`},
		{"Azure ARM", "", `Bearer authorization_uri="https://login.windows.net/72f988bf-86f1-41af-91ab-2d7cd011db47", error="invalid_token"` + description},
		{"Azure ARM, claims", "the client sends them back", `Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", ` +
			`client_id="00000003-0000-0000-c000-000000000000", error="insufficient_claims", ` +
			`claims="eyJhY2Nlc3NfdG9rZW4iOnsibmJmIjp7ImVzc2VudGlhbCI6dHJ1ZSwgInZhbHVlIjoiMTYwNDEwNjY1MSJ9fX0="`},
		{"Azure Key Vault", "", `Bearer authorization="https://login.windows.net/72f988bf-86f1-41af-91ab-2d7cd011db47", resource="https://vault.azure.net"`},
		{"Azure Stack", "it is in a private network", `Bearer authorization_uri="https://adfs.local.azurestack.local/adfs", resource_id="https://vault.corp.internal"`},
		{"SharePoint", "", `Bearer realm="72f988bf-86f1-41af-91ab-2d7cd011db47", client_id="00000003-0000-0ff1-ce00-000000000000", ` +
			`trusted_issuers="00000001-0000-0000-c000-000000000000@*", authorization_uri="https://login.windows.net/common/oauth2/authorize"`},
		{"UMA", "UMA 2.0 §3.2.1", `UMA realm="bells", as_uri="https://as.bells.example/~uma?tenant=7", ticket="016f84e8-f9b9-11e0-bd6f-0021cc6004de"`},
		{"Keycloak", "", `UMA realm="bells", as_uri="http://10.0.0.7:8080/realms/bells", ticket="eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"`},
		{"Negotiate", "", `Negotiate oYG2MIGzoAMKAQChCwYJKoZIgvcSAQICom4EbGBqBgkqhkiG9xIBAgICAG9bMFmgAwIBBaEDAgEPok0wS6ADAgESokQEQg==`},
		{"Kerberos", "", `Kerberos YIIFiQYJKoZIhvcSAQICAQBuggV4MIIFdKADAgEFoQMCAQ6iBwMFAAAAAACj`},
		{"NTLM", "", `NTLM TlRMTVNTUAACAAAADAAMADgAAAAFgomi9Pk7kx0Vr9kAAAAAAAAAAAAAAABEAAAABgOAJQAAAA8=`},
		{"several", "", `Negotiate, NTLM, Basic realm="bells.example"`},
		{"Digest", "RFC 7616 §3.9.1", `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, ` +
			`nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", charset=UTF-8, userhash=true`},
		{"Digest of IIS", "", `Digest qop="auth", algorithm=MD5-sess, nonce="+Upgraded+v1fea8f1c9b0c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8", charset=utf-8, realm="Digest"`},
		{"Digest of Tomcat", "", `Digest realm="bells", qop="auth", nonce="1700000000000:3f2a1b0c9d8e7f6a5b4c3d2e1f0a9b8c", opaque="3AF2C0FFEE0123456789ABCDEF012345", domain="/a /b"`},
		{"DPoP", "RFC 9449 §7.1", `DPoP realm="https://bells.example/~api?v=1", error="use_dpop_nonce", algs="ES256 PS256"` + description},
		{"DPoP and Bearer", "", `Bearer, DPoP algs="ES256 EdDSA ML-DSA-65"`},
		{"Privacy Pass", "RFC 9577 §2.1", `PrivateToken challenge="AAIAGmlzc3Vlci5iZWxscy5leGFtcGxlIJxX8Yw3W1kqZ0vQh5b2dQ1yT6uK9oE7rN4mP0aLcVfGAAtiZWxscw==", ` +
			`token-key="MIIBUjA9BgkqhkiG9w0BAQowMKANMAsGCWCGSAFlAwQCAqEaMBgGCSqGSIb3DQEBCDALBglghkgBZQMEAgKiAwIBMAOCAQ8AMIIBCgKCAQEA", max-age=10`},
		{"HOBA", "RFC 7486 §3", `HOBA challenge="c29tZS1jaGFsbGVuZ2UtdGhhdC1pcy1yYW5kb20tMTIzNDU2Nzg5MA", max-age="10", realm="bells"`},
		{"Basic, odd characters", "RFC 7617 §2", `Basic realm="Bob's \"Bells\" & <Co> ~ 100% (a=b?) [x]; {y} #7", charset="UTF-8"`},
		{"Basic, a token", "", `Basic realm=bells`},
		{"step-up", "RFC 9470 §3", `Bearer error="insufficient_user_authentication", acr_values="urn:mace:incommon:iap:silver phr", max_age="5"` + description},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, strings.Replace(tt.in, description, "", 1), withoutTexts(tt.in), tt.why)
		})
	}
}

// What is no address and no random value of a challenge is judged by what it looks like.
func TestPrivateChallenges(t *testing.T) {
	const dsn = "postgres://admin:hunter2@10.0.0.7:5432/prod"
	for _, in := range []string{
		`realm="` + dsn + `"`, `realm="http://admin:hunter2@10.0.0.7/"`, `realm="https://ghp_0123456789abcdefghijABCDEFGHIJ@bells.example/"`,
		`resource_metadata="http://10.0.0.7/x?key=hunter2"`, `as_uri="https://bells.example/?a=b&client_secret=hunter2"`,
		`authorization_uri="https://bells.example/?%6bey=hunter2"`, `realm="https://10.0.0.7/ghp_0123456789abcdefghijABCDEFGHIJ"`, `authorization_uri="https://bells.example/#access_token=hunter2"`,
		`realm="https://bells.example/?sig=hunter2"`, `realm="https://bells.example/?next=` + dsn + `"`,
		`realm="https://ada@bells.example/"`, `realm="https://ada%40bells.example@10.0.0.7/"`, `service="/home/ada/bells.sock"`, `issuer="https://bells.example/AKIAIOSFODNN7EXAMPLE"`,
		`realm="10.0.0.7"`, `realm="at /home/ada/bells.py"`, `scope="` + dsn + `"`, `x="http://10.0.0.7/"`,
		`nonce="` + dsn + `"`, `opaque="SELECT * FROM users WHERE id = 7"`, `ticket="` + dsn + `"`, `service="` + dsn + `"`,
	} {
		require.Equal(t, `Bearer a=b`, withoutTexts(`Bearer `+in+`, a=b`), in)
	}
}

func TestWithoutTexts(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing to remove", `Bearer realm="bells", scope="a b"`, `Bearer realm="bells", scope="a b"`},
		{"in the middle", `Bearer realm="a", error_description="b, \"c\" d", error="invalid_token"`,
			`Bearer realm="a", error="invalid_token"`},
		{"first", `Bearer error_description="a", error="invalid_token", scope="s"`,
			`Bearer error="invalid_token", scope="s"`},
		{"only", `Bearer error_description="a"`, `Bearer`},
		{"both", `Bearer Error_Description = "a",error_uri="https://a"`, `Bearer`},
		{"two challenges", `Basic realm="a", Bearer error_description="b", scope="c", DPoP`,
			`Basic realm="a", Bearer scope="c", DPoP`},
		{"a token", `Negotiate YWJj==, Bearer error_description="b"`, `Negotiate YWJj==, Bearer`},
		{"quotes without an end", `Bearer realm="a`, ``},
		{"a control character", "Bearer realm=\"a\x00\"", ``},
		{"nothing", ``, ``},
		{"no comma", `Bearer realm="a",error="x" error_description="SECRET"`, ``},
		{"no comma after a token", `Bearer realm=a error_description="SECRET"`, ``},
		{"a token and a parameter", `Bearer abc error_description="SECRET"`, ``},
		{"a token and parameters", `Bearer abc=, error_description="SECRET"`, `Bearer abc=`},
		{"a semicolon", `Bearer realm="x";error_description="SECRET"`, ``},
		{"a tab after the scheme", "Bearer\terror_description=\"SECRET x\"", ``},
		{"two spaces after the scheme", `Bearer  error_description="SECRET", error="x"`, `Bearer error="x"`},
		{"an encoded text", `Bearer error_description*=UTF-8''SECRET, error_uri* = UTF-8''SECRET, realm="a"`,
			`Bearer realm="a"`},
		{"a parameter without a scheme", `error_description="SECRET"`, ``},
		{"a text without a name", `Bearer "SECRET"`, ``},
		{"words", `the token SECRET has expired`, ``},
		{"empty items", `, Bearer ,, Basic realm=a,`, `Bearer, Basic realm=a`},
		{"other characters", "Bearer realm=\"é\"", ``},
		{"a value that is empty", `Bearer realm=""`, `Bearer realm=""`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, withoutTexts(tt.in)) })
	}
}
