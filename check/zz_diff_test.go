package check_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
)

func TestZZDiff(t *testing.T) {
	old, new := os.Getenv("OLDBIN"), os.Getenv("NEWBIN")
	if old == "" {
		t.Skip()
	}
	volatile := regexp.MustCompile(`127\.0\.0\.1:\d+|"[A-Z2-7]{26}"|[A-Z2-7]{26}|ref(erence)? ?"?:? ?\\*"?[0-9A-Za-z-]+|[0-9.]+m?s\b`)
	all := map[string]fault{}
	for id, f := range faults {
		all[id] = f
	}
	for d := range servers(t) {
		all["right/"+d] = fault{d, func(h http.Handler) http.Handler { return h }}
	}
	all["odd/html"] = fault{"mcp", func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(502)
			w.Write([]byte("<html>secret-token"))
		})
	}}
	all["odd/truncated"] = fault{"mcp", change(wrongTimes, func(a *answer, r *http.Request, b string) { a.body = a.body[:len(a.body)/2] })}
	all["odd/sse"] = fault{"mcp", change(wrongTimes, func(a *answer, r *http.Request, b string) {
		a.header.Set("Content-Type", "text/event-stream")
		a.body = "data: " + a.body + "\n\n"
	})}
	all["odd/null"] = fault{"aai", change(wrongTimes, func(a *answer, r *http.Request, b string) { a.body = "null" })}
	all["odd/big"] = fault{"mcp", change(wrongTimes, func(a *answer, r *http.Request, b string) {
		fails(strings.Repeat("\x1b]0;x\x07 /srv/bells Retry ", 90000))(a, r, b)
	})}
	only := os.Getenv("DIFFONLY")
	for id, f := range all {
		if !strings.HasPrefix(id, only) {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			formats := []string{"json"}
			if strings.HasPrefix(id, "odd") || strings.HasPrefix(id, "right/m") || strings.HasPrefix(id, "leak/s") || strings.HasPrefix(id, "http/p") || strings.HasPrefix(id, "auth/cr") {
				formats = []string{"text", "json", "junit", "github", "sarif"}
			}
			for _, format := range formats {
				run := func(bin string) string {
					var h atomic.Value
					h.Store(f.server(servers(t)[f.dialect]))
					s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.Load().(http.Handler).ServeHTTP(w, r) }))
					defer s.Close()
					c := exec.Command(bin, "check", "--dialect", f.dialect, "--format", format, "--rate", "0", "--timeout", "4s", "--call-all", "-H", "Authorization: Bearer "+token, s.URL)
					out, err := c.CombinedOutput()
					res := string(out)
					if err != nil {
						res += "\n" + err.Error()
					}
					return volatile.ReplaceAllString(res, "V")
				}
				a, b := run(old), run(new)
				if a != b {
					la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
					n := 0
					for i := 0; i < len(la) && i < len(lb) && n < 4; i++ {
						if la[i] != lb[i] {
							n++
							t.Errorf("%s line %d\nold %.600s\nnew %.600s", format, i, la[i], lb[i])
						}
					}
					if n == 0 {
						t.Errorf("lengths %d %d: %.300s", len(la), len(lb), b)
					}
				}
				if len(a) < 200 {
					t.Log(a)
				}
			}
		})
	}
}
