package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/tool"
)

var visit = errkit.Challenge{ID: "c1", URL: "https://example.com/allow"}

// What a call lacks is one error before the function is called, with everything that is missing.
func TestRequirements(t *testing.T) {
	challenge := func(_ context.Context, c tool.Caller) (*errkit.Challenge, error) {
		switch c.UserID {
		case "allowed":
			return nil, nil
		case "broken":
			return nil, errors.New("CANARY")
		}
		return &visit, nil
	}
	mail := tool.Authorization{ID: "mail", Challenge: challenge}
	drive := tool.Authorization{ID: "drive", Scopes: []string{"read", "write"}}
	token := func(scopes ...string) map[string]tool.Token {
		return map[string]tool.Token{"drive": {Value: errkit.Dev("CANARY"), Scopes: scopes}}
	}
	tests := []struct {
		name, why string
		required  tool.Requirements
		caller    tool.Caller
		want      error // nil: the function is called
	}{
		{"nothing", "no caller is needed", tool.Requirements{}, tool.Caller{}, nil},
		{"user", "only the client can name its user", tool.Requirements{UserID: true}, tool.Caller{},
			&errkit.Error{Kind: errkit.RequirementMissing, Needs: &errkit.Needs{UserID: true}}},
		{"secret", "its name is public", tool.Requirements{Secrets: []string{"a", "b"}},
			tool.Caller{Secrets: map[string]errkit.Private{"a": errkit.Dev("x")}},
			&errkit.Error{Kind: errkit.RequirementMissing,
				Message: "Something is missing that this tool needs before it can be called. Missing: b.",
				Needs:   &errkit.Needs{Secrets: []string{"b"}}}},
		{"all there", "more scopes than required are fine",
			tool.Requirements{UserID: true, Secrets: []string{"a"}, Authorization: []tool.Authorization{drive}},
			tool.Caller{UserID: "u", Secrets: map[string]errkit.Private{"a": errkit.Dev("x")},
				Tokens: token("read", "write", "more")}, nil},
		{"token", "its name and scopes are public", tool.Requirements{Authorization: []tool.Authorization{drive}},
			tool.Caller{},
			&errkit.Error{Kind: errkit.AuthRequired,
				Message: "Authorization is needed before this tool can be called. Missing: drive.",
				Needs:   &errkit.Needs{Scopes: []string{"read", "write"}}}},
		{"scope", "what is missing is named", tool.Requirements{Authorization: []tool.Authorization{drive}},
			tool.Caller{Tokens: token("read")},
			&errkit.Error{Kind: errkit.AuthRequired, Needs: &errkit.Needs{Scopes: []string{"write"}}}},
		{"unknown scopes", "the upstream checks them", tool.Requirements{Authorization: []tool.Authorization{drive}},
			tool.Caller{Tokens: token()}, nil},
		{"challenge", "the user can complete it", tool.Requirements{Authorization: []tool.Authorization{mail}},
			tool.Caller{UserID: "u"},
			&errkit.Error{Kind: errkit.AuthRequired, Needs: &errkit.Needs{Challenges: []errkit.Challenge{visit}}}},
		{"allowed", "the challenge was completed before", tool.Requirements{Authorization: []tool.Authorization{mail}},
			tool.Caller{UserID: "allowed"}, nil},
		{"token in place of a challenge", "the client has the token already",
			tool.Requirements{Authorization: []tool.Authorization{mail}},
			tool.Caller{Tokens: map[string]tool.Token{"mail": {Value: errkit.Dev("x")}}}, nil},
		{"user before challenge", "a challenge is for a known user",
			tool.Requirements{UserID: true, Authorization: []tool.Authorization{mail}}, tool.Caller{},
			&errkit.Error{Kind: errkit.RequirementMissing, Needs: &errkit.Needs{UserID: true}}},
		{"several", "all at once", tool.Requirements{Secrets: []string{"s"},
			Authorization: []tool.Authorization{mail, drive}}, tool.Caller{UserID: "u"},
			&errkit.Error{Kind: errkit.AuthRequired,
				Message: "Authorization is needed before this tool can be called. Missing: drive, s.",
				Needs: &errkit.Needs{Challenges: []errkit.Challenge{visit}, Scopes: []string{"read", "write"},
					Secrets: []string{"s"}}}},
		{"challenge that fails", "the server's fault", tool.Requirements{Authorization: []tool.Authorization{mail}},
			tool.Caller{UserID: "broken"},
			&errkit.Error{Kind: errkit.Internal}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			called := false
			send := tool.Must(tool.Define(tool.Definition{Name: "send", Requirements: tt.required},
				func(ctx context.Context, _ order) (int, error) {
					called = true
					require.Equal(t, tt.caller, tool.CallerFrom(ctx))
					return 0, nil
				}))
			ctx := tool.WithCaller(t.Context(), tt.caller)
			_, err := send.Call(ctx, toolcases.Boundary(nil), []byte(`{"count":1}`))
			require.Equal(t, tt.want == nil, called, tt.why)
			if tt.want == nil {
				require.NoError(t, err)
				return
			}
			got, want := errkit.From(err), errkit.From(tt.want)
			require.Equal(t, want.Kind.String(), got.Kind.String(), tt.why)
			require.Equal(t, want.Error(), got.Error())
			require.Equal(t, want.Needs, got.Needs)
			require.Equal(t, errkit.BeforeCall, got.Stage)
			public, err := json.Marshal(got)
			require.NoError(t, err)
			require.NotContains(t, string(public), "CANARY")

			_, err = send.Call(ctx, toolcases.Boundary(nil), []byte(`{}`))
			require.ErrorIs(t, err, errkit.InvalidInput, "the input is checked first")
		})
	}
}

func TestCallerOfNoAdapter(t *testing.T) {
	require.Zero(t, tool.CallerFrom(t.Context()))
}
