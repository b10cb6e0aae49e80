// Package httperr, for applications, decodes the error bodies of HTTP APIs, whatever framework or
// service wrote them, so that a tool understands the failure of the service behind it:
//
//	{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"Requested resource not found"}
//	{"ok":false,"error":"channel_not_found"}
//	{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"...","details":[{"@type":"...RetryInfo","retryDelay":"3s"}]}}
//	{"errors":[{"message":"Throttled","extensions":{"code":"THROTTLED"}}]}
//
// A document is recognized by its shape, a table of JSON pointers with types and values, or by the
// names of its members, if all of them are those of errors and two are signs of one: a message,
// and a code, an HTTP status or a failure. Its kind is that of the HTTP status, of the response or
// in the body, which a string code may refine if it agrees with the status: package foreign has
// the codes that many APIs share. A code with another meaning, or an unknown one, is not used.
//
// The dialect is for reading: what it renders is a problem details object (RFC 9457), which it
// reads, too.
package httperr
