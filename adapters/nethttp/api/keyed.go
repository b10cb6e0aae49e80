package api

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"maps"
	"net/http"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

// Keyed returns a handler that runs next once for equal requests of a caller with the same header
// Idempotency-Key, as [API.Keys] states. It goes inside of what authenticates the caller and
// around what responds:
//
//	mux.Handle("POST /orders", api.Keyed(api.Handler(order)))
//
// Requests are equal if they have the same method, URL and body, which is read before next runs,
// up to [Binding.MaxBody]. Requests with a safe method have no key.
//
// Any response is kept but 401, 407, those of [API.RunsAgain], and those after which nothing was
// done: 421, 425, 429, and 503 with Retry-After. The headers Set-Cookie and Retry-After are not
// kept. In place of a response that is larger than the Keys allow, or of a panic that next does
// not recover, the next request gets an error.
func (a *API) Keyed(next http.Handler) http.Handler {
	keys := cmp.Or(a.Keys, new(idempotency.Keys))
	once := a.Handler(func(w http.ResponseWriter, r *http.Request) error {
		if r.Body == nil { // a request of a test
			r.Body = http.NoBody
		}
		body, err := request.ReadBody(w, r, a.Binding.maxBody())
		if err != nil {
			return err
		}
		var own *recording
		ctx := request.WithKey(keys, r)
		kept, err := idempotency.Do(ctx, nil, r.Method+" "+r.Host+r.URL.Path,
			func() []byte { return append([]byte(r.URL.RawQuery+"\n"), body...) },
			func(ctx context.Context) (recorded, error) {
				most := cmp.Or(max(keys.MaxAnswer, 0), 1<<20)
				own = &recording{ResponseWriter: w, most: most, runsAgain: a.RunsAgain}
				again := r.WithContext(ctx)
				again.Body = io.NopCloser(bytes.NewReader(body))
				next.ServeHTTP(own, again)
				return own.end()
			})
		request.MarkReplayed(ctx, w.Header())
		switch {
		case own != nil && (err == nil || own.kept.Status != 0): // it is written
			return nil
		case err != nil:
			return err
		}
		return kept.write(w)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if header.IsSafe(r.Method) || request.Key(r) == "" {
			next.ServeHTTP(w, r)
		} else {
			once.ServeHTTP(w, r)
		}
	})
}

// recorded is a response as it is kept.
type recorded struct {
	Status int         `json:"status"`
	Header http.Header `json:"header"`
	Body   []byte      `json:"body"`
}

// write writes the response. What a handler outside has set in the header stays.
func (r *recorded) write(w http.ResponseWriter) error {
	for name, values := range r.Header {
		if _, ok := w.Header()[name]; !ok {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(r.Status)
	_, _ = w.Write(r.Body) // the client may be gone
	return nil
}

// A recording is a ResponseWriter that keeps what passes.
type recording struct {
	http.ResponseWriter
	kept  recorded
	most  int  // bytes of the body
	over  bool // there were more
	again bool // the next request is to run: it brings what is missing, or nothing was done

	runsAgain func(status int) bool // of [API]
}

// Unwrap is for [http.ResponseController].
func (r *recording) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (r *recording) WriteHeader(status int) {
	if r.kept.Status == 0 && status >= 200 { // else there is one, or it is informational
		r.begin(status)
	}
	r.ResponseWriter.WriteHeader(status)
}

// begin keeps what is known of a response at its start.
func (r *recording) begin(status int) {
	r.kept.Status, r.kept.Header = status, maps.Clone(r.Header())
	r.again = status == http.StatusUnauthorized || status == http.StatusProxyAuthRequired ||
		header.IsRefused(status, r.kept.Header) || r.runsAgain != nil && r.runsAgain(status)
	r.kept.Header.Del("Set-Cookie")
	r.kept.Header.Del("Retry-After")
}

// Write implements [http.ResponseWriter].
func (r *recording) Write(b []byte) (int, error) {
	if r.kept.Status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	if r.over = r.over || len(r.kept.Body)+len(b) > r.most; !r.over {
		r.kept.Body = append(r.kept.Body, b...)
	}
	return r.ResponseWriter.Write(b)
}

// end returns the response, and the error beside which, or in place of which, it is not kept.
func (r *recording) end() (recorded, error) {
	switch {
	case r.kept.Status == 0:
		r.begin(http.StatusOK) // net/http sends it
	case r.again:
		return r.kept, &errkit.Error{Kind: errkit.FromStatus(r.kept.Status), Effect: errkit.EffectNone}
	case r.over:
		return r.kept, &errkit.Error{Kind: errkit.OutputInvalid, Stage: errkit.Execution, Effect: errkit.EffectDone}
	}
	return r.kept, nil
}
