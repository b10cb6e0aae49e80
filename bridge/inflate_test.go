package bridge_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// deflate returns texts in gzip, each of which is flushed. Without an end, the stream is one that
// breaks.
func deflate(end bool, texts ...string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for _, text := range texts {
		_, _ = io.WriteString(z, text)
		_ = z.Flush()
	}
	if end {
		_ = z.Close()
	}
	return b.String()
}

const (
	ping        = "data: {\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n\n"
	answerEvent = "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[]}}\n\n"
	failedEvent = "id: 3\ndata: {\"jsonrpc\":\"2.0\",\"id\":7," + rpcError + "}\n\n"
	sentEvent   = "id: 3\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"A service that the tool depends on failed.\\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user.\"}],\"isError\":true}}\n\n"
)

// Errors in a stream of events in gzip are replaced as they are in any other, in parts of any
// length.
func TestCompressedEvents(t *testing.T) {
	old := mcp.Dialect{Revision: mcp.Revision20250618}
	broken := errors.New("connection reset by " + canary)
	tests := []struct {
		name, why, in, want string
		end                 error
		breaks              bool // want has an event about it at its end
		kind                errkit.Kind
	}{
		{name: "successes", in: deflate(true, progress, ": ping\n\n", answerEvent),
			want: progress + ": ping\n\n" + answerEvent},
		{name: "an error", in: deflate(true, progress, failedEvent, progress), want: progress + sentEvent + progress,
			kind: errkit.UpstreamFailed},
		{name: "two members", why: "RFC 1952 §2.2", in: deflate(true, progress) + deflate(true, failedEvent),
			want: progress + sentEvent, kind: errkit.UpstreamFailed},
		{name: "without a flush", in: deflate(true, progress+failedEvent), want: progress + sentEvent,
			kind: errkit.UpstreamFailed},
		{name: "the end within an event", why: "clients in Go take it for an event",
			in: deflate(true, strings.TrimRight(failedEvent, "\n")), want: sentEvent, kind: errkit.UpstreamFailed},
		{name: "nothing", breaks: true},
		{name: "it breaks", in: deflate(false, progress, "data: {\"jso"), end: broken, want: progress, breaks: true},
		{name: "without the end of gzip", in: deflate(false, progress), want: progress, breaks: true},
		{name: "it is not gzip", why: "what cannot be examined does not pass", in: "data: " + canary + "\n\n",
			breaks: true},
		{name: "other bytes after the end", in: deflate(true, progress) + "data: " + canary + "\n\n", want: progress,
			breaks: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{1, 7, 1 << 20} {
				var log reports
				got, err := editedAs(t, &bridge.Bridge{To: old, Report: log.add}, "gzip", tt.in, size, tt.end)
				require.NoError(t, err)
				require.NotContains(t, got, canary, tt.why)
				switch {
				case tt.breaks:
					require.Len(t, log.all(), 1)
					require.True(t, strings.HasPrefix(got, tt.want+"data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{"),
						got)
					require.Contains(t, got, `"isError":true`)
				case tt.kind != errkit.Internal:
					require.Len(t, log.all(), 1)
					require.Equal(t, tt.kind, log.all()[0].Error.Kind)
					got, _ = editedAs(t, &bridge.Bridge{To: old}, "gzip", tt.in, size, tt.end) // without a reference
					require.Equal(t, tt.want, got)
				default:
					require.Empty(t, log.all())
					require.Equal(t, tt.want, got)
				}
			}
		})
	}
}

// What a client can continue by the id of an event, and what has its response, stays broken, as
// it does without gzip.
func TestCompressedEventsBroken(t *testing.T) {
	got, err := editedAs(t, &bridge.Bridge{To: mcp.Dialect{}}, "gzip", deflate(false, "id: 3\n"+progress), 100, nil)
	require.Equal(t, "id: 3\n"+progress, got)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	got, err = editedAs(t, &bridge.Bridge{To: mcp.Dialect{}}, "gzip", deflate(true, "id: 3\n"+progress)+"other bytes",
		100, nil)
	require.Equal(t, "id: 3\n"+progress, got)
	require.ErrorIs(t, err, gzip.ErrHeader)
}

// The text of a compressed stream has a bound.
func TestCompressedEventsBound(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it inflates streams beyond their bound")
	}
	event := "data: {\"jsonrpc\":\"2.0\",\"method\":\"" + strings.Repeat("x", 1<<20) + "\"}\n\n"
	bomb := deflate(true, strings.Repeat(event, 40)+failedEvent)
	require.Less(t, len(bomb), 1<<20)
	got, err := editedAs(t, &bridge.Bridge{To: mcp.Dialect{}}, "gzip", bomb, len(bomb), nil)
	require.NoError(t, err)
	require.Less(t, len(got), 18<<20)
	require.NotContains(t, got, canary)
	require.Contains(t, got[len(got)-200:], `"isError":true`)

	got, err = editedAs(t, &bridge.Bridge{To: mcp.Dialect{}}, "gzip", bomb, 4<<10, nil)
	require.NoError(t, err)
	require.Greater(t, len(got), 40<<20, "in smaller parts it passes")
	require.NotContains(t, got, canary)
}

// A stream in gzip is examined by each front, and its events arrive when they are flushed,
// without an encoding.
func TestCompressedStream(t *testing.T) {
	for _, f := range fronts {
		for _, http2 := range []bool{false, true} {
			t.Run(f.name, func(t *testing.T) {
				next := make(chan string)
				client, base := serve(t, f, &bridge.Bridge{To: mcp.Dialect{}},
					http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						w.Header().Set("Content-Type", "text/event-stream")
						w.Header().Set("Content-Encoding", "gzip")
						w.(http.Flusher).Flush()
						z := gzip.NewWriter(w)
						for event := range next {
							_, _ = io.WriteString(z, event)
							_ = z.Flush()
							w.(http.Flusher).Flush()
						}
						_ = z.Close()
					}), http2)
				r, err := http.NewRequest(http.MethodPost, base, strings.NewReader(ring))
				require.NoError(t, err)
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Accept-Encoding", "gzip") // so that the client does not decode it
				resp, err := client.Do(r)               // the head arrives before a line does
				require.NoError(t, err)
				defer resp.Body.Close()
				require.Empty(t, resp.Header.Get("Content-Encoding"))
				lines := bufio.NewReader(resp.Body)
				for range 3 {
					next <- ping
					line, err := lines.ReadString('\n')
					require.NoError(t, err)
					require.Equal(t, ping[:len(ping)-1], line)
					_, err = lines.ReadString('\n')
					require.NoError(t, err)
				}
				next <- "event: error\ndata: " + canary + "\n\n"
				line, err := lines.ReadString('\n')
				require.NoError(t, err)
				require.Contains(t, line, `"isError":true`)
				next <- "data: {\"without its end\":"
				close(next)
				rest, err := io.ReadAll(lines)
				require.NoError(t, err)
				require.Equal(t, "\n", string(rest), "what is no message does not pass")
			})
		}
	}
}

// A stream that cannot be decoded ends at once, also if its server goes on.
func TestCompressedStreamEnds(t *testing.T) {
	for _, f := range fronts {
		for _, http2 := range []bool{false, true} {
			t.Run(f.name, func(t *testing.T) {
				client, base := serve(t, f, &bridge.Bridge{To: mcp.Dialect{}},
					http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						w.Header().Set("Content-Type", "text/event-stream")
						w.Header().Set("Content-Encoding", "gzip")
						_, _ = io.WriteString(w, deflate(true, progress)+"data: "+canary+"\n\n")
						w.(http.Flusher).Flush()
						for r.Context().Err() == nil {
							time.Sleep(time.Millisecond)
							_, _ = io.WriteString(w, canary)
							w.(http.Flusher).Flush()
						}
					}), http2)
				resp, err := client.Post(base, "application/json", strings.NewReader(ring))
				require.NoError(t, err)
				defer resp.Body.Close()
				body, err := io.ReadAll(resp.Body)
				require.NoError(t, err)
				require.True(t, strings.HasPrefix(string(body), progress+"data: {"), "%s", body)
				require.NotContains(t, string(body), canary)
			})
		}
	}
}

// A compressed success whose text is longer than what is held passes as it was sent.
func TestCompressedOversize(t *testing.T) {
	text := `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + strings.Repeat("x", 3*hold) +
		`"}]}}`
	var log reports
	w := httptest.NewRecorder()
	(&bridge.Bridge{To: mcp.Dialect{}, Hold: hold, Report: log.add}).Handler(compressed(200, text)).ServeHTTP(w,
		newCall())
	require.Equal(t, "gzip", w.Header().Get("Content-Encoding"))
	in, err := gzip.NewReader(w.Body)
	require.NoError(t, err)
	got, err := io.ReadAll(in)
	require.NoError(t, err)
	require.Equal(t, text, string(got))
	require.Empty(t, log.all())
}

// The decoder of a response that nobody ends ends with its request.
func TestCompressedAbandoned(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	for range 50 {
		x := (&bridge.Bridge{To: mcp.Dialect{}}).Exchange(httptest.NewRequest(http.MethodGet, "/",
			nil).WithContext(ctx))
		require.Equal(t, bridge.Edit, x.Head(200,
			http.Header{"Content-Type": {"text/event-stream"}, "Content-Encoding": {"gzip"}}))
		require.Equal(t, "data: 1\n\n", string(x.Edit(nil, []byte(deflate(false, "data: 1\n\n")))))
	}
	cancel()
	require.Eventually(t, func() bool { return runtime.NumGoroutine() < before+25 }, 10*time.Second, time.Millisecond)
}

// The decoder ends with an Exchange that fails, and with a handler that did not end its response.
func TestCompressedFailed(t *testing.T) {
	header := http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}
	before := runtime.NumGoroutine()
	for range 50 {
		x := (&bridge.Bridge{To: mcp.Dialect{}}).Exchange(newCall())
		require.Equal(t, bridge.Hold, x.Head(200, header))
		require.Equal(t, bridge.Hold, x.Body([]byte(deflate(false, `{"a":`))))
		x.Fail(io.ErrUnexpectedEOF)
	}
	for range 50 {
		(&bridge.Bridge{To: mcp.Dialect{}}).Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Content-Type"], w.Header()["Content-Encoding"] = header["Content-Type"], header["Content-Encoding"]
			_, _ = io.WriteString(w, deflate(false, `{"a":`))
			panic(errors.New("x"))
		})).ServeHTTP(httptest.NewRecorder(), newCall())
	}
	require.Eventually(t, func() bool { return runtime.NumGoroutine() < before+25 }, 10*time.Second, time.Millisecond)
}

// A compressed stream that cannot be decoded, and that the client can continue, does not end as a
// complete one.
func TestCompressedBroken(t *testing.T) {
	begun := deflate(false, "id: 3\n"+progress)
	direct := front{"a handler", func(b *bridge.Bridge, _ *url.URL, _ http.RoundTripper) http.Handler {
		return b.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "text/event-stream")
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, begun)
		}))
	}}
	for _, f := range append(slices.Clone(fronts), direct) {
		for name, rest := range map[string]string{"damaged": "\xff\xff\xff\xffgarbage", "without its end": ""} {
			t.Run(f.name+" "+name, func(t *testing.T) {
				client, base := serve(t, f, &bridge.Bridge{To: mcp.Dialect{}},
					http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
						w.Header().Set("Content-Type", "text/event-stream")
						w.Header().Set("Content-Encoding", "gzip")
						_, _ = io.WriteString(w, begun)
						_, _ = io.WriteString(w, rest)
					}), false)
				r, err := http.NewRequest(http.MethodPost, base, strings.NewReader(ring))
				require.NoError(t, err)
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Accept-Encoding", "gzip")
				resp, err := client.Do(r)
				require.NoError(t, err)
				defer resp.Body.Close()
				body, err := io.ReadAll(resp.Body)
				require.ErrorIs(t, err, io.ErrUnexpectedEOF)
				require.Equal(t, "id: 3\n"+progress, string(body))
			})
		}
	}
	for _, rest := range []string{"\xff\xff\xff\xffgarbage", ""} {
		err := (&bridge.Bridge{To: mcp.Dialect{}}).Serve(httptest.NewRecorder(), newCall(),
			func(w http.ResponseWriter, r *http.Request) error {
				_, _ = io.Copy(io.Discard, r.Body)
				w.Header().Set("Content-Type", "text/event-stream")
				w.Header().Set("Content-Encoding", "gzip")
				_, _ = io.WriteString(w, begun)
				_, err := io.WriteString(w, rest)
				return err
			})
		require.Error(t, err)
	}
}

// A stream that is edited has no headers of the bytes that the upstream sent, and keeps the
// others.
func TestEditedHeaders(t *testing.T) {
	for _, f := range fronts {
		for _, encoding := range []string{"gzip", "identity"} {
			t.Run(f.name+" "+encoding, func(t *testing.T) {
				client, base := serve(t, f, &bridge.Bridge{To: mcp.Dialect{}},
					http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
						h := w.Header()
						for _, name := range []string{"ETag", "Accept-Ranges", "Content-Digest", "Repr-Digest",
							"Digest",
							"Content-MD5", "X-Bell"} {
							h.Set(name, "1")
						}
						h.Set("Content-Type", "text/event-stream")
						h.Set("Content-Encoding", encoding)
						body := progress + answerEvent
						if encoding == "gzip" {
							body = deflate(true, body)
						}
						_, _ = io.WriteString(w, body)
					}), false)
				r, err := http.NewRequest(http.MethodPost, base, strings.NewReader(ring))
				require.NoError(t, err)
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Accept-Encoding", encoding)
				resp, err := client.Do(r)
				require.NoError(t, err)
				body, err := io.ReadAll(resp.Body)
				require.NoError(t, err)
				require.NoError(t, resp.Body.Close())
				require.Equal(t, progress+answerEvent, string(body))
				for _, name := range []string{"ETag", "Accept-Ranges", "Content-Digest", "Repr-Digest", "Digest",
					"Content-MD5", "Content-Encoding"} {
					require.Empty(t, resp.Header.Values(name), name)
				}
				require.Equal(t, "1", resp.Header.Get("X-Bell"))
			})
		}
	}
}

// A response to a request that has already ended does not race with the end of its decoder.
func TestCompressedCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	h := (&bridge.Bridge{To: mcp.Dialect{}}).Handler(compressed(200, `{"a":1}`))
	for range 2000 {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx))
	}
}
