// Package agents measures what agents do with the errors of servers. Its agents are deterministic
// and know nothing but what they read: they mend a wrong call only where a text names what is
// wrong, and repeat a call only as far as the response allows. Every server runs as a
// program of its own and has the same tools, written as the users of its framework write them:
//
//	make agents        # all servers: prints the tables and writes docs/agents.md and docs/agents.svg
//	go test ./agents   # this module and the bare SDK of Go, with the limits
//
// [Table] is the data: tools, faults, ways to fail. A [Case] is a wrong call. [Read] is how an
// agent reads a response, [Repair] and [Repeat] are the agents, a [Backend] is the service behind
// the tools, and knows the truth. goserver, node and python have the servers.
package agents
