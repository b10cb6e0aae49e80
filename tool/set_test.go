package tool_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

func versioned(name, version string) *tool.Tool {
	return tool.Must(tool.Define(tool.Definition{Name: name, Version: version}, count))
}

func ids(tools []*tool.Tool) (all []string) {
	for _, t := range tools {
		all = append(all, t.ID())
	}
	return all
}

func TestSet(t *testing.T) {
	set := tool.NewSet(versioned("Shop.Buy", "1.10.0"), versioned("Bell.Ring", ""), versioned("Shop.Buy", "1.9.0"))
	require.NoError(t, set.Add(versioned("Shop.Buy", "2.0.0")))
	require.Equal(t, []string{"Shop.Buy@1.10.0", "Bell.Ring@1.0.0", "Shop.Buy@1.9.0", "Shop.Buy@2.0.0"},
		ids(slices.Collect(set.All())), "in the order in which they were added")
	require.Equal(t, []string{"Bell.Ring@1.0.0", "Shop.Buy@2.0.0"}, ids(slices.Collect(set.Latest())))

	tests := []struct {
		id, want string
		kind     errkit.Kind
		message  string
	}{
		{id: "Shop.Buy", want: "Shop.Buy@2.0.0"},
		{id: "Shop_Buy", want: "Shop.Buy@2.0.0"},
		{id: "Shop.Buy@1.9.0", want: "Shop.Buy@1.9.0"},
		{id: "Shop.Buy@01.09.0", want: "Shop.Buy@1.9.0"},
		{id: "Shop_Buy@1.10.0", want: "Shop.Buy@1.10.0"},
		{id: "Shop.Buy@2", want: "Shop.Buy@2.0.0"},
		{id: "Shop.Buy@1", kind: errkit.VersionNotFound, message: "Tool 'Shop_Buy' was not found"},
		{id: "Shop.Buy@1.9.1", kind: errkit.VersionNotFound, message: "Tool 'Shop_Buy' was not found"},
		{id: "Shop.Buy@latest", kind: errkit.InvalidRequest,
			message: "The tool's version is not valid: want x.y.z or x."},
		{id: "Shop.Buy@", kind: errkit.InvalidRequest, message: "The tool's version is not valid: want x.y.z or x."},
		{id: "Shop.Buy@1." + strings.Repeat("9", 5000) + ".0", kind: errkit.InvalidRequest,
			message: "The tool's version is not valid: want x.y.z or x."},
		{id: "Shop.Sell", kind: errkit.ToolNotFound, message: "Tool 'Shop.Sell' was not found"},
		{id: "shop.buy", kind: errkit.ToolNotFound, message: "Tool 'shop.buy' was not found"},
		{id: "", kind: errkit.ToolNotFound, message: "There is no such tool."},
		{id: "<script>", kind: errkit.ToolNotFound, message: "There is no such tool."},
		{id: strings.Repeat("a", 65), kind: errkit.ToolNotFound, message: "There is no such tool."},
	}
	for _, tt := range tests {
		t.Run(tt.id[:min(len(tt.id), 20)], func(t *testing.T) {
			found, err := set.Find(tt.id)
			if tt.want != "" {
				require.NoError(t, err)
				require.Equal(t, tt.want, found.ID())
				return
			}
			require.Nil(t, found)
			require.Equal(t, tt.kind.String(), errkit.KindOf(err).String())
			require.Equal(t, tt.message, err.Error())
		})
	}
}

func TestSetRejects(t *testing.T) {
	set := tool.NewSet(versioned("Shop.Buy", "1.0.0"))
	tests := []struct {
		name  string
		tools []*tool.Tool
		want  string
	}{
		{"version twice", []*tool.Tool{versioned("Shop.Buy", "1.0.0")}, `tool "Shop.Buy": the set has version 1.0.0`},
		{"version with a zero", []*tool.Tool{versioned("Shop.Buy", "01.0.0")},
			`tool "Shop.Buy": the set has version 01.0.0`},
		{"twice in one call", []*tool.Tool{versioned("New.Tool", "1.0.0"), versioned("New.Tool", "1.0.0")},
			`tool "New.Tool": the set has version 1.0.0`},
		{"name for models", []*tool.Tool{versioned("New.Tool", "1.0.0"), versioned("Shop_Buy", "2.0.0")},
			`tool "Shop_Buy": its name without dots is that of "Shop.Buy"`},
		{"nil", []*tool.Tool{versioned("New.Tool", "1.0.0"), nil}, "tool: a nil tool"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.ErrorContains(t, set.Add(tt.tools...), tt.want)
			require.Equal(t, []string{"Shop.Buy@1.0.0"}, ids(slices.Collect(set.All())), "nothing is added")
			_, err := set.Find("New.Tool")
			require.ErrorIs(t, err, errkit.ToolNotFound)
		})
	}
	require.Panics(t, func() { tool.NewSet(nil) })
}

func TestZeroSet(t *testing.T) {
	var set tool.Set
	require.Empty(t, slices.Collect(set.All()))
	require.Empty(t, slices.Collect(set.Latest()))
	_, err := set.Find("a")
	require.ErrorIs(t, err, errkit.ToolNotFound)
}

// A set serves while tools are added.
func TestSetConcurrently(t *testing.T) {
	var set tool.Set
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			require.NoError(t, set.Add(versioned("a", string(rune('0'+i))+".0.0")))
			_, err := set.Find("a")
			require.NoError(t, err)
			for range set.All() {
			}
			for range set.Latest() {
			}
		})
	}
	group.Wait()
	require.Len(t, slices.Collect(set.All()), 8)
}
