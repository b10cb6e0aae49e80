package all_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// A document of this module has no member that a decoder does not use. The text of toolError:v1
// for people repeats the payload and adds fields, hints and URLs, for which the payload has no
// members: that is a loss.
func TestRenderedDocumentsAreRead(t *testing.T) {
	for _, d := range every() {
		for _, v := range samples.Values() {
			for _, carry := range []bool{false, true} {
				codec := dialect.Codec{Carry: carry, Unread: true}
				body, head := codec.Append(nil, d, dialect.Call{ID: []byte("1")}, v.Error)
				e, err := codec.Decode(dialect.Document{Dialect: d, Status: head.Status, Body: body})
				require.NoError(t, err)
				var unread []string
				for _, at := range e.Peer.Unread {
					if d.Name() != "toolerror" || !strings.HasSuffix(at, "/content/0/text") {
						unread = append(unread, at)
					}
				}
				require.Empty(t, unread, "%s: %s", d.Name(), body)
			}
		}
	}
}

// Members that no rule used are listed, and are a loss of the document unless the output has them
// in the same place.
func TestUnread(t *testing.T) {
	type list = []string
	tests := []struct {
		name, why string
		in        dialect.Document
		want      list // unread
		same      list // of these, what a translation to the same dialect keeps
	}{
		{"a problem of somebody's own", "RFC 9457 §3.1: title; the type is what documents it",
			body(problem.Dialect{}, 403,
				`{"type":"https://example.com/probs/out-of-credit","title":"No credit.","status":403,"detail":"Your balance is 30.","instance":"/account/1","balance":30,"accounts":["/a"]}`),
			list{"/title"}, list{"/title"}},
		{"GitHub", "what fields have no place for",
			body(problem.Dialect{}, 422,
				`{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title","code":"missing_field"}],"documentation_url":"https://example.com/docs"}`),
			list{"/errors/0/resource"}, nil},
		{"almost Google", "RetryInfo is read",
			body(oxp.Dialect{}, 429, `{"error":{"code":1429,"message":"Quota.","status":"QUOTA","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"3s"}]}}`),
			list{"/error/code", "/error/status"}, nil},
		{"MCP, attachments", "they are details", body(mcp.Dialect{}, 0,
			`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"No."},{"type":"image","data":"AA==","mimeType":"image/png"}],"structuredContent":{"queue":"mail"},"isError":true,"_meta":{"trace":"t"}}}`),
			nil, nil},
		{"MCP, a block that it does not define", "", body(mcp.Dialect{}, 0,
			`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"No."},{"type":"video","data":"AA=="}],"isError":true}}`),
			list{"/result/content/1/data"}, nil},
		{"a code of the server's own", "", fault(mcp.Dialect{}, 0, -31000, "No."), list{"/error/code"}, nil},
		{"AAI, a name of the server's own", "",
			body(aai.Strings{}, 0, `{"version":"1.0","request_id":"r","status":"error","error":{"code":"BELL_STUCK","message":"No."}}`), list{"/version", "/request_id", "/error/code"}, nil},
		{"toolError, a code of the server's own", "",
			body(toolerror.Dialect{}, 0, `{"kind":"toolError:v1","code":"BELL_STUCK","message":"No."}`), list{"/code"},
			nil},
		{"OXP, members of the server's own", "",
			body(oxp.Dialect{Flat: true}, 400, `{"message":"No.","trace":{"id":"t","empty":[]},"none":null}`),
			list{"/trace"}, nil},
		{"a code of an API", "it is the code, whatever object it is read from",
			body(httperr.Dialect{}, 404, `{"error":{"type":"BELL_VALIDATION_ERROR","messages":{"pitch":["it is used"]}}}`), nil, nil},
		{"a name with a slash", "RFC 6901 §3", body(oxp.Dialect{Flat: true}, 400, `{"message":"No.","a/b~":1}`),
			list{"/a~1b~0"}, nil},
		{"a page", "there are no members", body(problem.Dialect{}, 502, `<html></html>`), nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Unread: true}
			e, err := codec.Decode(tt.in)
			require.NoError(t, err)
			require.Equal(t, tt.want, e.Peer.Unread, tt.why)
			codec.Unread = false
			e, err = codec.Decode(tt.in)
			require.NoError(t, err)
			require.Nil(t, e.Peer.Unread, "nobody asked")
			for _, to := range every() {
				var lost list
				_, losses, err := codec.Translate(tt.in, to, dialect.Call{ID: []byte("1")})
				require.NoError(t, err)
				for _, l := range losses {
					if l.Field == "document" {
						require.Equal(t, dialect.Dropped, l.Reason)
						lost = append(lost, l.From)
					}
				}
				if (to.Name() == tt.in.Dialect.Name() || to == httperr.Dialect{} &&
					tt.in.Dialect == problem.Dialect{}) && tt.same != nil {
					require.NotContains(t, lost, tt.same[0])
					continue
				}
				require.Equal(t, tt.want, lost, to.Name())
				codec.Strict = true
				if _, _, err = codec.Translate(tt.in, to, dialect.Call{}); tt.want != nil {
					require.ErrorIs(t, err, dialect.ErrLoss)
				}
				codec.Strict = false
			}
		})
	}
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, `,"m%d":1`, i)
	}
	e, err := (&dialect.Codec{Unread: true}).Decode(body(oxp.Dialect{}, 400, `{"message":"No."`+b.String()+`}`))
	require.NoError(t, err)
	require.Len(t, e.Peer.Unread, 100)
	require.Contains(t, e.Peer.Evidence, "more than 100 members were not used, the rest is not listed")
}

// A problem keeps its type, title, instance and extension members.
func TestProblemsSurvive(t *testing.T) {
	const doc = `{"type":"https://example.com/probs/out-of-credit","title":"No credit.","status":403,"detail":"Your balance is 30.","kind":"permission_denied","instance":"/account/1","balance":30}`
	var codec dialect.Codec
	codec.Strict = true
	out, losses, err := codec.Translate(body(problem.Dialect{}, 403, doc),
		problem.Dialect{Base: "https://example.org/"}, dialect.Call{})
	require.NoError(t, err)
	require.Empty(t, losses)
	require.JSONEq(t, doc, string(out.Body))

	e := &errkit.Error{Kind: errkit.PermissionDenied, Peer: &errkit.Peer{Dialect: "mcp", Type: "x"}}
	text, _ := codec.Append(nil, problem.Dialect{}, dialect.Call{}, e)
	require.Contains(t, string(text), `"type":"about:blank"`, "the type of another protocol is not a problem type")
}
