package rpcdetails

import (
	"strings"
)

// A message is a message of google/rpc/error_details.proto.
type message uint8

// The messages, in the order in which they are appended.
const (
	errorInfo message = iota
	retryInfo
	badRequest
	quotaFailure
	preconditionFailure
	help
	requestInfo
	resourceInfo
	debugInfo
	localizedMessage // is only read
	messages
)

// names are the names of the messages.
var names = [messages]string{
	errorInfo:           "google.rpc.ErrorInfo",
	retryInfo:           "google.rpc.RetryInfo",
	badRequest:          "google.rpc.BadRequest",
	quotaFailure:        "google.rpc.QuotaFailure",
	preconditionFailure: "google.rpc.PreconditionFailure",
	help:                "google.rpc.Help",
	requestInfo:         "google.rpc.RequestInfo",
	resourceInfo:        "google.rpc.ResourceInfo",
	debugInfo:           "google.rpc.DebugInfo",
	localizedMessage:    "google.rpc.LocalizedMessage",
}

// typePrefix is what the type of an Any has before the name of the message.
const typePrefix = "type.googleapis.com/"

// lookup returns the message with a name, which may have a prefix as in the type of an Any.
func lookup(name string) (m message, ok bool) {
	name = name[strings.LastIndexByte(name, '/')+1:]
	for m := range messages {
		if names[m] == name {
			return m, true
		}
	}
	return 0, false
}

// A fieldKind is the type of a field.
type fieldKind uint8

const (
	text       fieldKind = iota // a string
	texts                       // a repeated string
	number64                    // a 64-bit integer, which is a string in ProtoJSON
	duration                    // google.protobuf.Duration
	dictionary                  // a map from strings to strings
	single                      // a message
	list                        // a repeated message
)

// A field is a field of a message.
type field struct {
	number int
	name   string
	kind   fieldKind
	fields []field // of a message
}

var localized = []field{{1, "locale", text, nil}, {2, "message", text, nil}}

// fields are the fields of the messages (google/rpc/error_details.proto).
var fields = [messages][]field{
	errorInfo: {{1, "reason", text, nil}, {2, "domain", text, nil}, {3, "metadata", dictionary, nil}},
	retryInfo: {{1, "retryDelay", duration, nil}},
	badRequest: {{1, "fieldViolations", list, []field{
		{1, "field", text, nil}, {2, "description", text, nil}, {3, "reason", text, nil}, {4, "localizedMessage", single, localized},
	}}},
	quotaFailure: {{1, "violations", list, []field{
		{1, "subject", text, nil}, {2, "description", text, nil}, {3, "apiService", text, nil}, {4, "quotaMetric", text, nil},
		{5, "quotaId", text, nil}, {6, "quotaDimensions", dictionary, nil}, {7, "quotaValue", number64, nil}, {8, "futureQuotaValue", number64, nil},
	}}},
	preconditionFailure: {{1, "violations", list, []field{{1, "type", text, nil}, {2, "subject", text, nil}, {3, "description", text, nil}}}},
	help:                {{1, "links", list, []field{{1, "description", text, nil}, {2, "url", text, nil}}}},
	requestInfo:         {{1, "requestId", text, nil}, {2, "servingData", text, nil}},
	resourceInfo:        {{1, "resourceType", text, nil}, {2, "resourceName", text, nil}, {3, "owner", text, nil}, {4, "description", text, nil}},
	debugInfo:           {{1, "stackEntries", texts, nil}, {2, "detail", text, nil}},
	localizedMessage:    localized,
}
