package show

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
	"github.com/toolerr/toolerr/mapping"
)

// table decides what an error does not state.
var table = mapping.Default()

// A card is what a person wants to know about an error.
type card struct {
	From    origin
	Kind    string
	Slug    string // of the page of the kind
	Explain explain.Text
	Error   *errkit.Error // normalized
	Retry   string
	Effect  string
	Stage   string
	Wait    string
	Input   []line // the input, with the fields beside it
	Details string // JSON, indented
	Guessed bool
	Unread  []string // JSON pointers

	Next     []next
	Withheld []dialect.Loss // from a reader in another dialect than that of the peer
}

// A next is the advice for some calls.
type next struct{ Call, Advice string }

// nexts returns what follows from an error, by what the call does. Without an effect it has that
// of its kind.
func nexts(e *errkit.Error) (list []next) {
	resolved := *e
	if resolved.Effect == errkit.EffectUnspecified {
		resolved.Effect = e.Kind.Effect()
	}
	for r, call := range []string{
		errkit.RepeatableYes:      "The call only reads, or may be made twice",
		errkit.RepeatableNo:       "The call changes something",
		errkit.RepeatableUnstated: "You do not know what the call does",
	} {
		list = append(list, next{call, explain.Advice(&resolved, errkit.Repeatable(r))})
	}
	if !slices.ContainsFunc(list, func(n next) bool { return n.Advice != list[0].Advice }) {
		return []next{{"Any call", list[0].Advice}}
	}
	return list
}

func newCard(e *errkit.Error, from origin, input string) card {
	n := new(dialect.Codec).Normalize(errkit.Bounded(e, 0))
	c := card{
		From: from, Kind: n.Kind.String(), Slug: table.Row(n.Kind).Problem, Explain: explain.Error(n), Error: n,
		Retry: textOf("retry", n.Retry.String()), Effect: textOf("effect", n.Effect.String()),
		Stage: textOf("stage", n.Stage.String()), Input: beside(input, n.Fields), Next: nexts(e),
	}
	if mapping.IsOutcomeUnclear(n) && n.Retry != table.Retry(n.Kind, n.Upstream) {
		c.Retry = c.Explain.Client
	}
	if n.RetryAfter > 0 {
		c.Wait = strconv.FormatFloat(n.RetryAfter.Round(time.Millisecond).Seconds(), 'f', -1, 64) + " s"
	}
	if len(n.Details) > 0 {
		var details struct{ Details json.RawMessage }
		if json.Unmarshal(n.AppendJSON(nil), &details) == nil {
			text, _ := json.MarshalIndent(details.Details, "", "  ") // it was parsed
			c.Details = string(text)
		}
	}
	if p := e.Peer; p != nil {
		c.Guessed, c.Unread = p.Guessed, p.Unread
		_, c.Withheld = new(dialect.Codec).Disclosed(e, nil, dialect.Call{})
	}
	return c
}

//go:embed texts.txt
var textsText string

// texts are the texts for people by the group and the name that they are about.
var texts = rows.Sentences[string](textsText)

// textOf returns the text about a name, "" if there is none.
func textOf(group, name string) string { return strings.Join(texts[group][name], "") }

// A line is a line of the input, and what is wrong with the value in it.
type line struct {
	Text     string
	Missing  bool // the input does not have the value
	Messages []errkit.Text
}

// beside returns the lines of the input of a call with the fields of an error. Without an input,
// they are those of an outline of what the fields name.
func beside(input string, fields []errkit.Field) []line {
	if len(fields) == 0 {
		return nil
	}
	root := &node{missing: true}
	known := root.parse(input)
	for _, f := range fields {
		root.add(f, known)
	}
	var lines []line
	root.print(&lines, "", "", "")
	return lines
}
