package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

const document = "--dialect http --tools TESTDATA/bells.yaml" // of samples that have none

// samples are servers of bells with the defaults of a framework, which are in testdata: the
// command is its file or folder, and args are other packages that it needs.
var samples = []server{
	{"express", "5.3.0", "express.mjs", "", "PORT", "/", document},
	{"fastify", "5.12.8", "fastify.mjs", "@fastify/swagger@9.9.3", "PORT", "/", "--dialect http"},
	{"@nestjs/core", "12.5.1", "nest.mts", "@nestjs/common@12.5.1 @nestjs/platform-express@12.5.1 " +
		"@nestjs/swagger@12.0.2 class-validator@0.15.1 class-transformer@0.5.1 reflect-metadata@0.2.2 rxjs@7.8.2 " +
		"typescript@6.0.3 @types/node@25.9.9", "PORT", "/", "--dialect http"},
	{"hono", "4.13.19", "hono.mjs", "@hono/node-server@2.1.8", "PORT", "/", document},
	{"fastapi", "0.163.2", "fastapi_bells.py", "uvicorn==0.54.0", "PORT", "/", "--dialect http"},
	{"flask", "3.1.3", "flask_bells.py", "", "PORT", "/", document},
	{"github.com/danielgtaylor/huma/v2", "v2.37.2", "huma", "", "PORT", "/", "--dialect http"},
	{"github.com/grpc-ecosystem/grpc-gateway/v2/runtime", "v2.33.0", "gateway", "google.golang.org/grpc@v1.85.0", "PORT",
		"/", document},
	{"github.com/gin-gonic/gin", "v1.12.0", "gin", "", "PORT", "/", document},
	{"@a2a-js/sdk", "1.3.0", "a2a.mjs", "express@5.3.0", "PORT", "/", "--dialect a2a"},
	{"a2a-sdk[http-server]", "1.3.0", "a2a_bells.py", "uvicorn==0.54.0", "PORT", "/", "--dialect a2a"},
}

func (s *server) isSample() bool { return s.flags != "" }

// plugins generate the code of gateway from its .proto.
var plugins = []string{
	"github.com/grpc-ecosystem/grpc-gateway/v2/protoc-gen-grpc-gateway@v2.33.0",
	"google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12", "google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2",
}

// generate generates that code, compile the JavaScript of nest.mts.
var (
	generate = []string{"venv/bin/python", "-m", "grpc_tools.protoc", "-I.", "--go_out=.", "--go_opt=module=bells",
		"--go-grpc_out=.", "--go-grpc_opt=module=bells", "--grpc-gateway_out=.",
		"--grpc-gateway_opt=module=bells,grpc_api_configuration=http.yaml", "bells.proto"}
	compile = []string{"node_modules/.bin/tsc", "--target", "es2023", "--module", "nodenext", "--types", "node",
		"--experimentalDecorators", "--emitDecoratorMetadata", "--skipLibCheck"}
)

// build installs what a sample needs into a folder, and writes the program serve that starts it.
func (w *workshop) build(ctx context.Context, folder string, s server) error {
	source, more := filepath.Join(w.samples, s.command), strings.Fields(s.args)
	var serve string
	var steps [][]string
	switch filepath.Ext(s.command) {
	case ".py":
		serve = "venv/bin/python " + source
		steps = [][]string{{"python3", "-m", "venv", "venv"},
			append([]string{"venv/bin/pip", "install", "-q", s.pkg + "==" + s.version}, more...)}
	case "":
		serve = "./bells"
		steps = [][]string{{"cp", "-r", source + "/.", "."}, {"go", "mod", "init", "bells"}}
		if s.command == "gateway" {
			steps = append(steps, []string{"python3", "-m", "venv", "venv"},
				[]string{"venv/bin/pip", "install", "-q", "grpcio-tools==1.85.1"}, []string{"go", "install", plugins[0]},
				[]string{"go", "install", plugins[1]}, []string{"go", "install", plugins[2]}, generate)
		}
		steps = append(steps, append([]string{"go", "get", s.pkg + "@" + s.version}, more...),
			[]string{"go", "build", "-o", "bells", "."})
	default:
		serve = "node " + strings.Replace(s.command, ".mts", ".mjs", 1)
		steps = [][]string{{"cp", source, "."},
			append([]string{"npm", "install", "--silent", "--no-progress", s.pkg + "@" + s.version}, more...)}
		if filepath.Ext(s.command) == ".mts" {
			steps = append(steps, append(compile, s.command))
		}
	}
	env := []string{"GOBIN=" + folder, "PATH=" + folder + ":" + os.Getenv("PATH")}
	for _, words := range steps {
		if _, err := command(ctx, folder, env, words[0], words[1:]...); err != nil {
			return err
		}
	}
	script := "#!/bin/sh\ncd " + folder + " && exec " + serve + "\n"
	return os.WriteFile(filepath.Join(folder, "serve"), []byte(script), 0o755)
}
