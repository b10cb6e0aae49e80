package adcp

import (
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// codes are the codes that kinds are rendered as. A kind is rendered as the first code that has it; a code is decoded as
// its first kind.
var codes = mapping.Column[string]{
	{Code: "RATE_LIMITED", Kinds: []errkit.Kind{errkit.RateLimited}},
	{Code: "SERVICE_UNAVAILABLE", Kinds: []errkit.Kind{errkit.Unavailable, errkit.Timeout, errkit.Network}},
	{Code: "VALIDATION_ERROR", Kinds: []errkit.Kind{errkit.InvalidInput}},
	{Code: "INVALID_REQUEST", Kinds: []errkit.Kind{
		errkit.InvalidRequest, errkit.Malformed, errkit.InputRequired, errkit.TooLarge, errkit.RequirementMissing,
	}},
	{Code: "UNSUPPORTED_FEATURE", Kinds: []errkit.Kind{
		errkit.Unsupported, errkit.MethodNotFound, errkit.MethodNotAllowed, errkit.ToolNotFound,
	}},
	{Code: "VERSION_UNSUPPORTED", Kinds: []errkit.Kind{errkit.UnsupportedVersion, errkit.VersionNotFound}},
	{Code: "REFERENCE_NOT_FOUND", Kinds: []errkit.Kind{errkit.NotFound, errkit.AppNotFound}},
	{Code: "AUTH_MISSING", Kinds: []errkit.Kind{errkit.Unauthenticated}},
	{Code: "AUTH_INVALID", Kinds: []errkit.Kind{errkit.Unauthenticated, errkit.AuthExpired}},
	{Code: "AUTHORIZATION_REQUIRED", Kinds: []errkit.Kind{errkit.AuthRequired}},
	{Code: "PERMISSION_DENIED", Kinds: []errkit.Kind{errkit.PermissionDenied}},
	{Code: "INVALID_STATE", Kinds: []errkit.Kind{errkit.FailedPrecondition, errkit.Conflict}},
	// If the call may be repeated: its recovery is transient.
	{Code: "CONFLICT", Kinds: []errkit.Kind{errkit.Conflict}},
	{Code: "CONFIGURATION_ERROR", Kinds: []errkit.Kind{
		errkit.ConfigInvalid, errkit.AuthConfigInvalid, errkit.ScriptInvalid,
	}},
	// enums/error-code.json does not define those below: the set is open, and a client that does not know a code reads
	// recovery.
	{Code: "INTERNAL_ERROR", Kinds: []errkit.Kind{errkit.Internal, errkit.OutputInvalid}},
	{Code: "UNKNOWN_ERROR", Kinds: []errkit.Kind{errkit.Unknown}},
	{Code: "EXECUTION_FAILED", Kinds: []errkit.Kind{errkit.ExecutionFailed}},
	{Code: "UPSTREAM_FAILED", Kinds: []errkit.Kind{errkit.UpstreamFailed}},
	{Code: "APP_NOT_RUNNING", Kinds: []errkit.Kind{errkit.AppNotRunning}},
	{Code: "CANCELED", Kinds: []errkit.Kind{errkit.Canceled}},
	// Of a call that took effect, or may have: programs repeat a call by its code.
	{Code: "OUTCOME_UNKNOWN", Kinds: []errkit.Kind{errkit.Unknown}},
}

// others are the codes of the protocol that are more exact than a kind, by the kind that they are decoded as.
// Applications write them as [errkit.Error.Code]. A code that ends in notFound is not_found.
var others = [...]struct {
	kind  errkit.Kind
	codes []string
}{
	{errkit.Unauthenticated, []string{"AUTH_REQUIRED"}},
	{errkit.PermissionDenied, []string{
		"POLICY_VIOLATION", "CREATIVE_REJECTED", "GOVERNANCE_DENIED", "SCOPE_INSUFFICIENT", "READ_ONLY_SCOPE",
		"FIELD_NOT_PERMITTED", "BILLING_NOT_PERMITTED_FOR_AGENT", "ACCOUNT_SUSPENDED", "AGENT_SUSPENDED",
		"AGENT_BLOCKED",
	}},
	{errkit.InvalidInput, []string{
		"BUDGET_TOO_LOW", "BUDGET_EXCEEDED", "AUDIENCE_TOO_SMALL", "ACCOUNT_AMBIGUOUS", "COMPLIANCE_UNSATISFIED",
		"TERMS_REJECTED", "BRAND_REQUIRED", "PROVENANCE_REQUIRED", "PROVENANCE_DIGITAL_SOURCE_TYPE_MISSING",
		"PROVENANCE_DISCLOSURE_MISSING", "PROVENANCE_EMBEDDED_MISSING", "PROVENANCE_VERIFIER_NOT_ACCEPTED",
		"PROVENANCE_CLAIM_CONTRADICTED",
	}},
	{errkit.RequirementMissing, []string{"ACCOUNT_SETUP_REQUIRED", "IO_REQUIRED"}},
	{errkit.Conflict, []string{"IDEMPOTENCY_CONFLICT"}},
	{errkit.FailedPrecondition, []string{
		"IDEMPOTENCY_EXPIRED", "PRODUCT_UNAVAILABLE", "PRODUCT_EXPIRED", "PROPOSAL_EXPIRED",
		"PROPOSAL_NOT_COMMITTED", "REQUOTE_REQUIRED", "CREATIVE_DEADLINE_EXCEEDED", "NOT_CANCELLABLE",
		"SESSION_TERMINATED", "ACCOUNT_PAYMENT_REQUIRED", "BUDGET_EXHAUSTED",
	}},
	{errkit.Unavailable, []string{"CAMPAIGN_SUSPENDED", "GOVERNANCE_UNAVAILABLE"}},
	{errkit.Unsupported, []string{"BILLING_NOT_SUPPORTED", "PAYMENT_TERMS_NOT_SUPPORTED"}},
}

const (
	codeConflict = "CONFLICT"
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
	for _, o := range others {
		for _, code := range o.codes {
			all = append(all, mapping.StringCode{Code: code, Kind: o.kind})
		}
	}
	return all
}

// lookup returns the kind of a code, and whether the code is one of a kind.
func lookup(code string) (k errkit.Kind, general, ok bool) {
	if k, ok := codes.Kind(code); ok {
		return k, true, true
	}
	for i := range others {
		if slices.Contains(others[i].codes, code) {
			return others[i].kind, false, true
		}
	}
	if strings.HasSuffix(code, notFound) {
		return errkit.NotFound, false, true
	}
	return errkit.Unknown, false, false
}

// codeOf returns the code of an error: its own if it is one of the protocol, with the meaning of
// its kind.
func codeOf(e *errkit.Error, retry errkit.Retry) string {
	if own := string(e.Code); own != "" && len(own) <= maxCode {
		if k, general, ok := lookup(own); ok && !general && k == e.Kind && isCode(own) {
			return own
		}
	}
	if mapping.IsOutcomeUnclear(e) {
		return codeUnclear
	}
	if e.Kind == errkit.Conflict && retry == errkit.Allowed {
		return codeConflict
	}
	return codes.Code(e.Kind)
}

// maxCode is the length of a code in bytes (core/error.json).
const maxCode = 64

// isCode reports whether s has the form of the codes of the protocol.
func isCode(s string) bool {
	for _, c := range []byte(s) {
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return s != ""
}

// The values of recovery.
const (
	transient   = "transient"
	correctable = "correctable"
	terminal    = "terminal"
)

// correctableKinds may never be repeated as they are, but the caller can correct the call.
var correctableKinds = [...]errkit.Kind{
	errkit.InvalidInput, errkit.InvalidRequest, errkit.Malformed, errkit.InputRequired, errkit.TooLarge,
	errkit.Unsupported,
	errkit.MethodNotFound, errkit.MethodNotAllowed, errkit.ToolNotFound, errkit.VersionNotFound,
	errkit.UnsupportedVersion,
	errkit.NotFound, errkit.AppNotFound, errkit.PermissionDenied, errkit.Conflict, errkit.FailedPrecondition,
}

// recoveryOf returns the recovery of an error with this retry.
func recoveryOf(e *errkit.Error, retry errkit.Retry) string {
	switch {
	case mapping.IsOutcomeUnclear(e): // correctable invites to change the call and to repeat it
		return terminal
	case retry == errkit.Allowed:
		return transient
	case retry == errkit.AfterAction:
		return correctable
	}
	if len(e.Fields) > 0 || e.Hint != "" || slices.Contains(correctableKinds[:], e.Kind) {
		return correctable
	}
	return terminal
}
