package tool

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Call checks an input, a JSON document, calls the function with it and returns its output as
// JSON. If ctx has an idempotency key, the answer may be that of an equal call; see package
// idempotency. All of it runs within the boundary b, which reports every failure once; nil is the
// boundary of package standard. The error is nil or an *errkit.Error, or one that b passes
// through:
//   - InvalidInput, with a field for each fault of the input, or Malformed if the input is not
//     JSON;
//   - AuthRequired or RequirementMissing, with Needs, if the caller lacks something that the tool
//     requires;
//   - what the function returned, as b classifies it;
//   - Internal if it panicked, Timeout if [Definition.Timeout] passed, Canceled if ctx was
//     canceled;
//   - OutputInvalid if the output has no JSON or breaks its schema.
//
// Call returns only after the function has returned: a function that may take long must watch its
// context. A result that it returns after the timeout is a result.
func (t *Tool) Call(ctx context.Context, b *middleware.Boundary, input []byte) (output json.RawMessage, err error) {
	b = standard.Or(b)
	if len(bytes.TrimSpace(input)) == 0 {
		input = nil // no evidence for classifiers: an error about an empty document is about another one
	}
	if ctx.Value(header.RequestsKey{}) == nil { // the adapter has none
		ctx = middleware.WithRequests(ctx)
	}
	ctx = middleware.WithDeclared(ctx, t.Errors)
	ctx = middleware.WithAttrs(ctx, slog.String("tool", t.Name), slog.String("version", t.Version))
	ctx = middleware.WithInput(ctx, func() middleware.Input { return middleware.Input{Body: input} })
	ctx = middleware.WithRepeatable(ctx, t.Annotations.Repeatable()) // else that of the HTTP method, if any
	if t.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t.Timeout)
		defer cancel()
	}
	var run function
	err = b.Run(ctx, func(ctx context.Context) (err error) {
		if run, err = t.prepare(ctx, b, input); err != nil {
			return err
		}
		return t.Requirements.missing(ctx)
	})
	if err != nil {
		return nil, staged(err, errkit.BeforeCall)
	}
	output, err = idempotency.Do(ctx, b, t.Name, func() []byte { return t.fingerprint(ctx, input) },
		func(ctx context.Context) (json.RawMessage, error) { return t.run(ctx, b, run) })
	if err != nil {
		return nil, staged(err, errkit.Execution)
	}
	return output, nil
}

// run calls the function within the boundary, and returns its output.
func (t *Tool) run(ctx context.Context, b *middleware.Boundary, run function) (output json.RawMessage, err error) {
	err = b.Run(ctx, func(ctx context.Context) error {
		out, err := run(ctx)
		if err != nil {
			return bySchema(ctx, err)
		}
		output, err = t.encode(out)
		return err
	})
	return output, staged(err, errkit.Execution)
}

// bySchema returns the error for the fault that a function found with a JSON Schema, and any other
// error as it is.
func bySchema(ctx context.Context, err error) error {
	if e := schemaerr.Classifier(ctx, err); e != nil && !request.IsCoded(err) {
		e.Err = cmp.Or(e.Err, err)
		return e
	}
	return err
}

// fingerprint returns what makes two calls with an idempotency key the same call.
func (t *Tool) fingerprint(ctx context.Context, input []byte) []byte {
	c := CallerFrom(ctx)
	all := fmt.Appendf(nil, "%q", []string{t.Version, string(request.Sorted(input)), c.UserID})
	for _, id := range slices.Sorted(maps.Keys(c.Tokens)) {
		all = fmt.Appendf(all, "%q%q", id, c.Tokens[id].Value.Reveal())
	}
	for _, id := range slices.Sorted(maps.Keys(c.Secrets)) {
		all = fmt.Appendf(all, " %q%q", id, c.Secrets[id].Reveal())
	}
	return all
}

// CallValue is [Tool.Call] with an input that is a Go value: one of the input type, or a document
// that was decoded into maps and slices. It is encoded again, so that every rule applies as to
// JSON.
func (t *Tool) CallValue(ctx context.Context, b *middleware.Boundary, input any) (json.RawMessage, error) {
	doc, err := text.Marshal(input)
	if err != nil {
		return nil, standard.Or(b).Handle(ctx, &errkit.Error{Err: fmt.Errorf("tool: the input has no JSON: %w", err)})
	}
	return t.Call(ctx, b, doc)
}

// staged returns err with a stage, unless its author or a peer stated one.
func staged(err error, stage errkit.Stage) error {
	e, ok := err.(*errkit.Error)
	if !ok || e.Stage != errkit.StageUnspecified || e.Peer != nil {
		return err
	}
	known := *e
	known.Stage = stage
	// The effect is that of the kind, or of middleware.Value, which does not know the stage.
	ofClassifier := e.Effect == e.Kind.Effect() || e.Kind == errkit.InvalidInput && e.Effect == errkit.EffectUnknown
	if stage == errkit.BeforeCall && e.Retry == errkit.RetryUnspecified && ofClassifier &&
		e.Effect != errkit.EffectUnspecified {
		known.Effect = errkit.EffectNone
	}
	return &known
}

// encode returns the JSON of an output that its schema allows.
func (t *Tool) encode(out any) (json.RawMessage, error) {
	doc, err := text.Marshal(out)
	if err != nil {
		err = fmt.Errorf("tool: the output has no JSON: %w", err)
	} else if err = t.checkOutput(doc); err != nil {
		err = fmt.Errorf("tool: the output breaks its schema: %w", err)
	}
	if err != nil {
		return nil, &errkit.Error{Kind: errkit.OutputInvalid, Err: err}
	}
	return doc, nil
}

func (t *Tool) checkOutput(doc json.RawMessage) error {
	if t.output == nil {
		return nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return err
	}
	return t.output.Validate(v)
}

// explained returns an error with the text of its fields, for the author of a definition.
func explained(err error) error {
	e := errkit.From(err)
	if len(e.Fields) == 0 {
		return err
	}
	var faults []string
	for _, f := range e.Fields {
		faults = append(faults, strings.TrimSpace(f.Path+" "+string(f.Message)))
	}
	return errors.New(strings.Join(faults, "; "))
}
