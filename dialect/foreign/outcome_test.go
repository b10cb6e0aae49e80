package foreign

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/jsontree"
)

// Documents without an HTTP status need two independent signs.
func TestOutcomeWithoutStatus(t *testing.T) {
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

		`{"id":7,"success":false,"error_message":"Connection timed out","response_code":504}`:             true,
		`{"success":false,"error_message":"Connection timed out","response_code":504,"response_body":""}`: false,
		`{"success":false,"error":"Bad gateway","responseHeaders":{}}`:                                    false,
		`{"ret":0,"msg":"the bell rings"}`:                                                                false,
		`{"success":false,"failCode":7}`:                                                                  true,
		`{"data":{"code":20001},"success":0}`:                                                             true,
		`{"HasError":true,"Message":"No bell"}`:                                                           true,
		`{"bell-response":{"status":"failed","error":{"code":70,"message":"No bell"}}}`:                   true,
		`{"bell":{"status":"failed","message":"The bell cracked"}}`:                                       false,
		`{"job":{"id":7,"status":"failed","error":"No bell"}}`:                                            false,
		`{"status":"failed","error":"No bell","attempts":7}`:                                              false,
		`{"status":"failed","result":{"pitch":"low"},"message":"No bell"}`:                                false,
		`{"success":false,"score":7}`:                                                                     false,
		`{"success":false}`:                                                                               false,
		`{"success":0,"failure":7}`:                                                                       false,
		`{"message":"No bell rings here","http_status_code":404}`:                                         true,
		`{"meta":{"status":404,"message":"No bell"}}`:                                                     true,
		`{"article":{"title":"Error 404","code":404,"message":"What it means"}}`:                          false,
		`{"status":404,"url":"https://bells.test","message":""}`:                                          false,
		`{"code":40001,"message":"x","data":{}}`:                                                          true,
		`{"code":40001,"message":"x","data":{"bell":7}}`:                                                  false,
		`{"code":1700,"result":false,"message":"x"}`:                                                      true,
		`{"statusCode":"E01","statusMessage":"Invalid bell"}`:                                             true,
		`{"code":"BELL101","text":"An introduction to errors"}`:                                           false,
		`{"type":"BellApiException","message":"no bell for the key","code":805}`:                          true,
		`{"d":{"Success":false,"Message":"No bell"}}`:                                                     true,
		`{"name":"Bell","message":"No.","code":404,"data":{"bell":7}}`:                                    false,
		`{"ReturnCode":"FAIL_TOKENNOTFOUND"}`:                                                             true,
		`{"response":{"retval":7,"retdesc":"No bell of this number"}}`:                                    true,
		`{"api-status":"error","api-response":[],"api-error":"a bell is missing"}`:                        true,
		`{"code":"remote_fault","message":"No ringer.","response":false}`:                                 true,
		`{"status":"error","error":"invalid.bell"}`:                                                       true,
		`{"id":7,"success":false,"error":{"code":"unauthorized","message":"No bell"}}`:                    true,
		`{"success":false,"error":"No bell","bells":[1,2]}`:                                               true,
		`{"status":"failed","id":"b7","created_at":"2026-11-02","error":{"code":"E7"}}`:                   false,
		`{"success":true,"errors":["no bell in the tower"]}`:                                              false,
		`{"valid":false,"errors":[{"line":7,"message":"no bell"}],"warnings":[]}`:                         false,
		`{"errors":{"E7":"The bell is missing"},"version":3}`:                                             false,
		`{"error.notFound":"The bell was not found","error.taken":"It is taken"}`:                         false,
		`{"message":"Import finished","errorCount":3}`:                                                    false,
		`{"level":"error","msg":"no bell","error":"not found"}`:                                           false,
		`{"severity":"ERROR","message":"The bell was not found","pid":7}`:                                 false,
		`{"status":"queued","errorMessage":"The bell was not found"}`:                                     false,
		`{"code":200,"message":"The bell was not found in 7 towers"}`:                                     false,
		`{"code":7,"message":"Seven bells"}`:                                                              false,
		`{"code":7,"name":"Bell","description":"It was not found"}`:                                       false,
		`[{"error":{"type":7,"description":"No bell"}},{"error":{"type":8,"description":"No"}}]`:          true,
		`[{"error":{"type":7,"description":"No bell"}},{"success":{"bell":7}}]`:                           false,
		`[{"status":"failed","message":"No bell"},{"status":"ok"}]`:                                       false,
		`[{"status":"failed","message":"No bell"}]`:                                                       false,
		`{"results":[{"success":false,"error":"No bell"}]}`:                                               false,
		`{"data":{"bell":7},"errors":[{"message":"No tower"}]}`:                                           false,
		`{"ack":"Success","errorCode":"","message":"No more bells found"}`:                                false,
		`{"returncode":"SUCCESS","messageKey":"noBells","message":"No bells found"}`:                      false,
		`{"open":false,"errorText":"","statusText":"closed"}`:                                             false,
		`{"severity":"ERROR","code":7,"message":"The bell was not found"}`:                                false,
		`{"status":false,"name":"Light"}`:                                                                 false,
		`{"data":{"bell":{"error":"none"}}}`:                                                              false,
		`{"data":{"bell":{"error":"stuck"}}}`:                                                             false,
		`{"bell":{"error":"none"}}`:                                                                       false,
		`{"last_error":{"code":1,"message":"It was stuck."}}`:                                             false,
	} {
		root, err := jsontree.ParseText(body, jsontree.Limits{})
		require.NoError(t, err)
		_, ok := outcomeOf(root)
		require.Equal(t, want, ok, body)
	}
}
