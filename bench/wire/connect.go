package wire

import (
	"encoding/base64"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/proto"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// ConnectError is an error of the Connect protocol.
type ConnectError struct {
	Code    string          `json:"code"`
	Message string          `json:"message"`
	Details []ConnectDetail `json:"details"`
}

// ConnectDetail is a message of Protocol Buffers.
type ConnectDetail struct {
	Type  string        `json:"type"`
	Value string        `json:"value"`
	Debug *GoogleDetail `json:"debug"`
}

// Connect returns the document of e in the Connect protocol.
func Connect(e *errkit.Error) any {
	google := googleDetails(e)
	details := make([]ConnectDetail, len(google))
	for i := range google {
		d := &google[i]
		details[i] = ConnectDetail{Type: d.Type[len(googlePrefix):], Value: base64.RawStdEncoding.EncodeToString(d.binary()), Debug: d}
		d.Type = ""
	}
	return &ConnectError{Code: mapping.Default().RPC(e.Kind, e.Upstream).Connect(), Message: string(e.Message), Details: details}
}

// binary returns a detail in the binary format of Protocol Buffers.
func (d *GoogleDetail) binary() []byte {
	var m proto.Message
	switch {
	case d.Reason != "":
		m = &errdetails.ErrorInfo{Reason: d.Reason, Domain: d.Domain, Metadata: d.Metadata}
	case d.Links != nil:
		help := &errdetails.Help{}
		for _, link := range d.Links {
			help.Links = append(help.Links, &errdetails.Help_Link{Url: link.URL})
		}
		m = help
	default:
		bad := &errdetails.BadRequest{}
		for _, v := range d.Violations {
			bad.FieldViolations = append(bad.FieldViolations, &errdetails.BadRequest_FieldViolation{Field: v.Field, Description: v.Description, Reason: v.Reason})
		}
		m = bad
	}
	doc, err := proto.Marshal(m)
	if err != nil {
		panic(err) // a text that is not UTF-8
	}
	return doc
}
