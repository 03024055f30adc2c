# `make play` and `make test` are all a newcomer needs; each target sets up what it lacks.
# Wants Python 3.11 or newer and make, nothing else.

PYTHON ?= $(shell for p in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PLAYS := $(VENV)/.plays
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --disable-pip-version-check

# $(call working,what is done,command): dots show that it goes on; what the command says is shown if it fails.
# The dots end with the shell that started them, so that Ctrl-C ends both.
define working
@printf '%s ' '$(1)'; \
	(while kill -0 $$$$ 2>/dev/null; do printf .; sleep 0.5; done) & dots=$$!; \
	if said=$$($(2) 2>&1); then kill $$dots; echo ' done'; \
	else kill $$dots; printf '\n%s\n' "$$said"; exit 1; fi
endef

.DEFAULT_GOAL := help
.PHONY: help play test long quick rules bench soak installs app windows wheels coverage lint format setup clean

help: ## show this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1	\2/' | expand -t 16

$(PLAYS): requirements.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "p2puno needs Python 3.11 or newer: install it, or call make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "Python has no venv module here: install it (Debian, Ubuntu: apt-get install python3-venv)"; exit 1; }
	$(call working,Making $(VENV),$(PYTHON) -m venv $(VENV))
	$(call working,Fetching and installing what p2puno needs,$(PIP) --require-hashes --requirement requirements.txt)
	$(call working,Installing p2puno there,$(PIP) --no-deps --no-build-isolation --editable .)
	$(call working,Compiling it,$(BIN)/python -m compileall -q p2puno protocol cli)
	@touch $@

$(STAMP): $(PLAYS) requirements-dev.txt
	$(call working,Fetching and installing what developers need,$(PIP) --require-hashes --requirement requirements-dev.txt)
	@touch $@

setup: $(STAMP) ## all that the other targets need, in .venv

play: $(PLAYS) ## a game against bots
	@$(BIN)/p2puno play

test: $(STAMP) ## all tests but the longest
	$(BIN)/python -m pytest -n 5 --dist worksteal -m "not long"

long: $(STAMP) ## the tests that take too long for every change
	$(BIN)/python -m pytest -n 4 --dist worksteal -m long

quick: $(STAMP) ## the tests that take under a minute together
	$(BIN)/python -m pytest -n 4 --dist worksteal -m "not slow and not whole"

rules: $(STAMP) ## which test shows which rule; fails if one has none
	@$(BIN)/python -m tests.rules

bench: $(STAMP) ## all benchmarks; their tables go to docs/benchmarks.md
	@$(BIN)/python -m benchmarks

soak: $(STAMP) ## 8 hours of virtual time and 30 minutes of real processes: does anything leak or get stuck?
	@$(BIN)/python -m tests.soak

installs: $(STAMP) ## the wheel alone in clean environments of every Python found
	@$(BIN)/python -m tests.install

app: $(PLAYS) ## dist/p2puno: the whole program as one file, for friends without Python
	$(call working,Fetching and installing PyInstaller,$(PIP) --require-hashes --requirement requirements-app.txt)
	$(call working,Making dist/p2puno and playing a game with it,$(BIN)/python -m tools.app)
	@ls -sh dist/p2puno*

windows: $(STAMP) ## the whole program on Windows, by wine, and dist/p2puno.exe; says so where wine is missing
	@$(BIN)/python -m tests.windows

wheels: $(STAMP) ## everything locked has a wheel for every supported Python and system
	@$(BIN)/python -m tests.wheels

coverage: $(STAMP) ## the lines and branches that no test runs (without the slow ones, which only do the same at length)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n 4 --dist worksteal -m "not slow"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

lint: $(STAMP) ## ruff, mypy --strict, and which package may import which
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache

format: $(STAMP) ## put the code into ruff's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## remove what the other targets made
	rm -rf $(VENV) .coverage .mypy_cache .ruff_cache .pytest_cache build dist
