package adcp

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
	"github.com/toolerr/toolerr/mapping"
)

//go:embed codes.txt
var codesText string

// codes are the codes that kinds are rendered as.
var codes = mapping.Column[string](rows.Table[mapping.CodeKinds[string]](codesText, "codes", readKinds))

// readKinds reads the kinds of a code.
func readKinds(field any, cell string) bool {
	kinds, ok := field.(*[]errkit.Kind)
	for name := range strings.FieldsSeq(cell) {
		if k, found := errkit.LookupKind(name); ok && found {
			*kinds = append(*kinds, k)
		}
	}
	return ok
}

// others are the codes of the protocol that are more exact than a kind.
var others = rows.Table[mapping.StringCode](codesText, "others", nil)

// words are the first words of the rows by their heading, with what follows.
var words = rows.Sentences[string](codesText)

const (
	codeConflict = "CONFLICT"
	codePurged   = "COMMITTED_RESOURCE_PURGED" // the call took effect, and what it made is gone
	codeUnclear  = "OUTCOME_UNKNOWN"
	notFound     = "_NOT_FOUND"
)

// Codes returns the codes that kinds are rendered as, and others of the protocol. The set is
// open: a code that ends in _NOT_FOUND is not_found, and recovery is what counts of an unknown
// one.
func (Dialect) Codes() []mapping.StringCode {
	var all []mapping.StringCode
	for _, row := range codes {
		all = append(all, mapping.StringCode{Code: row.Code, Kind: row.Kinds[0]})
	}
	return append(all, others...)
}

// lookup returns the kind of a code, and whether the code is one of a kind.
func lookup(code string) (k errkit.Kind, general, ok bool) {
	if k, ok := codes.Kind(code); ok {
		return k, true, true
	}
	if i := slices.IndexFunc(others, func(o mapping.StringCode) bool { return o.Code == code }); i >= 0 {
		return others[i].Kind, false, true
	}
	if strings.HasSuffix(code, notFound) {
		return errkit.NotFound, false, true
	}
	return errkit.Unknown, false, false
}

// codeOf returns the code of an error: its own if it is one of the protocol, with the meaning of
// its kind. Programs repeat a call by its code, whatever its recovery is: as it is, or changed and
// with a new idempotency key. So a call that may have taken effect has a code that they do not
// know, and one that may not be repeated none that they repeat.
func codeOf(e *errkit.Error, retry errkit.Retry) string {
	own, code := string(e.Code), codes.Code(e.Kind)
	k, general, ok := lookup(own)
	switch {
	case mapping.IsOutcomeUnclear(e):
		return codeUnclear
	case ok && !general && k == e.Kind && isCode(own) && len(own) <= maxCode:
		return own
	case e.Kind == errkit.Conflict && retry == errkit.Allowed:
		return codeConflict
	case retry != errkit.Allowed && (code == "RATE_LIMITED" || code == "SERVICE_UNAVAILABLE"):
		return codes.Code(errkit.ExecutionFailed)
	}
	return code
}

// maxCode is the length of a code in bytes (core/error.json).
const maxCode = 64

// isCode reports whether s has the form of the codes of the protocol.
func isCode(s string) bool {
	return s != "" && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// The values of recovery.
const (
	transient   = "transient"
	correctable = "correctable"
	terminal    = "terminal"
)

// recoveryOf returns the recovery of an error with this retry.
func recoveryOf(e *errkit.Error, retry errkit.Retry) string {
	switch {
	case mapping.IsOutcomeUnclear(e): // correctable invites to change the call and to repeat it
		return terminal
	case retry == errkit.Allowed:
		return transient
	case words["terminal"][codeOf(e, retry)] != nil:
		return terminal
	case retry == errkit.AfterAction, len(e.Fields) > 0, e.Hint != "", words["correctable"][e.Kind.String()] != nil:
		return correctable
	}
	return terminal
}
