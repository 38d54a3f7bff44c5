# make demo and make test are the two to know; CONTRIBUTING.md explains the rest.

GO        ?= go
BIN       ?= bin
FUZZTIME  ?= 20s
SOAK      ?= 25
BENCHARGS ?=

# One static binary: no cgo, no paths of the machine that built it. The symbol
# table and the debug information go, because a smaller file starts faster. Where
# porcelain/cli/startup can look at stdout before the Go runtime does, it starts
# there.
PLATFORM := $(shell $(GO) env GOOS)/$(shell $(GO) env GOARCH)
ENTRY    := $(if $(filter linux/amd64 linux/arm64,$(PLATFORM)),-E genesis_entry)
FLAGS    := -trimpath -ldflags '-s -w $(ENTRY)'
BUILD    := CGO_ENABLED=0 $(GO) build $(FLAGS)

.DEFAULT_GOAL := build

.PHONY: build
build: ## the binary, bin/genesis
	@$(BUILD) -o $(BIN)/genesis ./cmd/genesis

.PHONY: install
install: ## the binary into GOBIN
	@CGO_ENABLED=0 $(GO) install $(FLAGS) ./cmd/genesis

.PHONY: man
man: ## the manual pages, in bin/man/man1: man -M bin/man genesis-vcs-log
	@$(GO) run ./cmd/genesis-gen -man $(BIN)/man/man1

.PHONY: demo
demo: build ## a real tree in, edited, undone, verified, out again, compared
	@sh .ci/demo $(BIN)/genesis

# -count=1: many of these tests start processes, kill them and race them, so a
# result from the cache says little. Nothing is printed after go test's output.
.PHONY: test
test: ## every test, in less than ten minutes on two cores
	@CGO_ENABLED=0 $(GO) test -count=1 -timeout 10m ./...

.PHONY: test-race
test-race: ## the same under the race detector, the binary of the scripts too (needs a C compiler)
	@CGO_ENABLED=1 $(GO) test -count=1 -race -timeout 40m ./...

.PHONY: soak
soak: ## the crash, race and damage tests with their full numbers; an hour or more
	@CGO_ENABLED=0 GENESIS_SOAK=1 $(GO) test -count=1 -shuffle=on -timeout 4h ./...
	@CGO_ENABLED=0 $(GO) test -count=1 -timeout 4h ./objects/packstore -args -soak $(SOAK)

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME each
	@GO='$(GO)' FUZZTIME='$(FUZZTIME)' sh .ci/fuzz

.PHONY: lint
lint: ## formatting, go vet on both platforms, golangci-lint
	@GO='$(GO)' sh .ci/lint

.PHONY: generate
generate: ## the published documents and the tables of the reference, from the program
	@$(GO) run ./cmd/genesis-gen
	@$(GO) test -count=1 -run '^TestGenerated' ./docs -update

.PHONY: check-diagnostics
check-diagnostics: ## the golden diagnostics and the report on repairs, reproduced; changes nothing
	@CGO_ENABLED=0 $(GO) test -count=1 ./testscripts/diagnostics

.PHONY: update-diagnostics
update-diagnostics: ## write both, and how people see failures, again after a change that is meant; then review the difference
	@CGO_ENABLED=0 $(GO) test -count=1 ./testscripts/diagnostics -update
	@CGO_ENABLED=0 $(GO) test -count=1 -run '^TestFailureGolden$$' ./porcelain/render -update

.PHONY: bench
bench: build ## genesis beside git and restic on the same work; BENCHARGS go to the command
	@CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w' -o $(BIN)/genesis-bench ./cmd/genesis-bench
	@$(BIN)/genesis-bench --genesis $(BIN)/genesis $(BENCHARGS)

.PHONY: bench-check
bench-check: build ## system calls and allocations against the baseline: figures that a busy machine does not change
	@$(GO) run ./cmd/genesis-bench --genesis $(BIN)/genesis --check cmd/genesis-bench/testdata/baseline.json

.PHONY: bench-update
bench-update: build ## write that baseline after a change that is meant; then review the difference
	@mkdir -p cmd/genesis-bench/testdata
	@$(GO) run ./cmd/genesis-bench --genesis $(BIN)/genesis --check cmd/genesis-bench/testdata/baseline.json --update

.PHONY: clean
clean:
	@rm -rf $(BIN)

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' Makefile
