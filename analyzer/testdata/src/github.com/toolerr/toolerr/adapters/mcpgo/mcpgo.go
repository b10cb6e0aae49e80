// Package mcpgoerr has the names of github.com/toolerr/toolerr/adapters/mcpgo that the tests use.
package mcpgoerr

import "github.com/mark3labs/mcp-go/server"

type Options struct{}

func WithMiddleware(o *Options) server.ServerOption { return nil }
