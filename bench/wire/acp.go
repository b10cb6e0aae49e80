package wire

import "github.com/toolerr/toolerr/errkit"

// ACPNotification is an update of a session in the Agent Client Protocol.
type ACPNotification struct {
	JSONRPC string    `json:"jsonrpc"`
	Method  string    `json:"method"`
	Params  ACPParams `json:"params"`
}

// ACPParams are the params of an ACPNotification.
type ACPParams struct {
	SessionID string    `json:"sessionId"`
	Update    ACPUpdate `json:"update"`
}

// ACPUpdate is a tool call that failed.
type ACPUpdate struct {
	Update  string       `json:"sessionUpdate"`
	ID      string       `json:"toolCallId"`
	Status  string       `json:"status"`
	Content []ACPContent `json:"content"`
}

// ACPContent is a block of text in an ACPUpdate.
type ACPContent struct {
	Type    string     `json:"type"`
	Content MCPContent `json:"content"`
}

// ACP returns the document of e in the Agent Client Protocol.
func ACP(e *errkit.Error, c Call, session string) any {
	return &ACPNotification{JSONRPC: "2.0", Method: "session/update", Params: ACPParams{SessionID: session, Update: ACPUpdate{
		Update: "tool_call_update", ID: c.Text, Status: "failed",
		Content: []ACPContent{{Type: "content", Content: MCPContent{Type: "text", Text: ModelText(e)}}},
	}}}
}
