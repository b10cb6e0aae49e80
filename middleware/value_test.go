package middleware_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// parameters returns parameters with these texts, which have no name.
func parameters(texts ...string) (all []middleware.Parameter) {
	for _, text := range texts {
		all = append(all, middleware.Parameter{Text: text})
	}
	return all
}

// failed returns the error of a function of the standard library.
func failed(_ any, err error) error { return err }

func TestValue(t *testing.T) {
	long := strings.Repeat("9", 40)
	expression := func(s string) error { return failed(regexp.Compile(s)) }
	location := func(s string) error { return failed(url.Parse(s)) }
	integer := func(s string, base int) error { return failed(strconv.ParseInt(s, base, 8)) }
	root, err := os.OpenRoot(t.TempDir())
	require.NoError(t, err)
	defer root.Close()
	date := failed(time.Parse(time.DateOnly, "yesterday"))
	tests := []struct {
		name, why string
		err       error
		body      string // of the input
		more      []middleware.Parameter
		want      string // the fields; "": not classified
	}{
		{name: "a time", err: date, body: `{"since":"yesterday","n":1}`,
			want: `/since must be a date or time that exists, such as "2026-12-31"`},
		{name: "a time, wrapped", err: fmt.Errorf("since: %w", date), body: `{"a":[0,{"since":"yesterday"}]}`,
			want: `/a/1/since must be a date or time that exists, such as "2026-12-31"`},
		{name: "a day that does not exist", err: failed(time.Parse(time.RFC3339, "2026-02-30T00:00:00Z")),
			body: `"2026-02-30T00:00:00Z"`, want: ` must be a date or time that exists, such as "2026-12-31T23:58:59Z"`},
		{name: "a layout whose example has one reading", why: "02/01 is the first of February to some",
			err: failed(time.Parse("02/01/2006", "1/2")), body: `{"d":"1/2"}`,
			want: `/d must be a date or time that exists, such as "31/12/2026"`},
		{name: "a layout that is none", why: "no time has it: a bug of the program",
			err: failed(time.Parse("YYYY-MM-DD", "2026-01-02")), body: `{"d":"2026-01-02"}`},
		{name: "a time of encoding/json", err: json.Unmarshal([]byte(`"soon"`), new(time.Time)), body: `{"at":"soon"}`,
			want: `/at must be a date or time that exists, such as "2026-12-31T23:58:59Z"`},
		{name: "a duration", err: failed(time.ParseDuration("1d")), body: `{"for":"1d"}`,
			want: `/for must be a duration such as "1h30m"`},
		{name: "a duration without a unit", err: failed(time.ParseDuration("10")), body: `{"for":"10","n":10}`,
			want: `/for must be a duration such as "1h30m"`},
		{name: "a duration with quotes", err: failed(time.ParseDuration(`a duration "é\"`)),
			body: `["a duration \"é\\\""]`, want: `/0 must be a duration such as "1h30m"`},
		{name: "an integer", err: failed(strconv.Atoi("ten")), body: `{"n":"ten"}`, want: `/n must be an integer`},
		{name: "a number that is no integer", why: "json.Number", err: failed(json.Number("1.5").Int64()), body: `{"n":1.5}`,
			want: `/n must be an integer`},
		{name: "a number in another base", why: "the decimal number of #ff0000 would be read as another one",
			err: failed(strconv.ParseUint("#ff0000", 16, 32)), body: `{"color":"#ff0000"}`, want: `/color has the wrong form`},
		{name: "a word for an integer of 64 bits", err: failed(strconv.ParseInt("ten", 10, 64)), body: `{"n":"ten"}`,
			want: `/n must be an integer`},
		{name: "a negative number", err: failed(strconv.ParseUint("-1", 10, 8)), body: `{"n":"-1"}`,
			want: `/n must be an integer that is not negative`},
		{name: "out of range", err: failed(strconv.Atoi(long)), body: `{"n":"` + long + `"}`,
			want: `/n must be a number closer to 0`},
		{name: "below the range", err: failed(strconv.ParseInt("-300", 10, 8)), body: `{"n":"-300"}`,
			want: `/n must be a number closer to 0`},
		{name: "a float", err: failed(strconv.ParseFloat("1,5", 64)), body: `{"n":"1,5"}`, want: `/n must be a number`},
		{name: "a boolean", err: failed(strconv.ParseBool("12")), body: `{"n":"12"}`, want: `/n must be true or false`},
		{name: "an integer in a base that is not known", why: "it is an integer", err: failed(strconv.ParseInt("12", 2, 8)),
			body: `{"n":"12"}`},
		{name: "a base that does not exist", why: "a bug of the program", err: integer("ten", 99),
			body: `{"n":"ten"}`},
		{name: "a URL", err: location("http://[::1"), body: `{"u":"http://[::1"}`,
			want: `/u must be a URL such as "https://example.com/path"`},
		{name: "a URL without a scheme", err: failed(http.Get("example.com/a")), body: `{"u":"example.com/a"}`,
			want: `/u must be a URL such as "https://example.com/path"`},
		{name: "a time zone", err: failed(time.LoadLocation("Berlin")), body: `{"zone":"Berlin"}`,
			want: `/zone must be a time zone such as "Europe/Berlin"`},
		{name: "a file", err: failed(os.Open("there/is.none")), body: `{"path":"there/is.none"}`,
			want: `/path does not exist, or is in a folder that does not exist`},
		{name: "a file of an fs.FS", err: failed(fs.ReadFile(fstest.MapFS{}, "a.txt")), body: `{"path":"a.txt"}`,
			want: `/path does not exist, or is in a folder that does not exist`},
		{name: "a file outside of an os.Root", err: failed(root.Open("../a.txt")), body: `{"path":"../a.txt"}`,
			want: `/path must be a relative path that does not leave the folder`},
		{name: "an address", err: failed(netip.ParseAddr(`1.2.3."x"`)), body: `{"a":"1.2.3.\"x\""}`,
			want: `/a must be an IP address`},
		{name: "addresses", err: failed(netip.ParsePrefix("1.2.3.4")), body: `{"a":"1.2.3.4"}`,
			want: `/a must be addresses such as "192.0.2.0/24"`},
		{name: "addresses of package net", err: func() error { _, _, err := net.ParseCIDR("1.2.3.4"); return err }(),
			body: `{"a":"1.2.3.4"}`, want: `/a must be addresses such as "192.0.2.0/24"`},
		{name: "a MAC address", err: failed(net.ParseMAC("00:00")), body: `{"a":"00:00"}`, want: `/a must be a MAC address`},
		{name: "an expression", err: expression("a(b"), body: `{"q":"a(b","n":"b"}`,
			want: `/q must be a regular expression of RE2: missing closing )`},
		{name: "a part of an expression", err: expression("x**y"), body: `{"q":"x**y"}`,
			want: `/q must be a regular expression of RE2: invalid nested repetition operator`},
		{name: "a parameter", err: date, more: []middleware.Parameter{{"q", "a"}, {"since/", "yesterday"}},
			want: `/since~1 must be a date or time that exists, such as "2026-12-31"`},
		{name: "several", err: errors.Join(date, failed(strconv.Atoi("ten"))), body: `{"d":"yesterday","n":"ten"}`,
			want: `/d must be a date or time that exists, such as "2026-12-31"; /n must be an integer`},
		{name: "several layouts of one value", err: errors.Join(date, failed(time.Parse(time.Kitchen, "yesterday"))),
			body: `{"d":"yesterday"}`, want: `/d must be a date or time that exists, such as "2026-12-31"`},

		{name: "a value of a database", err: date, body: `{"since":"2026-01-01"}`},
		{name: "a value in a longer one", err: date, body: `{"since":"yesterday "}`},
		{name: "the name of a member", err: date, body: `{"yesterday":"now"}`},
		{name: "a value that the input has twice", err: date, body: `{"since":"yesterday","title":"yesterday"}`},
		{name: "a value that the body and a parameter have", err: date, body: `{"since":"yesterday"}`,
			more: parameters("yesterday")},
		{name: "one of several is of a database", err: errors.Join(date, failed(strconv.Atoi("ten"))), body: `["ten"]`},
		{name: "a short value", why: "it may be of a database by chance", err: failed(strconv.Atoi("x")), body: `{"n":"x"}`},
		{name: "an empty value", why: "it may be that of a variable", err: failed(strconv.Atoi("")), body: `{"n":""}`},
		{name: "a number that is no text", err: failed(time.ParseDuration("10")), body: `{"n":10}`},
		{name: "a boolean that is no text", err: failed(strconv.Atoi("true")), body: `{"n":true}`},
		{name: "a file in a folder of the server", err: failed(os.Open("/there/is/none/a.txt")), body: `{"path":"a.txt"}`},
		{name: "a file that may not be read", err: &fs.PathError{Op: "open", Path: "a.txt", Err: fs.ErrPermission},
			body: `{"path":"a.txt"}`},
		{name: "an expression of a configuration", err: expression("a(b"), body: `{"q":"a(c"}`},
		{name: "an expression of one byte", err: expression("*"), body: `{"q":"*"}`},
		{name: "a URL of a request", why: "Network has it", err: &url.Error{Op: "Get", URL: "example", Err: errors.New("no")},
			body: `{"u":"example"}`},
		{name: "another error with the value", err: errors.New("yesterday"), body: `{"since":"yesterday"}`},
		{name: "a body that ends too early", err: date, body: `{"since":"yesterday"`},
		{name: "a nil error", err: (*strconv.NumError)(nil), body: `{}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := middleware.Input{Body: []byte(tt.body), Values: tt.more}
			ctx := middleware.WithInput(t.Context(), func() middleware.Input { return in })
			e := known(t, ctx, middleware.Types(middleware.Value), tt.err)
			if tt.want == "" {
				require.Nil(t, e, tt.why)
				return
			}
			require.NotNil(t, e, "%v", tt.err)
			var fields []string
			for _, f := range e.Fields {
				fields = append(fields, f.Path+" "+string(f.Message))
			}
			kind := errkit.InvalidInput
			if strings.Contains(tt.want, " does not exist") {
				kind = errkit.NotFound
			}
			require.Equal(t, kind, e.Kind)
			require.Equal(t, tt.want, strings.Join(fields, "; "))
			require.Nil(t, middleware.Value(t.Context(), tt.err), "no adapter recorded an input")

			requests := middleware.WithRequests(ctx)
			require.NotNil(t, middleware.Value(requests, tt.err))
			middleware.CountRequest(requests, true, true)
			require.Nil(t, middleware.Value(requests, tt.err), "the value may be of the response")
		})
	}
}

// TestValueIsBounded checks that an error which joins many is not compared with the input as often.
func TestValueIsBounded(t *testing.T) {
	asked := 0
	ctx := middleware.WithInput(t.Context(), func() middleware.Input {
		asked++
		return middleware.Input{Body: []byte(`{"n":"ten"}`)}
	})
	var errs []error
	for range 500 {
		errs = append(errs, failed(strconv.Atoi("ten")))
	}
	require.Len(t, middleware.Value(ctx, errors.Join(errs...)).Fields, 1)
	require.Equal(t, 1, asked, "it is parsed as often")
}

// TestValueOfExpression checks that texts of the input are not parsed as expressions, which takes a
// thousand times their memory.
func TestValueOfExpression(t *testing.T) {
	body := `{"q":"(a","x":"[` + strings.Repeat(`\\pL`, 10_000) + `]"}`
	ctx := middleware.WithInput(t.Context(), func() middleware.Input { return middleware.Input{Body: []byte(body)} })
	err := failed(regexp.Compile(body[len(`{"q":"`):len(`{"q":"(a`)]))
	require.Equal(t, "/q", middleware.Value(ctx, err).Fields[0].Path)
	require.Less(t, testing.AllocsPerRun(1, func() { middleware.Value(ctx, err) }), 1000.)
}

// TestValueOfAddress checks that an address of the caller is not a failure of the network.
func TestValueOfAddress(t *testing.T) {
	_, err := net.ParseMAC("00:00")
	ctx := middleware.WithInput(t.Context(), func() middleware.Input {
		return middleware.Input{Body: []byte(`{"mac":"00:00"}`)}
	})
	require.Equal(t, errkit.InvalidInput, errkit.KindOf(standard.Boundary().Handle(ctx, err)))
	require.Equal(t, errkit.Network, errkit.KindOf(standard.Boundary().Handle(t.Context(), err)), "a net.Error")
}
