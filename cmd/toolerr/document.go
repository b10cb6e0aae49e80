package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
)

// maxDocument is the maximum size of an input, in bytes.
const maxDocument = 8 << 20

// inputName returns the name of an input for messages.
func inputName(args []string) string {
	if len(args) > 0 && args[0] != "-" {
		return args[0]
	}
	return "standard input"
}

// readInput returns the content of the file args[0], or of standard input if args is empty or the name is "-".
func readInput(cmd *cobra.Command, args []string) ([]byte, error) {
	name, in := inputName(args), cmd.InOrStdin()
	if len(args) > 0 && args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	} else if terminal(in) {
		fmt.Fprintln(cmd.ErrOrStderr(), "toolerr: reading a JSON document from the terminal; press Ctrl-D at its end")
	}
	body, err := io.ReadAll(io.LimitReader(in, maxDocument+1))
	switch {
	case err != nil:
		return nil, err
	case len(body) > maxDocument:
		return nil, dataErrorf("%s is larger than %d MiB", name, maxDocument>>20)
	}
	return body, nil
}

// readDocument returns the content of an input, which must not be empty.
func readDocument(cmd *cobra.Command, args []string) ([]byte, error) {
	body, err := readInput(cmd, args)
	if err == nil && len(bytes.TrimSpace(body)) == 0 {
		return nil, emptyError(args)
	}
	return body, err
}

func emptyError(args []string) error {
	return dataErrorf("%s is empty; expected a JSON document", inputName(args))
}

// responseFlags adds the flags for what HTTP says of a document.
func responseFlags(cmd *cobra.Command, d *dialect.Document) {
	f := cmd.Flags()
	f.Func("status", "HTTP `STATUS` of the response that contained the document", statusFlag(&d.Status))
	f.Func("header", "a `HEADER` of that response, such as 'Retry-After: 3'; repeatable", func(line string) error {
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return errors.New("want a name, a colon and a value, such as 'Retry-After: 3'")
		}
		if d.Header == nil {
			d.Header = http.Header{}
		}
		d.Header.Add(name, strings.TrimSpace(value))
		return nil
	})
	complete(cmd, "status")
	complete(cmd, "header")
}

// readResponse reads a document, or a whole HTTP response as "curl -i" prints it. What flags set stays. The body may be
// empty if the status is that of an error.
func readResponse(cmd *cobra.Command, args []string, d *dialect.Document) (err error) {
	if d.Body, err = readInput(cmd, args); err != nil {
		return err
	}
	for bytes.HasPrefix(d.Body, []byte("HTTP/")) { // of several heads, as after "100 Continue", the last one counts
		head, body, ok := cutHead(d.Body)
		if !ok {
			break
		}
		if d.Body = body; !bytes.HasPrefix(body, []byte("HTTP/")) {
			head.over(d)
		}
	}
	if len(bytes.TrimSpace(d.Body)) == 0 && d.Status < http.StatusBadRequest {
		return emptyError(args)
	}
	return nil
}

// A head is the status and the header of an HTTP response.
type head struct {
	status int
	header http.Header
}

// cutHead cuts the head of a response off, up to the empty line after it. The reason phrase may be absent (HTTP/2).
func cutHead(response []byte) (h head, body []byte, ok bool) {
	lines := bufio.NewReader(bytes.NewReader(response))
	first, err := lines.ReadString('\n')
	fields := strings.Fields(first)
	if err != nil || len(fields) < 2 {
		return h, nil, false
	}
	if h.status, err = strconv.Atoi(fields[1]); err != nil {
		return h, nil, false
	}
	header, err := textproto.NewReader(lines).ReadMIMEHeader()
	if err != nil && !errors.Is(err, io.EOF) {
		return h, nil, false
	}
	h.header = http.Header(header)
	body, err = io.ReadAll(lines)
	return h, body, err == nil
}

// over sets the status and the header of a document, except for what is set.
func (h head) over(d *dialect.Document) {
	if d.Status == 0 {
		d.Status = h.status
	}
	for name, values := range d.Header {
		h.header[http.CanonicalHeaderKey(name)] = values
	}
	d.Header = h.header
}
