// Package problem, for applications, is the dialect Problem Details for HTTP APIs (RFC 9457). The
// fields of an error that the RFC does not define are extension members (RFC 9457 §3.2):
//
//	{
//	  "type": "about:blank",
//	  "title": "Unprocessable Entity",
//	  "status": 422,
//	  "detail": "Some input parameters are invalid.",
//	  "kind": "invalid_input",
//	  "code": "bad_seats",
//	  "hint": "Call list_seats.",
//	  "errors": [{"pointer": "#/seats", "detail": "must be at least 1", "rule": "min", "param": "1"}],
//	  "needs": {"scopes": ["booking"]},
//	  "retry": "allowed",
//	  "retry_after_ms": 500,
//	  "stage": "execution",
//	  "upstream": 503,
//	  "instance": "7f3a9c"
//	}
//
// Absent members are omitted. The details of the error follow as members of their own. The media
// type is application/problem+json, and the delay is in the header Retry-After too.
//
// With [Dialect.Base], type is that URI and the name of the kind, and title the default text of
// the kind. With [Dialect.Codes], the type of an error with a code has the code in place of that
// name. The type of an error with a DocURL is that URL. Columns HTTP and Problem of the table in
// package mapping give status and name.
//
// # What is lost
//
// Only details with the name of another member, and the text for developers.
//
// # Where the specification is unclear
//
//   - The RFC does not define a list of invalid members; errors with pointer and detail is its
//     example (§3). Decoded are invalid-params of RFC 7807, violations, and the lists of ASP.NET,
//     FastAPI and others.
//   - title should be the HTTP phrase for about:blank (§4.2.1). 499 is not a status of HTTP; its
//     title is Client Closed Request.
//   - status is advisory (§3.1.2). If the response has the HTTP status of an error, that
//     determines the kind.
package problem
