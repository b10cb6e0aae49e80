// Package llmerr turns errors into the tool results of the SDKs for model APIs, for programs that call tools on behalf of a model
// themselves, without a protocol in between:
//
//	import (
//		"github.com/anthropics/anthropic-sdk-go"
//
//		llmerr "github.com/toolerr/toolerr/adapters/llm"
//	)
//
//	result, err := ring(ctx, use.Input)
//	if err != nil {
//		messages = append(messages, anthropic.NewUserMessage(llmerr.Anthropic(nil, use.ID, err)))
//	}
//
// The model reads the message, the fields, the hint, what is needed, and whether to repeat the call, as it does in a tool result of
// MCP. Only text that an author declared public is sent: an error without a kind is Internal, and its text stays in the program.
// The results are those of package model, with the flag for a failure where the API has one; elsewhere the text starts with the
// kind. Package middleware runs a tool so that its panics are errors, too, and reports each failure.
//
// Each function takes a codec, of which nil is the zero Codec: [dialect.Codec.Carry] adds the canonical JSON as a second block. A nil
// error is Internal.
//
// Not every failure is for the model: the example is a loop that repeats a call itself if the error allows it, asks the user for what
// only a user has, and reports all others to the model.
package llmerr
