# `make check` runs all checks that a change must pass; .ci/run and the GitHub workflow run it after
# the tests, with the versions of Go in .ci/go-versions. `make nightly` runs what takes too long for
# that. The targets below them are their parts.

SHELL         := bash
.SHELLFLAGS   := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS     += --no-print-directory

# Only `check` knows which targets may run beside others: `generated` compares the whole tree before and after.
ifndef beside
.NOTPARALLEL:
endif

# The nested modules.
prune   := \( -name .git -o -name node_modules -o -name testdata \) -prune
MODULES := $(shell find . $(prune) -o -name go.mod -printf '%P\n' | xargs dirname | grep -vxF . | sort)

# $(call each,DIRS,COMMAND) runs the command in each of these modules.
each = for m in $(1); do echo "== $$m: $(2)"; (cd $$m; $(2)); done

# $(call together,DIRS,COMMAND) runs the command once for all packages of these modules, which are
# its last arguments, in a workspace: each dependency is compiled once, in the newest version that
# any of them requires.
together = work=$$(mktemp -d); trap 'rm -rf "$$work"' EXIT; \
	(cd "$$work" && go work init $(CURDIR) $(addprefix $(CURDIR)/,$(filter-out .,$(1)))); \
	echo "== $(2): $(1)"; \
	GOWORK=$$work/go.work $(2) $(patsubst %,./%/...,$(1))

# Modules whose dependencies are half of what all modules have, and that nothing else is made of: only
# `make nightly` tests them. So it does with examples that have the build tag heavy.
heavy := adapters/llm bench
CHECKED := $(filter-out $(heavy),$(MODULES))

# Modules whose dependencies take minutes to compile with another version of Go, and that are
# programs or thin layers: nightly, `make check-go slow=` tests them, too.
slow := adapters/caddy adapters/extproc examples interop $(heavy)

# Where the tools of interop/go.mod are. go tool does not run them in a workspace.
bin := $(shell go env GOCACHE)/toolerr-tools

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "%-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: test
test: ## run the tests
	go test ./...

.PHONY: test-short
test-short: ## run the tests without those that are slow, which takes less than a minute
	go test -short ./...

.PHONY: slow
slow: ## list the tests that -short leaves out, and why
	@go test -short -run . -v ./... | \
	awk '/^ *--- SKIP/ { t = $$3; next } /slow: / { sub(/.*slow: /, ""); print t ": " $$0 }' | sort -u

# Product code is what users get: neither tests, nor fixtures, nor what is only run in this repository.
product := git ls-files '*.go' | \
	grep -vE '_test\.go$$|(^|/)testdata/|^(bench|interop|examples|lab)/'

.PHONY: lines
lines: ## count the lines of product code, without comments and blank lines
	@$(product) | xargs cat | grep -cvE '^[[:space:]]*(//|$$)'

# What writes files.

.PHONY: generate
generate: ## regenerate the generated files
	go generate ./...

.PHONY: golden
golden: ## rewrite the golden files
	go test $$(grep -rlE --include='*_test.go' --exclude-dir=interop 'golden\.(Test|File)\(|flag\.Bool\("update"' . | \
		xargs -n 1 dirname | sort -u) -update

.PHONY: bench
bench: ## run the benchmarks and write bench/RESULTS.md
	@cd bench && go run ./cmd/goals $(GOALSFLAGS)

.PHONY: agents
agents: ## let agents read the errors of fifteen servers, and write docs/agents.md (needs npm and Python 3)
	@cd bench && go run ./cmd/agents $(AGENTSFLAGS)

.PHONY: agents-model
agents-model: ## let a model read them: URL of an OpenAI-compatible API, MODEL, and the key in OPENAI_API_KEY
	@[ -n "$(URL)" ] && [ -n "$(MODEL)" ] || { echo "usage: make agents-model URL=http://HOST/v1 MODEL=NAME"; exit 2; }
	@cd bench && go run ./cmd/agents -url "$(URL)" -model "$(MODEL)" $(AGENTSFLAGS)

.PHONY: weight
weight: ## print what programs link: size, modules, go.sum
	@cd bench && go run ./cmd/weight

.PHONY: site
site: ## write the static site, with the playground as WebAssembly, into site/
	rm -rf site && go run ./cmd/toolerr/internal/site/write site

.PHONY: tools
tools: ## build the tools that interop/go.mod pins
	@cd interop && GOBIN=$(bin) go install tool

# interop/release makes releases. interop/release/README.md has the steps.

.PHONY: release
release: ## commit and tag a version of all modules, without a push (VERSION=v0.1.0; DRYRUN=1 keeps nothing)
	@cd interop && go run ./release tag $(if $(DRYRUN),-n) "$(VERSION)"

.PHONY: dist
dist: ## build the programs and the site of a version that is tagged into dist (VERSION=v0.1.0; TARGETS=linux/amd64 for one system)
	@cd interop && go run ./release dist "$(VERSION)" $(TARGETS)

# make check: its parts are jobs of the workflow.

# interop waits for servers and a browser more than it computes, and some tests wait, too.
.PHONY: check
check: fmt vet generated ## run all checks that a change must pass, besides make test
	@$(MAKE) beside=1 -j 2 --keep-going --output-sync=target race interop modules lints api

.PHONY: check-go
check-go: ## the part of check that another version of Go may change (GOTOOLCHAIN=go1.26.11 make check-go)
	@$(call together,$(filter-out $(slow),$(MODULES)),go test)

.PHONY: unit
unit: fmt vet generated race ## run the checks of the root module

.PHONY: fmt
fmt: ## check that the code is formatted
	@bad=$$(find . $(prune) -o -name '*.go' -exec gofmt -l {} +); \
	[ -z "$$bad" ] || { echo "gofmt would change:"; echo "$$bad"; exit 1; }

.PHONY: vet
vet: ## run go vet
	go vet ./...

.PHONY: generated
generated: ## check that the generated files are up to date
	@snapshot() { find . $(prune) -o -type f -exec sha256sum {} + | sort -k 2; }; \
	before=$$(snapshot); \
	$(MAKE) generate; \
	diff <(echo "$$before") <(snapshot) || { echo "go generate changed the files above: commit them"; exit 1; }

# Packages whose code or tests start goroutines, without those that only this repository runs, and the scripts of the
# command, which are other processes. RACE=./... is all, as nightly.
starts := \bgo (func\b|[a-z][A-Za-z0-9_.]*\()|\.Go\(|\.Parallel\(|New(TLS)?Server\(|[lL]isten\(
RACE   ?= $(shell go list -f '{{.Dir}}' ./... | grep -vE '/lab/|/schemas|/cmd/toolerr$$' | \
	while read -r dir; do ! grep -qE '$(starts)' "$$dir"/*.go || echo "$$dir"; done)

.PHONY: race
race: ## run the tests with the race detector, in random order (RACE=./... for those without goroutines, too)
	go test -race -short -shuffle=on -vet=off $(RACE)

# The number of executions of fuzz-short, which take about half a minute in all.
FUZZCOUNT ?= 12000

.PHONY: fuzz-short
fuzz-short: ## fuzz the packages that the last 20 commits changed, for half a minute in all
	@bash lab/fuzz changed $(FUZZCOUNT) . $(MODULES)

.PHONY: modules
modules: ## test the nested modules, with the newest version of each dependency
	@$(call together,$(CHECKED),go test -short -vet=off)

.PHONY: api
api: ## compare the exported API with the newest release, and build released modules with this tree
	@cd interop && go run ./release api

.PHONY: lints
lints: tidy lint ## check go.mod files, and run staticcheck

.PHONY: tidy
tidy: ## check that the go.mod files of all modules are tidy
	@$(call each,. $(MODULES),go mod tidy -diff)

.PHONY: lint
lint: ## run staticcheck on every module, but those whose dependencies take it minutes
	@cd interop && GOBIN=$(bin) go install honnef.co/go/tools/cmd/staticcheck
	@$(call together,. $(filter-out %/caddy,$(CHECKED)),$(bin)/staticcheck)

.PHONY: lint-all
lint-all: CHECKED := $(MODULES)
lint-all: lint ## run staticcheck on every module, but that of Caddy

.PHONY: interop
interop: ## install a release of this tree, test its programs with clients of other projects and a browser, follow README.md
	bash interop/run

# make nightly.

.PHONY: nightly
nightly: shuffle modules-apart lint-all test-386 fuzz instructions load interop-all pages vuln ## run what takes long

.PHONY: shuffle
shuffle: ## run the tests in random order, with 1, 2 and 8 processors, and with the race detector
	go test -race -short -shuffle=on -vet=off ./...
	go test -short -count=1 -shuffle=on -cpu 1,2,8 ./...

.PHONY: modules-apart
modules-apart: ## vet and test each nested module, with the versions of its go.mod
	@$(call each,$(MODULES),go vet -tags heavy ./... && go test -tags heavy ./...)

.PHONY: test-386
test-386: ## run go vet and the tests for a 32-bit machine, which amd64 runs, too
	GOARCH=386 CGO_ENABLED=0 go vet ./...
	GOARCH=386 CGO_ENABLED=0 go test -short ./...

# How long fuzz runs each target.
FUZZTIME ?= 1m

.PHONY: fuzz
fuzz: ## fuzz every target for a minute each (FUZZTIME=10m for more)
	@bash lab/fuzz all $(FUZZTIME) . $(MODULES)

.PHONY: instructions
instructions: ## compare the instruction counts of rendering and json.Marshal, if valgrind is installed
	@cd bench && go run ./cmd/instructions

.PHONY: load
load: ## send load through the fronts, before an upstream that fails; interop has each way once
	cd interop/load && go test -count=1 ./... && go run .

.PHONY: interop-all
interop-all: ## the same with all programs of the release, what agent frameworks show to a model, and the tests of both Go SDKs
	bash interop/run all

.PHONY: pages
pages: ## follow README.md and every page of docs/ in an empty module (takes minutes)
	cd interop && go run ./release try go run ./readme ..

.PHONY: vuln
vuln: tools ## check dependencies for known vulnerabilities (uses the network)
	$(bin)/govulncheck ./...
