package check

import (
	"encoding/json"
	"strconv"
)

// response is a message as JSON-RPC 2.0 defines it.
type response struct {
	ID     json.RawMessage `json:"id"`
	Method *string         `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// idOf returns the id of a message, as JSON, "null" if it has none.
func idOf(message []byte) string {
	var m response
	if json.Unmarshal(message, &m) != nil || len(m.ID) == 0 {
		return "null"
	}
	return string(m.ID)
}

// isResponse reports whether a message is the response to the request with an id, or one to a request that the server
// could not read.
func isResponse(message []byte, id string) bool {
	var m response
	if json.Unmarshal(message, &m) != nil || m.Method != nil {
		return false
	}
	return id == "" || string(m.ID) == id || string(m.ID) == "null" || m.ID == nil
}

// rpc returns a JSON-RPC request.
func rpc(id int, method string, params any) []byte {
	m := map[string]any{"jsonrpc": "2.0", "method": method}
	if id > 0 {
		m["id"] = id
	}
	if params != nil {
		m["params"] = params
	}
	body, err := json.Marshal(m)
	if err != nil {
		panic(err) // of values of this package
	}
	return body
}

func rpcID(id int) string { return strconv.Itoa(id) }

// stringsIn returns the strings in a JSON document, names included.
func stringsIn(doc []byte) (all []string) {
	var v any
	if json.Unmarshal(doc, &v) != nil {
		return nil
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for name, e := range v {
				all = append(all, name)
				walk(e)
			}
		}
	}
	walk(v)
	return all
}
