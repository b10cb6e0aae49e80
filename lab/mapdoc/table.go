package main

import (
	"bytes"
	"encoding/json"

	"github.com/toolerr/toolerr/mapping"
)

// Table returns mapping/table.json: the mapping table, indented by two spaces.
func Table() ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, mapping.Default().JSON(), "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
