package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/samber/lo"
	"github.com/spf13/cobra"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/show"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

func newDecode() *cobra.Command {
	var (
		in              inputs
		noGuess         bool
		asJSON, asProse bool
	)
	cmd := newCommand("decode", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		out := cmd.OutOrStdout()
		prose := asProse || terminal(out) && !asJSON
		return in.each(cmd, args, func(d document) error {
			found, e, err := decode(d, noGuess)
			switch {
			case err != nil:
				return err
			case prose:
				return found.printText(out, d, e)
			case d.input != "":
				return printCompact(out, found)
			}
			return printJSON(out, found)
		})
	})
	dialectChoice(&in.given.Dialect).addTo(cmd, "dialect",
		"the dialect of the documents (default: detected): "+dialectNames, false)
	in.flags(cmd)
	f := cmd.Flags()
	f.BoolVar(&noGuess, "no-guess", false, "do not guess a kind from a text")
	f.BoolVar(&asJSON, "json", false, "print JSON on a terminal, too")
	f.BoolVar(&asProse, "text", false, "print text in a pipe, too")
	cmd.MarkFlagsMutuallyExclusive("json", "text")
	return cmd
}

// decoded is the output of the command.
type decoded struct {
	Input    string          `json:"input,omitempty"` // of many documents
	Dialect  string          `json:"dialect"`
	Evidence []string        `json:"evidence"`
	Error    json.RawMessage `json:"error"` // null if the document does not contain an error
}

func decode(d document, noGuess bool) (decoded, *errkit.Error, error) {
	var (
		codec = dialect.Codec{Dialects: all.Dialects(), NoGuess: noGuess, Unread: true}
		out   = decoded{Input: d.input, Evidence: []string{}}
	)
	in, evidence, err := d.detect(&codec)
	if err != nil {
		return out, nil, err
	}
	out.Evidence = append(append(out.Evidence, evidence...), d.notes...)
	if in.Dialect == nil {
		out.Dialect = noDialect
		return out, nil, nil
	}
	out.Dialect = in.Dialect.Name()
	e, err := codec.Decode(in)
	if err != nil || e == nil {
		return out, nil, err
	}
	if e.Peer != nil {
		out.Dialect = e.Peer.Dialect
	}
	out.Evidence = append(out.Evidence, show.Evidence(e)...)
	e = wire.WithRetry(mapping.Default(), e) // who reads the kind would infer the retry, of a guess, too
	out.Error, err = marshalPrivate(e)
	return out, e, err
}

// noDialect is the name of the dialect of a successful response that no dialect accepts.
const noDialect = "http"

// detect returns the document to decode, whose dialect is detected unless it is given, and the
// evidence for it. The dialect is nil for a response without an error that no dialect accepts. An
// event with the name of an error is one, whatever its data is.
func (d *document) detect(codec *dialect.Codec) (in dialect.Document, evidence []string, err error) {
	in = d.Document
	if in.Dialect != nil {
		if !d.succeeded() || len(bytes.TrimSpace(in.Body)) > 0 {
			return in, nil, nil
		}
		if _, err := codec.Decode(in); !errors.Is(err, dialect.ErrNotDocument) {
			return in, nil, nil
		}
		in.Dialect = nil
		return in, []string{fmt.Sprintf("HTTP status %d, and no body", in.Status)}, nil
	}
	in.Dialect, evidence, err = codec.Detect(in)
	switch {
	case in.Status == 0 && slices.Contains(evidence, "detected as http by the trace of a program"):
		return in, append(evidence, "low confidence: of a trace that your own program printed, and no server sent, "+
			"look up the line with the error: toolerr explain LINE"), err
	case !errors.Is(err, dialect.ErrNotDocument):
		return in, evidence, err
	case d.event == "error" && !isRequest(in.Body):
		in.Status = http.StatusInternalServerError
		if in.Dialect, _, err = codec.Detect(in); err != nil { // it is not JSON
			in.Dialect = httperr.Dialect{}
		}
		return in, []string{"the event has the name error, which decodes as HTTP status 500 does"}, nil
	case d.succeeded() && !isBroken(in.Body):
		what := lo.Ternary(len(bytes.TrimSpace(in.Body)) == 0, "no body", "a body that no dialect accepts")
		return in, []string{fmt.Sprintf("HTTP status %d, and %s", in.Status, what)}, nil
	case in.Status == 0 && bytes.IndexByte(in.Body, 0) >= 0:
		err = dataErrorf("binary data, not a text")
	case in.Status == 0 && !isBroken(in.Body):
		err = fmt.Errorf("%w; for a response give its HTTP status with --status, for a text use toolerr explain", err)
	case strings.Contains(err.Error(), "where an object key should begin"):
		err = fmt.Errorf(`%w; json.dumps and JSON.stringify write JSON: names in "quotes", no comma at the end`, err)
	}
	return in, nil, err
}

// succeeded reports whether the document is the body of a response whose head has the status of no
// error.
func (d *document) succeeded() bool {
	return d.head && d.event == "" && d.Status < http.StatusBadRequest
}

// A peer is what is printed of an [errkit.Peer].
type peer struct {
	Dialect string   `json:"dialect,omitempty"`
	Code    string   `json:"code,omitempty"`
	Type    string   `json:"type,omitempty"`
	Rule    string   `json:"rule,omitempty"`
	Guessed bool     `json:"guessed,omitempty"`
	Unread  []string `json:"unread,omitempty"`
}

// marshalPrivate returns the canonical JSON of e with two additional members that are not public:
// peer and dev.
func marshalPrivate(e *errkit.Error) (json.RawMessage, error) {
	body, err := e.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var private struct {
		Peer *peer  `json:"peer,omitempty"`
		Dev  string `json:"dev,omitempty"`
	}
	private.Dev = e.Dev.Reveal()
	if p := e.Peer; p != nil {
		private.Peer = &peer{p.Dialect, p.Code, p.Type, p.Rule, p.Guessed, p.Unread}
	}
	more, err := text.Marshal(private)
	if err != nil || len(more) == len("{}") {
		return body, err
	}
	return append(append(body[:len(body)-1], ','), more[1:]...), nil
}

// printText prints a decoded error for people: the kind and the message, the other members in
// rows, and what to do.
func (d decoded) printText(w io.Writer, doc document, e *errkit.Error) error {
	tab := columns(w)
	fmt.Fprint(tab, label(doc.input))
	if e == nil {
		fmt.Fprintf(tab, "no error; %s\n", lo.Ternary(d.Dialect == noDialect, fmt.Sprintf("HTTP status %d", doc.Status),
			"the document is a success of "+d.Dialect))
		for _, note := range doc.notes {
			fmt.Fprint(tab, rowOf("evidence", oneLine(note)))
		}
		return tab.Flush()
	}
	fmt.Fprintf(tab, "%s: %s\n", e.Kind.String(), oneLine(string(lo.CoalesceOrEmpty(e.Message, e.Kind.Text()))))
	root, err := jsontree.Parse(d.Error, jsontree.Limits{Depth: math.MaxInt, Bytes: math.MaxInt, Nodes: math.MaxInt})
	if err != nil {
		return err
	}
	for name, value := range root.Members() {
		switch name {
		case "kind", "message", "peer":
		case "fields":
			for _, f := range e.Fields {
				fmt.Fprint(tab, rowOf("field", quoteValue(f.Path), oneLine(string(f.Message))))
			}
		default:
			text, ok := value.Text()
			fmt.Fprint(tab, rowOf(name, oneLine(lo.Ternary(ok, text, value.Raw()))))
		}
	}
	if e.Retry == errkit.RetryUnspecified {
		retry, because := mapping.Default().Retry(e.Kind, e.Upstream), "the default of the kind"
		if narrow, narrowed := mapping.Default().Narrow(e, errkit.RepeatableUnstated); narrowed && narrow != retry {
			retry, because = narrow, "because of the effect"
		}
		fmt.Fprint(tab, rowOf("retry", retryName(retry)+" ("+because+")"))
	}
	fmt.Fprint(tab, rowOf("dialect", d.Dialect))
	for _, line := range d.Evidence {
		fmt.Fprint(tab, rowOf("evidence", oneLine(line)))
	}
	if e.Peer != nil && len(e.Peer.Unread) > 0 {
		fmt.Fprint(tab, rowOf("not used", oneLine(strings.Join(e.Peer.Unread, " "))))
	}
	fmt.Fprintf(tab, "\n%s\n", wrap("What to do: "+explain.Error(e).Client, 2))
	if doc.input != "" {
		fmt.Fprintln(tab)
	}
	return tab.Flush()
}
