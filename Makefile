# The two commands a new user needs: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: install play play-terminal test test-rules check format messages bench bench-routes bench-server bench-pages soak wander mutants golden corpus clean

install: $(STAMP)

FRONTEND := src/stellwerk/web/frontend/package.json

$(STAMP): pyproject.toml $(FRONTEND)
	@$(PYTHON) -c 'import sys; sys.exit("Stellwerk needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	$(BIN)/python -m stellwerk.web.vendor
	@touch $(STAMP)

play: install
	@$(BIN)/stellwerk serve --quiet

play-terminal: install
	@$(BIN)/stellwerk play

# Where the environment forbids bytecode, each of the many processes of a run would compile all sources anew.
test test-rules: export PYTHONDONTWRITEBYTECODE =

test: install
	$(BIN)/python -m pytest -n 3 --dist loadgroup

# The rules alone: core, kit and titles, with their golden games and a sample of the referees' questions.
RULES := $(addprefix tests/,engine board finance routing mech18 games golden referees)

test-rules: install
	$(BIN)/python -m pytest -n 2 --dist loadgroup $(RULES)

# What checks scripts and styles comes from npm, pinned in package-lock.json.
CHECKERS := node_modules/.installed
TEMPLATES := src/stellwerk/web/templates $(wildcard src/stellwerk/games/*/show/templates tests/sixth/site/*/show/templates)

$(CHECKERS): package.json package-lock.json | install
	$(BIN)/python tools/npm.py ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error
	@touch $(CHECKERS)

check: install $(CHECKERS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint --lint --quiet $(TEMPLATES)
	$(BIN)/python tools/templates.py --check $(TEMPLATES)
	$(BIN)/python tools/npm.py run --silent check
	$(BIN)/mypy

format: install $(CHECKERS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tools/templates.py $(TEMPLATES)
	$(BIN)/python tools/npm.py run --silent format

corpus: install
	$(BIN)/python -m benchmarks.corpus tests/corpus/$(RELEASE)

messages: install
	$(BIN)/pybabel -q extract -F babel.cfg --no-default-keywords -k msg:1,1t -k msg:1,2c,2t -k refuse:1 -k Refusal:2 \
		--project=Stellwerk --version=1 --add-location=file --no-wrap -o $(VENV)/stellwerk.pot src
	for lang in de pl; do $(BIN)/pybabel -q update -l $$lang -i $(VENV)/stellwerk.pot \
		-o src/stellwerk/text/locale/$$lang.po --no-fuzzy-matching --ignore-obsolete \
		--ignore-pot-creation-date --no-wrap || exit 1; done

bench: install
	$(BIN)/python -m benchmarks

bench-routes: install
	$(BIN)/python -m benchmarks.routes --growth docs/pictures/routes-growth.svg

bench-server: install
	$(BIN)/python -m benchmarks.server
	$(BIN)/python -m benchmarks.thinking

bench-pages: install
	$(BIN)/python -m benchmarks.painting

soak: install
	$(BIN)/python -m benchmarks.soak
	$(BIN)/python -m benchmarks.brute
	STELLWERK_ALL_POSITIONS=1 $(BIN)/python -m pytest -n 2 --dist loadgroup tests/bots tests/conformance tests/draw tests/golden tests/notation tests/puzzles tests/web \
		tests/server/test_contracts.py tests/server/test_fuzz.py \
		$(addprefix tests/browser/test_,geometry.py axe.py guided.py keyboard.py mouse.py phone.py steam_looks.py 1853_looks.py 1854_axe.py 1824_phone.py 1854_phone.py)
	for title in 1824 1848; do $(BIN)/python -m tests.interchange.own $$title --games 200 || exit 1; done
	for title in 1824 1848 1853 1854 imperial-steam; do $(BIN)/python -m referees.match $$title --positions 5000 || exit 1; done
	STELLWERK_KILLS=50 $(BIN)/python -m pytest -p no:xdist tests/server/test_kill.py
	STELLWERK_WANDER_SECONDS=3600 STELLWERK_WANDER_SEED=$$(date +%s) $(BIN)/python -m pytest -p no:xdist -s tests/browser/test_wanderer.py
	for browser in firefox webkit; do $(BIN)/python -m tests.browser.abroad $$browser --seconds 900 --seed $$(date +%s) || exit 1; done

# The same site in a browser that is not Chromium: firefox or webkit. Without it a sentence says what to install.
BROWSER ?= firefox
SECONDS ?= 300

wander: install
	$(BIN)/python -m tests.browser.abroad $(BROWSER) --seconds $(SECONDS) --seed $$(date +%s)

golden: install
	$(BIN)/python -m tests.golden

TITLE ?= 1848

mutants: install
	$(BIN)/python -m benchmarks.mutants $(TITLE)

clean:
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache
