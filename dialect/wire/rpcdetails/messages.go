package rpcdetails

import (
	"slices"
	"strings"
)

// A message is a message of google/rpc/error_details.proto, or of buf/validate/validate.proto.
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
	localizedMessage // is only read, as those below
	violations
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
	violations:          "buf.validate.Violations",
}

// typePrefix is what the type of an Any has before the name of the message.
const typePrefix = "type.googleapis.com/"

// lookup returns the message with a name, which may have a prefix as in the type of an Any, or none
// of the constants.
func lookup(name string) (m message, ok bool) {
	i := slices.Index(names[:], name[strings.LastIndexByte(name, '/')+1:])
	return message(i), i >= 0
}

// A fieldKind is the type of a field.
type fieldKind uint8

const (
	textField  fieldKind = iota // a string
	textFields                  // a repeated string
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

// texts returns the fields of a message: first strings with these names, then more.
func texts(names []string, more ...field) (all []field) {
	for i, name := range names {
		all = append(all, field{i + 1, name, textField, nil})
	}
	return append(all, more...)
}

var localized = texts([]string{"locale", "message"})

// element are the fields of an element of the path of a field: its name, and one of the others
// for an index or a key.
var element = []field{
	{2, "fieldName", textField, nil},
	{6, "index", number64, nil},
	{8, "intKey", number64, nil},
	{9, "uintKey", number64, nil},
	{10, "stringKey", textField, nil},
}

// fields are the fields of the messages (google/rpc/error_details.proto).
var fields = [messages][]field{
	errorInfo: texts([]string{"reason", "domain"}, field{3, "metadata", dictionary, nil}),
	retryInfo: {{1, "retryDelay", duration, nil}},
	badRequest: {{1, "fieldViolations", list,
		texts([]string{"field", "description", "reason"}, field{4, "localizedMessage", single, localized})}},
	quotaFailure: {{1, "violations", list, texts(
		[]string{"subject", "description", "apiService", "quotaMetric", "quotaId"},
		field{6, "quotaDimensions", dictionary, nil},
		field{7, "quotaValue", number64, nil}, field{8, "futureQuotaValue", number64, nil})}},
	preconditionFailure: {{1, "violations", list, texts([]string{"type", "subject", "description"})}},
	help:                {{1, "links", list, texts([]string{"description", "url"})}},
	requestInfo:         texts([]string{"requestId", "servingData"}),
	resourceInfo:        texts([]string{"resourceType", "resourceName", "owner", "description"}),
	debugInfo:           {{1, "stackEntries", textFields, nil}, {2, "detail", textField, nil}},
	localizedMessage:    localized,
	violations: {{1, "violations", list, texts([]string{"fieldPath", "ruleId", "message"},
		field{5, "field", single, []field{{1, "elements", list, element}}})}},
}
