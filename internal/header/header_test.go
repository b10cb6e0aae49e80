package header

import (
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRetryAfter(t *testing.T) {
	const longest = math.MaxInt64 / time.Millisecond * time.Millisecond
	now := func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
	tests := []struct {
		name, value, date string
		want              time.Duration
		ok                bool
	}{
		{"absent", "", "", 0, false},
		{"zero", "0", "", 0, true},
		{"seconds", "120", "", 2 * time.Minute, true},
		{"white space", " 120 ", "", 2 * time.Minute, true},
		{"leading zeros", "007", "", 7 * time.Second, true},
		{"a sign", "+1", "", 0, false},
		{"negative", "-1", "", 0, false},
		{"a fraction", "2.0", "", 2 * time.Second, true},
		{"a fraction that is not zero", "1.5", "", 1500 * time.Millisecond, true},
		{"a long fraction", "0.0001", "", time.Millisecond, true},
		{"two points", "1.2.3", "", 0, false},
		{"a point", ".", "", 0, false},
		{"an exponent", "1.5e3", "", 0, false},
		{"a large number with a fraction", "9999999999.5", "", longest, true},
		{"more than a Duration holds", "9223372037", "", longest, true},
		{"more than 64 bits", "99999999999999999999999", "", longest, true},
		{"a date", "Fri, 20 Nov 2026 12:00:30 GMT", "", 30 * time.Second, true},
		{"a date by the clock of the server", "Fri, 20 Nov 2026 13:00:30 GMT", "Fri, 20 Nov 2026 13:00:00 GMT",
			30 * time.Second, true},
		{"a date in the past", "Fri, 20 Nov 2026 11:00:30 GMT", "", 0, true},
		{"not a date", "soon", "", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := http.Header{}
			h.Set("Retry-After", tt.value)
			if tt.date != "" {
				h.Set("Date", tt.date)
			}
			got, ok := RetryAfter(h, now)
			require.Equal(t, tt.want, got)
			require.Equal(t, tt.ok, ok)
		})
	}
}

func TestDelayOfRateLimit(t *testing.T) {
	const longest = math.MaxInt64 / time.Millisecond * time.Millisecond
	tests := []struct {
		name   string
		header http.Header
		want   time.Duration
		ok     bool
	}{
		{"no call is left", http.Header{"Ratelimit": {`"burst";r=0;t=30`}}, 30 * time.Second, true},
		{"calls are left", http.Header{"Ratelimit": {`"burst";r=1;t=30`}}, 0, false},
		{"the longest", http.Header{"Ratelimit": {`"a";r=0;t=3, "b";t=5;r=0`, `"c";r=7;t=9`}}, 5 * time.Second, true},
		{"no t", http.Header{"Ratelimit": {`"burst";r=0`}}, 0, false},
		{"no number", http.Header{"Ratelimit": {`"burst";r=0;t=soon`, `"x";r=0;t=-1`, `"y";r=0;t=`}}, 0, false},
		{"a date", http.Header{"Ratelimit": {`"burst";r=0;t=Sun Nov  6 08:49:37 1994`}}, 0, false},
		{"more than a Duration holds", http.Header{"Ratelimit": {`"burst";r=0;t=99999999999999999999`}}, longest, true},
		{"Retry-After counts", http.Header{"Retry-After": {"1"}, "Ratelimit": {`"burst";r=0;t=30`}}, time.Second, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, Delay(tt.header, time.Now, true))
			_, ok := NoneLeft(tt.header, time.Now)
			require.Equal(t, tt.ok, ok)
		})
	}
	require.Zero(t, Delay(http.Header{"Ratelimit": {`"burst";r=0;t=30`}}, time.Now, false), "of another failure")
}

func TestNoneLeft(t *testing.T) {
	now := func() time.Time { return time.Unix(1795000000, 0) }
	tests := []struct {
		name, headers string
		want          time.Duration
		none          bool
	}{
		{"absent", "", 0, false},
		{"some left", "X-Ratelimit-Remaining: 7|X-Ratelimit-Reset: 1795000030", 0, false},
		{"a Unix time", "X-Ratelimit-Remaining: 0|X-Ratelimit-Reset: 1795000030", 30 * time.Second, true},
		{"a Unix time by the clock of the server",
			"X-Ratelimit-Remaining: 0|X-Ratelimit-Reset: 1794996430|Date: Wed, 18 Nov 2026 10:06:40 GMT", 30 * time.Second, true},
		{"a Unix time with a fraction", "X-Ratelimit-Remaining: 0|X-Ratelimit-Reset: 1795000001.5", 1500 * time.Millisecond, true},
		{"a Unix time that is over", "X-Ratelimit-Remaining: 0|X-Ratelimit-Reset: 1794999999", 0, true},
		{"milliseconds", "X-Ratelimit-Remaining: 0|X-Ratelimit-Reset: 1795000030000", 0, true},
		{"seconds", "Ratelimit-Remaining: 0|Ratelimit-Reset: 9", 9 * time.Second, true},
		{"the longest", "Ratelimit-Remaining: 0|Ratelimit-Reset: 9|X-Rate-Limit-Remaining: 0.0|X-Rate-Limit-Reset: 10", 10 * time.Second, true},
		{"no reset", "X-Ratelimit-Remaining: 0", 0, true},
		{"no number", "X-Ratelimit-Remaining: 0|X-Ratelimit-Reset: soon", 0, true},
		{"negative", "X-Ratelimit-Remaining: 0|X-Ratelimit-Reset: -5", 0, true},
		{"NaN", "X-Ratelimit-Remaining: 0|X-Ratelimit-Reset: NaN", 0, true},
		{"infinite", "X-Ratelimit-Remaining: 0|X-Ratelimit-Reset: Inf", 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := http.Header{}
			for line := range strings.SplitSeq(tt.headers, "|") {
				name, value, _ := strings.Cut(line, ": ")
				h.Set(name, value)
			}
			got, none := NoneLeft(h, now)
			require.Equal(t, tt.want, got)
			require.Equal(t, tt.none, none)
		})
	}
}

// A date without the header Date is measured from one time, so that it is not shorter than itself.
func TestRetryAfterFaultsLookOnce(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	passing := func() time.Time {
		now = now.Add(time.Millisecond)
		return now
	}
	require.Empty(t, RetryAfterFaults(http.Header{"Retry-After": {"Fri, 20 Nov 2026 12:00:09 GMT"}}, passing))
}

func TestRetryAfterFaults(t *testing.T) {
	const longest = math.MaxInt64 / time.Millisecond * time.Millisecond
	strange := strings.Repeat("\xff", 100)
	now := func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
	for _, test := range []struct {
		name   string
		header http.Header
		want   time.Duration
		ok     bool
		faults []Fault
	}{
		{"no header", nil, 0, false, nil},
		{"a valid value", http.Header{"Retry-After": {"3"}}, 3 * time.Second, true, nil},
		{"an empty value", http.Header{"Retry-After": {""}}, 0, false, nil},
		{"a word", http.Header{"Retry-After": {"soon"}}, 0, false,
			[]Fault{{"Retry-After", "soon", "neither a number of seconds nor a date, ignored"}}},
		{"negative", http.Header{"Retry-After": {"-5"}}, 0, false,
			[]Fault{{"Retry-After", "-5", "negative, ignored"}}},
		{"too long", http.Header{"Retry-After": {"99999999999999999999"}}, longest, true,
			[]Fault{{"Retry-After", "99999999999999999999", "longer than a delay can be, the longest delay counts"}}},
		{"two values", http.Header{"Retry-After": {"3", "5"}}, 5 * time.Second, true,
			[]Fault{{"Retry-After", "3", "shorter than another value, which counts"}}},
		{"two equal values", http.Header{"Retry-After": {"3", "3"}}, 3 * time.Second, true, nil},
		{"a number and a date", http.Header{"Retry-After": {"Fri, 20 Nov 2026 12:00:09 GMT", "3"}}, 9 * time.Second,
			true, []Fault{{"Retry-After", "3", "shorter than another value, which counts"}}},
		{"a valid value after another one", http.Header{"Retry-After": {"soon", "3"}}, 3 * time.Second, true,
			[]Fault{{"Retry-After", "soon", "neither a number of seconds nor a date, ignored"}}},
		{"milliseconds beside a word", http.Header{"Retry-After": {"soon"}, "Retry-After-Ms": {"300"}},
			300 * time.Millisecond, true,
			[]Fault{{"Retry-After", "soon", "neither a number of seconds nor a date, ignored"}}},
		{"milliseconds that are none", http.Header{"X-Ms-Retry-After-Ms": {"1.5"}}, 0, false,
			[]Fault{{"X-Ms-Retry-After-Ms", "1.5", "not a number of milliseconds, ignored"}}},
		{"milliseconds that are too long", http.Header{"Retry-After-Ms": {"9223372037855"}}, longest, true,
			[]Fault{{"Retry-After-Ms", "9223372037855", "longer than a delay can be, the longest delay counts"}}},
		{"a date after all durations", http.Header{"Retry-After": {"Fri, 31 Dec 9999 23:59:59 GMT"}}, longest, true,
			[]Fault{{"Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT",
				"longer than a delay can be, the longest delay counts"}}},
		{"not text", http.Header{"Retry-After": {strange}}, 0, false,
			[]Fault{{"Retry-After", "\ufffd", "neither a number of seconds nor a date, ignored"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, ok := RetryAfter(test.header, now)
			require.Equal(t, test.want, d)
			require.Equal(t, test.ok, ok)
			require.Equal(t, test.faults, RetryAfterFaults(test.header, now))
		})
	}
}

// Azure and OpenAI send milliseconds, in headers of their own. Retry-After counts if it is there.
func TestRetryAfterMilliseconds(t *testing.T) {
	tests := []struct {
		name, header, value, seconds string
		want                         time.Duration
		ok                           bool
	}{
		{"OpenAI", "Retry-After-Ms", "120", "", 120 * time.Millisecond, true},
		{"Azure", "X-Ms-Retry-After-Ms", " 120 ", "", 120 * time.Millisecond, true},
		{"beside seconds", "Retry-After-Ms", "120", "1", time.Second, true},
		{"negative", "Retry-After-Ms", "-1", "", 0, false},
		{"not a number", "Retry-After-Ms", "soon", "", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := http.Header{}
			h.Set(tt.header, tt.value)
			if tt.seconds != "" {
				h.Set("Retry-After", tt.seconds)
			}
			got, ok := RetryAfter(h, time.Now)
			require.Equal(t, tt.want, got)
			require.Equal(t, tt.ok, ok)
		})
	}
}

func TestMediaType(t *testing.T) {
	tests := []struct {
		value, want string
		json        bool
	}{
		{"", "", false},
		{";", "", false},
		{"a b", "a b", false},
		{"application/json", "application/json", true},
		{" Application/JSON ; charset=utf-8", "application/json", true},
		{"application/json; charset", "application/json", true},
		{"application/problem+JSON", "application/problem+json", true},
		{"text/json", "text/json", false},
		{"image/x+json", "image/x+json", false},
		{"text/plain; format=application/json", "text/plain", false},
	}
	for _, tt := range tests {
		h := http.Header{}
		h.Set("Content-Type", tt.value)
		require.Equal(t, tt.want, MediaType(h), tt.value)
		require.Equal(t, tt.json, IsJSON(MediaType(h)), tt.value)
	}
	require.Empty(t, MediaType(nil))
}

func TestSet(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"printable", "Bearer realm=\"a\tb\"", "Bearer realm=\"a\tb\""},
		{"empty", "", "before"},
		{"line break", "a\r\nSet-Cookie: b", "before"},
		{"not ASCII", "caf\u00e9", "before"},
		{"DEL", "a\x7f", "before"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := http.Header{"Www-Authenticate": {"before"}}
			Set(h, "Www-Authenticate", tt.value)
			require.Equal(t, []string{tt.want}, h["Www-Authenticate"])
		})
	}
}

func TestItems(t *testing.T) {
	require.Empty(t, slices.Collect(Items(nil)))
	lines := []string{"Accept, Accept-Language ,", "\tCookie", ""}
	require.Equal(t, []string{"Accept", "Accept-Language", "", "Cookie", ""}, slices.Collect(Items(lines)))
	for item := range Items(lines) {
		require.Equal(t, "Accept", item)
		break
	}
}

func TestLanguage(t *testing.T) {
	h := http.Header{AcceptLanguage: {"de"}}
	require.Empty(t, Language(WithLanguageOf(t.Context(), http.Header{})))
	ctx := WithLanguageOf(t.Context(), h)
	require.Equal(t, "de", Language(ctx))
	h.Set(AcceptLanguage, "fr")
	require.Equal(t, "de", Language(WithLanguageOf(ctx, h)), "the first one counts")
}

func TestStatus(t *testing.T) {
	for status, want := range map[int][2]bool{0: {}, 199: {}, 200: {true, false}, 299: {true, false}, 302: {},
		400: {false, true}, 599: {false, true}, 600: {}} {
		require.Equal(t, want, [2]bool{IsSuccess(status), IsError(status)}, status)
	}
}
