package nethttp_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
)

// FuzzAccept holds that the only offers are chosen, and the same again.
func FuzzAccept(f *testing.F) {
	for _, s := range []string{"", "*/*", "application/problem+json", "application/*;q=0.5, application/json;q=0.501",
		"application/json;q=", "a/b/c;q=1;q=0", "application/json ; Q=1.000", ",;/", "application/json;q=1e9"} {
		f.Add(s)
	}
	choose := nethttp.ChooseByAccept(nethttp.Offer{Type: "application/problem+json", Dialect: problem.Dialect{}},
		nethttp.Offer{Type: "application/json", Dialect: oxp.Dialect{}})
	f.Fuzz(func(t *testing.T, accept string) {
		r := &http.Request{Header: http.Header{"Accept": {accept}}}
		d := choose(r)
		require.Contains(t, []any{nil, problem.Dialect{}, oxp.Dialect{}}, any(d))
		require.Equal(t, d, choose(r))
	})
}
