package errkit_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// readers has a row for each field of Error: who sees it, an Error in which it is a canary, and
// the text of the canary. The other columns of the table in doc.go are measured with these
// errors.
var readers = []struct {
	field, who string
	error      errkit.Error
	canary     string
}{
	{"Kind", "client programs", errkit.Error{Kind: errkit.AppNotRunning}, "app_not_running"},
	{"Retry", "user and model", errkit.Error{Retry: errkit.AfterAction}, "after_action"},
	{"Effect", "user and model", errkit.Error{Effect: errkit.EffectPartial}, "partial"},
	{"Stage", "client programs", errkit.Error{Stage: errkit.BeforeCall}, "before_call"},
	{"Status", "client programs", errkit.Error{Status: 599}, "599"},
	{"Upstream", "client programs", errkit.Error{Upstream: 599}, "599"},
	{"RetryAfter", "user and model", errkit.Error{RetryAfter: 123457 * time.Millisecond}, "123457"},
	{"Code", "client programs", errkit.Error{Code: canary}, canary},
	{"Message", "user and model", errkit.Error{Message: canary}, canary},
	{"Hint", "user and model", errkit.Error{Hint: canary}, canary},
	{"DocURL", "client programs", errkit.Error{DocURL: "https://" + canary}, canary},
	{"Fields", "user and model", errkit.Error{Fields: []errkit.Field{{Message: canary}}}, canary},
	{"Details", "client programs", errkit.Error{Details: []slog.Attr{slog.String("a", canary)}}, canary},
	{"Needs", "user and model", errkit.Error{Needs: &errkit.Needs{Reason: canary}}, canary},
	{"Dev", "developers: OXP's developer_message, the log", errkit.Error{Dev: errkit.Dev(canary)}, canary},
	{"Err", "the log only", errkit.Error{Err: foreign()}, canary},
	{"Ref", "client programs", errkit.Error{Ref: canary}, canary},
	{"Peer", "developers: the log", errkit.Error{Peer: &errkit.Peer{Code: canary}}, canary},
}

func TestVisibility(t *testing.T) {
	var fields, rows []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[errkit.Error]()) {
		fields = append(fields, f.Name)
	}
	for i, r := range readers {
		rows = append(rows, r.field)
		v := reflect.ValueOf(readers[i].error)
		require.False(t, v.FieldByName(r.field).IsZero(), "the row %s has no canary in its field", r.field)
	}
	require.Equal(t, fields, rows, "each field of Error has a row, in the same order")

	doc, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	block := regexp.MustCompile(`(?m)^//\tField .*\n(//\t.*\n)*`)
	require.Len(t, block.FindAll(doc, -1), 1, "doc.go has one table")
	if *update {
		doc = block.ReplaceAllLiteral(doc, []byte(table(t)))
		require.NoError(t, os.WriteFile("doc.go", doc, 0o644))
	}
	require.Equal(t, table(t), string(block.Find(doc)), "go test ./errkit -update rewrites it")
}

// table returns the table of doc.go.
func table(t *testing.T) string {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "Field\tError()\tJSON\tlog\tvisible to")
	for _, r := range readers {
		e := &r.error
		canonical, err := e.MarshalJSON()
		require.NoError(t, err)
		cell := func(text string) string {
			if strings.Contains(text, r.canary) {
				return "yes"
			}
			return "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.field, cell(e.Error()), cell(string(canonical)),
			cell(handlers()["json"](slog.Any("err", e))), r.who)
	}
	require.NoError(t, w.Flush())
	return regexp.MustCompile(`(?m)^`).ReplaceAllString(strings.TrimSuffix(b.String(), "\n"), "//\t") + "\n"
}

// TestVisibilityOfText checks which fields are in Error() and in the canonical JSON.
func TestVisibilityOfText(t *testing.T) {
	private := map[string]bool{"Dev": true, "Err": true, "Peer": true}
	for _, row := range strings.Split(strings.TrimSpace(table(t)), "\n")[1:] {
		cells := strings.Fields(strings.TrimPrefix(row, "//"))
		field, inError, inJSON, inLog := cells[0], cells[1], cells[2], cells[3]
		require.Equal(t, field == "Message", inError == "yes", row)
		require.Equal(t, !private[field], inJSON == "yes", row)
		require.Equal(t, "yes", inLog, row)
	}
}
