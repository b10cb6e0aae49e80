package main

import (
	"bytes"
	"encoding/json"

	"github.com/toolerr/toolerr/mapping"
)

// Table returns mapping/table.json: the mapping table, indented by two spaces.
func Table() ([]byte, error) {
	compact, err := mapping.Default().MarshalJSON()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, compact, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
