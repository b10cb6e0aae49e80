// Package check probes a live server of tools and compares its answers with rules about errors.
//
// It finds the tools of the server, makes inputs from their schemas, calls those that are declared
// read-only, or more of them if the options allow it, and sends requests that must fail: unknown
// names, wrong inputs, bodies that are not JSON, wrong methods and credentials, large and deep
// bodies. The answers are decoded with the dialects of this module. [Rule]s, which are data in
// package rules, judge the [Exchange]s.
//
//	Target -> protocol (lists tools, builds requests) -> probes (which requests) -> exchanges -> rules -> Report
package check
