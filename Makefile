# Roost. Needs only make and Python 3.11 or newer; everything else goes into .venv, from the pinned files in requirements/.
# `make help` lists what there is.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
STUBS := $(VENV)/micropython-stubs
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- the environment -------------------------------------------------------------------------------------------------

.PHONY: setup
setup: $(STAMPS)/run $(STAMPS)/test $(STAMPS)/lint $(STAMPS)/bench ## Make .venv with the command roost and all tools for working on it

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Roost needs Python 3.11 or newer. Name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

# The project itself is installed last, in place: what is edited in the tree is what runs.
$(STAMPS)/run: $(STAMPS)/venv requirements/run.txt requirements/circuitpython.txt pyproject.toml
	$(PIP) install --require-hashes -r requirements/run.txt
	$(PIP) install --require-hashes --no-deps -r requirements/circuitpython.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(STAMPS)/test: requirements/test.txt | $(STAMPS)/run
	$(PIP) install --require-hashes -r requirements/test.txt
	@touch $@

$(STAMPS)/lint: requirements/lint.txt requirements/stubs.txt | $(STAMPS)/run
	$(PIP) install --require-hashes -r requirements/lint.txt
	rm -rf $(STUBS)
	$(PIP) install --require-hashes --no-deps --target $(STUBS) -r requirements/stubs.txt
	@touch $@

$(STAMPS)/fuzz: requirements/fuzz.txt | $(STAMPS)/test
	$(PIP) install --require-hashes -r requirements/fuzz.txt
	@touch $@

$(STAMPS)/bench: requirements/bench.txt | $(STAMPS)/run
	$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@

# uv writes lock files that hold for every platform; pip reads them.
COMPILE = $(VENV)/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make lock" $(UPGRADE)

.PHONY: lock
lock: $(STAMPS)/venv ## Renew the pinned requirements (UPGRADE=--upgrade takes newer versions)
	@test -x $(VENV)/lock/bin/uv || { $(PYTHON) -m venv $(VENV)/lock && $(VENV)/lock/bin/pip install --quiet uv; }
	$(COMPILE) pyproject.toml --group build -o requirements/run.txt
	$(COMPILE) --group test -c requirements/run.txt -o requirements/test.txt
	$(COMPILE) --group lint -c requirements/run.txt -o requirements/lint.txt
	$(COMPILE) --group bench -c requirements/run.txt -o requirements/bench.txt
	$(COMPILE) --group fuzz -c requirements/run.txt -o requirements/fuzz.txt
	$(COMPILE) --group stubs -o requirements/stubs.txt
	$(COMPILE) --no-deps --group circuitpython -o requirements/circuitpython.txt

# ---- running and testing ----------------------------------------------------------------------------------------------

.PHONY: run
run: $(STAMPS)/run ## Play on a simulated device, in the browser (ARGS="--port 9000 --no-browser")
	$(BIN)/roost sim $(ARGS)

.PHONY: test
test: $(STAMPS)/test ## Run all tests (ARGS="tests/host -k cli" runs some)
	$(BIN)/pytest $(TEST_OPTIONS) $(ARGS)

# A whole run must find at least this many tests, so that a suite that isn't found can't pass.
LEAST_TESTS := 1200
TEST_OPTIONS = -n 2 --dist loadfile --no-loadscope-reorder -rsfE --durations=10 $(if $(ARGS),,--least-tests=$(LEAST_TESTS))

.PHONY: test-slow
test-slow: $(STAMPS)/test ## Run the tests that take minutes: whole games and updates on the emulated Pico
	$(BIN)/pytest --slow -m slow -rsfE --durations=10 $(ARGS)

.PHONY: fuzz
fuzz: $(STAMPS)/fuzz ## Search for inputs that break something: random ones, then guided by coverage (FUZZ_SECONDS=60 each)
	HYPOTHESIS_PROFILE=searching $(BIN)/pytest -n 2 -m hypothesis --timeout 7200 $(ARGS)
	@if $(BIN)/python -c "import atheris" 2>/dev/null; then \
		for target in $(FUZZ_TARGETS); do \
			echo "$$target, guided by coverage"; $(BIN)/python -m tests.fuzz.guided $$target $(FUZZ_SECONDS) || exit 1; \
		done; \
	else echo "atheris has no wheel here: nothing is fuzzed by coverage"; fi

FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= records lines refused_lines link knob files options websocket

.PHONY: equal
equal: $(STAMPS)/test ## Compare CPython and MicroPython on thousands of records (ARGS="--games 100 fowl_play")
	$(BIN)/python -m host.selfplay_equal $(ARGS)

.PHONY: soak
soak: $(STAMPS)/test ## Play thousands of games through the device by knob and buttons (ARGS="--games 100 fowl_play")
	$(BIN)/python -m host.soak $(ARGS)

.PHONY: soak-pico
soak-pico: $(STAMPS)/test ## Play tens of games on the emulated Pico by its knob and buttons (ARGS="--games 3 fowl_play")
	$(BIN)/python -m host.soak_pico $(ARGS)

.PHONY: test-powercut
test-powercut: $(STAMPS)/test ## Cut the power at every flash command of a whole game on the emulated Pico
	ROOST_CUTS=all $(BIN)/pytest -n 2 --slow -rsfE --timeout 0 tests/emulator/test_power_cut.py tests/firmware/test_power_cut.py tests/firmware/drivers/test_storage_cuts.py $(ARGS)

.PHONY: test-damage
test-damage: $(STAMPS)/test ## Damage 100,000 journals and as many settings files at random
	ROOST_DAMAGES=100000 $(BIN)/pytest -n 2 -rsfE --timeout 0 tests/firmware/test_damage.py $(ARGS)

.PHONY: bench
bench: $(STAMPS)/bench ## Measure the rules, beside python-chess; compared with runs before (ARGS=--keep adds to them)
	$(BIN)/python -m host.bench $(ARGS)

.PHONY: bench-pico
bench-pico: $(STAMPS)/test ## Measure the real firmware on the emulated Pico; prints the table of firmware/README.md
	$(BIN)/python -m host.bench_pico $(ARGS)

.PHONY: flash
flash: $(STAMPS)/run ## Put this version onto a Raspberry Pi Pico (ARGS="--port /dev/ttyACM1 --py --erase")
	$(BIN)/roost flash $(ARGS)

.PHONY: lint
lint: $(STAMPS)/lint $(STAMPS)/test $(STAMPS)/bench ## Check format, style and types
	@status=0; \
	for check in "ruff format --check --quiet --output-format concise ." "ruff check --quiet --output-format concise ." \
		"basedpyright --project typecheck/shared_rules.json" "basedpyright --project typecheck/host.json" \
		"basedpyright --project typecheck/firmware.json" "python typecheck/planted.py"; do \
		echo "$$check"; $(BIN)/$$check || status=1; \
	done; exit $$status

.PHONY: format
format: $(STAMPS)/lint ## Put the sources into their format
	$(BIN)/ruff check --quiet --select I --fix .
	$(BIN)/ruff format .

# Folders with work of their own bring their targets; `help` lists them too.
-include hardware/targets.mk

.PHONY: clean
clean: ## Remove .venv and everything that was generated
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .hypothesis .fuzz
	find firmware host shared_rules tests hardware -name __pycache__ -type d -prune -exec rm -rf {} +
