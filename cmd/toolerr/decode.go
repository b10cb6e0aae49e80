package main

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/schemas"
)

func newDecode() *cobra.Command {
	var (
		in              inputs
		noGuess         bool
		asJSON, asProse bool
	)
	cmd := &cobra.Command{
		Use:   "decode [FILE...]",
		Short: "Decode the errors in documents",
		Long: `Decode reads documents from files or from standard input and prints the error in
each of them: as text on a terminal, and otherwise as JSON,
{"dialect","evidence":[..],"error":{..}}. The error is canonical JSON, with its
origin (peer) and the developer message (dev). It is null if the document does not
contain an error.

` + inputsHelp + `

The kind of a response whose body is not JSON is that of its status. Without
--dialect the dialect is detected, and the evidence lists the members that identify
it. "low confidence" marks a kind that was guessed from a text.

Exit code 65: an input is not a document of the dialect, or of any dialect.`,
		Example: `  toolerr decode --dialect oxp --status 422 < body
  curl -si https://example.com/tools/ring | toolerr decode
  toolerr decode response.json log.jsonl
  tail -f mcp.log | toolerr decode --follow`,
		RunE: runE(func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			prose := asProse || terminal(out) && !asJSON
			return in.each(cmd, args, func(d document) error {
				found, e, err := decode(d.Document, noGuess)
				switch {
				case err != nil:
					return err
				case prose:
					return found.printText(out, d, e)
				case d.many:
					found.Input = d.input
					return printCompact(out, found)
				}
				return printJSON(out, found)
			})
		}),
	}
	dialectChoice(&in.given.Dialect).addTo(cmd, "dialect", "the dialect of the documents (default: detected): "+dialectNames, false)
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

func decode(in dialect.Document, noGuess bool) (decoded, *errkit.Error, error) {
	var (
		codec = dialect.Codec{Dialects: all.Dialects(), NoGuess: noGuess, Unread: true}
		out   = decoded{Evidence: []string{}}
	)
	if in.Dialect == nil {
		found, evidence, err := codec.Detect(in)
		if err != nil {
			return out, nil, err
		}
		in.Dialect = found
		out.Evidence = append(out.Evidence, evidence...)
	}
	out.Dialect = in.Dialect.Name()
	e, err := codec.Decode(in)
	if err != nil || e == nil {
		return out, nil, err
	}
	if p := e.Peer; p != nil {
		out.Dialect = p.Dialect
		if p.Rule != "" {
			out.Evidence = append(out.Evidence, p.Rule)
		}
		out.Evidence = append(out.Evidence, p.Evidence...)
	}
	out.Error, err = marshalPrivate(e)
	return out, e, err
}

// marshalPrivate returns the canonical JSON of e with two additional members that are not public: peer and dev.
func marshalPrivate(e *errkit.Error) (json.RawMessage, error) {
	body, err := e.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var private struct {
		Peer *schemas.CanonicalPeer `json:"peer,omitempty"`
		Dev  string                 `json:"dev,omitempty"`
	}
	private.Dev = e.Dev.Reveal()
	if p := e.Peer; p != nil {
		private.Peer = &schemas.CanonicalPeer{Dialect: p.Dialect, Code: p.Code, Type: p.Type, Rule: p.Rule, Guessed: p.Guessed, Unread: p.Unread}
	}
	more, err := schemas.Marshal(private)
	if err != nil || len(more) == len("{}") {
		return body, err
	}
	return append(append(body[:len(body)-1], ','), more[1:]...), nil
}
