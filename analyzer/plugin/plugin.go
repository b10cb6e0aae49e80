// Package plugin adds the analyzers to golangci-lint, as a module plugin with the name toolerr.
package plugin

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/toolerr/toolerr/analyzer"
)

func init() { register.Plugin("toolerr", New) } // the only way of golangci-lint to find a plugin

// New returns the plugin. It has no settings: they must be empty.
func New(settings any) (register.LinterPlugin, error) {
	if settings != nil {
		if _, err := register.DecodeSettings[struct{}](settings); err != nil {
			return nil, err
		}
	}
	return plugin{}, nil
}

type plugin struct{}

func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return analyzer.Analyzers, nil }

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
