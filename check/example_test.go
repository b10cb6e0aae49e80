package check_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"

	"github.com/toolerr/toolerr/check"
)

// transport sends requests to a handler without a network.
type transport struct{ http.Handler }

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	t.ServeHTTP(w, r)
	return w.Result(), nil
}

// A server has the same answer to everything, which is checked with one rule.
func Example() {
	bells := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "There is no bell.", http.StatusBadRequest)
	})
	target := check.Target{
		Dialect: "problem", URL: "http://bells.example", Client: &http.Client{Transport: transport{bells}},
		Tools: []check.Tool{{Name: "ring"}}, // else they are those of /openapi.json
	}
	rules := slices.DeleteFunc(check.Rules(), func(r *check.Rule) bool { return r.ID != "http/path/1" })
	report, err := check.Run(context.Background(), target, check.Options{Rules: rules})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Failed(false) {
		fmt.Println(r.Rule.ID, r.Rule.Text)
		for _, f := range r.Findings {
			fmt.Printf("- %s: %s\n  %s\n", f.Probe, f.Text, f.Command)
		}
	}
	// Output:
	// http/path/1 A path that does not exist is answered with 404.
	// - unknown-method: the status is 400 although the method or path does not exist
	//   curl -sS -i -X GET http://bells.example/toolerr-check/no-such-path -H 'Accept: application/json'
}
