package caddyerr

import (
	"encoding/json"
	"math"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/dustin/go-humanize"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/all"
)

// init registers the directive.
func init() {
	parse := func(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
		handler := new(Handler)
		return handler, handler.UnmarshalCaddyfile(h.Dispenser)
	}
	httpcaddyfile.RegisterHandlerDirective("toolerr", parse)
	httpcaddyfile.RegisterDirectiveOrder("toolerr", httpcaddyfile.Before, "invoke")
}

// UnmarshalCaddyfile implements [caddyfile.Unmarshaler]. The syntax is in the documentation of the
// package. Errors have the file and the line.
func (h *Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) (err error) {
	d.Next() // the name of the directive
	if h.Dialect, err = dialectArg(d); err != nil {
		return err
	}
	policy, rules, quote := map[string]any{}, []any{}, false
	flags := map[string]*bool{"quote": &quote, "no_guess": &h.NoGuess, "validate": &h.Validate,
		"trust_annotations": &h.TrustAnnotations}
	for seen := map[string]bool{}; d.NextBlock(0); {
		name := d.Val()
		if seen[name] {
			return d.Errf("%s is repeated", name)
		}
		seen[name] = name != "rule"
		switch name {
		case "from":
			h.From, err = dialectArg(d)
		case "policy":
			h.PolicyFile, err = arg(d)
		case "disclose", "headers":
			policy[name], err = policyArgs(d, func(args any) any { return map[string]any{name: args} })
		case "rule":
			var rule any
			rule, err = parseRule(d)
			rules = append(rules, rule)
			policy["rules"] = rules
		case "hold":
			h.Hold, err = size(d)
		case "wait":
			h.Wait, err = duration(d)
		default:
			flag := flags[name]
			if flag == nil {
				return d.Errf("unrecognized subdirective %q", name)
			}
			if *flag = true; d.NextArg() {
				err = d.ArgErr()
			}
		}
		if err != nil {
			return err
		}
	}
	if quote {
		policy["quote"] = true
	}
	if len(policy) == 0 {
		return nil
	}
	if h.PolicyFile != "" {
		return d.Err("policy excludes disclose, quote, headers and rule")
	}
	h.Policy, err = json.Marshal(policy)
	return err
}

// parseRule parses the block of a rule.
func parseRule(d *caddyfile.Dispenser) (any, error) {
	if d.NextArg() {
		return nil, d.ArgErr()
	}
	rule := map[string]any{}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		name := d.Val()
		if _, repeated := rule[name]; repeated {
			return nil, d.Errf("%s is repeated", name)
		}
		value, err := policyArgs(d, func(args any) any {
			return map[string]any{"rules": []any{map[string]any{name: args}}}
		})
		if err != nil {
			return nil, err
		}
		rule[name] = value
	}
	return rule, nil
}

// policyArgs returns the arguments of a member of a policy: that of relay or disclose, or a list.
// policy returns a policy with only this member.
func policyArgs(d *caddyfile.Dispenser, policy func(args any) any) (any, error) {
	name, list := d.Val(), d.RemainingArgs()
	isOne := name == "relay" || name == "disclose"
	if len(list) == 0 || isOne && len(list) > 1 {
		return nil, d.ArgErr()
	}
	args := any(list)
	if isOne {
		args = list[0]
	}
	text, err := json.Marshal(policy(args))
	if err != nil {
		return nil, err
	}
	if _, err = bridge.ParsePolicy(text); err != nil {
		return nil, d.WrapErr(policyError(err, func(*bridge.PolicyError) string { return name }))
	}
	return args, nil
}

// arg returns the only argument of a directive.
func arg(d *caddyfile.Dispenser) (s string, err error) {
	if !d.AllArgs(&s) {
		return "", d.ArgErr()
	}
	return s, nil
}

func dialectArg(d *caddyfile.Dispenser) (name string, err error) {
	if name, err = arg(d); err == nil {
		if _, err = all.Parse(name); err != nil {
			err = d.WrapErr(err)
		}
	}
	return name, err
}

// size returns a number of bytes above 0, such as that of 512KiB.
func size(d *caddyfile.Dispenser) (int, error) {
	text, err := arg(d)
	n, failed := humanize.ParseBytes(text)
	if err == nil && (failed != nil || n == 0 || n > math.MaxInt32) {
		err = d.Errf("%q is not a size such as 512KiB", text)
	}
	return int(n), err
}

// duration returns a positive duration, such as that of 2s.
func duration(d *caddyfile.Dispenser) (caddy.Duration, error) {
	text, err := arg(d)
	n, failed := caddy.ParseDuration(text)
	if err == nil && (failed != nil || n <= 0) {
		err = d.Errf("%q is not a duration such as 2s", text)
	}
	return caddy.Duration(n), err
}

var _ caddyfile.Unmarshaler = (*Handler)(nil)
