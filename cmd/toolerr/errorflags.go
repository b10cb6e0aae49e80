package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/schemas"
)

// errorFlags adds the flags that say what failed to a command; they fill in e. All texts but that of --dev are public, by
// the operator's own hand.
func errorFlags(cmd *cobra.Command, e *errkit.Error) {
	e.Needs = &errkit.Needs{}
	kinds(&e.Kind).flag(cmd, "kind", "what went wrong, see toolerr table", true)
	retries(&e.Retry).flag(cmd, "retry", "may the same call be made again: allowed, never, after_action (default: as the kind says)", false)
	stages(&e.Stage).flag(cmd, "stage", "when it failed: before_call, execution (default: as the kind says)", false)
	f := cmd.Flags()
	f.StringVar((*string)(&e.Message), "message", "", "what happened, a `TEXT` for people and models (default: the kind's standing text)")
	f.StringVar((*string)(&e.Code), "code", "", "the application's own stable `CODE`, such as no_such_bell")
	f.StringVar((*string)(&e.Hint), "hint", "", "a `TEXT` for a model that will try again")
	f.StringVar(&e.Ref, "ref", "", "`ID` that ties the answer to a record in the log")
	f.Func("dev", "a `TEXT` for developers; only OXP has a place for it", func(text string) error {
		e.Dev = errkit.Dev(text)
		return nil
	})
	f.Func("retry-after", "how long to wait first, a `DURATION` such as 500ms", setDuration(&e.RetryAfter))
	f.Func("upstream", "HTTP `STATUS` that a service behind the tool answered with", setStatus(&e.Upstream))
	f.Func("field", "a wrong input, `POINTER[=TEXT]` such as /b=\"Must be a number\" (repeatable)", func(text string) error {
		return addField(e, text)
	})
	f.Func("detail", "a public fact, `KEY=VALUE`; the value is JSON where it is valid JSON, else a text (repeatable)", func(text string) error {
		return addDetail(e, text)
	})
	f.Func("challenge", "an authorization to complete, `ID,URL[,CHECK_URL]`; quote a part with commas as in CSV (repeatable)", func(text string) error {
		return addChallenge(e.Needs, text)
	})
	f.Func("input", "input that the user must add, `JSON`: {\"fields\",\"reason\",\"suggestions\",\"options\"}", func(text string) error {
		return setInput(e.Needs, text)
	})
	f.BoolVar(&e.Needs.UserID, "user-id", false, "the call must name its user")
	f.StringArrayVar(&e.Needs.Secrets, "secret", nil, "`NAME` of a secret that is missing (repeatable)")
	f.StringArrayVar(&e.Needs.Scopes, "scope", nil, "`NAME` of a permission that is missing (repeatable)")
	for _, name := range []string{"message", "code", "hint", "ref", "dev", "retry-after", "upstream", "field", "detail", "challenge", "input", "secret", "scope"} {
		complete(cmd, name)
	}
}

// pointer is a JSON pointer (RFC 6901 §3).
var pointer = regexp.MustCompile(`^(/([^~/]|~[01])*)*$`)

func addField(e *errkit.Error, text string) error {
	path, message, _ := strings.Cut(text, "=")
	if !pointer.MatchString(path) {
		return fmt.Errorf("%q is no JSON pointer such as /items/0/sku", path)
	}
	e.Fields = append(e.Fields, errkit.Field{Path: path, Message: errkit.Text(message)})
	return nil
}

func addDetail(e *errkit.Error, text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok || key == "" {
		return fmt.Errorf("want KEY=VALUE")
	}
	detail := slog.String(key, value)
	var said string
	switch {
	case json.Unmarshal([]byte(value), &said) == nil && strings.TrimSpace(value) != "null":
		detail = slog.String(key, said)
	case json.Valid([]byte(value)): // also a number that no Go type holds
		detail = slog.Any(key, json.RawMessage(value))
	}
	e.Details = append(e.Details, detail)
	return nil
}

func addChallenge(n *errkit.Needs, text string) error {
	r := csv.NewReader(strings.NewReader(text))
	parts, err := r.Read()
	if err != nil || len(parts) < 2 || len(parts) > 3 || parts[1] == "" || r.InputOffset() != int64(len(text)) {
		return fmt.Errorf("want ID,URL or ID,URL,CHECK_URL")
	}
	challenge := errkit.Challenge{ID: parts[0], URL: parts[1]}
	if len(parts) == 3 {
		challenge.CheckURL = parts[2]
	}
	n.Challenges = append(n.Challenges, challenge)
	return nil
}

func setInput(n *errkit.Needs, text string) error {
	var in schemas.CanonicalInput
	if err := schemas.Unmarshal([]byte(text), &in); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field == "" {
			return fmt.Errorf("want an object, got %s", wrong.Value)
		} else if ok {
			return fmt.Errorf("%s: want another type, got %s", wrong.Field, wrong.Value)
		}
		return err
	}
	if len(in.Fields) == 0 && len(in.Options) == 0 {
		return fmt.Errorf("neither fields nor options")
	}
	n.Input = lo.Map(in.Fields, func(name string, _ int) errkit.Input { return errkit.Input{Name: name} })
	for _, m := range in.Suggestions {
		i := slices.Index(in.Fields, m.Name)
		if i < 0 {
			return fmt.Errorf("suggestions for %q, which is not among the fields", m.Name)
		}
		n.Input[i].Suggestions = m.Value
	}
	n.Reason = errkit.Text(in.Reason)
	n.Options = lo.Map(in.Options, func(o schemas.Option, _ int) errkit.Option {
		return errkit.Option{Label: o.Label, Value: o.Value, Description: o.Description, Field: o.Field}
	})
	return nil
}
