package agents

import "path/filepath"

// Servers returns the servers in the order of the page. program runs those of package goserver,
// with their id; dir is the directory of this package, whose script install provides for the
// others.
func Servers(dir string, program ...string) []Server {
	goServer := func(s Server) Server {
		s.Command = append(append([]string{}, program...), s.ID)
		return s
	}
	node := func(s Server, arguments ...string) Server {
		s.Dir = filepath.Join(dir, "node")
		s.Command = append([]string{filepath.Join(s.Dir, "node_modules/.bin/node")}, arguments...)
		return s
	}
	python := func(s Server, version string, arguments ...string) Server {
		s.Dir = filepath.Join(dir, "python")
		s.Command = append([]string{filepath.Join(dir, "node/node_modules/.python"+version+"/bin/python")}, arguments...)
		return s
	}
	return []Server{
		goServer(Server{ID: "toolerr", Title: "go-sdk with toolerr", Ours: true}),
		goServer(Server{ID: "go-sdk", Title: "go-sdk"}),
		goServer(Server{ID: "mcp-go", Title: "mcp-go"}),
		goServer(Server{ID: "mcp-go-validating", Title: "mcp-go, validating"}),
		node(Server{ID: "typescript-1", Title: "TypeScript SDK v1, zod"}, "v1.mjs"),
		node(Server{ID: "typescript-2-zod", Title: "TypeScript SDK v2, zod"}, "v2.mjs", "zod"),
		node(Server{ID: "typescript-2-ajv", Title: "TypeScript SDK v2, AJV"}, "v2.mjs", "ajv"),
		python(Server{ID: "python-1", Title: "Python SDK v1"}, "1", "server.py", "mcp.server.fastmcp"),
		python(Server{ID: "python-2", Title: "Python SDK v2"}, "2", "server.py", "mcp.server"),
		python(Server{ID: "fastmcp", Title: "FastMCP"}, "2", "server.py", "fastmcp"),
		goServer(Server{ID: "toolerr-http", Title: "net/http with toolerr", HTTP: true, Ours: true}),
		goServer(Server{ID: "huma", Title: "huma", HTTP: true}),
		goServer(Server{ID: "echo", Title: "echo", HTTP: true}),
		python(Server{ID: "fastapi", Title: "FastAPI", HTTP: true}, "2", "api.py"),
		node(Server{ID: "nestjs", Title: "NestJS", HTTP: true}, "node_modules/.build/nest.js"),
	}
}
