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

# Modules whose dependencies take minutes to compile with another version of Go, and that are programs or thin layers.
slow := adapters/caddy adapters/extproc bench examples examples/% interop interop/%

# Tools are pinned in a separate module, so that they are not in the go.mod of the library.
tools := $(CURDIR)/internal/tools

# How long each fuzz target runs. The short run has a count, not a duration: at the end of a duration,
# a busy machine sometimes reports "context deadline exceeded" as a failure (go.dev/issue/75804).
FUZZTIME      ?= 1m
FUZZTIMESHORT ?= 3000x

# The slow tests that share nothing, of one goroutine or of processes: order and processors change nothing for them.
serial := ^Test(Laws|Faults|Scripts|Programs|Imports|ReadingUnread|TranslateAttacks|AppendAttacks)$$

# Targets must not run in parallel: `generated` compares the whole tree before and after.
.NOTPARALLEL:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: test
test: ## run the tests
	go test ./...

.PHONY: check
check: fmt tidy vet lint generated race shuffle modules fuzz-short instructions interop ## run all checks

.PHONY: check-go
check-go: vet ## run the part of check that another version of Go may change (GOTOOLCHAIN=go1.26.11 make check-go)
	@$(call each,$(filter-out $(slow),$(MODULES)),go vet ./... && go test ./...)

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
	@internal/tools/fuzz $(FUZZTIME) . $(MODULES)

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
race: ## run the tests with the race detector
	go test -race -short -skip '$(serial)' ./...

.PHONY: shuffle
shuffle: ## run the same tests in random order, with 1, 2 and 8 processors
	go test -short -skip '$(serial)' -count=1 -shuffle=on -cpu 1,2,8 ./...

.PHONY: test-386
test-386: ## run go vet and the tests for a 32-bit machine, which amd64 runs, too
	GOARCH=386 CGO_ENABLED=0 go vet ./...
	GOARCH=386 CGO_ENABLED=0 go test -short ./...

.PHONY: modules
modules: ## vet and test the nested modules
	@$(call each,$(MODULES),go vet ./... && go test ./...)

.PHONY: fuzz-short
fuzz-short: ## fuzz every target for a few seconds
	@internal/tools/fuzz $(FUZZTIMESHORT) . $(MODULES)

.PHONY: instructions
instructions: ## compare the instruction counts of rendering and json.Marshal, if valgrind is installed
	@cd bench && go run ./cmd/instructions

.PHONY: interop
interop: ## test the servers with clients of other projects and the pages in a browser, and follow README.md in an empty module
	@if [ -f interop/run ]; then echo "== interop/run"; bash interop/run; fi

.PHONY: pages
pages: ## follow README.md and every page of docs/ in an empty module (takes minutes)
	cd interop && go run ./readme ..

.PHONY: vuln
vuln: ## check dependencies for known vulnerabilities (uses the network)
	go tool -modfile=$(tools)/go.mod govulncheck ./...
