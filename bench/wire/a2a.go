package wire

import (
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// A2AResponse is an error of A2A in JSON-RPC (A2A 1.0 §9.5).
type A2AResponse struct {
	JSONRPC string   `json:"jsonrpc"`
	ID      int64    `json:"id"`
	Error   A2AError `json:"error"`
}

// A2AError is the error of an A2AResponse.
type A2AError struct {
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Data    []GoogleDetail `json:"data"`
}

// A2A returns the document of e in A2A.
func A2A(e *errkit.Error, c Call) any {
	return &A2AResponse{JSONRPC: "2.0", ID: c.ID, Error: A2AError{Code: mapping.Default().Row(e.Kind).A2A, Message: string(e.Message), Data: googleDetails(e)}}
}
