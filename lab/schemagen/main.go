// Command schemagen generates the JSON Schemas of package schemas from the structs of lab/strict
// and writes them into the working directory. go generate runs it.
package main

import (
	"fmt"
	"os"
)

func main() {
	for _, d := range list {
		s, err := schemaOf(d.name, d.sample)
		if err == nil {
			err = os.WriteFile(d.name+".schema.json", s, 0o644)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "schemagen: %s: %v\n", d.name, err)
			os.Exit(1)
		}
	}
}

// schemaOf returns the content of one schema file.
func schemaOf(name string, sample any) ([]byte, error) {
	s, err := reflectSample(sample)
	if err != nil {
		return nil, err
	}
	s.WithID("urn:toolerr:schema:" + name)
	s.WithSchema(draftURI)
	return indent(s)
}
