// Package rules has the rules about the answers of servers, one in each file.
package rules

import "github.com/toolerr/toolerr/internal/check"

// All returns the rules, in the order of reports.
func All() []*check.Rule {
	return []*check.Rule{
		&toolUnknown1, &toolUnknown2, &toolVersion1, &toolInput1, &toolInput2, &toolInput3, &toolInput4, &toolInput5, &toolInput6, &toolValid1,
		&jsonrpcResponse1, &jsonrpcResponse2, &jsonrpcResponse3, &jsonrpcError1, &jsonrpcError2, &jsonrpcParse1, &jsonrpcRequest1, &jsonrpcMethod1,
		&mcpToolsErrorHandling1, &mcpToolsErrorHandling2, &mcpToolsResult1, &mcpLifecycleVersion1, &mcpTransportsVersion1, &mcpTransportsStatus1,
		&a2aTask1, &a2aParams1, &a2aVersion1, &a2aErrorInfo1,
		&httpMethod1, &httpMethod2, &httpContentType1, &httpContentType2, &httpStatus1, &httpPath1, &httpJson1, &httpDocument1,
		&problemStatus1, &problemType1, &problemTitle1,
		&googleError1,
		&connectError1,
		&oxpCallTool1, &oxpCallTool2, &oxpSchema1,
		&leakGoType1, &leakGoPanic1, &leakStack1, &leakPath1, &leakSql1, &leakDsn1, &leakAddress1, &leakToken1, &leakVerb1, &leakException1, &leakEnvironment1, &leakCredentials1, &leakServer1,
		&retryAfter1, &retryAfter2, &retryInput1, &retrySame1,
		&authChallenge1, &authCredentials1, &authToken1, &authToken2, &authMetadata1,
		&serverAlive1, &serverAnswer1, &serverAnswer2, &serverFault1, &serverTime1,
		&textEmpty1, &textCharacters1, &textSize1, &textHtml1,
	}
}
