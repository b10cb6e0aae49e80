package main

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

type pair[K comparable, V any] struct {
	Key   K `json:"key"`
	Value V `json:"value"`
}

type plain struct{}

func TestDefinitionName(t *testing.T) {
	type local struct{}
	type ändern struct{}
	require.Equal(t, "plain", definitionName(reflect.TypeFor[plain]()))
	require.Equal(t, "pairStringPlain", definitionName(reflect.TypeFor[pair[string, plain]]()))
	require.Equal(t, "pairIntPairStringPlain", definitionName(reflect.TypeFor[pair[int, pair[string, plain]]]()))
	require.Equal(t, "pairStringMapStringInt", definitionName(reflect.TypeFor[pair[string, map[string][]int]]()))
	require.Equal(t, "pairStringPlain", definitionName(reflect.TypeFor[pair[string, *plain]]()))
	require.Equal(t, "pairStringLocal", definitionName(reflect.TypeFor[pair[string, local]]()))
	require.Equal(t, "pairStringÄndern", definitionName(reflect.TypeFor[pair[string, ändern]]()))
	require.Equal(t, "pairStringStructAInt", definitionName(reflect.TypeFor[pair[string, struct{ A int }]]()))
	require.Empty(t, definitionName(reflect.TypeFor[struct{}]()))
}
