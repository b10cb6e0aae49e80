package errkit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// holders are values that contain a Private and that fmt prints in different ways.
func holders() map[string]any {
	p := errkit.Dev(canary)
	return map[string]any{
		"value":              p,
		"pointer":            &p,
		"pointer to pointer": new(&p),
		"field":              struct{ P errkit.Private }{p},
		"unexported field":   struct{ p errkit.Private }{p},
		"nested":             struct{ in struct{ p *errkit.Private } }{struct{ p *errkit.Private }{&p}},
		"embedded":           struct{ errkit.Private }{p},
		"any":                struct{ p any }{p},
		"slice":              []errkit.Private{p},
		"array":              [1]errkit.Private{p},
		"list":               []any{p, &p},
		"map value":          map[string]errkit.Private{"a": p},
		"map key":            map[errkit.Private]string{p: "a"},
		"error":              fmt.Errorf("x: %v", p),
		"error with a plus":  fmt.Errorf("x: %+v %#v", p, p),
		"error field":        &errkit.Error{Dev: p},
	}
}

func TestPrivatePrintsForNoVerb(t *testing.T) {
	for name, holder := range holders() {
		for _, format := range formats() {
			if name == "error field" && format[len(format)-1] == 'v' {
				continue // %+v of an Error has Dev
			}
			requireNoCanary(t, fmt.Sprintf(format, holder), "%s: %s", name, format)
		}
		requireNoCanary(t, fmt.Sprint(holder)+fmt.Sprintln(holder), "%s", name)
	}
}

func TestPrivatePrintsPlaceholder(t *testing.T) {
	for _, format := range []string{"%v", "%s", "%q", "%d", "%x", "%X", "%t", "%c", "%U", "%e", "%b", "%o", "%+v",
		"%#v", "%20s", "%-5q", "%z"} {
		require.Equal(t, "[private]", fmt.Sprintf(format, errkit.Dev(canary)), format)
		require.Equal(t, "[private]", fmt.Sprintf(format, errkit.Private{}), format)
	}
	require.Equal(t, "[private]", errkit.Dev(canary).String())
	require.Equal(t, "<nil>", fmt.Sprint((*errkit.Private)(nil)))
}

func TestPrivateInJSON(t *testing.T) {
	p := errkit.Dev(canary)
	for _, c := range []struct {
		name  string
		value any
		want  string
	}{
		{"value", p, `"[private]"`},
		{"pointer", &p, `"[private]"`},
		{"nil pointer", (*errkit.Private)(nil), `null`},
		{"zero", errkit.Private{}, `"[private]"`},
		{"key", map[errkit.Private]int{p: 1}, `{"[private]":1}`},
		{"nested", map[string]any{"a": []any{struct{ P errkit.Private }{p}}}, `{"a":[{"P":"[private]"}]}`},
		{"embedded", struct {
			errkit.Private
			A int
		}{p, 1}, `"[private]"`},
		{"unexported", struct{ p errkit.Private }{p}, `{}`},
		{"omitzero", struct {
			P errkit.Private `json:",omitzero"`
		}{}, `{}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := json.Marshal(c.value)
			require.NoError(t, err)
			require.Equal(t, c.want, string(got))
		})
	}
}

func TestPrivateInXML(t *testing.T) {
	type doc struct {
		A errkit.Private `xml:"a,attr"`
		P errkit.Private
		Q *errkit.Private
	}
	p := errkit.Dev(canary)
	got, err := xml.Marshal(doc{p, p, &p})
	require.NoError(t, err)
	require.Equal(t, `<doc a="[private]"><P>[private]</P><Q>[private]</Q></doc>`, string(got))
}

func TestPrivateInLogs(t *testing.T) {
	for name, holder := range holders() {
		if name == "error field" {
			continue // the log of an Error has Dev
		}
		for kind, log := range handlers() {
			requireNoCanary(t, log(slog.Any("p", holder)), "%s in a %s log", name, kind)
			requireNoCanary(t, log(slog.Group("g", slog.Any("p", holder))), "%s in a group of a %s log", name, kind)
		}
	}
	require.Equal(t, "p=[private]\n", handlers()["text"](slog.Any("p", errkit.Dev(canary))))
	require.JSONEq(t, `{"p":"[private]"}`, handlers()["json"](slog.Any("p", errkit.Dev(canary))))
}

// handlers render an attribute without time, level and message.
func handlers() map[string]func(slog.Attr) string {
	options := &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == slog.MessageKey) {
			return slog.Attr{}
		}
		return a
	}}
	log := func(b *bytes.Buffer, h slog.Handler, a slog.Attr) string {
		slog.New(h).LogAttrs(context.Background(), slog.LevelInfo, "", a)
		return b.String()
	}
	return map[string]func(slog.Attr) string{
		"text": func(a slog.Attr) string { b := &bytes.Buffer{}; return log(b, slog.NewTextHandler(b, options), a) },
		"json": func(a slog.Attr) string { b := &bytes.Buffer{}; return log(b, slog.NewJSONHandler(b, options), a) },
	}
}

func TestPrivateValues(t *testing.T) {
	a, b, other := errkit.Dev("a"), errkit.Dev("a"), errkit.Dev("b")
	require.True(t, a.Equal(b))
	require.False(t, a.Equal(other))
	require.False(t, a.Equal(errkit.Private{}))
	require.True(t, errkit.Private{}.Equal(errkit.Private{}))

	require.True(t, errkit.Private{}.IsZero())
	require.True(t, errkit.Dev("").IsZero())
	require.True(t, errkit.Dev("").Equal(errkit.Private{}))
	require.False(t, a.IsZero())

	require.Equal(t, "a", a.Reveal())
	require.Empty(t, errkit.Private{}.Reveal())
	require.Equal(t, "pq: no bell 3", errkit.Devf("%v %d", errors.New("pq: no bell"), 3).Reveal())
	require.Equal(t, "[private]", errkit.Devf("%v", a).Reveal(), "a Private in a Private is not revealed")
	require.True(t, errkit.Devf("").IsZero())
}
