# make demo    set everything up and audit the built-in sample
# make test    set everything up; lint, types, all tests, with what of the code the quick ones ran (COVERAGE= leaves that out)
# make test-repeat   all tests twenty times (TIMES=20), in other orders and with other hashes; how many runs passed
# make test-lowest   all tests with the lowest versions that pyproject.toml allows, in an environment of their own
# make bench   speed, as ratios taken in one run, and what links claim against what is true, into benchmarks/results.json
# make bench-links   the latter alone: found, accused and calibration on every split of every dataset at hand
# make docs    the documentation as a site, into build/site; a link that leads nowhere is an error
# make pictures   run the guides, and write what they show and their pictures anew
# make clean   remove what the others made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := build/demo
LOWEST := .venv-lowest
TIMES ?= 20
COVERAGE ?= --cov --cov-report=term
# From Python 3.12 on, the interpreter tells itself which lines ran, which costs next to nothing.
CORE = $(shell $(BIN)/python -c 'import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")')

.PHONY: demo test lint types tests test-repeat test-lowest bench bench-links docs pictures browser axe java strace clean

demo: $(VENV)/.installed
	$(BIN)/standout audit sample --out $(DEMO)

test: lint types tests

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

tests: $(VENV)/.installed-dev browser axe java strace
	COVERAGE_CORE=$(CORE) $(BIN)/python -m pytest -n auto --dist worksteal -q $(COVERAGE)

test-repeat: $(VENV)/.installed-dev browser axe java strace
	$(BIN)/python -m tests.repeat $(TIMES)

# What is compiled is kept apart: another numba would throw it away.
test-lowest: $(LOWEST)/.installed browser axe java strace
	NUMBA_CACHE_DIR=$(abspath $(LOWEST))/numba $(LOWEST)/bin/python -m pytest -n auto --dist worksteal -q --ignore=tests/golden
	$(LOWEST)/bin/python -m tests.lowest passed

bench: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks

bench-links: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks.linking --all

docs: $(VENV)/.installed-dev
	$(BIN)/python -m docs.site

# GROCERIES=FILE also walks docs/start.md, which needs that dataset; GUIDES="publish start" says which alone.
pictures: $(VENV)/.installed-dev browser
	$(BIN)/python -m docs.site.pictures $(GUIDES) $(if $(GROCERIES),--groceries $(GROCERIES))

# The report is tested in a real browser. Where it cannot be installed, those tests are skipped and say so.
browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq chromium >/dev/null; \
	  else \
	    echo "No chromium here: install it (Debian: apt-get install chromium) to run the browser tests."; \
	  fi; }

# Pages for everybody are checked against WCAG by axe-core. Where npm is missing, those tests are skipped and say so.
axe:
	@test -f build/axe/node_modules/axe-core/axe.min.js || { \
	  if command -v npm >/dev/null; then \
	    npm install --prefix build/axe --no-save --no-audit --no-fund --loglevel=error axe-core@4 >/dev/null \
	      || echo "axe-core could not be installed: the pages are not checked against WCAG."; \
	  else \
	    echo "No npm here: install it (Debian: apt-get install npm) to check the pages against WCAG."; \
	  fi; }

# What runs on Spark is tested on a real cluster, which needs Java: the machine's own, or the one of the extra.
java:
	@command -v java >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq default-jre-headless >/dev/null; \
	  else \
	    echo "No Java here: install it (Debian: apt-get install default-jre-headless) to run the Spark tests."; \
	  fi; }

# Faults in the calls of native code are injected by strace. Where it cannot be installed, those tests are skipped.
strace:
	@command -v strace >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq strace >/dev/null; \
	  else \
	    echo "No strace here: install it (Debian: apt-get install strace) to inject faults into native code."; \
	  fi; }

$(VENV)/bin/python $(LOWEST)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Standout needs Python 3.11 or newer, but $(PYTHON) is older: say make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(patsubst %/bin/python,%,$@) || { \
	  echo "Python's venv module is missing: install it (Debian: apt-get install python3-venv)"; exit 1; }

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,spark]'
	@touch $@ $(VENV)/.installed

$(LOWEST)/.installed: pyproject.toml tests/lowest.py | $(LOWEST)/bin/python
	$(LOWEST)/bin/python -m tests.lowest pins > $(LOWEST)/pins.txt
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $(LOWEST)/pins.txt
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

clean:
	rm -rf $(VENV) $(LOWEST) build dist .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
