package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// errorFlags adds flags to cmd that set the fields of e. All texts on the command line are public,
// except that of --dev.
func errorFlags(cmd *cobra.Command, e *errkit.Error) {
	e.Needs = &errkit.Needs{}
	kindChoice(&e.Kind).addTo(cmd, "kind", "the kind of the error, see toolerr table", true)
	newChoice(&e.Retry, "retry", retries).addTo(cmd, "retry",
		"whether the call may be retried: allowed, never, after_action (default: depends on the kind)", false)
	newChoice(&e.Stage, "stage", stages).addTo(cmd, "stage",
		"when the call failed: before_call, execution (default: depends on the kind)", false)
	newChoice(&e.Effect, "effect", effects).addTo(cmd, "effect",
		"what the call did before it failed: none, unknown, partial, done (default: not stated)", false)
	f, set := cmd.Flags(), setter{e}
	f.StringVar((*string)(&e.Message), "message", "",
		"what happened, a `TEXT` for users and models (default: the text of the kind)")
	f.StringVar((*string)(&e.Code), "code", "", "a stable application-defined `CODE`, such as no_such_bell")
	f.StringVar((*string)(&e.Hint), "hint", "", "a `TEXT` that helps a model to correct the call")
	f.Func("doc-url", "http or https `URL` of what documents the failure", func(url string) error {
		if e.DocURL = url; text.WebURL(url) == "" {
			return errors.New("want an http or https URL")
		}
		return nil
	})
	f.StringVar(&e.Ref, "ref", "", "`ID` of the record of this error in the log")
	f.Func("dev", "a `TEXT` for developers; only OXP has a member for it", func(text string) error {
		e.Dev = errkit.Dev(text)
		return nil
	})
	f.Func("retry-after", "how long to wait before a retry, a `DURATION` such as 500ms", durationFlag(&e.RetryAfter))
	f.Func("upstream", "HTTP `STATUS` of the response of an upstream service", statusFlag(&e.Upstream))
	f.Func("field", "an invalid input, `POINTER[=TEXT]` such as /b=\"Must be a number\" (repeatable)", set.field)
	f.Func("detail", "a public detail, `KEY=VALUE`; the value is JSON if it is valid JSON, otherwise a string "+
		"(repeatable)", set.detail)
	f.Func("challenge", "an authorization to complete, `ID,URL[,CHECK_URL]` in CSV format (repeatable)", set.challenge)
	f.Func("input", "input that the user must add, `JSON`: {\"fields\",\"reason\",\"suggestions\",\"options\"}",
		set.input)
	f.BoolVar(&e.Needs.UserID, "user-id", false, "the call must identify its user")
	f.StringArrayVar(&e.Needs.Secrets, "secret", nil, "`NAME` of a missing secret (repeatable)")
	f.StringArrayVar(&e.Needs.Scopes, "scope", nil, "`NAME` of a missing permission (repeatable)")
}

// A setter has the functions of the flags that set a part of an error.
type setter struct{ *errkit.Error }

// pointer is a JSON pointer (RFC 6901 §3).
var pointer = regexp.MustCompile(`^(/([^~/]|~[01])*)*$`)

func (e setter) field(text string) error {
	path, message, _ := strings.Cut(text, "=")
	if !pointer.MatchString(path) {
		return fmt.Errorf("%q is not a JSON pointer such as /items/0/sku", path)
	}
	e.Fields = append(e.Fields, errkit.Field{Path: path, Message: errkit.Text(message)})
	return nil
}

func (e setter) detail(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok || key == "" {
		return fmt.Errorf("want KEY=VALUE")
	}
	detail := slog.String(key, value)
	var s string
	switch {
	case json.Unmarshal([]byte(value), &s) == nil && strings.TrimSpace(value) != "null":
		detail = slog.String(key, s)
	case json.Valid([]byte(value)): // RawMessage keeps numbers that no Go type can represent
		detail = slog.Any(key, json.RawMessage(value))
	}
	e.Details = append(e.Details, detail)
	return nil
}

func (e setter) challenge(text string) error {
	r := csv.NewReader(strings.NewReader(text))
	parts, err := r.Read()
	if err != nil || len(parts) < 2 || len(parts) > 3 || parts[1] == "" || r.InputOffset() != int64(len(text)) {
		return fmt.Errorf("want ID,URL or ID,URL,CHECK_URL")
	}
	challenge := errkit.Challenge{ID: parts[0], URL: parts[1]}
	if len(parts) == 3 {
		challenge.CheckURL = parts[2]
	}
	e.Needs.Challenges = append(e.Needs.Challenges, challenge)
	return nil
}

func (e setter) input(text string) error {
	var in struct {
		Fields      []string            `json:"fields"`
		Reason      errkit.Text         `json:"reason"`
		Suggestions map[string][]string `json:"suggestions"`
		Options     []errkit.Option     `json:"options"`
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		if typeErr, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && typeErr.Field == "" {
			return fmt.Errorf("want an object, got %s", typeErr.Value)
		} else if ok {
			return fmt.Errorf("%s: unexpected %s", typeErr.Field, typeErr.Value)
		}
		return err
	}
	if len(in.Fields) == 0 && len(in.Options) == 0 {
		return fmt.Errorf("want fields or options")
	}
	e.Needs.Input = lo.Map(in.Fields, func(name string, _ int) errkit.Input { return errkit.Input{Name: name} })
	for _, name := range slices.Sorted(maps.Keys(in.Suggestions)) {
		i := slices.Index(in.Fields, name)
		if i < 0 {
			return fmt.Errorf("suggestions for %q, which is not one of the fields", name)
		}
		e.Needs.Input[i].Suggestions = in.Suggestions[name]
	}
	e.Needs.Reason, e.Needs.Options = in.Reason, in.Options
	return nil
}

// headerFlag returns the function of a flag that adds to a header.
func headerFlag(dst *http.Header) func(string) error {
	return func(line string) error {
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return errors.New("want 'NAME: VALUE', such as 'Retry-After: 3'")
		}
		if *dst == nil {
			*dst = http.Header{}
		}
		dst.Add(name, strings.TrimSpace(value))
		return nil
	}
}

// durationFlag returns the function of a flag that sets dst to a duration.
func durationFlag(dst *time.Duration) func(string) error {
	return func(text string) error {
		d, err := time.ParseDuration(text)
		switch {
		case err != nil:
			return fmt.Errorf("want a duration such as 500ms or 2s")
		case d < 0:
			return fmt.Errorf("a duration must not be negative")
		}
		*dst = d
		return nil
	}
}

// statusFlag returns the function of a flag that sets dst to an HTTP status.
func statusFlag(dst *int) func(string) error {
	return func(text string) error {
		var status int
		if err := json.Unmarshal([]byte(text), &status); err != nil || status < 100 || status > 599 {
			return fmt.Errorf("want an HTTP status, 100 to 599")
		}
		*dst = status
		return nil
	}
}
