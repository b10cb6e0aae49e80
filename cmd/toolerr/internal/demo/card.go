package demo

import (
	"encoding/json"

	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/tool"
)

// cardPath is where clients of A2A look for the description of an agent (A2A 1.0 §8.2).
const cardPath = "/.well-known/agent-card.json"

// A card is an AgentCard with the members that A2A 1.0 requires (§4.4.1), and the url, preferredTransport and protocolVersion of 0.3.
type card struct {
	Name               string           `json:"name"`
	Description        string           `json:"description"`
	Version            string           `json:"version"`
	Interfaces         []agentInterface `json:"supportedInterfaces"`
	Capabilities       struct{}         `json:"capabilities"`
	DefaultInputModes  []string         `json:"defaultInputModes"`
	DefaultOutputModes []string         `json:"defaultOutputModes"`
	Skills             []skill          `json:"skills"`

	URL                string `json:"url"`
	PreferredTransport string `json:"preferredTransport"`
	ProtocolVersion    string `json:"protocolVersion"`
}

type agentInterface struct {
	URL             string `json:"url"`
	ProtocolBinding string `json:"protocolBinding"`
	ProtocolVersion string `json:"protocolVersion"`
}

type skill struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
}

// agentCard returns the AgentCard of the agent, with a skill for each tool.
func agentCard(tools *tool.Set, base string) ([]byte, error) {
	const jsonRPC, data = "JSONRPC", "application/json"
	c := card{
		Name: "toolerr serve", Description: `Calls a tool for a part of a message such as {"data":{"name":"Doorbell_Ring","arguments":{"doorbell_id":"doorbell1"}}}.`,
		Version: "1.0.0", DefaultInputModes: []string{data}, DefaultOutputModes: []string{data},
		URL: base + "/a2a", PreferredTransport: jsonRPC, ProtocolVersion: a2a.Version03 + ".0",
	}
	for _, version := range []string{"1.0", a2a.Version03} {
		c.Interfaces = append(c.Interfaces, agentInterface{c.URL, jsonRPC, version})
	}
	for t := range tools.Latest() {
		c.Skills = append(c.Skills, skill{t.ModelName(), t.Name, t.Description, []string{"tool"}})
	}
	return json.MarshalIndent(c, "", "  ")
}
