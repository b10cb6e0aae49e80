package check

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check/internal/input"
	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/internal/header"
)

// maxBody is the number of bytes of a body that a command line has.
const maxBody = 4 << 10

// started is what a client of MCP sends first.
const started = `'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + revision +
	`","capabilities":{},"clientInfo":{"name":"sh","version":"1"}}}' ` +
	`'{"jsonrpc":"2.0","method":"notifications/initialized"}'`

// Programs of awk that print the inputs of the probes Deep and Large.
const (
	printDeep = `BEGIN { for (i = 0; i < %d; i++) printf "{\"toolerr_check_deep\":"; ` +
		`printf "1"; while (i-- > 0) printf "}" }`
	printLarge = `BEGIN { printf "{\"toolerr_check_large\":\""; for (i = 0; i < %d; i++) printf "x"; printf "\"}" }`
)

// command returns a command line that sends the request of an exchange again, or that prints it
// if the server is a connection. Variables are in the place of the headers of the target.
func command(x *probe.Exchange, t *Target) string {
	body := string(x.Request.Body)
	make, from := "", shellQuote(body)
	switch {
	case x.Probe == probe.Deep:
		make, from = generated(x, printDeep, input.Deep(x.Size)), "@-"
	case x.Probe == probe.Large:
		make, from = generated(x, printLarge, input.Large(x.Size)), "@-"
	case len(body) > maxBody || !utf8.ValidString(body):
		from = shellQuote(fmt.Sprintf("(%d bytes)", len(body)))
	}
	if !t.overHTTP() {
		quoted := lo.Map(t.Command, func(word string, _ int) string { return shellQuote(word) })
		make = cmp.Or(make, "printf '%s\\n' "+from)
		if t.Conn != nil {
			return make
		}
		return "{ printf '%s\\n' " + started + "; " + make + "; sleep 2; } | " + strings.Join(quoted, " ")
	}
	var b strings.Builder
	if make != "" {
		b.WriteString(make + " | ")
	}
	fmt.Fprintf(&b, "curl -sS -i -X %s %s", x.Request.Method, shellQuote(header.PublicURL(x.Request.URL)))
	for _, name := range slices.Sorted(maps.Keys(x.Request.Header)) {
		values := x.Request.Header[name]
		value := strings.Join(values, ", ")
		switch {
		case slices.Equal(values, t.header(name)), name == "Authorization" && value != "Bearer "+badToken:
			fmt.Fprintf(&b, ` -H %s"$%s"`, shellQuote(name+": "), variable(name))
		case name != "User-Agent":
			fmt.Fprintf(&b, " -H %s", shellQuote(name+": "+value))
		}
	}
	if x.Request.Body != nil {
		b.WriteString(" --data-binary " + from)
	}
	return b.String()
}

// variable returns the name of the variable of a shell for a header.
func variable(header string) string { return otherChars.ReplaceAllString(strings.ToUpper(header), "_") }

var otherChars = regexp.MustCompile(`[^A-Z0-9]`)

// generated returns a command that prints the body, in which a program of awk prints the input.
func generated(x *probe.Exchange, program string, doc []byte) string {
	before, after, _ := strings.Cut(string(x.Request.Body), string(doc))
	return fmt.Sprintf("{ printf %%s %s; awk %s; printf %%s %s; }",
		shellQuote(before), shellQuote(fmt.Sprintf(program, x.Size)), shellQuote(after))
}

// shellQuote quotes a word for a POSIX shell.
func shellQuote(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@%+,") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
