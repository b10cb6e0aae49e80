package middleware_test

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func TestIs(t *testing.T) {
	c := middleware.Is(sql.ErrNoRows, errkit.NotFound)
	require.Equal(t, errkit.NotFound, known(t, t.Context(), c, sql.ErrNoRows).Kind)
	require.Nil(t, known(t, t.Context(), c, sql.ErrTxDone))
	_, missing := os.Open(canary)
	require.Equal(t, errkit.NotFound, known(t, t.Context(), middleware.Is(fs.ErrNotExist, errkit.NotFound),
		missing).Kind)
}

// shopError is an error of the program.
type shopError struct{ status int }

func (e *shopError) Error() string   { return canary }
func (e *shopError) HTTPStatus() int { return e.status }

// sdkError is an error of a client library, with the same methods.
type sdkError struct{ shopError }

func TestHTTPStatus(t *testing.T) {
	c := middleware.HTTPStatus((*shopError).HTTPStatus)
	tests := []struct {
		name   string
		err    error
		want   errkit.Kind // Internal with status 0: not classified
		status uint16
	}{
		{"not found", &shopError{404}, errkit.NotFound, 404},
		{"gone", &shopError{410}, errkit.NotFound, 410},
		{"payment", &shopError{402}, errkit.FailedPrecondition, 402},
		{"a fault of the server", &shopError{500}, errkit.Internal, 500},
		{"joined", errors.Join(errors.New(canary), &shopError{409}), errkit.Conflict, 409},
		{"a success", &shopError{200}, errkit.Internal, 0},
		{"no status", &shopError{}, errkit.Internal, 0},
		{"a number that is none", &shopError{65536 + 404}, errkit.Internal, 0},
		{"another type with the same method", &sdkError{shopError{403}}, errkit.Internal, 0},
		{"another error", errors.New(canary), errkit.Internal, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := known(t, t.Context(), c, tt.err)
			if tt.status == 0 {
				require.Nil(t, e)
				return
			}
			require.Equal(t, tt.want, e.Kind)
			require.Equal(t, tt.status, e.Status)
		})
	}
	some := middleware.HTTPStatus(func(e interface {
		error
		HTTPStatus() int
	}) int {
		return e.HTTPStatus()
	})
	require.Equal(t, errkit.PermissionDenied, known(t, t.Context(), some, &sdkError{shopError{403}}).Kind,
		"an interface names many types")

	b := &middleware.Boundary{Classify: []middleware.Classifier{c}}
	nilPointer := fmt.Errorf("x: %w", (*shopError)(nil))
	require.Equal(t, errkit.Internal, coded(t, b.Handle(t.Context(), nilPointer)).Kind, "its method panics")
}
