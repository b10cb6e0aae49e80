package check

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzReadTools holds that a list of tools has names, and that the paths of an OpenAPI document
// are on its server.
func FuzzReadTools(f *testing.F) {
	for _, s := range []string{`[]`, `[{"name":"a"}]`, `{"tools":[{"name":"a","inputSchema":{}}]}`,
		`{"items":[{"id":"a"}]}`, `{"result":{"tools":null}}`,
		`{"servers":[{"url":"//evil.example/v1"}],"paths":{"/a":{"post":{"requestBody":{"content":{` +
			`"application/json":{"schema":{}}}}}},"//b":{},"@c":{"post":{}}}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		tools, err := ReadTools(doc)
		if err != nil {
			require.Nil(t, tools)
			return
		}
		for i := range tools {
			_ = tools[i].schema(tools[i].Schema)
			if at, err := resolve("http://127.0.0.1:1", tools[i].Path); err == nil {
				u, err := url.Parse(at)
				require.NoError(t, err)
				require.Equal(t, "127.0.0.1:1", u.Host, "%q", tools[i].Path)
			}
		}
	})
}
