# make demo    set everything up and audit the built-in sample
# make test    set everything up; lint, types, all tests: what must pass
# make test-fast     the tests for between two edits: all that take less than a tenth of a second, without browser and real data
# make coverage      all tests, with what of the code the quick ones ran
# make test-repeat   all tests twenty times (TIMES=20), in other orders and with other hashes; how many runs passed
# make test-lowest   all tests with the lowest versions that pyproject.toml allows, in an environment of their own
# make test-newest   all tests with the newest ones that it allows, likewise
# make test-cluster   the checks of Spark on a master and two workers, processes of their own; one is killed during an audit
# make dist    an sdist and wheels into dist/, for everybody and with compiled kernels, tried on every supported Python of this machine
# make image   the container; where nothing can build one, its steps are checked and run without
# make lock    pin the newest versions of today, with hashes, into requirements/
# make release-check   everything that has to hold before a tag: the above, metadata, changelog, recipe, docs
# make bench   speed, each line beside what is wanted, in one run, into benchmarks/results.json
# make bench-quality   hours: titles, labels, protections and links against what is true, into benchmarks/quality.json
# make bench-links   links alone: found, accused and calibration on every split of every dataset at hand
# make docs    the documentation as a site, into build/site; a link that leads nowhere is an error
# make pictures   run the guides, and write what they show and their pictures anew
# make census  what is missing of the census of well-known datasets, and its page
# make figures the cheap commands again whose figures documents quote, and which of them changed
# make clean   remove what the others made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := build/demo
LOWEST := .venv-lowest
NEWEST := .venv-newest
RELEASE := .venv-release
TIMES ?= 20
TESTS = $(BIN)/python -m pytest -n auto --dist worksteal -q
TOOLS := browser axe java strace
# From Python 3.12 on, the interpreter tells itself which lines ran, which costs next to nothing.
CORE = $(shell $(BIN)/python -c 'import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")')

# What is installed is pinned, with hashes; where that cannot be had, it is what pyproject.toml allows.
INSTALL := -m pip install --quiet --disable-pip-version-check
PINNED = $(BIN)/python $(INSTALL) --require-hashes $(patsubst %,--requirement requirements/%.txt,$(1)) \
	  && $(BIN)/python $(INSTALL) --no-deps --no-build-isolation --editable . \
	  || { echo "The versions pinned in requirements/ cannot be installed here: taking what pyproject.toml allows instead."; \
	       $(BIN)/python $(INSTALL) --editable '$(2)'; }

.PHONY: demo test test-fast coverage lint types types-noted tests test-repeat test-lowest test-newest test-cluster dist image lock release-check bench bench-quality bench-links census figures docs pictures browser axe java strace clean

demo: $(VENV)/.compiled
	$(BIN)/standout audit sample --out $(DEMO)

# Types are checked while inner loops are compiled, each on a core; what is wrong with them is said at the end.
test: lint $(TOOLS)
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/.compiled-all types-noted
	@$(TESTS); tests=$$?; cat build/types.txt; exit $$((tests + $$(cat build/types.status)))

types-noted: $(VENV)/.installed-dev
	@mkdir -p build
	@status=0; $(BIN)/mypy >build/types.txt 2>&1 || status=$$?; echo $$status >build/types.status

test-fast: $(VENV)/.installed-dev
	$(TESTS) --short --ignore=tests/browser --ignore=tests/real

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

tests: $(VENV)/.compiled-all $(TOOLS)
	$(TESTS)

coverage: $(VENV)/.compiled-all $(TOOLS)
	COVERAGE_CORE=$(CORE) $(TESTS) --cov --cov-report=term

test-repeat: $(VENV)/.compiled-all $(TOOLS)
	$(BIN)/python -m tests.repeat $(TIMES)

# What is compiled is kept apart: another numba would throw it away.
test-lowest: $(LOWEST)/.installed $(TOOLS)
	NUMBA_CACHE_DIR=$(abspath $(LOWEST))/numba $(LOWEST)/bin/python -m pytest -n auto --dist worksteal -q --ignore=tests/golden
	$(LOWEST)/bin/python -m tests.lowest passed

test-newest: $(NEWEST)/.installed $(TOOLS)
	NUMBA_CACHE_DIR=$(abspath $(NEWEST))/numba $(NEWEST)/bin/python -m pytest -n auto --dist worksteal -q
	$(NEWEST)/bin/python -m release.newest passed

test-cluster: $(VENV)/.installed-dev java
	$(BIN)/python -m tests.engines.spark.standalone

dist: $(RELEASE)/.installed
	rm -rf dist
	$(RELEASE)/bin/python -m build --no-isolation --outdir dist .
	$(RELEASE)/bin/python -m release.wheels dist
	$(RELEASE)/bin/python -m release.contents dist
	$(RELEASE)/bin/python -m release.smoke dist

image: | $(VENV)/bin/python
	$(BIN)/python -m release.container

lock: $(RELEASE)/.installed
	$(RELEASE)/bin/python -m release.lock

# The notebooks are run by the tests.
release-check: test dist image
	$(RELEASE)/bin/python -m twine check --strict dist/*
	$(RELEASE)/bin/python -m release.changelog
	$(RELEASE)/bin/python -m release.recipe
	$(BIN)/python -m tests.lowest tested || $(MAKE) test-lowest
	$(RELEASE)/bin/python -m release.newest tested || $(MAKE) test-newest
	$(MAKE) docs

bench: $(VENV)/.compiled-all
	$(BIN)/python -m benchmarks

bench-quality: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks quality

bench-links: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks.linking --all

docs: $(VENV)/.installed-dev
	$(BIN)/python -m docs.site

# GROCERIES=FILE also walks docs/start.md, which needs that dataset; GUIDES="publish start" says which alone.
pictures: $(VENV)/.installed-dev browser
	$(BIN)/python -m docs.site.pictures $(GUIDES) $(if $(GROCERIES),--groceries $(GROCERIES))

census: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks.census --write

figures: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks.figures

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

$(VENV)/bin/python $(LOWEST)/bin/python $(NEWEST)/bin/python $(RELEASE)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Standout needs Python 3.11 or newer, but $(PYTHON) is $$($(PYTHON) --version 2>&1 | tail -1): say make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(patsubst %/bin/python,%,$@) || { \
	  echo "Python's venv module is missing: install it (Debian: apt-get install python3-venv)"; exit 1; }

$(VENV)/.installed: pyproject.toml requirements/run.txt | $(VENV)/bin/python
	@$(call PINNED,run build,.)
	@touch $@

# Inner loops are compiled once for all processors of this kind, after installing and after they were changed: for a first
# audit it takes a minute, for everything else that is usual a few more, which hundreds of processes in the tests then save.
COMPILED_LATER = echo "Not all could be compiled (above): the rest is, where it is first needed."
KERNELS = $(wildcard src/standout/kernels/*.py) release/compiling.py release/commands.py
$(VENV)/.compiled: $(VENV)/.installed $(KERNELS)
	@echo "Compiling the inner loops, once ..."
	@$(BIN)/python -m release.compiling audit || $(COMPILED_LATER)
	@touch $@

$(VENV)/.compiled-all: $(VENV)/.installed-dev $(KERNELS)
	@echo "Compiling all inner loops, once ..."
	@$(BIN)/python -m release.compiling || $(COMPILED_LATER)
	@touch $@ $(VENV)/.compiled

$(VENV)/.installed-dev: pyproject.toml requirements/dev.txt | $(VENV)/bin/python
	@$(call PINNED,dev,.[dev])
	@touch $@ $(VENV)/.installed

$(LOWEST)/.installed: pyproject.toml tests/lowest.py | $(LOWEST)/bin/python
	$(LOWEST)/bin/python -m tests.lowest pins > $(LOWEST)/pins.txt
	$(LOWEST)/bin/python $(INSTALL) --requirement $(LOWEST)/pins.txt
	$(LOWEST)/bin/python $(INSTALL) --no-deps --editable .
	@touch $@

$(NEWEST)/.installed: pyproject.toml | $(NEWEST)/bin/python
	$(NEWEST)/bin/python $(INSTALL) --upgrade --upgrade-strategy eager --editable '.[dev]'
	@touch $@

$(RELEASE)/.installed: requirements/release.txt requirements/build.txt | $(RELEASE)/bin/python
	$(RELEASE)/bin/python $(INSTALL) --require-hashes --requirement requirements/release.txt --requirement requirements/build.txt
	@touch $@

clean:
	rm -rf $(VENV) $(LOWEST) $(NEWEST) $(RELEASE) src/standout/kernels/compiled build dist .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
