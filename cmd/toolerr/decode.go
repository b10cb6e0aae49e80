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
		in      dialect.Document
		noGuess bool
	)
	cmd := &cobra.Command{
		Use:   "decode [FILE]",
		Short: "Decode the error in a document",
		Long: `Decode reads a document from a file or from standard input and prints
{"dialect","evidence":[..],"error":{..}}. The error is canonical JSON, with its
origin (peer) and the developer message (dev). It is null if the document does
not contain an error.

The input may be a whole HTTP response, as "curl -i" prints it. The kind of a
response whose body is not JSON is that of its status.

Without --dialect the dialect is detected, and the evidence lists the members
that identify it. "low confidence" marks a kind that was guessed from a text.

Exit code 65: the input is not a document of the dialect, or of any dialect.`,
		Example: `  toolerr decode --dialect oxp --status 422 < body
  curl -si https://example.com/tools/ring | toolerr decode
  toolerr decode response.json`,
		Args: cobra.MaximumNArgs(1),
		RunE: runE(func(cmd *cobra.Command, args []string) error {
			var err error
			if err = readResponse(cmd, args, &in); err != nil {
				return err
			}
			found, err := decode(in, noGuess)
			if err != nil {
				return err
			}
			return printJSON(cmd.OutOrStdout(), found)
		}),
	}
	dialectChoice(&in.Dialect).addTo(cmd, "dialect", "the dialect of the document (default: detected): "+dialectNames, false)
	responseFlags(cmd, &in)
	cmd.Flags().BoolVar(&noGuess, "no-guess", false, "do not guess a kind from a text")
	return cmd
}

// decoded is the output of the command.
type decoded struct {
	Dialect  string          `json:"dialect"`
	Evidence []string        `json:"evidence"`
	Error    json.RawMessage `json:"error"` // null if the document does not contain an error
}

func decode(in dialect.Document, noGuess bool) (decoded, error) {
	var (
		codec = dialect.Codec{Dialects: all.Dialects(), NoGuess: noGuess, Unread: true}
		out   = decoded{Evidence: []string{}}
	)
	if in.Dialect == nil {
		found, evidence, err := codec.Detect(in)
		if err != nil {
			return out, err
		}
		in.Dialect = found
		out.Evidence = append(out.Evidence, evidence...)
	}
	out.Dialect = in.Dialect.Name()
	e, err := codec.Decode(in)
	if err != nil || e == nil {
		return out, err
	}
	if p := e.Peer; p != nil {
		out.Dialect = p.Dialect
		if p.Rule != "" {
			out.Evidence = append(out.Evidence, p.Rule)
		}
		out.Evidence = append(out.Evidence, p.Evidence...)
	}
	out.Error, err = marshalPrivate(e)
	return out, err
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
