// Package foreign, for implementations of dialects, reads what no dialect defines: the error
// bodies of HTTP APIs, gateways and proxies, the challenges of their responses, and the texts in
// which servers and SDKs write what has no member. A dialect passes its [Rules] to [wire.Decode],
// which calls them for a body that is not of the dialect and for a kind that the document left
// open; the functions are for documents of a dialect with parts that are written like those of
// APIs.
//
// Its parts fit together as follows, from exact to weak:
//
//   - Members that determine a kind in several protocols (shapes.go).
//   - The API that a body is of, by its shape: apis.txt is a table of APIs with their codes and
//     the places of what they send, which apis.go reads. Else whether it is an error, by the names
//     of its members (outcome.go), or by the title of a page or the start of a trace (page.go).
//     [Detect] and [Read] use both (origins.go): package httperr is the dialect for them.
//   - The members of such a body: the object with the message, delays, codes (api.go, codes.go)
//     and lists of invalid members (fields.go, fielditem.go). A code is looked up in a
//     table of patterns (lookup.go, codes.txt), and counts if it agrees with the HTTP status.
//   - Texts, only where all of this left the kind open ([wire.Open]): codes in a place of their
//     own (texts.go), else sentences (internal/guess); and the fields of an invalid input that
//     only a text has (internal/fieldtext).
//
// What a text suggests, or leaves in doubt, is a guess: it is recorded as one in the Peer, and
// never invites a retry.
package foreign
