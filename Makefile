# The commands a developer runs, and the ones CI runs.

CARGO ?= cargo
CENTO := target/release/cento
EVAL := target/release/cento-eval

.PHONY: all build demo test lint bench fuzz studies clean

all: build

## The complete command, target/release/cento.
build:
	$(CARGO) build --release --locked -p cento-cli

## The main job on the small collection in demo/.
demo: build
	$(CENTO) find demo/collection.jsonl
	$(CENTO) find demo/collection.jsonl --out target/demo --quiet
	@echo
	@echo "The same, as files: target/demo ($$(wc -l < target/demo/pairs.jsonl) pairs)"

## All tests; ends with how many passed and failed.
test:
	@mkdir -p target
	@set -o pipefail; \
	$(CARGO) test --workspace --locked --no-fail-fast 2>&1 | tee target/test.log; status=$$?; \
	awk '/^test result:/ { passed += $$4; failed += $$6 } \
	     END { printf "%d passed, %d failed\n", passed, failed }' target/test.log; \
	exit $$status

test: SHELL := /bin/bash

## Formatting and lints.
lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

## Speed and memory of whole runs; see docs/studies/speed.md.
bench: build
	$(CARGO) build --release --locked -p cento-eval
	bench/run

## Every parser against random input, FUZZ_SECONDS each (default 60).
fuzz:
	fuzz/run

## The studies in docs/studies, on the collections in DATA="FILE..."; without, on made text.
studies: build
	$(CARGO) build --release --locked -p cento-eval
	bench/studies $(DATA)

clean:
	$(CARGO) clean
