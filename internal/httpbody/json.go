package httpbody

import (
	"mime"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// CheckJSON returns an error of kind InvalidRequest unless the headers of a request declare JSON in UTF-8, not compressed.
// Only with this check a page of another site cannot make a browser call a tool: browsers send forms and plain text without
// asking the server first, and no other types (Fetch, CORS-safelisted request headers).
func CheckJSON(h http.Header) error {
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	message := errkit.Text("The Content-Type must be application/json.")
	if err == nil && media == "application/json" && (charset == "" || charset == "utf-8") {
		if encoding := h.Get("Content-Encoding"); encoding == "" || encoding == "identity" {
			return nil
		}
		message = "The request must not have a Content-Encoding."
	}
	return &errkit.Error{Kind: errkit.InvalidRequest, Code: middleware.UnsupportedMediaType, Stage: errkit.BeforeCall, Message: message}
}
