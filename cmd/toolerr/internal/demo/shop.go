package demo

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/adapters/nethttp"
)

// maxOrders is the maximum number of orders in memory. The oldest is removed first.
const maxOrders = 100

// A shop is a service that takes orders, and whose connection breaks before it answers. It is an
// [http.RoundTripper], so that the demo needs no other server.
type shop struct {
	mu     sync.Mutex
	orders []string
}

// RoundTrip places the order in the body of a request.
func (s *shop) RoundTrip(r *http.Request) (*http.Response, error) {
	item := lo.Must(io.ReadAll(r.Body)) // a text
	s.mu.Lock()
	defer s.mu.Unlock()
	s.orders = append(s.orders[max(len(s.orders)+1-maxOrders, 0):], string(item))
	return nil, io.ErrUnexpectedEOF
}

type orderInput struct {
	Item string `json:"item" validate:"required,max=100" description:"What to order."`
}

// place is Shop.Order 1.0.0. The order is placed, and the caller does not learn it.
func (s *shop) place(ctx context.Context, in orderInput) (string, error) {
	r := lo.Must(http.NewRequestWithContext(ctx, http.MethodPost, "http://shop.invalid/orders", strings.NewReader(in.Item)))
	client := http.Client{Transport: &nethttp.Transport{Base: s}}
	resp, err := client.Do(r)
	if err != nil {
		return "", err
	}
	return "ordered", resp.Body.Close()
}

// list is Shop.Orders 1.0.0, with which a caller checks what happened.
func (s *shop) list(context.Context, struct{}) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.orders...), nil
}
