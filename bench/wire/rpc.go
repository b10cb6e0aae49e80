package wire

import (
	"encoding/base64"
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/proto"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/strict"
	"github.com/toolerr/toolerr/mapping"
)

const (
	googlePrefix = "type.googleapis.com/"
	googleType   = googlePrefix + "google.rpc."
)

// Google returns the document of e in the error format of Google APIs.
func Google(e *errkit.Error) any {
	code := mapping.Default().RPCOf(e)
	return &struct {
		Error GoogleError `json:"error"`
	}{GoogleError{code.HTTP(), string(e.Message), code.String(), googleDetails(e)}}
}

// A2A returns the document of e in A2A.
func A2A(e *errkit.Error, c Call) any {
	return errorResponse(c, A2AError{mapping.Default().Row(e.Kind).A2A, string(e.Message), googleDetails(e)})
}

// Connect returns the document of e in the Connect protocol.
func Connect(e *errkit.Error) any {
	google := googleDetails(e)
	details := make([]ConnectDetail, len(google))
	for i := range google {
		d := &google[i]
		value := base64.RawStdEncoding.EncodeToString(d.binary())
		details[i] = ConnectDetail{Type: d.Type[len(googlePrefix):], Value: value, Debug: d}
		d.Type = ""
	}
	return &ConnectError{mapping.Default().RPCOf(e).Connect(), string(e.Message), details}
}

func googleDetails(e *errkit.Error) []RPCDetail {
	reason := string(e.Code)
	if reason == "" {
		reason = e.Kind.String()
	}
	metadata := map[string]string{"kind": e.Kind.String()}
	details := make([]RPCDetail, 1, 3)
	if len(e.Fields) > 0 {
		violations := make([]strict.RPCFieldViolation, len(e.Fields))
		for i, f := range e.Fields {
			violations[i] = strict.RPCFieldViolation{Field: googlePath(f.Path), Description: string(f.Message)}
			if len(f.Rule) >= 3 {
				violations[i].Reason = strings.ToUpper(f.Rule)
			} else {
				metadata[fmt.Sprintf("field_%d_rule", i)] = f.Rule
			}
			if f.Param != "" {
				metadata[fmt.Sprintf("field_%d_param", i)] = f.Param
			}
		}
		details = append(details, RPCDetail{Type: googleType + "BadRequest", FieldViolations: violations})
	}
	if e.Needs != nil {
		links := make([]strict.RPCLink, len(e.Needs.Challenges))
		for i, ch := range e.Needs.Challenges {
			links[i] = strict.RPCLink{URL: ch.URL}
			metadata[fmt.Sprintf("challenge_%d_id", i)] = ch.ID
			metadata[fmt.Sprintf("challenge_%d_check_url", i)] = ch.CheckURL
		}
		details = append(details, RPCDetail{Type: googleType + "Help", Links: links})
	}
	details[0] = RPCDetail{
		Type: googleType + "ErrorInfo", Reason: strings.ToUpper(reason), Domain: "io.github.toolerr",
		Metadata: metadata,
	}
	return details
}

// googlePath returns a pointer as a path such as items[0].sku.
func googlePath(pointer string) string {
	var b strings.Builder
	for token := range strings.SplitSeq(pointer[1:], "/") {
		if token[0] >= '0' && token[0] <= '9' {
			b.WriteString("[" + token + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(token)
	}
	return b.String()
}

// binary returns a detail in the binary format of Protocol Buffers.
func (d *RPCDetail) binary() []byte {
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
		for _, v := range d.FieldViolations {
			bad.FieldViolations = append(bad.FieldViolations, &errdetails.BadRequest_FieldViolation{
				Field: v.Field, Description: v.Description, Reason: v.Reason,
			})
		}
		m = bad
	}
	doc, err := proto.Marshal(m)
	if err != nil {
		panic(err) // a text that is not UTF-8
	}
	return doc
}
