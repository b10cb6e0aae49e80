package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/schemas/verify"
)

func newValidate() *cobra.Command {
	var (
		name   string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "validate [FILE...]",
		Short: "Validate documents against a schema",
		Long: `Validate checks documents from files or from standard input against one of the
schemas that toolerr schema lists. It prints a line for each failure: the JSON
pointer, the message, and the keyword of the schema. An input may have many
documents, in JSON lines or in server-sent events.

Without --schema, it prints the schema that fits: the one that describes most
members of the document, and then of the objects in it. Schema problem is that of the problems that toolerr
renders; problem-details is that of RFC 9457, which requires no member.

The schemas describe the documents that toolerr renders. It also decodes documents
that these schemas reject.

Exit codes: 1 if a document is invalid, 65 if no schema describes it.`,
		Example: `  toolerr render --dialect oxp --kind not_found | toolerr validate
  toolerr validate --schema problem --json response.json`,
		RunE: runE(func(cmd *cobra.Command, args []string) error {
			in := inputs{arrays: true}
			return in.each(cmd, args, func(d document) error {
				return validate(cmd.OutOrStdout(), d, name, asJSON)
			})
		}),
	}
	options := lo.Map(outlines(), func(o outline, _ int) option[string] {
		return option[string]{o.Name, o.Name, o.Title}
	})
	newChoice(&name, "schema", options).addTo(cmd, "schema",
		"the name of the schema (default: the one that fits), see toolerr schema", false)
	cmd.Flags().BoolVar(&asJSON, "json", false,
		`print {"schema","valid","failures":[{"pointer","message","keyword"}]}`)
	return cmd
}

// validation is the output of the command as JSON.
type validation struct {
	Input    string          `json:"input,omitempty"` // of many documents
	Schema   string          `json:"schema"`
	Valid    bool            `json:"valid"`
	Failures verify.Failures `json:"failures"`
}

// validate prints the failures of a document in a schema, or in the one that fits if name is "".
func validate(w io.Writer, d document, name string, asJSON bool) error {
	result := validation{Input: d.input, Schema: name, Failures: verify.Failures{}}
	if name == "" {
		fits, err := findSchema(d.Body)
		if err != nil {
			return err
		}
		result.Schema = fits
	}
	err := verify.Validate(result.Schema, d.Body)
	if result.Valid = err == nil; !result.Valid && !errors.As(err, &result.Failures) {
		return err
	}
	switch {
	case asJSON:
		if err := printCompact(w, result); err != nil {
			return err
		}
	case result.Valid && name == "":
		fmt.Fprintf(w, "%sa valid %s\n", label(d.input), result.Schema)
	default:
		for _, f := range result.Failures {
			fmt.Fprintln(w, label(d.input)+oneLine(f.Error()))
		}
	}
	if result.Valid {
		return nil
	}
	return fmt.Errorf("not a valid %s: failures: %d", result.Schema, len(result.Failures))
}
