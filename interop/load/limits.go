package main

import (
	"regexp"
	"strings"

	"github.com/toolerr/toolerr/interop/load/ways"
)

// A limit is what the client of an engine gets in some ways because of the engine, whatever
// toolerr does. docs/load.md lists them.
type limit struct {
	front string
	path  *regexp.Regexp
	want  ways.Want
	why   string
}

var limits = []limit{
	{"Envoy", regexp.MustCompile(`^/http/(closes|resets|closes-after-a-moment|only-10[03])$`), "503|unavailable",
		"a connection that ends before the response is 503 (flag UC), and the kind is that of the status"},
	{"Envoy", regexp.MustCompile(`^/mcp/(closes|resets|closes-after-a-moment|only-10[03])$`),
		"200|unavailable|~may have taken effect", "the same"},
	{"Envoy", regexp.MustCompile(`^/http/500-(that-is-reset|that-ends-in|with-an-invalid-chunk)`), ways.Cut,
		"a response that breaks off while it is buffered is a page with 502, for which no filter is asked"},
	{"Envoy", regexp.MustCompile("^/mcp/(ends-(after-its-head|in-its-body|a-byte|before-a-chunk|in-a-chunk|between)|" +
		"resets-in-its-body|chunk-|events-that-are-reset)"), ways.Cut, "the same"},
	{"Envoy", regexp.MustCompile(`^/http/404-of-HEAD$`), "404|Content-Type:", "a local reply without a body has no type"},
	{"Envoy", regexp.MustCompile(`^/http/500-of-HEAD$`), "500|Content-Type:", "the same"},
	{"Envoy", regexp.MustCompile(`^/http/426$`), "426", "Upgrade is of the connection, which the engine ends"},
	{"Caddy", regexp.MustCompile(`^/http/426$`), "426", "the same"},
	{"Caddy", regexp.MustCompile(`^/http/101-that-was-not-asked-for$`), ways.Empty, "its reverse_proxy writes nothing"},
	{"Caddy", regexp.MustCompile(`^/http/2-MiB-until-the-connection-closes$`), ways.Bare,
		"the server of Go guesses a type that is missing"},
	{"Envoy", regexp.MustCompile(`^/http/trailers`), ways.Bare,
		"the trailers of HTTP/1.1 need enable_trailers"},
	{"Envoy", regexp.MustCompile(`^/mcp/(progressive-200-KB|stops-(after-its-head|in-its-body))$`), ways.Cut,
		"BUFFERED_PARTIAL holds the first MiB of what a filter reads, until the idle timeout of the route"},
}

// limitOf returns the limit of a front for a path, else nil.
func limitOf(front, path string) *limit {
	for i := range limits {
		if strings.HasPrefix(front, limits[i].front) && limits[i].path.MatchString(path) {
			return &limits[i]
		}
	}
	return nil
}
