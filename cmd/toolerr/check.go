package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/check"
)

// checkFlags are the flags of check.
type checkFlags struct {
	target   check.Target
	options  check.Options
	tools    string
	paths    string
	record   string
	replay   string
	list     bool
	explain  string
	only     []string
	strict   bool
	baseline string
	format   check.Format
	badge    string
}

func newCheck() *cobra.Command {
	f := checkFlags{format: check.Formats()[0]}
	cmd := newCommand("check", cobra.ArbitraryArgs, untilSignal(f.run))
	flags := cmd.Flags()
	f.target.Dialect = "mcp"
	dialects := lo.Map(check.Dialects(), func(name string, _ int) option[string] {
		return option[string]{name: name, value: name}
	})
	flags.Var(newChoice(&f.target.Dialect, "dialect", dialects), "dialect", "`DIALECT` of the server (default mcp)")
	flags.FuncP("header", "H", "send the header `'NAME: VALUE'` with each request (repeatable)",
		headerFlag(&f.target.Header))
	flags.StringVar(&f.tools, "tools", "",
		"take the tools from a `FILE|URL`: a list of MCP or OXP, or an OpenAPI document")
	flags.StringVar(&f.paths, "paths", "",
		"plain HTTP: take the endpoints from the lines of `FILE`, such as /bells or POST /bells")
	flags.StringVar(&f.record, "record", "", "write the requests and answers to `DIR`, without credentials")
	flags.StringVar(&f.replay, "replay", "", "judge the answers in `DIR` that --record has written, and send nothing")
	flags.BoolVar(&f.options.CallInvalid, "call-invalid", false,
		"call tools that are not declared read-only, too, but only without something required;\n"+
			"a server that does not validate may run them")
	flags.BoolVar(&f.options.CallAll, "call-all", false,
		"call tools that are not declared read-only, too, with all inputs, valid ones among them")
	flags.StringSliceVar(&f.only, "only", nil,
		"check only the rules whose ID starts with `ID`, or of a category (repeatable)")
	flags.BoolVar(&f.strict, "strict", false, "rules of level SHOULD count, too")
	flags.StringVar(&f.baseline, "baseline", "", "`FILE` with the IDs of rules that are known to be broken")
	flags.Uint64Var(&f.options.Seed, "seed", 0, "choose other inputs by the number `N`")
	flags.Float64Var(&f.options.Rate, "rate", 50, "requests `PER_SECOND`, at most; 0: no limit")
	flags.IntVar(&f.options.Requests, "requests", 2000, "send `N` requests, at most")
	flags.DurationVar(&f.options.Timeout, "timeout", 10*time.Second,
		"wait for an answer for a `DURATION`, such as 10s; six times as long for the first one of a program")
	formats := lo.Map(check.Formats(), func(x check.Format, _ int) option[check.Format] {
		return option[check.Format]{name: x.Name, value: x, help: x.Help}
	})
	flags.Var(newChoice(&f.format, "format", formats), "format",
		"print the report in the `FORMAT` text, json, junit, github or sarif (default text)")
	flags.StringVar(&f.badge, "badge", "", "write the JSON of an endpoint badge of shields.io to `FILE`")
	flags.BoolVar(&f.list, "list", false, "list the rules, and check nothing")
	flags.StringVar(&f.explain, "explain", "", "explain the rule with the `ID`, and check nothing")
	return cmd
}

func (f *checkFlags) run(ctx context.Context, cmd *cobra.Command, args []string) error {
	out := cmd.OutOrStdout()
	selected, err := f.rules()
	switch {
	case err != nil:
		return err
	case f.explain != "":
		return explainRule(out, f.explain)
	case f.list:
		return listRules(out, selected)
	}
	if err := f.setTarget(ctx, cmd, args); err != nil {
		return err
	}
	known, err := f.readBaseline()
	if err != nil {
		return err
	}
	if stderr := cmd.ErrOrStderr(); terminal(stderr) {
		f.options.Progress = func(probe string, n int) { fmt.Fprintf(stderr, "\r\x1b[K%d requests: %s", n, probe) }
		defer fmt.Fprint(stderr, "\r\x1b[K")
	}
	f.options.Rules = selected
	var report *check.Report
	if f.replay == "" {
		report, err = check.Run(ctx, f.target, f.options)
	} else if report, err = check.Replay(f.replay, selected); err != nil {
		err = usageErrorf("--replay: %w", err)
	}
	switch {
	case report != nil:
	case ctx.Err() != nil:
		return errors.New("interrupted before the first probe")
	case errors.Is(err, check.ErrUnreachable):
		return &exitError{exitUnreachable, withHint(err)}
	default:
		return err
	}
	if f.record != "" {
		if err := report.Record(f.record); err != nil {
			return fmt.Errorf("--record: %w", err)
		}
	}
	if err == nil {
		err = f.writeBadge(report)
	}
	stale := markKnown(report, known)
	if err := f.format.Write(out, report, f.strict); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		sent := plural(report.Requests, "request", "requests")
		return fmt.Errorf("interrupted: the report has only the %s until then", sent)
	case errors.Is(err, check.ErrUnreachable): // a program that cannot be started again
		return &exitError{exitUnreachable, err}
	case err != nil:
		return err
	}
	switch failed := len(report.Failed(f.strict)); {
	case failed > 0:
		return fmt.Errorf("%s broken", plural(failed, "rule is", "rules are"))
	case len(stale) > 0:
		return fmt.Errorf("%s: not broken any more, remove it from the baseline: %s",
			f.baseline, strings.Join(stale, ", "))
	}
	return nil
}

// withHint adds what to do if a server rejects the credentials, or needs some.
func withHint(err error) error {
	answer, ok := errors.AsType[*check.UnexpectedAnswer](err)
	if ok && (answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden) {
		return fmt.Errorf("%w; -H 'Authorization: Bearer TOKEN' sends credentials", err)
	}
	return err
}

func plural(n int, one, many string) string {
	return fmt.Sprintf("%d %s", n, lo.Ternary(n == 1, one, many))
}

// rules returns the rules that --only selects.
func (f *checkFlags) rules() ([]*check.Rule, error) {
	all := check.Rules()
	for _, only := range f.only {
		if !slices.ContainsFunc(all, func(r *check.Rule) bool { return selects(only, r) }) {
			return nil, usageError(unknown("rule", only, ruleIDs(), "toolerr check --list"))
		}
	}
	return lo.Filter(all, func(r *check.Rule, _ int) bool {
		return len(f.only) == 0 || slices.ContainsFunc(f.only, func(only string) bool { return selects(only, r) })
	}), nil
}

// selects reports whether a value of --only is a category, an ID, or the start of one.
func selects(only string, r *check.Rule) bool {
	return strings.EqualFold(only, r.Category) || r.ID == only ||
		strings.HasPrefix(r.ID, strings.TrimSuffix(only, "/")+"/")
}

func ruleIDs() []string {
	return lo.Map(check.Rules(), func(r *check.Rule, _ int) string { return r.ID })
}

// setTarget sets the target from the arguments and flags.
func (f *checkFlags) setTarget(ctx context.Context, cmd *cobra.Command, args []string) error {
	dash := cmd.ArgsLenAtDash()
	switch o := f.options; {
	case o.Requests <= 0 || o.Timeout <= 0 || o.Rate < 0:
		return usageErrorf("want more than 0 for --requests and --timeout, and not less than 0 for --rate")
	case f.replay != "" && len(args) > 0:
		return usageErrorf("--replay sends nothing: want no URL and no program")
	case f.replay != "":
		return nil
	case dash == 0 && len(args) > 0:
		if f.target.Dialect != "mcp" {
			return usageErrorf("a program is checked with the dialect mcp only")
		}
		f.target.Command = args
	case dash < 0 && len(args) == 1:
		f.target.URL = args[0]
		if !strings.HasPrefix(f.target.URL, "http://") && !strings.HasPrefix(f.target.URL, "https://") {
			return usageErrorf("%q is not an http or https URL; a program follows --", args[0])
		}
	default:
		return usageErrorf("want one URL, or -- and a program")
	}
	return f.readTools(ctx)
}

// readTools reads the list of tools that --tools names.
func (f *checkFlags) readTools(ctx context.Context) error {
	switch {
	case f.paths != "":
		text, err := os.ReadFile(f.paths)
		if err == nil {
			f.target.Tools, err = check.ReadPaths(f.target.URL, string(text))
		}
		if err != nil {
			return usageErrorf("--paths: %w", err)
		}
		return nil
	case f.tools == "":
		return nil
	case f.target.Dialect == "a2a":
		return usageErrorf("--tools: an agent of A2A has no tools, its methods are called")
	}
	in, err := open(ctx, f.tools)
	if _, isFile := errors.AsType[*os.PathError](err); isFile {
		return usageErrorf("--tools: %w", err)
	} else if err != nil {
		return &exitError{exitUnreachable, fmt.Errorf("--tools: %w", err)}
	}
	defer in.Close()
	doc, err := io.ReadAll(io.LimitReader(in, maxDocument))
	if err != nil {
		return fmt.Errorf("--tools %s: %w", f.tools, err)
	}
	if f.target.Tools, err = check.ReadTools(doc); err != nil {
		return usageErrorf("--tools %s: %w", f.tools, err)
	}
	return nil
}

// open opens a file or a URL.
func open(ctx context.Context, name string) (io.ReadCloser, error) {
	if !strings.HasPrefix(name, "http://") && !strings.HasPrefix(name, "https://") {
		return os.Open(name)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, name, nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		return nil, errors.Join(fmt.Errorf("%s: HTTP %d", name, res.StatusCode), res.Body.Close())
	}
	return res.Body, nil
}

// readBaseline returns the rules of --baseline, which are known to be broken: an ID in each line,
// perhaps followed by "#" and a remark.
func (f *checkFlags) readBaseline() (known []string, err error) {
	if f.baseline == "" {
		return nil, nil
	}
	text, err := os.ReadFile(f.baseline)
	if err != nil {
		return nil, usageErrorf("--baseline: %w", err)
	}
	ids := ruleIDs()
	for n, line := range strings.Split(string(text), "\n") {
		id, _, _ := strings.Cut(line, "#")
		if id = strings.TrimSpace(id); id == "" {
			continue
		}
		if !slices.Contains(ids, id) {
			return nil, usageErrorf("--baseline %s: line %d: there is no rule %q", f.baseline, n+1, id)
		}
		known = append(known, id)
	}
	return known, nil
}

// markKnown marks the results of known rules, and returns the IDs of those that are not broken any
// more. A rule that had no answer to judge, or was not chosen, is not one of them.
func markKnown(r *check.Report, known []string) (stale []string) {
	for i := range r.Results {
		x := &r.Results[i]
		if x.Known = slices.Contains(known, x.Rule.ID); x.Known && x.Status() == "passed" {
			stale = append(stale, x.Rule.ID)
		}
	}
	return stale
}

func (f *checkFlags) writeBadge(r *check.Report) error {
	if f.badge == "" {
		return nil
	}
	file, err := os.Create(f.badge)
	if err != nil {
		return fmt.Errorf("--badge: %w", err)
	}
	return errors.Join(r.WriteBadge(file, f.strict), file.Close())
}

// listRules prints a line for each rule.
func listRules(w io.Writer, all []*check.Rule) error {
	tab := columns(w)
	for _, r := range all {
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\n", r.ID, r.Category, r.Level, r.Text)
	}
	return tab.Flush()
}

// explainRule prints what a rule requires, where that is written, what is sent, and an example of
// a server that breaks it.
func explainRule(w io.Writer, id string) error {
	r, ok := lo.Find(check.Rules(), func(r *check.Rule) bool { return r.ID == id })
	if !ok {
		return unknown("rule", id, ruleIDs(), "toolerr check --list")
	}
	_, err := io.WriteString(w, r.Explain())
	return err
}
