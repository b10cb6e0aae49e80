package request

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func TestCheckJSON(t *testing.T) {
	tests := []struct {
		name, contentType, encoding string
		want                        string // the message; "": no error
	}{
		{"JSON", "application/json", "", ""},
		{"with a charset", "Application/JSON; charset=UTF-8", "identity", ""},
		{"no type", "", "", "The Content-Type must be application/json."},
		{"a form", "application/x-www-form-urlencoded", "", "The Content-Type must be application/json."},
		{"plain text", "text/plain", "", "The Content-Type must be application/json."},
		{"another charset", "application/json; charset=latin1", "", "The Content-Type must be application/json."},
		{"not a media type", "application/json; charset", "", "The Content-Type must be application/json."},
		{"compressed", "application/json", "gzip", "The request must not have a Content-Encoding."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := http.Header{"Content-Type": {tt.contentType}, "Content-Encoding": {tt.encoding}}
			err := CheckJSON(h)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, errkit.InvalidRequest)
			require.ErrorIs(t, err, middleware.UnsupportedMediaType)
			require.EqualError(t, err, tt.want)
		})
	}
}
