package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
)

// responseFlags adds the flags for the status and the header of the response that contained a document.
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

// A head is the status and the header of an HTTP response.
type head struct {
	status int
	header http.Header
}

// parseHead parses the head of a response, as "curl -i" prints it. The reason phrase may be absent (HTTP/2).
func parseHead(text []byte) (h head, ok bool) {
	lines := bufio.NewReader(bytes.NewReader(text))
	first, _ := lines.ReadString('\n')
	fields := strings.Fields(first)
	if len(fields) < 2 {
		return h, false
	}
	var err error
	if h.status, err = strconv.Atoi(fields[1]); err != nil {
		return h, false
	}
	header, err := textproto.NewReader(lines).ReadMIMEHeader()
	h.header = http.Header(header)
	return h, err == nil || errors.Is(err, io.EOF)
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
