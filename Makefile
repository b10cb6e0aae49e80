# `make check` runs all checks that a change must pass; .ci/run and the GitHub workflow run it after
# the tests, with the versions of Go in .ci/go-versions. The other targets are its parts.

SHELL         := bash
.SHELLFLAGS   := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS     += --no-print-directory

# The nested modules.
prune   := \( -name .git -o -name node_modules -o -name testdata \) -prune
MODULES := $(patsubst ./%/go.mod,%,$(shell find . $(prune) -o -name go.mod ! -path ./go.mod -print | sort))

# $(call each,DIRS,COMMAND) runs the command in each of these modules that contains Go packages.
each = for m in $(1); do (cd $$m; pkgs=$$(go list ./...); [ -z "$$pkgs" ] || { echo "== $$m: $(2)"; $(2); }); done

# $(call together,DIRS,COMMAND) runs the command once for all packages of these modules, which are its last arguments, in a
# workspace: each dependency is compiled once, in the newest version that any of them requires.
together = work=$$(mktemp -d); trap 'rm -rf "$$work"' EXIT; \
	(cd "$$work" && go work init $(CURDIR) $(addprefix $(CURDIR)/,$(1))); \
	echo "== $(2): $(1)"; GOWORK=$$work/go.work $(2) $(patsubst %,./%/...,$(1))

# Modules whose dependencies take minutes to compile with another version of Go, and that are programs or thin layers.
slow := adapters/caddy adapters/extproc bench examples examples/% interop interop/%

# Modules of tools, and of tests that need a browser.
tested := $(filter-out internal/tools interop/browser,$(MODULES))

# Tools are pinned in a separate module, so that they are not in the go.mod of the library.
tools := $(CURDIR)/internal/tools

# How long each fuzz target runs. The short run has a count, which takes about 5 s, not a duration: at the end of a duration,
# a busy machine sometimes reports "context deadline exceeded" as a failure (go.dev/issue/75804).
FUZZTIME      ?= 1m
FUZZTIMESHORT ?= 3000x

# Targets must not run in parallel: `generated` compares the whole tree before and after.
.NOTPARALLEL:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: test
test: ## run the tests
	go test ./...

.PHONY: test-short
test-short: ## run the tests without those that are slow, which takes less than a minute
	go test -short ./...

.PHONY: slow
slow: ## list the tests that -short leaves out, and why
	@go test -short -run . -v ./... | awk '/^ *--- SKIP/ { test = $$3; next } /slow: / { sub(/.*slow: /, ""); print test ": " $$0 }' | sort -u

# The parts of check, for jobs beside one another.
.PHONY: check
check: unit modules lints interop ## run all checks that a change must pass, besides make test

.PHONY: unit
unit: fmt vet generated race fuzz-short ## run the checks of the root module

.PHONY: lints
lints: tidy lint ## check go.mod files, and run staticcheck

.PHONY: check-go
check-go: vet ## run the part of check that another version of Go may change (GOTOOLCHAIN=go1.26.11 make check-go)
	@$(call together,$(filter-out $(slow),$(tested)),go test)

.PHONY: nightly
nightly: shuffle modules-apart test-386 fuzz instructions load interop-all pages vuln ## run what takes too long for each change

.PHONY: generate
generate: ## regenerate the generated files
	go generate ./...

.PHONY: golden
golden: ## rewrite the golden files
	go test $$(grep -rlE --include='*_test.go' 'golden\.Test\(|flag\.Bool\("update"' . | xargs -n 1 dirname | sort -u) -update

.PHONY: bench
bench: ## run the benchmarks and write bench/RESULTS.md
	@cd bench && go run ./cmd/goals $(GOALSFLAGS)

.PHONY: site
site: ## write the static site, with the playground as WebAssembly, into site/
	rm -rf site && go run ./cmd/toolerr/internal/site/write site

.PHONY: fuzz
fuzz: ## fuzz every target for a minute each (FUZZTIME=10m for more)
	@internal/tools/fuzz $(FUZZTIME) all . $(MODULES)

.PHONY: fmt
fmt: ## check that the code is formatted
	@bad=$$(find . $(prune) -o -name '*.go' -exec gofmt -l {} +); \
	[ -z "$$bad" ] || { echo "gofmt would change:"; echo "$$bad"; exit 1; }

.PHONY: tidy
tidy: ## check that the go.mod files of all modules are tidy
	@for m in . $(MODULES); do echo "== $$m: go mod tidy -diff"; (cd $$m; go mod tidy -diff); done

.PHONY: vet
vet: ## run go vet
	go vet ./...

.PHONY: lint
lint: ## run staticcheck in every module, but those of Caddy, whose dependencies take it minutes
	@$(call each,$(filter-out %/caddy,. $(MODULES)),go tool -modfile=$(tools)/go.mod staticcheck ./...)

.PHONY: generated
generated: ## check that the generated files are up to date
	@snapshot() { find . $(prune) -o -type f -exec sha256sum {} + | sort -k 2; }; \
	before=$$(snapshot); \
	$(MAKE) generate; \
	diff <(echo "$$before") <(snapshot) || { echo "go generate changed the files above: commit them"; exit 1; }

.PHONY: race
race: ## run the tests with the race detector, in random order
	go test -race -short -shuffle=on ./...

.PHONY: shuffle
shuffle: ## run the tests in random order, with 1, 2 and 8 processors
	go test -short -count=1 -shuffle=on -cpu 1,2,8 ./...

.PHONY: test-386
test-386: ## run go vet and the tests for a 32-bit machine, which amd64 runs, too
	GOARCH=386 CGO_ENABLED=0 go vet ./...
	GOARCH=386 CGO_ENABLED=0 go test -short ./...

.PHONY: modules
modules: ## vet and test the nested modules, with the newest version of each dependency
	@$(call together,$(tested),go vet)
	@$(call together,$(tested),go test -short)
	@$(call each,internal/tools,go vet ./... && go test ./...)

.PHONY: modules-apart
modules-apart: ## vet and test each nested module, with the versions of its go.mod
	@$(call each,$(MODULES),go vet ./... && go test ./...)

.PHONY: fuzz-short
fuzz-short: ## fuzz the packages that the last 20 commits changed, for a few seconds each target
	@internal/tools/fuzz $(FUZZTIMESHORT) changed . $(MODULES)

.PHONY: instructions
instructions: ## compare the instruction counts of rendering and json.Marshal, if valgrind is installed
	@cd bench && go run ./cmd/instructions

.PHONY: interop
interop: ## test the servers with the MCP conformance suite, SDKs and a browser, and follow README.md in an empty module
	bash interop/run

.PHONY: interop-all
interop-all: ## the same, and what agent frameworks show to a model, and the own tests of both Go SDKs
	bash interop/run all

.PHONY: load
load: ## send load through the fronts, before an upstream that fails
	cd interop/load && go test -count=1 ./... && go run .

.PHONY: pages
pages: ## follow README.md and every page of docs/ in an empty module (takes minutes)
	cd interop && go run ./readme ..

.PHONY: vuln
vuln: ## check dependencies for known vulnerabilities (uses the network)
	go tool -modfile=$(tools)/go.mod govulncheck ./...
