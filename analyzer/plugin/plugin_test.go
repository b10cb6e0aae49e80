package plugin

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/analyzer"
)

// TestPlugin uses the plugin as golangci-lint does: importing the package is what registers it.
func TestPlugin(t *testing.T) {
	newPlugin, err := register.GetPlugin("toolerr")
	require.NoError(t, err)
	p, err := newPlugin(nil)
	require.NoError(t, err)
	require.Equal(t, register.LoadModeTypesInfo, p.GetLoadMode(), "the analyzers need types")
	linters, err := p.BuildAnalyzers()
	require.NoError(t, err)
	require.Equal(t, analyzer.Analyzers, linters)

	_, err = newPlugin(map[string]any{"sinks": 1})
	require.Error(t, err, "an unknown setting")
}
