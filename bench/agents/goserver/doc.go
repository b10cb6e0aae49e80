// Package goserver has the servers of package agents that are written in Go. The servers of MCP
// have the schemas of the table as their input schemas; huma and echo have tags, as their users
// write them.
package goserver
