package caddyerr_test

import (
	"fmt"

	"github.com/caddyserver/caddy/v2/caddyconfig"

	_ "github.com/toolerr/toolerr/adapters/caddy" // the directive toolerr
)

// A Caddyfile, and what it is in JSON.
func Example() {
	config, _, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(`
:8080 {
	toolerr mcp {
		rule {
			statuses 4xx
			disclose actionable
		}
	}
	respond "panic: dial tcp 10.0.0.7:5432: password hunter2" 500
}
`), map[string]any{"filename": "Caddyfile"})
	fmt.Println(string(config), err)
	// Output:
	// {"apps":{"http":{"servers":{"srv0":{"listen":[":8080"],"routes":[{"handle":[{"dialect":"mcp","handler":"toolerr","policy":{"rules":[{"disclose":"actionable","statuses":["4xx"]}]}},{"body":"panic: dial tcp 10.0.0.7:5432: password hunter2","handler":"static_response","status_code":500}]}]}}}}} <nil>
}
