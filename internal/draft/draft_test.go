package draft

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

func TestName(t *testing.T) {
	type local struct{}
	type ändern struct{}
	require.Equal(t, "plain", Name(reflect.TypeFor[plain]()))
	require.Equal(t, "pairStringPlain", Name(reflect.TypeFor[pair[string, plain]]()))
	require.Equal(t, "pairIntPairStringPlain", Name(reflect.TypeFor[pair[int, pair[string, plain]]]()))
	require.Equal(t, "pairStringMapStringInt", Name(reflect.TypeFor[pair[string, map[string][]int]]()))
	require.Equal(t, "pairStringPlain", Name(reflect.TypeFor[pair[string, *plain]]()))
	require.Equal(t, "pairStringLocal", Name(reflect.TypeFor[pair[string, local]]()))
	require.Equal(t, "pairStringÄndern", Name(reflect.TypeFor[pair[string, ändern]]()))
	require.Equal(t, "pairStringStructAInt", Name(reflect.TypeFor[pair[string, struct{ A int }]]()))
	require.Empty(t, Name(reflect.TypeFor[struct{}]()))
}
