package jsontree

import (
	"encoding/json"
	"strings"
	"testing"
)

// documents are typical errors of servers.
var documents = []struct{ name, text string }{
	{"tiny", `{"error":"not_found","detail":"There is no such bell."}`},
	{"typical", `{"$schema":"urn:oxp:1.0","result":{"call_id":"7d0c1b5e-33a8-4c1f-9f0e-1a2b3c4d5e6f","duration":1250,"success":false,"error":{"message":"The bell did not answer.","developer_message":"dial tcp: connection refused","can_retry":true,"additional_prompt_content":"Call list_bells and use an id from its answer.","retry_after_ms":500}}}`},
	{"indented", "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 7,\n  \"error\": {\n    \"code\": -32005,\n    \"message\": \"Invalid parameters\",\n    \"data\": {\n      \"type\": \"INVALID_PARAMS\",\n      \"detail\": \"b: Must be a number\"\n    }\n  }\n}\n"},
	{"escaped", `{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":[{"type":"text","text":"{\n  \"kind\": \"CLIENT_ERROR\",\n  \"code\": \"INVALID_INPUT\",\n  \"message\": \"b must be a number\",\n  \"retryable\": false\n}","mimeType":"application/json"}]}}`},
	{"large", `{"message":"größe","parameter_errors":{` +
		strings.TrimSuffix(strings.Repeat(`"/items/0/größe":"Must be a number, \"x\" is none – 世界.",`, 100), ",") +
		`}}`},
}

// wire has the members that a decoder of these documents needs.
type wire struct {
	Schema  string `json:"$schema"`
	JSONRPC string `json:"jsonrpc"`
	ID      any    `json:"id"`
	Detail  string `json:"detail"`
	Message string `json:"message"`
	Result  *struct {
		CallID   string          `json:"call_id"`
		Duration int             `json:"duration"`
		Success  bool            `json:"success"`
		Error    json.RawMessage `json:"error"`
		IsError  bool            `json:"isError"`
		Content  []struct {
			Type     string `json:"type"`
			Text     string `json:"text"`
			MIMEType string `json:"mimeType"`
		} `json:"content"`
	} `json:"result"`
	Error           json.RawMessage   `json:"error"`
	ParameterErrors map[string]string `json:"parameter_errors"`
}

func BenchmarkParse(b *testing.B) {
	for _, d := range documents {
		src := []byte(d.text)
		b.Run(d.name+"/by=jsontree", func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(src, Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(d.name+"/by=buffer", func(b *testing.B) {
			var buffer Buffer
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := buffer.Parse(src, Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(d.name+"/by=struct", func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				var w wire
				if err := json.Unmarshal(src, &w); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(d.name+"/by=valid", func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if !json.Valid(src) {
					b.Fatal("not valid")
				}
			}
		})
	}
}

func BenchmarkMember(b *testing.B) {
	v, err := Parse([]byte(documents[1].text), Limits{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if n, ok := v.Member("result").Member("error").Member("retry_after_ms").Int(); !ok || n != 500 {
			b.Fatal(n)
		}
	}
}
