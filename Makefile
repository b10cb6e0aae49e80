# `make check` is everything that must hold before a change lands; .ci/run and the GitHub workflow
# run it after the tests, with the versions of Go in .ci/go-versions. The small targets are its parts.

SHELL         := bash
.SHELLFLAGS   := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS     += --no-print-directory

# The modules nested in this one, found wherever one is added.
prune   := \( -name .git -o -name node_modules -o -name testdata \) -prune
MODULES := $(patsubst ./%/go.mod,%,$(shell find . $(prune) -o -name go.mod ! -path ./go.mod -print | sort))

# $(call each,DIRS,COMMAND) runs the command in each of these modules that holds Go code.
each = for m in $(1); do (cd $$m; pkgs=$$(go list ./...); [ -z "$$pkgs" ] || { echo "== $$m: $(2)"; $(2); }); done

# Tools are pinned in a module of their own, so that they never enter the library's go.mod.
tools := $(CURDIR)/internal/tools

# How long each fuzz target runs. A count for the short round, not a time: when the time is up, a
# busy machine now and then reports "context deadline exceeded" as a failure (go.dev/issue/75804).
FUZZTIME      ?= 1m
FUZZTIMESHORT ?= 20000x

# Each target works on the whole tree, and `generated` compares it: one after the other.
.NOTPARALLEL:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: test
test: ## run the tests
	go test ./...

.PHONY: check
check: fmt tidy vet lint generated race shuffle modules fuzz-short instructions interop ## everything that must hold before a change lands

.PHONY: check-go
check-go: vet race modules ## the part of check that depends on the version of Go (GOTOOLCHAIN=go1.26.11 make check-go)

.PHONY: generate
generate: ## write the generated files
	go generate ./...

.PHONY: bench
bench: ## measure beside the peers, and write bench/RESULTS.md
	@cd bench && go run ./cmd/goals $(GOALSFLAGS)

.PHONY: fuzz
fuzz: ## fuzz every target for a minute each (FUZZTIME=10m for more)
	@internal/tools/fuzz $(FUZZTIME) . $(MODULES)

.PHONY: fmt
fmt: ## gofmt would change nothing
	@bad=$$(find . $(prune) -o -name '*.go' -exec gofmt -l {} +); \
	[ -z "$$bad" ] || { echo "gofmt would change:"; echo "$$bad"; exit 1; }

.PHONY: tidy
tidy: ## go mod tidy would change nothing, in any module
	@for m in . $(MODULES); do echo "== $$m: go mod tidy -diff"; (cd $$m; go mod tidy -diff); done

.PHONY: vet
vet: ## go vet
	go vet ./...

.PHONY: lint
lint: ## staticcheck, as staticcheck.conf says, in every module
	@$(call each,. $(MODULES),go tool -modfile=$(tools)/go.mod staticcheck ./...)

.PHONY: generated
generated: ## go generate would change nothing
	@snapshot() { find . $(prune) -o -type f -exec sha256sum {} + | sort -k 2; }; \
	before=$$(snapshot); \
	$(MAKE) generate; \
	diff <(echo "$$before") <(snapshot) || { echo "go generate changed the files above: commit them"; exit 1; }

.PHONY: race
race: ## the tests under the race detector
	go test -race ./...

.PHONY: shuffle
shuffle: ## the tests in random order, with 1, 2 and 8 processors
	go test -count=1 -shuffle=on -cpu 1,2,8 ./...

.PHONY: modules
modules: ## vet and test the nested modules
	@$(call each,$(MODULES),go vet ./... && go test ./...)

.PHONY: fuzz-short
fuzz-short: ## fuzz every target for a few seconds
	@internal/tools/fuzz $(FUZZTIMESHORT) . $(MODULES)

.PHONY: instructions
instructions: ## count the instructions of rendering beside json.Marshal, where valgrind is
	@cd bench && go run ./cmd/instructions

.PHONY: interop
interop: ## real clients of the protocols against our servers
	@if [ -f interop/run ]; then echo "== interop/run"; bash interop/run; fi

.PHONY: vuln
vuln: ## known vulnerabilities in what we depend on (asks the database on the network)
	go tool -modfile=$(tools)/go.mod govulncheck ./...
