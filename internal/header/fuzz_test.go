package header_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/header"
)

// FuzzRetryAfter holds that a delay that a header names is not negative, and that there is none
// without a header.
func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"", "0", "120", "-1", "1.5", "99999999999999999999", "Fri, 31 Dec 1999 23:59:59 GMT",
		"Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", " 7 ", "7s", "1e3"} {
		f.Add(s)
	}
	now := func() time.Time { return time.Date(1999, 12, 31, 23, 0, 0, 0, time.UTC) }
	f.Fuzz(func(t *testing.T, value string) {
		for _, name := range []string{"Retry-After", "Retry-After-Ms", "X-Ms-Retry-After-Ms"} {
			d, ok := header.RetryAfter(http.Header{name: {value}}, now)
			require.GreaterOrEqual(t, d, time.Duration(0))
			if !ok {
				require.Zero(t, d)
			}
		}
	})
}

// FuzzMediaType holds that a media type has no parameters, and that JSON is a media type.
func FuzzMediaType(f *testing.F) {
	for _, s := range []string{"", "application/json", "Application/Problem+JSON; charset=utf-8", "text/html;", ";",
		"a/b/c", `application/json; a="b;c"`, "application/json\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		media := header.MediaType(http.Header{"Content-Type": {value}})
		require.NotContains(t, media, ";")
		if header.IsJSON(media) {
			require.Contains(t, media, "/")
		}
	})
}
