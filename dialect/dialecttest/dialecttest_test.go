package dialecttest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// A broken dialect is a good one with some of its methods replaced, each of which breaks one law.
type broken struct {
	base   dialect.Dialect
	append *func(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) // comparable
	decode *func(c *dialect.Codec, d dialect.Document) (*errkit.Error, error)
}

func (b broken) Name() string { return b.base.Name() }

func (b broken) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	if b.append != nil {
		return (*b.append)(dst, c, call, e)
	}
	return b.base.Append(dst, c, call, e)
}

func (b broken) Decode(c *dialect.Codec, d dialect.Document) (*errkit.Error, error) {
	if b.decode != nil {
		return (*b.decode)(c, d)
	}
	return b.base.Decode(c, d)
}

// appending breaks Append of the dialect problem: change changes the document, or the error
// before it is rendered.
func appending(change func(dst []byte, c *dialect.Codec, e errkit.Error) ([]byte, *errkit.Error)) dialect.Dialect {
	f := func(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
		dst, changed := change(dst, c, *e)
		if changed == nil {
			changed = e
		}
		return problem.Dialect{}.Append(dst, c, call, changed)
	}
	return broken{base: problem.Dialect{}, append: &f}
}

// inserting inserts a member into the documents of the dialect problem.
func inserting(member func(e *errkit.Error) string) dialect.Dialect {
	f := func(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
		dst, head := problem.Dialect{}.Append(dst, c, call, e)
		return append(dst[:len(dst)-1], `,`+member(e)+`}`...), head
	}
	return broken{base: problem.Dialect{}, append: &f}
}

// decoding breaks Decode of the dialect problem: change changes its results.
func decoding(change func(d dialect.Document, e *errkit.Error, err error) (*errkit.Error, error)) dialect.Dialect {
	f := func(c *dialect.Codec, d dialect.Document) (*errkit.Error, error) {
		e, err := problem.Dialect{}.Decode(c, d)
		return change(d, e, err)
	}
	return broken{base: problem.Dialect{}, decode: &f}
}

// greedy claims every document, and decodes every JSON object as an error.
type greedy struct{ problem.Dialect }

func (greedy) Detect(dialect.Document, jsontree.Value) (score int, why string) {
	return 100, "anything"
}

func (greedy) Decode(c *dialect.Codec, d dialect.Document) (*errkit.Error, error) {
	e, err := problem.Dialect{}.Decode(c, d)
	if err != nil && len(d.Body) > 2 && d.Body[0] == '{' && json.Valid(d.Body) && d.Status >= 400 {
		return &errkit.Error{Kind: errkit.Unknown, Peer: &errkit.Peer{Dialect: "problem", Rule: "anything"}}, nil
	}
	return e, err
}

// noID is an RPC whose documents do not have the id of the call.
type noID struct{ mcp.Dialect }

func (d noID) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	if call.ID != nil {
		call.ID = json.RawMessage("1")
	}
	return d.Dialect.Append(dst, c, call, e)
}

// someCarry ignores Carry for one kind only.
type someCarry struct{ problem.Dialect }

func (d someCarry) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	if e.Kind != errkit.Conflict {
		c = &dialect.Codec{MaxText: c.MaxText}
	}
	return d.Dialect.Append(dst, c, call, e)
}

// tests are dialects, and the law that each of them breaks.
var tests = []struct {
	name    string
	dialect dialect.Dialect
	law     string // the subtest that fails; "": none
}{
	{"a dialect without a fault", broken{base: problem.Dialect{}}, ""},
	{"a dialect with a member for developers", oxp.Dialect{}, ""},
	{"removes what is in dst", appending(func(dst []byte, _ *dialect.Codec, _ errkit.Error) ([]byte,
		*errkit.Error) {
		return dst[:0], nil
	}), "append"},
	{"depends on dst", appending(func(dst []byte, _ *dialect.Codec, e errkit.Error) ([]byte, *errkit.Error) {
		if len(dst) > 0 {
			e.Code = "other"
		}
		return dst, &e
	}), "append"},
	{"writes a name twice", inserting(func(*errkit.Error) string { return `"x":1,"x":2` }), "append"},
	{"writes text that is not JSON", inserting(func(*errkit.Error) string { return `"x":` }), "append"},
	{"allocates", appending(func(dst []byte, c *dialect.Codec, e errkit.Error) ([]byte, *errkit.Error) {
		e.Code = errkit.Code(strings.Clone(string(e.Code) + "!"))
		return dst, &e
	}), "allocations"},
	{"decodes its documents as successes",
		decoding(func(_ dialect.Document, _ *errkit.Error, err error) (*errkit.Error, error) { return nil, err }),
		"decode"},
	{"has no Peer", decoding(func(_ dialect.Document, e *errkit.Error, err error) (*errkit.Error, error) {
		if e != nil {
			e.Peer = nil
		}
		return e, err
	}), "decode"},
	{"changes the body", decoding(func(d dialect.Document, e *errkit.Error, err error) (*errkit.Error, error) {
		if len(d.Body) > 0 {
			d.Body[0] = ' '
		}
		return e, err
	}), "damage"},
	{"grows with each round", appending(func(dst []byte, _ *dialect.Codec, e errkit.Error) ([]byte, *errkit.Error) {
		e.Message += "!"
		return dst, &e
	}), "again"},
	{"panics", decoding(func(_ dialect.Document, e *errkit.Error, err error) (*errkit.Error, error) {
		if err != nil {
			panic("not a document")
		}
		return e, err
	}), "damage"},
	{"quotes the document", decoding(func(d dialect.Document, e *errkit.Error, err error) (*errkit.Error, error) {
		if err != nil {
			return nil, dialect.NotDocument("problem", fmt.Errorf("%.100q", d.Body))
		}
		return e, err
	}), "damage"},
	{"returns other errors", decoding(func(_ dialect.Document, e *errkit.Error, err error) (*errkit.Error, error) {
		if err != nil {
			return nil, dialect.NotDocument("other", errors.New("a line\nand another one"))
		}
		return e, nil
	}), "damage"},
	{"takes anything for an error", decoding(func(_ dialect.Document, e *errkit.Error, err error) (*errkit.Error,
		error) {
		if err != nil {
			return &errkit.Error{Peer: &errkit.Peer{Dialect: "problem", Rule: "anything"}}, nil
		}
		return e, nil
	}), "damage"},
	{"decodes the hint the first time only",
		decoding(func(d dialect.Document, e *errkit.Error, err error) (*errkit.Error, error) {
			if e != nil && string(d.Body) == last {
				e.Hint = ""
			}
			last = string(d.Body)
			return e, err
		}), "loss"},
	{"carries without the hint", appending(func(dst []byte, c *dialect.Codec, e errkit.Error) ([]byte, *errkit.Error) {
		if c.Carry {
			e.Hint = ""
		}
		return dst, &e
	}), "carry"},
	{"carries one kind only", someCarry{}, "carry"},
	{"believes what is carried more than other members",
		decoding(func(d dialect.Document, e *errkit.Error, err error) (*errkit.Error, error) {
			var carried errkit.Error
			root, _ := jsontree.Parse(d.Body, jsontree.Limits{})
			if v := root.Member(dialect.CarryMember); err != nil || e == nil || v.IsNull() ||
				carried.ReadJSON(v) != nil {
				return e, err
			}
			carried.Dev, carried.Peer = e.Dev, e.Peer
			carried.Peer.Carried = true
			return &carried, nil
		}), "carry"},
	{"renders a guess as a kind that is known",
		appending(func(dst []byte, _ *dialect.Codec, e errkit.Error) ([]byte, *errkit.Error) {
			e.Peer = nil
			return dst, &e
		}), "guess"},
	{"does not mark a guess", decoding(func(_ dialect.Document, e *errkit.Error, err error) (*errkit.Error, error) {
		if e != nil {
			e.Peer.Guessed, e.Peer.Coarse = false, 0
		}
		return e, err
	}), "guess"},
	{"does not clean text", inserting(func(e *errkit.Error) string {
		text, _ := json.Marshal(string(e.Message))
		return `"text":` + string(text)
	}), "clean"},
	{"does not cut text", inserting(func(e *errkit.Error) string {
		text, _ := json.Marshal(string(e.Message))
		return `"text":` + string(text)
	}), "limit"},
	{"renders the cause", inserting(func(e *errkit.Error) string {
		text, _ := json.Marshal(fmt.Sprint(e.Err))
		return `"cause":` + string(text)
	}), "private"},
	{"renders Dev as a detail", inserting(func(e *errkit.Error) string { return `"dev":"` + e.Dev.Reveal() + `"` }),
		"private"},
	{"takes the documents of others", greedy{}, "detect"},
	{"has another id", noID{}, "rpc"},
	{"writes JSON-RPC", inserting(func(*errkit.Error) string { return `"jsonrpc":"2.0"` }), "rpc"},
}

var last string // document that was decoded

// child is the environment variable that makes TestRun run the laws instead of reading their
// output.
const child = "DIALECTTEST_CHILD"

// TestRun checks that each law fails for a dialect that breaks it, which takes another process to
// observe.
func TestRun(t *testing.T) {
	for _, tt := range tests {
		t.Run(strings.ReplaceAll(tt.name, " ", "_"), func(t *testing.T) {
			if os.Getenv(child) != "" {
				dialecttest.Run(t, tt.dialect)
				return
			}
			law := tt.law
			if law == "" {
				law = ".*"
			}
			pattern := "^TestRun$/^" + path.Base(t.Name()) + "$/^" + law + "$"
			cmd := exec.Command(os.Args[0], "-test.run="+pattern, "-test.v", "-rapid.nofailfile",
				"-rapid.shrinktime=1ms", "-rapid.checks=100")
			cmd.Env = append(os.Environ(), child+"=1")
			out, err := cmd.CombinedOutput()
			if tt.law == "" {
				require.NoError(t, err, "%s", out)
				return
			}
			require.Error(t, err, "%s", out)
			require.Contains(t, string(out), "--- FAIL: "+t.Name()+"/"+tt.law+" ")
		})
	}
}
