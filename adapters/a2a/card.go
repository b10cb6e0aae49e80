package a2aerr

import (
	"github.com/a2aproject/a2a-go/a2a"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/middleware"
)

// DeclaredErrors returns the extension of an agent's card with the errors that its skills declare,
// by the id of the skill. Its params have the canonical JSON of each.
//
//	card.Capabilities.Extensions = append(card.Capabilities.Extensions,
//		a2aerr.DeclaredErrors(map[string][]error{"ring": ring.Errors}))
func DeclaredErrors(skills map[string][]error) a2a.AgentExtension {
	params := map[string]any{}
	for id, errs := range skills {
		params[id] = middleware.DeclaredJSON(errs)
	}
	return a2a.AgentExtension{URI: dialect.ErrorsURI, Params: params, Description: "The errors that the skills declare."}
}
