// Command caddy is Caddy with all of its standard modules and the module toolerr. It serves the
// Caddyfile of this folder, in which a server that fails is behind routes of three protocols.
//
//	go run . run
//	curl -i localhost:8080/mcp/stack -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}'
//	curl -i localhost:8080/oxp/limit
//	curl -i localhost:8080/api/bell
//	curl -i localhost:8080/other
//	curl localhost:2019/metrics | grep toolerr
package main

import (
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	_ "github.com/caddyserver/caddy/v2/modules/standard"

	_ "github.com/toolerr/toolerr/adapters/caddy"
)

func main() { caddycmd.Main() }
