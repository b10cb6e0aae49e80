module github.com/toolerr/toolerr

go 1.26.0

// adapters/nethttp: the client's waiting.
require github.com/cenkalti/backoff/v5 v5.0.3

// adapters/nethttp, adapters/oxp.
require github.com/gorilla/mux v1.8.1

// adapters/mcp.
require github.com/modelcontextprotocol/go-sdk v1.8.0

// adapters/jsonrpc.
require github.com/creachadair/jrpc2 v1.3.6

// middleware/validate, tool.
require (
	github.com/go-playground/universal-translator v0.18.2
	github.com/go-playground/validator/v10 v10.30.6
)

// middleware/jsonschema, schemas/verify, adapters/mcp, tool.
require github.com/santhosh-tekuri/jsonschema/v6 v6.0.3

// lab/schemagen, tool/derive.
require github.com/swaggest/jsonschema-go v0.3.74

// cmd/toolerr, lab/docpages.
require (
	github.com/prometheus/client_golang v1.25.0
	github.com/russross/blackfriday/v2 v2.1.0
	github.com/samber/lo v1.53.0
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.9
	golang.org/x/term v0.47.0
)

// check: OpenAPI documents.
require go.yaml.in/yaml/v3 v3.0.5

// Tests.
require (
	github.com/go-playground/locales v0.14.2
	github.com/rogpeppe/go-internal v1.16.0
	github.com/stretchr/testify v1.12.1
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.49.0
	pgregory.net/rapid v1.3.0
)

require golang.org/x/time v0.16.0

require (
	github.com/beorn7/perks v1.0.1 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/cpuguy83/go-md2man/v2 v2.0.6 // indirect
	github.com/creachadair/mds v0.31.0 // indirect
	github.com/gabriel-vasile/mimetype v1.4.16 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/leodido/go-urn v1.5.0 // indirect
	github.com/munnerz/goautoneg v0.0.0-20191010083416-a7dc8b61c822 // indirect
	github.com/prometheus/client_model v0.6.3 // indirect
	github.com/prometheus/common v0.72.0 // indirect
	github.com/prometheus/procfs v0.22.0 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/swaggest/refl v1.3.0 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/oauth2 v0.37.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)
