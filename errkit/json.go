package errkit

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"math"
	"time"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/jsonw"
)

// canonical is the public part of an Error, member by member in the order of
// the canonical JSON.
type canonical struct {
	Kind         string           `json:"kind"`
	Code         Code             `json:"code,omitempty"`
	Status       uint16           `json:"status,omitempty"`
	Message      Text             `json:"message,omitempty"`
	Hint         Text             `json:"hint,omitempty"`
	Fields       []canonicalField `json:"fields,omitempty"`
	Needs        *canonicalNeeds  `json:"needs,omitempty"`
	Retry        string           `json:"retry,omitempty"`
	RetryAfterMS int64            `json:"retry_after_ms,omitempty"`
	Stage        string           `json:"stage,omitempty"`
	Upstream     int              `json:"upstream,omitempty"`
	Details      details          `json:"details,omitzero"`
	Ref          string           `json:"ref,omitempty"`
}

type canonicalField struct {
	Path    string `json:"path"`
	Message Text   `json:"message,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Param   string `json:"param,omitempty"`
}

type canonicalNeeds struct {
	Authorization []canonicalChallenge `json:"authorization,omitempty"`
	UserID        bool                 `json:"user_id,omitempty"`
	Secrets       []string             `json:"secrets,omitempty"`
	Scopes        []string             `json:"scopes,omitempty"`
	Input         *canonicalInput      `json:"input,omitempty"`
}

type canonicalChallenge struct {
	ID       string `json:"id,omitempty"`
	URL      string `json:"url"`
	CheckURL string `json:"check_url,omitempty"`
	Message  Text   `json:"message,omitempty"`
}

type canonicalInput struct {
	Fields      []string          `json:"fields,omitempty"`
	Reason      Text              `json:"reason,omitempty"`
	Suggestions details           `json:"suggestions,omitzero"`
	Options     []canonicalOption `json:"options,omitempty"`
}

type canonicalOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Field       string `json:"field,omitempty"`
}

// MarshalJSON returns the canonical JSON: the public parts, absent members
// omitted. It never fails.
//
// It has a value receiver, so that an Error that was copied leaks nothing
// either.
func (e Error) MarshalJSON() ([]byte, error) {
	c := canonical{
		Kind: e.Kind.known().String(), Code: e.Code, Status: e.Status, Message: e.Message, Hint: e.Hint,
		RetryAfterMS: Milliseconds(e.RetryAfter), Upstream: e.Upstream,
		Details: e.Details, Ref: e.Ref,
	}
	if int(e.Retry) < len(retryNames) {
		c.Retry = retryNames[e.Retry]
	}
	if int(e.Stage) < len(stageNames) {
		c.Stage = stageNames[e.Stage]
	}
	for _, f := range e.Fields {
		c.Fields = append(c.Fields, canonicalField(f))
	}
	if n := e.Needs; n != nil {
		c.Needs = &canonicalNeeds{UserID: n.UserID, Secrets: n.Secrets, Scopes: n.Scopes, Input: n.input()}
		for _, ch := range n.Challenges {
			c.Needs.Authorization = append(c.Needs.Authorization, canonicalChallenge(ch))
		}
		if n.IsZero() {
			c.Needs = nil
		}
	}
	return encode(c)
}

// MarshalText returns the public text, for encodings that would else print the
// fields one by one, the cause among them: XML, YAML, and keys of JSON objects.
func (e Error) MarshalText() ([]byte, error) { return []byte(e.text()), nil }

func (n *Needs) input() *canonicalInput {
	if !n.WantsInput() {
		return nil
	}
	c := &canonicalInput{Reason: n.Reason}
	for _, in := range n.Input {
		c.Fields = append(c.Fields, in.Name)
		if len(in.Suggestions) > 0 {
			c.Suggestions = append(c.Suggestions, slog.Any(in.Name, in.Suggestions))
		}
	}
	for _, o := range n.Options {
		c.Options = append(c.Options, canonicalOption(o))
	}
	return c
}

// Milliseconds returns d in whole milliseconds, rounded up, as every wire says
// a delay: never less than was asked for, but so that a Duration can hold it, and
// 0 for a d of 0 or below.
func Milliseconds(d time.Duration) int64 {
	if d <= 0 {
		return 0
	}
	return min(int64((d-1)/time.Millisecond)+1, math.MaxInt64/int64(time.Millisecond))
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return uniform(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// uniform returns the JSON text doc with each string escaped as jsonw does it.
// Versions of encoding/json differ in what they do with the strings that a
// MarshalJSON method or a [json.RawMessage] has, and with bytes that are not UTF-8.
func uniform(doc []byte) []byte {
	out := make([]byte, 0, len(doc))
	for {
		start := bytes.IndexByte(doc, '"')
		if start < 0 {
			return append(out, doc...)
		}
		end := start + 1
		for doc[end] != '"' {
			if doc[end] == '\\' {
				end++
			}
			end++
		}
		end++
		out = append(out, doc[:start]...)
		quoted := doc[start:end]
		var s string
		if utf8.Valid(quoted) && !bytes.ContainsAny(quoted, "\\\u2028\u2029") || json.Unmarshal(quoted, &s) != nil {
			out = append(out, quoted...)
		} else {
			out = jsonw.AppendString(out, s)
		}
		doc = doc[end:]
	}
}
