// Package shapes has errors that lack what a client could act on.
package shapes

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"

	"github.com/gin-gonic/gin"
	"github.com/mark3labs/mcp-go/mcp"
)

func prose(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := required("bell"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `mcp.NewToolResultError sends a text about an invalid input`
	}
	if req == (mcp.CallToolRequest{}) {
		return mcp.NewToolResultError("bell is required"), nil // want `mcp.NewToolResultError sends a text about an invalid input`
	}
	if req == (mcp.CallToolRequest{}) {
		return mcp.NewToolResultError("This bell is broken."), nil
	}
	return mcp.NewToolResultText("A bell must be rung."), nil
}

func required(name string) error { return errors.New("missing required parameter: " + name) }

func statuses(w http.ResponseWriter, r *http.Request) {
	var in struct{ Bell string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, "The body is no JSON.", 500)
		http.Error(w, err.Error(), 500) // want `json.Decoder.Decode` `http.Error sends status 500 for a fault of the caller`
	}
	if in.Bell == "" {
		http.Error(w, "bell is required", http.StatusInternalServerError) // want `http.Error sends status 500 for a fault of the caller`
		http.Error(w, "bell is required", 400)                            // want `http.Error sends a text about an invalid input`
	}
}

func onGin(c *gin.Context) {
	var in struct{ Bell string }
	if err := c.ShouldBindJSON(&in); err != nil {
		c.JSON(500, gin.H{"error": err.Error()}) // want `gin.Context.ShouldBindJSON` `gin.Context.JSON sends status 500 for a fault of the caller`
	}
}

func dropped() (*int, error) {
	err := os.Remove("x")
	if err != nil {
		return nil, nil // want `the error err is dropped`
	}
	if err != nil {
		log.Print(err)
		return nil, nil
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return nil, err
}

func noError() (*int, *int) {
	if err := os.Remove("x"); err != nil {
		return nil, nil
	}
	return nil, nil
}

type bellError struct{ text string }

func (e *bellError) Error() string { return e.text }

// A result to which an error cannot be assigned has no fix.
func droppedOther() (*int, *bellError) {
	if err := os.Remove("x"); err != nil {
		return nil, nil // want `the error err is dropped`
	}
	if err := broken(); err != nil {
		return nil, nil // want `the error err is dropped`
	}
	return nil, nil
}

func broken() *bellError { return nil }

func empty(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req == (mcp.CallToolRequest{}) {
		return &mcp.CallToolResult{IsError: true}, nil // want `the failed result of a tool has no text`
	}
	if req == (mcp.CallToolRequest{}) {
		return mcp.NewToolResultError(""), nil // want `the failed result of a tool has no text`
	}
	return &mcp.CallToolResult{IsError: true, StructuredContent: 1}, nil
}
