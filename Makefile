# Two commands are all that a newcomer needs: `make run` and `make test`.
PY := .venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000
export DJANGO_SETTINGS_MODULE ?= clubsite.settings.local

.PHONY: run setup test test-libs test-sqlite test-prod test-browser test-long check format demo-reset bench lock

run: setup
	@$(PY) manage.py serve --host $(HOST) --port $(PORT)

setup: .venv/.installed

.venv/.installed: requirements.lock
	@echo "Installing into .venv (once, and again when requirements.lock changes)"
	@test -x $(PY) || python3 -m venv .venv
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

test: test-libs test-sqlite test-prod test-browser

test-libs: setup
	$(PY) -m pytest -q tests/games tests/scoring tests/movements

test-sqlite: setup
	$(PY) -m pytest -q tests/clubsite -m "not prod"

test-prod: setup
	$(PY) -m pytest -q tests/clubsite tests/prod -m prod

test-browser: setup
	$(PY) -m pytest -q tests/browser

test-long: setup
	LONG=1 $(PY) -m pytest -q tests

check: setup
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) manage.py makemigrations --check --dry-run
	$(MAKE) --no-print-directory test-libs test-sqlite

format: setup
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

demo-reset: setup
	$(PY) manage.py demo_reset

bench: setup
	$(PY) bench/night.py

lock: setup
	.venv/bin/pip-compile --quiet --extra dev --generate-hashes --strip-extras --allow-unsafe \
	  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host -o requirements.lock pyproject.toml
