package problem_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

// A type that is a URL is the URL of what documents it, unless it only names the kind or the code.
func TestDocURL(t *testing.T) {
	const page = "https://example.com/errors#sold_out"
	based := problem.Dialect{Base: "https://example.com/problems/", Codes: true}
	tests := map[string]struct {
		dialect    problem.Dialect
		body, want string
	}{
		"a page":               {problem.Dialect{}, `{"type":"` + page + `","status":409,"kind":"conflict","code":"sold_out"}`, page},
		"beside a base":        {based, `{"type":"` + page + `","status":409,"kind":"conflict"}`, page},
		"another server's":     {problem.Dialect{}, `{"type":"` + page + `","status":409}`, page},
		"the kind":             {problem.Dialect{}, `{"type":"https://example.com/problems/conflict","status":409,"kind":"conflict"}`, ""},
		"a base and the code":  {based, `{"type":"https://example.com/problems/sold_out","status":409,"kind":"conflict","code":"sold_out"}`, ""},
		"not of the web":       {problem.Dialect{}, `{"type":"urn:problem:sold-out","status":409,"kind":"conflict"}`, ""},
		"a script":             {problem.Dialect{}, `{"type":"javascript:alert(1)","status":409,"kind":"conflict"}`, ""},
		"carried, not a page":  {problem.Dialect{}, `{"type":"about:blank","status":409,"kind":"conflict","toolerr":{"kind":"conflict","doc_url":"data:x"}}`, ""},
		"carried":              {problem.Dialect{}, `{"type":"about:blank","status":409,"kind":"conflict","toolerr":{"kind":"conflict","doc_url":"` + page + `"}}`, page},
		"with a title, a page": {problem.Dialect{}, `{"type":"` + page + `","title":"Sold","status":409,"kind":"conflict"}`, page},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			in := dialect.Document{Dialect: tt.dialect, Body: []byte(tt.body)}
			e, err := new(dialect.Codec).Decode(in)
			require.NoError(t, err)
			require.Equal(t, tt.want, e.DocURL)
			out, losses, err := new(dialect.Codec).Translate(in, tt.dialect, dialect.Call{})
			require.NoError(t, err)
			require.Empty(t, losses, "%s", out.Body)
		})
	}
}

// An application may call Append itself, without the Codec, which leaves out what is no URL.
func TestDocURLAlone(t *testing.T) {
	e := &errkit.Error{Kind: errkit.Conflict, DocURL: `https://a/","x":"`}
	doc, _ := problem.Dialect{}.Append(nil, new(dialect.Codec), dialect.Call{}, e)
	var members map[string]any
	require.NoError(t, json.Unmarshal(doc, &members))
	require.Equal(t, e.DocURL, members["type"])
	require.NotContains(t, members, "x")
}

// A code of a service is in an extension member, or the name of the type (RFC 9457 §3.2, §3.1.1).
func TestCode(t *testing.T) {
	tests := map[string]struct{ body, want string }{
		"the type":               {`{"type":"https://example.com/problems/out-of-credit","title":"No credit","status":403}`, "out-of-credit"},
		"a fragment":             {`{"type":"https://example.com/docs#rateLimited","title":"Slow","status":429}`, "rateLimited"},
		"a URN":                  {`{"type":"urn:ietf:params:acme:error:badNonce","title":"Nonce","status":400}`, "badNonce"},
		"an extension":           {`{"type":"https://example.com/p/out-of-credit","errorCode":"E-77","status":403}`, "E-77"},
		"a number":               {`{"type":"about:blank","code":7312,"title":"Bell","status":409}`, "7312"},
		"its own code":           {`{"type":"https://example.com/p/out-of-credit","code":"credit","status":403}`, "credit"},
		"no type":                {`{"type":"about:blank","title":"Not Found","status":404}`, ""},
		"the HTTP status":        {`{"type":"https://httpstatuses.io/404","code":404,"title":"Not Found","status":404}`, ""},
		"a section of an RFC":    {`{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.5","title":"Not Found","status":404}`, ""},
		"a page":                 {`{"type":"https://example.com/docs/bells","title":"Broken","status":409}`, ""},
		"the kind of this table": {`{"type":"https://example.com/problems/not-found","title":"No bell","status":404}`, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: problem.Dialect{}, Body: []byte(tt.body)})
			require.NoError(t, err)
			require.Equal(t, errkit.Code(tt.want), e.Code)
			require.Empty(t, e.Details, "a code that is a detail, too, is rendered twice")
		})
	}
}
