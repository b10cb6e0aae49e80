// Package errkit, for applications, defines the error value of tool calls. A tool returns an
// [Error] where it fails; other packages render it in the protocol of the call. It is the only
// package of this module that application code needs to import:
//
//	return errkit.New(errkit.NotFound, "There is no bell with this id.")
//
// Write an [Error] as a struct literal, or call [New], [Wrap] or [Invalid].
//
// # The ten kinds that you need first
//
//	InvalidInput        a value of the input is wrong
//		errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at least 1"})
//	NotFound            something that the input names does not exist
//		&errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.", Hint: "Call list_bells."}
//	PermissionDenied    the caller may not do this
//		errkit.New(errkit.PermissionDenied, "You may list bells, but not ring them.")
//	AuthRequired        the user must give consent first
//		&errkit.Error{Kind: errkit.AuthRequired, Needs: &errkit.Needs{Challenges: challenges}}
//	FailedPrecondition  something else must be done first
//		&errkit.Error{Kind: errkit.FailedPrecondition, Message: "The bell is off.", Hint: "Call switch_on first."}
//	Conflict            the call does not fit the current state
//		errkit.New(errkit.Conflict, "The bell rings already.")
//	RateLimited         too many calls
//		&errkit.Error{Kind: errkit.RateLimited, RetryAfter: 2 * time.Second}
//	Unavailable         the tool is out of order for a while
//		errkit.Wrap(err, errkit.Unavailable, "The bell is being repaired.")
//	UpstreamFailed      a service that the tool calls responded with an error
//		&errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503, Err: err}
//	Internal            a bug, and everything that you do not name
//		fmt.Errorf("store the ring: %w", err)
//
// [Kind] lists the others.
//
// # Visibility
//
// Users and models see text that its author declared as public. Causes are only logged.
//
//	Field       Error()  JSON  log  visible to
//	Kind        -        yes   yes  client programs
//	Retry       -        yes   yes  user and model
//	Effect      -        yes   yes  user and model
//	Stage       -        yes   yes  client programs
//	Status      -        yes   yes  client programs
//	Upstream    -        yes   yes  client programs
//	RetryAfter  -        yes   yes  user and model
//	Code        -        yes   yes  client programs
//	Message     yes      yes   yes  user and model
//	Hint        -        yes   yes  user and model
//	DocURL      -        yes   yes  client programs
//	Fields      -        yes   yes  user and model
//	Details     -        yes   yes  client programs
//	Needs       -        yes   yes  user and model
//	Dev         -        -     yes  developers: OXP's developer_message, the log
//	Err         -        -     yes  the log only
//	Ref         -        yes   yes  client programs
//	Peer        -        -     yes  developers: the log
//
// The verbs %v, %s and %q format the text of Error(), which is the default text of Kind if
// Message is empty. %+v adds other fields, Dev and the causes, for a terminal. JSON is the
// canonical JSON ([Error.MarshalJSON]), which has all public fields; a protocol has members for
// some of them. The log is [Error.LogValue], which omits Peer.Raw.
//
// # Uncoded errors
//
// The zero [Kind] is [Internal]. An error that neither is nor wraps an Error or a Kind is
// converted to Internal ([From]), whose text discloses nothing; the error itself is logged, as
// the cause.
//
// # Public text
//
// [Text] is public text. A constant converts to it implicitly, a variable does not:
// errkit.New(kind, err.Error()) does not compile. [Textf] formats values into public text.
// [Private] is the opposite: it prints as "[private]".
//
// # Compatibility
//
// The names of kinds and of the members of the canonical JSON do not change within a major
// version. Kinds and members are added. The default texts and the output of %+v and LogValue may
// change in any version.
package errkit

// The life of an error, and the files that are about it:
//
//  1. A function makes an Error, or returns any other error (error.go, kind.go, needs.go,
//     outcome.go). Its texts are public by their type, and Dev is private by its type (text.go).
//  2. From finds the Error in what the function returned, or makes one of it (from.go, status.go).
//  3. Bounded makes it public once, for all renderers: it cuts what is longer than its bound
//     (bound.go). The rest of what makes a text public, its control characters, is removed in the
//     pass that escapes it, because a pass of its own costs 7 % of a small document.
//  4. A dialect renders it, with the details and the needs in the form that all dialects share
//     (detail.go, canonical.go); a detail that could print a cause is "[private]" (holds.go).
//  5. The log has the rest: Dev and the causes (log.go, and format.go for a terminal).
//  6. Whoever receives the document reads it (canonical_read.go), as an Error with a Peer.
