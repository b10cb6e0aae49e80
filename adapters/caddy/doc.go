// Package caddyerr is a module for Caddy, http.handlers.toolerr: it replaces the errors of
// upstreams that cannot be changed by documents of a tool protocol, as package bridge decides.
// TLS, load balancing, health checks, retries and reloads are Caddy's.
//
// A program that imports it for its side effects has the directive toolerr, which by default is
// ordered after those that wrap responses, such as encode, and before those that respond, such as
// reverse_proxy:
//
//	example.com {
//		toolerr mcp
//		reverse_proxy 10.0.0.7:9000 10.0.0.8:9000
//	}
//
// # Syntax
//
//	toolerr [<matcher>] <dialect> {
//		from    <dialect>
//		policy  <file>
//		disclose actionable|none|all
//		quote
//		headers <name...>
//		rule {
//			statuses <status...>
//			kinds    <kind...>
//			dialects <dialect...>
//			relay    by_kind|own|upstream_failed
//			disclose actionable|none|all
//		}
//		hold     <size>
//		wait     <duration>
//		no_guess
//		validate
//		trust_annotations
//	}
//
// The subdirectives set the fields of [Handler]. disclose, quote, headers and rule, which may be
// repeated, are the members of a policy (see [bridge.ParsePolicy]); policy names a file with one
// instead. All of them are optional: without a policy, clients see the texts that they can act on.
//
// For clients of a dialect whose errors have the HTTP status of an error, such as problem,
// responses of 2xx pass unread, unless from names a dialect with errors in successes, such
// as oxp, aai or mcp.
//
// # Errors of Caddy
//
// An error of a handler behind toolerr, such as an upstream that cannot be reached, is rendered,
// too, with the status that the handler chose, and does not reach handle_errors. In handle_errors,
// toolerr renders the error that is handled; handlers after it are not called. The id of a call of
// JSON-RPC is then known only as far as the request was not forwarded, so toolerr before
// reverse_proxy is the better place for it. One toolerr in each route is enough: of two, the outer
// one replaces the documents of the inner one.
//
// # Metrics
//
// In Caddy's registry, and so among the metrics of its admin endpoint and of its directive
// metrics:
//
//   - toolerr_errors_total: errors that were rendered, by the kind that clients see and the
//     dialect of the upstream.
//   - toolerr_losses_total: fields of errors that clients do not see as the upstream sent them, by
//     field and reason.
//   - toolerr_unread_total: successes that passed although they could not be examined, by reason.
//
// They start at 0 when the configuration is replaced, as those of Caddy do.
package caddyerr
