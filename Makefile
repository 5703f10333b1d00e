# Two commands are all that a newcomer needs: `make run` and `make test`.
PYTHON ?= python3
PY := .venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000
LAN ?=
DEMO ?= yes
TAG ?=
WITHOUT ?=
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all:

# Bytecode is kept whatever the shell says: every process of the tests would compile all anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run setup core image kept-night lint test test-all record test-libs test-sqlite test-prod test-browser test-faults test-hosts test-peers test-box test-image peers html check format demo-reset bench soak lock openapi hidden-cards release

run: .venv/.runs core
	@$(PY) manage.py serve --host $(HOST) --port $(PORT) $(if $(LAN),--lan $(LAN)) $(if $(filter no,$(DEMO)),--no-demo)

# What tests and development need too: `make run` does without.
setup: .venv/.installed core

# Without a C++ compiler the solver runs in Python; the build says so and goes on.
core:
	@$(PY) -m solver.build

.venv/.runs: requirements.lock
	@echo "Installing what the site needs into .venv (once, and again when the lock changes)"
	@$(PY) -m pip --version >/dev/null 2>&1 || sh venv.sh $(PYTHON)
	@$(PIP) -r $<
	@touch $@

.venv/.installed: requirements-dev.lock
	@echo "Installing what the tests need too into .venv (once, and again when the lock changes)"
	@$(PY) -m pip --version >/dev/null 2>&1 || sh venv.sh $(PYTHON)
	@$(PIP) -r $<
	@touch .venv/.runs $@

# `test` is what a change can break. `test-all` is everything that this machine can run, with the long proofs; `release` asks for
# its record in var/test-all. Both go on after a failure, and say at the end what was skipped and what it takes (tests/needs.py).
PARTS = libs sqlite prod browser
test-all: PARTS = peers libs sqlite prod browser faults hosts box image
test-all: KEPT = var/test-all
test-all: export LONG = 1
test-all: export PYTEST_ADDOPTS = --timeout 1800
test-all: record
test test-all: setup
	@trap 'exit 130' INT; said=; failed=0; kept=$(or $(KEPT),$$(mktemp -d)); \
	for part in $(PARTS); do \
	  if SKIPS=$$kept/$$part $(MAKE) test-$$part; then said="$$said $$part passed"; else said="$$said $$part FAILED"; failed=1; fi; \
	done; \
	printf 'test-%s: %s\n' $$said | tee $$kept/said; \
	awk -F'\t' 'NF == 2 {n[$$2] += $$1} END {for (why in n) print "skipped " n[why] ": " why}' $$kept/* | sort; \
	$(if $(KEPT),,rm -rf $$kept;) exit $$failed

record:
	@rm -rf var/test-all; mkdir -p var/test-all; \
	if [ "$$(git status --porcelain 2>&1)" ]; then echo "Commit your changes first, if this run is to count for a release."; \
	else git rev-parse HEAD^{tree} >var/test-all/tree; fi

# The longest tests come first, so that no worker waits for another at the end.
test-libs: setup
	$(PY) -m pytest -q -n auto --dist worksteal tests/test_*.py tests/games tests/scoring tests/movements tests/solver

test-sqlite: setup
	$(PY) -m pytest -q -n auto --dist worksteal tests/attack tests/clubsite -m "not prod"

# Each of two workers has servers of its own, unless DATABASE_URL and REDIS_URL name servers.
test-prod: setup
	$(PY) -m pytest -q $(if $(DATABASE_URL),-n 0,-n 2 --dist loadfile --no-loadscope-reorder) tests/prod

# What may fail while boards are played (docs/faults.md), apart from `test`. LONG=1 for the long round, SHORT=1 for the short
# one of `.ci/run`: acts that are doubled or race, kills of web processes, sockets.
SHORT_FAULTS = tests/faults/test_acts.py tests/faults/test_sockets.py
test-faults: setup
	$(PY) -m pytest -q --timeout $(if $(LONG),900,400) $(if $(SHORT),-n 2 --dist loadfile $(SHORT_FAULTS),tests/faults)

# Two hosts and a proxy in network namespaces, which lose cables and programs. Only root may make them.
test-hosts: setup
	$(PY) -m pytest -q -n 0 tests/hosts

test-browser: setup
	$(PY) -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder tests/browser

# A box of the club's own, and the image, in a newly made Debian. Only root can make one.
test-box test-image: setup
	.ci/run $(@:test-%=%)

# Other programs read our files: endplay, which is too large for every .venv, xmllint and mdbtools. None may be missing in `peers`.
peers: setup .venv/.peers-installed
	FORBID_SKIPS=1 $(PY) -m pytest -q tests/scoring/files

test-peers: setup
	-@$(MAKE) .venv/.peers-installed
	$(PY) -m pytest -q tests/scoring/files

# Needs Java and the Nu Html Checker's vnu.jar: make html VNU_JAR=/where/vnu.jar
html: setup
	VNU_JAR=$(VNU_JAR) $(PY) -m pytest -q tests/clubsite/test_every_link.py

.venv/.peers-installed: requirements-peers.lock .venv/.installed
	@echo "Installing endplay into .venv (200 MB; it has no wheel for Python 3.14, and is left out there)"
	@$(PIP) -r requirements-peers.lock
	@touch $@

check: lint test-libs test-sqlite

lint: setup
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) manage.py makemigrations --check --dry-run
	@$(PY) -m pytest -q --collect-only tests/faults tests/hosts >/dev/null || { echo "tests/faults or tests/hosts cannot be imported"; exit 1; }

format: setup
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

demo-reset: .venv/.runs
	$(PY) manage.py demo_reset

bench: setup
	$(PY) bench/relay.py

# The acts of 8 hours of 100 tables in 45 minutes: what grows that should not (docs/scale.md). MINUTES=10 for fewer acts.
MINUTES ?= 45
soak: setup
	$(PY) bench/soak.py --minutes $(MINUTES)

# What the API takes and answers, from its views: docs/openapi.yaml.
openapi: setup
	$(PY) manage.py spectacular --settings clubsite.settings.test --validate --file docs/openapi.yaml

# Who may see what of a board, from the rule: the tables in docs/hidden-cards.md.
hidden-cards: setup
	$(PY) -m clubsite.secrecy docs/hidden-cards.md
# The database of this version, with a played night, that later versions upgrade (tests/upgrade).
kept-night: setup
	$(PY) -m tests.upgrade.kept_night make

# The wheels, the list of libraries and the notes in dist/, after test-all; the tag of git only with TAG=yes. WITHOUT=hosts,image
# names parts of test-all that the machine could not run.
release: setup
	@$(PY) release.py $(if $(filter yes,$(TAG)),--tag) $(if $(WITHOUT),--without $(WITHOUT))

# The club server's image, labelled with the version (DOCKER=podman works too).
DOCKER ?= docker
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
image:
	$(DOCKER) build --build-arg VERSION=$(VERSION) -t two-handed-club:$(VERSION) .

# One lock for every Python and system; what is pinned stays unless it must change.
PINS := .venv/bin/uv pip compile --quiet --universal --python-version 3.11.2 --only-binary :all: --generate-hashes \
  --no-header --annotation-style line

lock:
	$(PINS) --group dev -o requirements-dev.lock pyproject.toml
	$(PINS) -c requirements-dev.lock -o requirements.lock pyproject.toml
	$(PINS) -c requirements-dev.lock -o requirements-peers.lock requirements-peers.in
