package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/toolerr/toolerr/internal/text"
)

// Marshal returns v as compact JSON, without HTML escapes: <, > and & are written literally, as
// the dialects do.
func Marshal(v any) ([]byte, error) {
	doc, err := text.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("strict: %w", err)
	}
	return doc, nil
}

// Unmarshal decodes doc into v. Unlike json.Unmarshal it returns an error for members that v does
// not declare.
func Unmarshal(doc []byte, v any) error {
	if err := decode(doc, v); err != nil {
		return fmt.Errorf("strict: %w", err)
	}
	return nil
}

func decode(doc []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON document")
	}
	return nil
}
