package oxpclient_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/toolerr/toolerr/adapters/oxpclient"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

func Example() {
	url, stop := serve()
	defer stop()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := oxpclient.Client{URL: url, Needs: terminal{}}
	for _, input := range []string{`{"doorbell_id":"front"}`, `{"doorbell_id":"doorbell42"}`} {
		result, err := client.Call(ctx, oxpclient.Call{Tool: "Doorbell.Ring", Input: json.RawMessage(input)})
		if err != nil {
			e := errkit.From(err)
			fmt.Println(e.Kind.String()+":", err, "-", e.Hint) // for the model
			continue
		}
		fmt.Println(string(result.Value))
	}
	// Output:
	// Who are you? ada
	// not_found: Doorbell ID not found - ids: doorbell42,doorbell84
	// Who are you? ada
	// "ding for ada"
}

// A terminal asks the user for what calls lack.
type terminal struct{}

func (terminal) Consent(_ context.Context, c errkit.Challenge) error {
	fmt.Println("Visit", c.URL) // after you looked at its host
	return nil
}

func (terminal) UserID(context.Context) (string, error) {
	fmt.Println("Who are you? ada")
	return "ada", nil
}

func (terminal) Secret(context.Context, string) (string, error) {
	return "", errors.New("there are no secrets here")
}

func serve() (url string, stop func()) {
	server := oxpserver.Server{Boundary: new(middleware.Boundary)}
	ring, err := tool.Define(tool.Definition{Name: "Doorbell.Ring", Requirements: tool.Requirements{UserID: true}},
		func(ctx context.Context, in struct {
			ID string `json:"doorbell_id"`
		}) (string, error) {
			if in.ID != "doorbell42" {
				return "", &errkit.Error{Kind: errkit.ExecutionFailed, Retry: errkit.Allowed,
					Message: "Doorbell ID not found", Hint: "ids: doorbell42,doorbell84"}
			}
			return "ding for " + tool.CallerFrom(ctx).UserID, nil
		})
	if err := errors.Join(err, server.Add(ring)); err != nil {
		panic(err)
	}
	s := httptest.NewServer(server.Handler())
	return s.URL, s.Close
}
