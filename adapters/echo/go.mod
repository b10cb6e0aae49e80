module github.com/toolerr/toolerr/adapters/echo

go 1.26.0

require (
	github.com/labstack/echo/v5 v5.3.1
	github.com/stretchr/testify v1.12.1
	github.com/toolerr/toolerr v0.0.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/net v0.60.0 // indirect
)

replace github.com/toolerr/toolerr => ../..
