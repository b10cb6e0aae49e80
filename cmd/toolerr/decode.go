package main

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/schemas"
)

func newDecode() *cobra.Command {
	var in dialect.Document
	cmd := &cobra.Command{
		Use:   "decode [FILE]",
		Short: "Read the error out of a document",
		Long: `Decode reads a document from a file or from standard input and prints
{"dialect","evidence":[..],"error":{..}}: the error is in its canonical form, with
where it came from (peer) and the developers' text (dev). It is null where the
document holds no error.

Without --dialect the dialect is found by what the document looks like, and the
evidence says by what. "low confidence" marks a kind that was guessed from a text.

Exit code 65: it is not a document of the dialect, or of any.`,
		Example: `  toolerr decode --dialect oxp --status 422 < body
  toolerr decode answer.json`,
		Args: cobra.MaximumNArgs(1),
		RunE: does(func(cmd *cobra.Command, args []string) error {
			var err error
			if in.Body, err = readDocument(cmd, args); err != nil {
				return err
			}
			found, err := decode(in)
			if err != nil {
				return err
			}
			return printJSON(cmd.OutOrStdout(), found)
		}),
	}
	dialects(&in.Dialect).flag(cmd, "dialect", "the dialect of the document (default: it is found): "+dialectNames, false)
	cmd.Flags().Func("status", "HTTP `STATUS` that the document came with", setStatus(&in.Status))
	complete(cmd, "status")
	return cmd
}

// decoded is what a document says.
type decoded struct {
	Dialect  string          `json:"dialect"`
	Evidence []string        `json:"evidence"`
	Error    json.RawMessage `json:"error"` // null: there is none
}

func decode(in dialect.Document) (decoded, error) {
	var (
		codec dialect.Codec
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
		if p.Rule != "" {
			out.Evidence = append(out.Evidence, p.Rule)
		}
		out.Evidence = append(out.Evidence, p.Evidence...)
	}
	out.Error, err = whole(e)
	return out, err
}

// whole is the canonical JSON of an error with the members that only its operator sees: peer and dev.
func whole(e *errkit.Error) (json.RawMessage, error) {
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
		private.Peer = &schemas.CanonicalPeer{Dialect: p.Dialect, Code: p.Code, Type: p.Type, Rule: p.Rule, Guessed: p.Guessed}
	}
	more, err := schemas.Marshal(private)
	if err != nil || len(more) == len("{}") {
		return body, err
	}
	return append(append(body[:len(body)-1], ','), more[1:]...), nil
}
