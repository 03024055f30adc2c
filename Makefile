# `make play` and `make test` are all a newcomer needs; each target sets up what it lacks.
# Wants Python 3.11 or newer and make, nothing else.

PYTHON ?= $(shell for p in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PLAYS := $(VENV)/.plays
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help play test quick rules bench soak installs wheels coverage lint format setup clean

help: ## show this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1	\2/' | expand -t 16

$(PLAYS): requirements.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "p2puno needs Python 3.11 or newer: install it, or call make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python has no venv module here: install it (Debian, Ubuntu: apt-get install python3-venv)"; exit 1; }
	$(PIP) --require-hashes --requirement requirements.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(STAMP): $(PLAYS) requirements-dev.txt
	$(PIP) --require-hashes --requirement requirements-dev.txt
	@touch $@

setup: $(STAMP) ## all that the other targets need, in .venv

play: $(PLAYS) ## a game against bots
	@$(BIN)/p2puno play

test: $(STAMP) ## all tests
	$(BIN)/python -m pytest -n 3 --dist worksteal

quick: $(STAMP) ## the tests that take under a minute together
	$(BIN)/python -m pytest -n 3 --dist worksteal -m "not slow and not whole"

rules: $(STAMP) ## which test shows which rule; fails if one has none
	@$(BIN)/python -m tests.rules

bench: $(STAMP) ## all benchmarks in one table, which goes to docs/benchmarks.md too
	@$(BIN)/python -m benchmarks

soak: $(STAMP) ## 8 hours of virtual time and 30 minutes of real processes: does anything leak or get stuck?
	@$(BIN)/python -m tests.soak

installs: $(STAMP) ## the wheel alone in clean environments of every Python found
	@$(BIN)/python -m tests.install

wheels: $(STAMP) ## everything locked has a wheel for every supported Python and system
	@$(BIN)/python -m tests.wheels

coverage: $(STAMP) ## the lines and branches that no test runs (without the slow ones, which only do the same at length)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n 3 --dist worksteal -m "not slow"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

lint: $(STAMP) ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(STAMP) ## put the code into ruff's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## remove what the other targets made
	rm -rf $(VENV) .coverage .mypy_cache .ruff_cache .pytest_cache build dist
