# The commands a developer runs, and the ones CI runs.

CARGO ?= cargo
CENTO := target/release/cento
EVAL := target/release/cento-eval

.PHONY: all build web demo test nightly lint bench fuzz studies clean

all: build

## The page of report.html, which the command carries in it.
PAGE := web/dist/report.html
web: $(PAGE)

$(PAGE): $(shell find web/src -type f) web/report.html web/vite.config.ts web/package-lock.json
	@command -v npm >/dev/null || { echo "the page of report.html is built with npm: install Node 20 or newer" >&2; exit 1; }
	cd web && npm ci --silent && npm run build --silent
	@touch $(PAGE)

## The complete command, target/release/cento.
build: $(PAGE)
	$(CARGO) build --release --locked -p cento-cli

## The main job on the small collection in demo/.
demo: build
	$(CENTO) find demo/collection.jsonl
	$(CENTO) find demo/collection.jsonl --out target/demo --quiet
	@echo
	@echo "The same, as files: target/demo ($$(wc -l < target/demo/passages.jsonl) passages)"
	@echo "To read it, open target/demo/report.html in a browser"

## All tests; ends with how many passed and failed. Those of the page need a Chromium: see web/README.md.
test: $(PAGE)
	@mkdir -p target
	@set -o pipefail; \
	$(CARGO) test --workspace --locked --no-fail-fast 2>&1 | tee target/test.log; status=$$?; \
	(cd web && npm test) 2>&1 | tee target/web-test.log || status=1; \
	awk '/^test result:/ { passed += $$4; failed += $$6 } \
	     /^[0-9]+ passed, [0-9]+ failed/ { passed += $$1; failed += $$3 } \
	     END { printf "%d passed, %d failed\n", passed, failed }' target/test.log target/web-test.log; \
	exit $$status

test: SHELL := /bin/bash

## What takes too long for every day: a thousand writers killed.
nightly: $(PAGE)
	CENTO_CRASHES=1000 $(CARGO) test --locked -p cento-cli --test crash --test origin

## Formatting and lints.
lint: $(PAGE)
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

## Speed and memory of whole runs; see docs/studies/speed.md.
bench: build
	$(CARGO) build --release --locked -p cento-eval
	bench/run

## Every parser against random input, FUZZ_SECONDS each (default 60).
fuzz: $(PAGE)
	fuzz/run

## The studies in docs/studies, on the collections in DATA="FILE..."; without, on made text.
studies: build
	$(CARGO) build --release --locked -p cento-eval
	bench/studies $(DATA)

clean:
	$(CARGO) clean
