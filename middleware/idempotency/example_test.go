package idempotency_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"

	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

// A client that lost the first response sends the order again.
func ExampleKeys() {
	type order struct {
		Item string `json:"item"`
	}
	orders := 0
	buy, err := tool.Define(tool.Definition{Name: "Shop.Buy", Version: "1.0.0"},
		func(context.Context, order) (int, error) { orders++; return orders, nil })
	if err != nil {
		fmt.Println(err)
		return
	}
	server := api.API{Keys: &idempotency.Keys{Replay: true}}
	h := server.Tool(buy)
	for _, item := range []string{"tea", "tea", "coffee"} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(`{"item":"`+item+`"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer of-ada")
		r.Header.Set("Idempotency-Key", `"8e03978e"`)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(item, w.Code, "replayed:", w.Header().Get("Idempotent-Replayed") == "true")
	}
	fmt.Println("orders:", orders)
	// Output:
	// tea 200 replayed: false
	// tea 200 replayed: true
	// coffee 422 replayed: false
	// orders: 1
}
