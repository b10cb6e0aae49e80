package all_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
)

// Documents whose members look like those of an error, and errors whose members look like those of a success.
func TestMisread(t *testing.T) {
	const none = "not a document" // no dialect accepts it
	tests := []struct {
		name, why string
		status    int
		body      string
		want      string // a kind, or none
	}{
		{"a canceled order", "an error of Connect has the HTTP status of an error", 200, `{"code":"canceled","message":"The order was canceled."}`, none},
		{"a state", "one member is one sign", 0, `{"code":"internal"}`, none},
		{"a product", "a code alone invites no retry", 200, `{"code":"unavailable","message":"Sold out in your region"}`, none},
		{"WordPress", "data of an error is not that of a success", 404, `{"code":"rest_post_invalid_id","message":"Invalid post ID.","data":{"status":404}}`, "not_found"},
		{"GraphQL, an error of the request", "the HTTP status is that of an error", 401, `{"errors":[{"message":"No.","extensions":{"code":"UNAUTHENTICATED"}}],"data":{"viewer":1}}`, "unauthenticated"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Dialects: all.Dialects()}
			e, err := codec.Decode(dialect.Document{Status: tt.status, Body: []byte(tt.body)})
			if tt.want == none {
				require.ErrorIs(t, err, dialect.ErrNotDocument, tt.why)
				return
			}
			require.NoError(t, err)
			require.NotNil(t, e, tt.why)
			require.Equal(t, tt.want, errkit.KindOf(e).String(), tt.why)
		})
	}
}
