package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/strict"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/schemas/verify"
)

func TestMappingTableMatchesItsSchema(t *testing.T) {
	doc := mapping.Default().JSON()
	require.NoError(t, verify.Validate("mapping-table", doc))
	var table strict.MappingTable
	require.NoError(t, strict.Unmarshal(doc, &table))
	got, err := strict.Marshal(table)
	require.NoError(t, err)
	require.Equal(t, string(doc), string(got))
	require.Len(t, table, len(errkit.Kinds()))
}
