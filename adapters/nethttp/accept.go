package nethttp

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
)

// An Offer is a media type that a client can ask for, and the dialect that it
// gets then.
type Offer struct {
	Type    string // such as "application/problem+json"
	Dialect dialect.Dialect
}

// ChooseByAccept returns an [API.Choose]: it returns the offer that the header
// Accept of a request prefers, the first of equal ones, and nil if Accept is
// missing or names none of them (RFC 9110 §12.5.1). "*/*" is no preference.
func ChooseByAccept(offers ...Offer) func(*http.Request) dialect.Dialect {
	return func(r *http.Request) dialect.Dialect {
		var best dialect.Dialect
		most := 0
		for i := range offers {
			if q := quality(r.Header["Accept"], offers[i].Type); q > most {
				best, most = offers[i].Dialect, q
			}
		}
		return best
	}
}

// quality is how much a media type is preferred, in thousandths: the weight of the
// most specific range that includes it.
func quality(accept []string, offer string) int {
	kind, sub, _ := strings.Cut(offer, "/")
	q, exact := 0, 0
	for _, line := range accept {
		for part := range strings.SplitSeq(line, ",") {
			media, parameters, _ := strings.Cut(part, ";")
			t, s, ok := strings.Cut(strings.TrimSpace(media), "/")
			if !ok {
				continue
			}
			specific := 0
			switch {
			case strings.EqualFold(t, kind) && strings.EqualFold(s, sub):
				specific = 2
			case strings.EqualFold(t, kind) && s == "*":
				specific = 1
			}
			if specific > exact {
				q, exact = weight(parameters), specific
			}
		}
	}
	return q
}

// weight is the q among parameters, 1000 without one, and 0 for one that is not a
// number.
func weight(parameters string) int {
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		if !strings.EqualFold(name, "q") {
			continue
		}
		q, err := strconv.ParseFloat(value, 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return int(q*1000 + 0.5)
	}
	return 1000
}
