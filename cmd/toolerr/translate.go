package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/show"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
)

func newTranslate() *cobra.Command {
	var (
		in     inputs
		to     target
		codec  dialect.Codec
		asJSON bool
	)
	cmd := newCommand("translate", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		codec.Dialects = all.Dialects()
		return in.each(cmd, args, func(d document) error {
			return translate(cmd, &codec, d, to, asJSON)
		})
	})
	dialectChoice(&in.given.Dialect).addTo(cmd, "from", "the dialect of the input (default: detected): "+dialectNames,
		false)
	to.flags(cmd, "to", "the dialect of the output: "+dialectNames)
	f := cmd.Flags()
	in.flags(cmd)
	f.BoolVar(&codec.Carry, "carry", false, "add the canonical JSON, so that all public fields round-trip")
	newChoice(&codec.Disclose, "disclosure", disclosures).addTo(cmd, "disclose",
		"what to render of what the sender wrote: actionable (default), none or all", false)
	f.BoolVar(&codec.Quote, "quote", false, "mark the sender's texts as quoted, for a model")
	f.BoolVar(&codec.Strict, "strict", false, "exit with code 3 if something is lost")
	f.BoolVar(&codec.NoGuess, "no-guess", false, "do not guess a kind from a text")
	f.BoolVar(&asJSON, "json", false, `print {"status","body","loss":[{"field","why","from","to"}]}, and a detected "from"`)
	return cmd
}

// translated is the output of the command as JSON.
type translated struct {
	Input  string         `json:"input,omitempty"` // of many documents
	From   string         `json:"from,omitempty"`  // if it was detected
	Status int            `json:"status"`
	Body   body           `json:"body"`
	Loss   []dialect.Loss `json:"loss"`

	evidence []string // for From, and about the response
}

// translate translates a document and prints the result, also if it returns ErrLoss.
func translate(cmd *cobra.Command, codec *dialect.Codec, d document, to target, asJSON bool) error {
	result := translated{Input: d.input}
	in, evidence, err := d.detect(codec)
	switch {
	case err != nil:
		return err
	case in.Dialect == nil:
		return fmt.Errorf("%w: HTTP status %d", dialect.ErrNoError, in.Status)
	case d.Dialect == nil:
		result.From, result.evidence = in.Dialect.Name(), slices.Clone(evidence[:1])
	}
	result.evidence = append(result.evidence, d.notes...)
	if to.call.ID == nil {
		to.call.ID = show.CallID(d.Body)
	}
	out, losses, err := codec.Translate(in, to.configured(), to.call)
	if err != nil && !errors.Is(err, dialect.ErrLoss) {
		return err
	}
	result.Status, result.Body, result.Loss = out.Status, out.Body, append([]dialect.Loss{}, losses...)
	if asJSON {
		return cmp.Or(printCompact(cmd.OutOrStdout(), result), err) // ErrLoss
	}
	return cmp.Or(result.print(cmd), err)
}

// print prints the body to standard output, and then the rest to standard error.
func (t *translated) print(cmd *cobra.Command) error {
	if err := printBody(cmd.OutOrStdout(), t.Body); err != nil {
		return err
	}
	errs := cmd.ErrOrStderr()
	for _, line := range t.evidence {
		fmt.Fprintf(errs, "%s%s\n", label(t.Input), oneLine(line))
	}
	fmt.Fprintf(errs, "%s%s %d\n", label(t.Input), paint(errs, cyan, "status"), t.Status)
	for _, l := range t.Loss {
		fmt.Fprint(errs, label(t.Input))
		printLoss(errs, l)
	}
	return nil
}

// printLoss prints a loss as a line, such as `loss: code dropped: "no_such_bell"`.
func printLoss(w io.Writer, l dialect.Loss) {
	values := lo.Map(lo.Uniq(lo.Compact([]string{l.From, l.To})), func(v string, _ int) string { return quoteValue(v) })
	what := strings.Join(values, " became ")
	if l.Field == "document" {
		what = oneLine(l.From)
	}
	if what != "" {
		what = ": " + what
	}
	fmt.Fprintf(w, "%s %s %s%s\n", paint(w, yellow, "loss:"), l.Field, l.Reason, what)
}
