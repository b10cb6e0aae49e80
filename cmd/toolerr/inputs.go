package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/jsontree"
)

// inputs are the flags for the documents that a command reads, from files or from standard input.
type inputs struct {
	given  dialect.Document // the dialect, the status and the header of all documents
	follow bool
	arrays bool // an array is a document, not a batch
}

func (in *inputs) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Func("status", "HTTP `STATUS` of the response that contained the document; it replaces that of a head",
		statusFlag(&in.given.Status))
	f.Func("header", "a `HEADER` of that response, such as 'Retry-After: 3'; repeatable",
		headerFlag(&in.given.Header))
	f.BoolVarP(&in.follow, "follow", "f", false,
		"print a line for each line or event of a live pipe, as soon as it arrives")
}

// A document is a document of an input.
type document struct {
	dialect.Document
	input string   // its name, such as "log.jsonl:3", if it is one of many
	notes []string // evidence about its response
	place line     // where it starts
	event string   // the name of the event that it is the data of, if it is
	head  bool     // it is the body of a response with a head
}

// label returns what a line of the output about an input starts with.
func label(input string) string {
	if input == "" {
		return ""
	}
	return oneLine(input) + ": "
}

// each calls f for every document of the files in args, or of standard input. If there is only one
// document, its error is returned. Otherwise errors are printed, and the error that each returns
// has the highest of their exit codes.
func (in *inputs) each(cmd *cobra.Command, args []string, f func(d document) error) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	r := reading{cmd: cmd, f: f, many: in.follow || len(args) > 1, refused: map[string]int{}}
	for _, arg := range args {
		name := lo.Ternary(arg == "-", "standard input", arg)
		before := r.count
		file, err := openInput(cmd, arg)
		if err == nil {
			s := splitter{in: file, given: in.given, lines: in.follow, arrays: in.arrays}
			s.found = func(d document, failure error) {
				d.input = name + d.input
				r.add(d, name, failure)
			}
			err = s.split()
			_ = file.Close() // it was only read
		}
		if err == nil && r.count == before && !in.follow {
			err = dataErrorf("the input is empty; expected a JSON document")
		}
		if err != nil {
			r.many = r.many || r.count > 0
			r.release()
			r.count++
			if e, ok := errors.AsType[*os.PathError](err); ok {
				err = e.Err // without the path, with which the message starts
			}
			r.fail(name, err)
		}
	}
	return r.end()
}

// A reading calls a function for documents and counts its errors.
type reading struct {
	cmd  *cobra.Command
	f    func(d document) error
	many bool   // there is more than one document
	held func() // adds the first document, while it is not known whether there is another one

	count, failed   int
	skipped, events int // requests and notifications, and events that no dialect knows

	refused map[string]int // why documents have no error, and of how many of them it was reported
	untold  struct {       // those of which nothing is reported
		count       int
		first, last string
	}
	last error
	code int // the highest exit code
}

// add adds a document, which is of the named file, or the failure to read it.
func (r *reading) add(d document, file string, failure error) {
	r.count++
	do := func() {
		name := d.input
		if !r.many {
			name, d.input = file, ""
		}
		err := failure
		if err == nil {
			err = r.f(d)
		}
		switch {
		case err == nil:
		case !errors.Is(err, dialect.ErrNotDocument):
			r.fail(name, inInput(err, d.place))
		case (r.many || d.event != "") && isRequest(d.Body):
			r.skipped++
		case d.event != "" && !isBroken(d.Body):
			r.events++
		case r.mayTell(name, err):
			r.fail(name, inInput(err, d.place))
		}
	}
	if r.count == 1 && !r.many {
		r.held = do
		return
	}
	r.many = true
	r.release()
	do()
}

// release adds the document that is held.
func (r *reading) release() {
	if do := r.held; do != nil {
		r.held = nil
		do()
	}
}

func (r *reading) fail(input string, err error) {
	r.failed++
	r.code = max(r.code, exitCodeOf(err))
	r.last = errors.New(input + ": " + message(err))
	if r.many {
		printError(r.cmd.ErrOrStderr(), r.last)
	}
}

const (
	maxReasons = 100 // why documents have no error
	maxAlike   = 3   // documents with one of the reasons
)

// mayTell reports whether the reason why a document has no error may be reported. After the first
// ones such documents are only counted: a log may have millions of other records.
func (r *reading) mayTell(input string, err error) bool {
	known := r.refused[err.Error()]
	if known < maxAlike && (known > 0 || len(r.refused) < maxReasons) {
		r.refused[err.Error()]++
		return true
	}
	r.failed++
	r.code = max(r.code, exitCodeOf(err))
	r.untold.count++
	r.untold.first, r.untold.last = cmp.Or(r.untold.first, input), input
	return false
}

func (r *reading) end() error {
	r.release()
	if r.skipped > 0 {
		fmt.Fprintf(r.cmd.ErrOrStderr(), "requests and notifications skipped: %d\n", r.skipped)
	}
	if r.events > 0 {
		fmt.Fprintf(r.cmd.ErrOrStderr(), "events that no dialect knows skipped: %d\n", r.events)
	}
	if u := r.untold; u.count > 0 {
		place := lo.Ternary(u.count == 1, u.first, u.first+" to "+u.last)
		printError(r.cmd.ErrOrStderr(), fmt.Errorf("%s: %d more like those above; ignore records of a log that "+
			"are no errors, but not those that are cut, and of responses give the HTTP status with --status", place, u.count))
	}
	switch {
	case r.failed == 0:
		return nil
	case r.many:
		return &exitError{r.code, fmt.Errorf("documents: %d, failed: %d", r.count, r.failed)}
	}
	return &exitError{r.code, r.last}
}

// message returns the message of an error without the name of the package.
func message(err error) string { return strings.TrimPrefix(err.Error(), "dialect: ") }

// isRequest reports whether a document is a request or notification of JSON-RPC.
func isRequest(body []byte) bool {
	root, err := jsontree.Parse(body, jsontree.Limits{})
	return err == nil && root.Member("method").Kind() == jsontree.String &&
		root.Member("jsonrpc").Kind() == jsontree.String
}

// isBroken reports whether a text starts as a JSON document, but is not one.
func isBroken(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) > 0 && (body[0] == '{' || body[0] == '[') && !json.Valid(body)
}

// inInput returns the error of a text that is not a document with the place in the input, in place
// of that in the document that starts there.
func inInput(err error, start line) error {
	syntax, ok := errors.AsType[*jsontree.Error](err)
	if !ok || start.number <= 1 && start.column == 0 {
		return err
	}
	place := func(l, column int) string { return fmt.Sprintf("line %d, column %d", l, column) }
	column := syntax.Column
	if syntax.Line == 1 {
		column += start.column
	}
	return dataErrorf("%s", strings.Replace(message(err), place(syntax.Line, syntax.Column),
		place(syntax.Line+start.number-1, column), 1))
}

// openInput opens a file, or standard input if arg is "-".
func openInput(cmd *cobra.Command, arg string) (io.ReadCloser, error) {
	if arg != "-" {
		return os.Open(arg)
	}
	in := cmd.InOrStdin()
	if terminal(in) {
		fmt.Fprintln(cmd.ErrOrStderr(), "toolerr: reading a JSON document from the terminal; press Ctrl-D at its end")
	}
	return io.NopCloser(in), nil
}
