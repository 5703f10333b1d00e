# Two commands are all that a newcomer needs: `make run` and `make test`.
PY := .venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000
LAN ?=

# Bytecode is kept whatever the shell says: every process of the tests would compile all anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run setup lint test test-libs test-sqlite test-prod test-browser test-long peers check format demo-reset bench lock openapi

run: setup
	@$(PY) manage.py serve --host $(HOST) --port $(PORT) $(if $(LAN),--lan $(LAN))

# Without a C++ compiler the solver runs in Python; the build says so and goes on.
setup: .venv/.installed
	@$(PY) -m solver.build

.venv/.installed: requirements-dev.lock
	@echo "Installing into .venv (once, and again when the lock changes)"
	@test -x $(PY) || python3 -m venv .venv
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

test: test-libs test-sqlite test-prod test-browser

test-libs: setup
	$(PY) -m pytest -q -rs -n auto --dist worksteal tests/games tests/scoring tests/movements tests/solver tests/test_docs.py

test-sqlite: setup
	$(PY) -m pytest -q -n auto --dist worksteal tests/clubsite -m "not prod"

test-prod: setup
	$(PY) -m pytest -q tests/prod

test-browser: setup
	$(PY) -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder tests/browser

# Group by group as `test`: modules of two groups may have the same name.
test-long:
	LONG=1 PYTEST_ADDOPTS="--timeout 900" $(MAKE) test

# Other programs read our files: endplay, which is too large for every .venv, and xmllint. Here neither may be missing.
peers: setup .venv/.peers-installed
	REQUIRE_PEERS=1 $(PY) -m pytest -q tests/scoring/files

.venv/.peers-installed: requirements-peers.lock .venv/.installed
	@echo "Installing endplay into .venv (200 MB)"
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-peers.lock
	@touch $@

check: lint test-libs test-sqlite

lint: setup
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) manage.py makemigrations --check --dry-run

format: setup
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

demo-reset: setup
	$(PY) manage.py demo_reset

bench: setup
	$(PY) bench/night.py

# What the API takes and answers, from its doors: docs/openapi.yaml.
openapi: setup
	$(PY) manage.py spectacular --settings clubsite.settings.test --validate --file docs/openapi.yaml

PINS := --quiet --generate-hashes --strip-extras --allow-unsafe --no-header --annotation-style=line \
  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

lock:
	.venv/bin/pip-compile $(PINS) --extra dev -o requirements-dev.lock pyproject.toml
	.venv/bin/pip-compile $(PINS) -c requirements-dev.lock -o requirements.lock pyproject.toml
	.venv/bin/pip-compile $(PINS) -c requirements-dev.lock -o requirements-peers.lock requirements-peers.in
