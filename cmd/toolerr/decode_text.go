package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// printText prints a decoded error for people: the kind and the message, the other members in
// rows, and what to do.
func (d decoded) printText(w io.Writer, doc document, e *errkit.Error) error {
	tab := columns(w)
	fmt.Fprint(tab, label(doc.input))
	if e == nil && d.Dialect == noDialect {
		fmt.Fprintf(tab, "no error; HTTP status %d\n", doc.Status)
		for _, note := range doc.notes {
			fmt.Fprint(tab, rowOf("evidence", oneLine(note)))
		}
		return tab.Flush()
	}
	if e == nil {
		fmt.Fprintf(tab, "no error; the document is a success of %s\n", d.Dialect)
		return tab.Flush()
	}
	fmt.Fprintf(tab, "%s: %s\n", e.Kind.String(), oneLine(string(lo.CoalesceOrEmpty(e.Message, e.Kind.Text()))))
	root, err := jsontree.Parse(d.Error, jsontree.Limits{Depth: math.MaxInt, Bytes: math.MaxInt, Nodes: math.MaxInt})
	if err != nil {
		return err
	}
	for name, value := range root.Members() {
		switch name {
		case "kind", "message", "peer":
		case "fields":
			for _, f := range e.Fields {
				fmt.Fprint(tab, rowOf("field", quoteValue(f.Path), oneLine(string(f.Message))))
			}
		default:
			fmt.Fprint(tab, rowOf(name, plain(value)))
		}
	}
	if e.Retry == errkit.RetryUnspecified {
		retry, because := mapping.Default().Retry(e.Kind, e.Upstream), "the default of the kind"
		if narrow, narrowed := mapping.Default().Narrow(e, errkit.RepeatableUnstated); narrowed && narrow != retry {
			retry, because = narrow, "because of the effect"
		}
		fmt.Fprint(tab, rowOf("retry", retryName(retry)+" ("+because+")"))
	}
	fmt.Fprint(tab, rowOf("dialect", d.Dialect))
	for _, line := range d.Evidence {
		fmt.Fprint(tab, rowOf("evidence", oneLine(line)))
	}
	if e.Peer != nil && len(e.Peer.Unread) > 0 {
		fmt.Fprint(tab, rowOf("not used", oneLine(strings.Join(e.Peer.Unread, " "))))
	}
	fmt.Fprintf(tab, "\n%s\n", wrap("What to do: "+explain.Error(e).Client, 2))
	if doc.input != "" {
		fmt.Fprintln(tab)
	}
	return tab.Flush()
}

// plain returns a string without quotes, and any other value as JSON.
func plain(value jsontree.Value) string {
	if s, ok := value.Text(); ok {
		return oneLine(s)
	}
	return oneLine(value.Raw())
}
