package dialecttest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// small are documents with a weak sign of a dialect of this module, which a lenient dialect may
// take.
var small = []dialect.Document{
	{Status: 400, Body: []byte(`{"message":"There is no bell."}`)},
	{Status: 404, Body: []byte(`{"detail":"There is no bell."}`)},
	{Status: 401, Body: []byte(`{"error":"unauthorized"}`)},
	{Status: 404, Body: []byte(`{"title":"There is no bell.","status":404}`)},
	{Status: 200, Body: []byte(`{"content":[{"type":"text","text":"There is no bell."}],"isError":true}`)},
	{Status: 200, Body: []byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"There is no bell."}}`)},
	{Status: 200, Body: []byte(`{"status":"error","error":{"code":"NOT_FOUND","message":"There is no bell."}}`)},
}

func checkDetect(t *testing.T, d dialect.Dialect) {
	without := dialect.Codec{Dialects: slices.DeleteFunc(all.Dialects(),
		func(x dialect.Dialect) bool { return x == d })}
	with := dialect.Codec{Dialects: append([]dialect.Dialect{d}, without.Dialects...)}
	requireSame := func(doc dialect.Document, want *errkit.Error) {
		t.Helper()
		doc.Dialect = nil
		got := decode(t, &with, doc)
		require.Equal(t, want.Kind.String(), got.Kind.String(), "%s takes the document of %s: %s", got.Peer.Dialect,
			want.Peer.Dialect, doc.Body)
		require.Equal(t, want.Message, got.Message, "%s takes the document of %s: %s", got.Peer.Dialect,
			want.Peer.Dialect, doc.Body)
	}
	for _, doc := range small {
		codec := dialect.Codec{Dialects: all.Dialects()}
		requireSame(doc, decode(t, &codec, doc))
	}
	others := without.Dialects
	if _, ok := d.(dialect.Detector); ok {
		others = with.Dialects
	}
	for _, x := range others {
		for _, k := range errkit.Kinds() {
			e := &errkit.Error{Kind: k, Message: "There is no bell.",
				Fields: []errkit.Field{{Path: "/b", Message: "is wrong"}}}
			doc := render(&with, x, dialect.Call{ID: json.RawMessage("1")}, e)
			if detector, ok := x.(dialect.Detector); ok {
				root, _ := jsontree.Parse(doc.Body, jsontree.Limits{})
				if score, _ := detector.Detect(doc, root); score == 0 {
					continue // nothing in it names the dialect
				}
			}
			requireSame(doc, decode(t, &with, doc))
		}
	}
}

func checkRPC(t *testing.T, d dialect.Dialect) {
	var codec dialect.Codec
	envelope := false
	if rpc, ok := d.(dialect.RPC); ok {
		envelope, _ = rpc.RPC()
	}
	tests := []struct {
		id   string // of the call; "": none
		want string // the id of the response
	}{
		{`7`, `7`},
		{`"a\"b"`, `"a\"b"`},
		{`{"no":"id"}`, `null`},
		{`bro ken`, `null`},
		{``, `null`},
	}
	for _, tt := range tests {
		for _, k := range errkit.Kinds() {
			var call dialect.Call
			if tt.id != "" {
				call.ID = json.RawMessage(tt.id)
			}
			doc := render(&codec, d, call, &errkit.Error{Kind: k})
			root, err := jsontree.Parse(doc.Body, jsontree.Limits{})
			if hasVersion := err == nil && root.Member("jsonrpc").Kind() != jsontree.Absent; !envelope ||
				tt.id == "" && !hasVersion {
				require.False(t, hasVersion, "%s", doc.Body)
				continue // without an id, a part of the response may be useful without the envelope
			}
			require.NoError(t, err)
			version, _ := root.Member("jsonrpc").Text()
			require.Equal(t, "2.0", version, "%s", doc.Body)
			require.Equal(t, tt.want, root.Member("id").Raw(), "%s", doc.Body)
		}
	}
}
