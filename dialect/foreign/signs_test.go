package foreign

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/jsontree"
)

// Documents without an HTTP status need two independent signs.
func TestIsAPIErrorWithoutStatus(t *testing.T) {
	for body, want := range map[string]bool{
		`{"message":"Not Found","documentation_url":"https://example.com"}`:          true,
		`{"message":"Not Found","path":"/bells"}`:                                    true,
		`{"ok":false,"error":"missing_scope","needed":"bells:write","provided":"x"}`: true,

		`{"message":"Too Many Requests"}`:                                  false,
		`{"message":"Forbidden"}`:                                          false,
		`{"message":"Conflict"}`:                                           false,
		`{"message":"Gone"}`:                                               false,
		`{"message":"The bell was not found"}`:                             false,
		`{"message":"Not Found","bell":7}`:                                 false,
		`{"title":"Not Found","message":"a film","type":"film"}`:           false,
		`{"message":"Wait.","retry_after":0.3,"global":false}`:             false,
		`{"status":"pending","message":"It rings soon.","retry_after":5}`:  false,
		`{"message":"Forbidden","type":"film"}`:                            false,
		`{"ok":true,"message":"x","code":"NOT_FOUND"}`:                     false,
		`{"status":"success","message":"x","errorCode":"MY_CODE"}`:         false,
		`{"errorCode":"NO_ERROR","message":"Done."}`:                       false,
		`{"error":{"code":0,"message":"OK"}}`:                              false,
		`{"code":"00000","details":null,"hint":null,"message":"x"}`:        false,
		`{"type":"Connection","message":"Follow me."}`:                     false,
		`{"type":"Conflict","title":"War","message":"x"}`:                  false,
		`{"code":"DB","message":"a railway"}`:                              false,
		`{"result":{"status":"NOT_FOUND","message":"No leak."}}`:           false,
		`{"code":"CACHE_INVALIDATED","message":"x"}`:                       false,
		`{"code":"VALIDATION_PASSED","message":"x"}`:                       false,
		`{"retry_after":3}`:                                                false,
		`{"message":"Wait.","retry_after":"often"}`:                        false,
		`{"code":"BELLS","details":null,"hint":null,"message":"rings"}`:    false,
		`{"code":"42P01","details":"x","message":"rings"}`:                 false,
		`{"detail":[{"name":"dawn","msg":"rings"}]}`:                       false,
		`{"detail":[{"loc":["tower"],"msg":"rings","type":"a"}],"page":2}`: false,
		`{"detail":["rings"]}`:                                             false,
	} {
		root, err := jsontree.ParseText(body, jsontree.Limits{})
		require.NoError(t, err)
		why, ok := isAPIError(root)
		require.Equal(t, want, ok, "%s: %s", body, why)
	}
}
