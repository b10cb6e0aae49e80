package errkit_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

func TestFromStatus(t *testing.T) {
	tests := []struct {
		status int
		want   errkit.Kind
	}{
		{http.StatusPaymentRequired, errkit.FailedPrecondition},
		{http.StatusNotFound, errkit.NotFound},
		{http.StatusGone, errkit.NotFound},
		{http.StatusUnsupportedMediaType, errkit.InvalidRequest},
		{http.StatusMisdirectedRequest, errkit.Unavailable},
		{http.StatusLocked, errkit.Conflict},
		{http.StatusTooEarly, errkit.Unavailable},
		{http.StatusUnavailableForLegalReasons, errkit.PermissionDenied},
		{http.StatusTeapot, errkit.InvalidRequest},
		{http.StatusInternalServerError, errkit.Internal},
		{http.StatusInsufficientStorage, errkit.Internal},
		{http.StatusRequestedRangeNotSatisfiable, errkit.InvalidInput},
		{http.StatusFailedDependency, errkit.FailedPrecondition},
		{http.StatusHTTPVersionNotSupported, errkit.UnsupportedVersion},
		{http.StatusNetworkAuthenticationRequired, errkit.AuthRequired},
		{420, errkit.RateLimited},
		{440, errkit.AuthExpired},
		{460, errkit.Canceled},
		{498, errkit.Unauthenticated},
		{509, errkit.RateLimited},
		{526, errkit.UpstreamFailed},
		{529, errkit.Unavailable},
		{530, errkit.Unavailable},
		{599, errkit.Timeout},
		{http.StatusOK, errkit.Unknown},
		{http.StatusFound, errkit.Unknown},
		{399, errkit.Unknown},
		{600, errkit.Internal},
		{0, errkit.Unknown},
		{-1, errkit.Unknown},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, errkit.FromStatus(tt.status), "%d", tt.status)
	}
}
