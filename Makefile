# Two commands: `make run` and `make test`. Both set up everything they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime.stamp
DEV := $(VENV)/.dev.stamp

.PHONY: run test soak setup assistant lint types check lock audit bench clean

run: setup ## set up and run the bot (no token: local chat in the browser)
	@$(BIN)/swealog run $(ARGS)

test: $(DEV) ## set up and run all tests
	@./.ci/chromium
	@./.ci/clients
	@$(BIN)/python -m pytest -n auto --dist worksteal -q $(ARGS)

soak: $(DEV) ## the long runs whole (about 40 minutes); SOAK=ci SOAK_SECONDS=270: a part of them
	@./.ci/chromium
	@./.ci/clients
	@[ "$${SOAK:-whole}" != whole ] || ./.ci/weights
	@SOAK=$${SOAK:-whole} $(BIN)/python -m pytest -n auto --dist worksteal -q $(ARGS)

assistant: $(RUNTIME) ## what calendars, notes from Notion and finding by meaning need besides
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-assistant.txt

setup: $(RUNTIME) ## leave .venv/bin/swealog

$(VENV)/bin/python:
	@PYTHON="$(PYTHON)" ./.ci/venv $(VENV)

$(RUNTIME): requirements.txt pyproject.toml | $(VENV)/bin/python
	@echo "setting up (once) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(DEV): requirements-dev.txt $(RUNTIME)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

lint: $(DEV)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(DEV)
	@$(BIN)/basedpyright

check: test lint types

lock: ## compile both lock files anew (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
	  --extra dev --extra build --extra mcp --extra calendar --extra google --extra notion --extra semantic --extra git pyproject.toml -o requirements-dev.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
	  --extra build -c requirements-dev.txt pyproject.toml -o requirements.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
	  --extra mcp --extra calendar --extra google --extra notion --extra semantic --extra git -c requirements-dev.txt pyproject.toml -o requirements-assistant.txt
	cd tests/clients/aiogram && uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
	  requirements.in -o requirements.txt
	cd tests/clients/grammy && npm install --silent --package-lock-only
	cd tests/clients/mcp && npm install --silent --package-lock-only

audit: $(DEV) ## known vulnerabilities of what is locked (needs a network)
	@./.ci/audit $(BIN)

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis
