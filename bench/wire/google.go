package wire

import (
	"fmt"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// GoogleResponse is the error response of a Google API (AIP-193).
type GoogleResponse struct {
	Error GoogleError `json:"error"`
}

// GoogleError is a google.rpc.Status in a GoogleResponse.
type GoogleError struct {
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Status  string         `json:"status"`
	Details []GoogleDetail `json:"details"`
}

// GoogleDetail is an ErrorInfo, a BadRequest or a Help.
type GoogleDetail struct {
	Type       string            `json:"@type,omitempty"` // "" in Connect
	Reason     string            `json:"reason,omitempty"`
	Domain     string            `json:"domain,omitempty"`
	Metadata   map[string]string `json:"metadata,omitempty"`
	Violations []GoogleViolation `json:"fieldViolations,omitempty"`
	Links      []GoogleLink      `json:"links,omitempty"`
}

// GoogleViolation is one invalid part of the input.
type GoogleViolation struct {
	Field       string `json:"field,omitempty"`
	Description string `json:"description,omitempty"`
	Reason      string `json:"reason,omitempty"`
}

// GoogleLink is a URL that the user must visit.
type GoogleLink struct {
	URL string `json:"url"`
}

const (
	googlePrefix = "type.googleapis.com/"
	googleType   = googlePrefix + "google.rpc."
)

// Google returns the document of e in the error format of Google APIs.
func Google(e *errkit.Error) any {
	code := mapping.Default().RPC(e.Kind, e.Upstream)
	return &GoogleResponse{GoogleError{Code: code.HTTP(), Message: string(e.Message), Status: code.String(), Details: googleDetails(e)}}
}

func googleDetails(e *errkit.Error) []GoogleDetail {
	reason := string(e.Code)
	if reason == "" {
		reason = e.Kind.String()
	}
	metadata := map[string]string{"kind": e.Kind.String()}
	details := make([]GoogleDetail, 1, 3)
	if len(e.Fields) > 0 {
		violations := make([]GoogleViolation, len(e.Fields))
		for i, f := range e.Fields {
			violations[i] = GoogleViolation{Field: googlePath(f.Path), Description: string(f.Message)}
			if len(f.Rule) >= 3 {
				violations[i].Reason = strings.ToUpper(f.Rule)
			} else {
				metadata[fmt.Sprintf("field_%d_rule", i)] = f.Rule
			}
			if f.Param != "" {
				metadata[fmt.Sprintf("field_%d_param", i)] = f.Param
			}
		}
		details = append(details, GoogleDetail{Type: googleType + "BadRequest", Violations: violations})
	}
	if e.Needs != nil {
		links := make([]GoogleLink, len(e.Needs.Challenges))
		for i, ch := range e.Needs.Challenges {
			links[i] = GoogleLink{ch.URL}
			metadata[fmt.Sprintf("challenge_%d_id", i)] = ch.ID
			metadata[fmt.Sprintf("challenge_%d_check_url", i)] = ch.CheckURL
		}
		details = append(details, GoogleDetail{Type: googleType + "Help", Links: links})
	}
	details[0] = GoogleDetail{Type: googleType + "ErrorInfo", Reason: strings.ToUpper(reason), Domain: "io.github.toolerr", Metadata: metadata}
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
