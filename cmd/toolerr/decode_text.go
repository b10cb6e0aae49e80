package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/explain"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/schemas"
)

// printText prints a decoded error for people: the kind and the message, the other members in rows, and what to do.
func (d decoded) printText(w io.Writer, doc document, e *errkit.Error) error {
	tab := columns(w)
	if doc.many {
		fmt.Fprintf(tab, "%s: ", oneLine(doc.input))
	}
	if e == nil && d.Dialect == noDialect {
		fmt.Fprintf(tab, "no error; HTTP status %d\n", doc.Status)
		for _, note := range doc.notes {
			printRow(tab, "evidence", oneLine(note))
		}
		return tab.Flush()
	}
	if e == nil {
		fmt.Fprintf(tab, "no error; the document is a success of %s\n", d.Dialect)
		return tab.Flush()
	}
	fmt.Fprintf(tab, "%s: %s\n", e.Kind.String(), oneLine(string(lo.CoalesceOrEmpty(e.Message, e.Kind.Text()))))
	var members schemas.Object[json.RawMessage]
	if err := schemas.Unmarshal(d.Error, &members); err != nil {
		return err
	}
	for _, m := range members {
		switch m.Name {
		case "kind", "message", "peer":
		case "fields":
			for _, f := range e.Fields {
				printRow(tab, "field", quoteValue(f.Path), oneLine(string(f.Message)))
			}
		default:
			printRow(tab, m.Name, plain(m.Value))
		}
	}
	if e.Retry == errkit.RetryUnspecified {
		printRow(tab, "retry", retryName(mapping.Default().Retry(e.Kind, e.Upstream))+" (the default of the kind)")
	}
	printRow(tab, "dialect", d.Dialect)
	for _, line := range d.Evidence {
		printRow(tab, "evidence", oneLine(line))
	}
	if e.Peer != nil && len(e.Peer.Unread) > 0 {
		printRow(tab, "not used", oneLine(strings.Join(e.Peer.Unread, " ")))
	}
	text := explain.Kind(e.Kind)
	fmt.Fprintf(tab, "\n%s\n", wrap("What to do: "+text.Client, 2))
	if doc.many {
		fmt.Fprintln(tab)
	}
	return tab.Flush()
}

// plain returns a string without quotes, and any other value as JSON.
func plain(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return oneLine(s)
	}
	return oneLine(string(value))
}
