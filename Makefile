# `make tutor` to learn the game, `make test` to check the project; both set up what they need in .venv.

VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
BENCH_READY := $(VENV)/.bench-ready
HUB_READY := $(VENV)-hub/.ready
AUDIT_READY := $(VENV)-audit/.ready
BROWSER_READY := $(VENV)/.browser-ready
COMPILED_READY := $(VENV)-compiled/.ready
LITE_READY := $(VENV)-lite/.ready
ELSEWHERE_READY := $(VENV)-elsewhere/.ready
AXE_VERSION := 4.14.0
AXE_SHA512 := 2aa3cbe6523848dfc02debf3ef747594b965943d9ee0c5cac6755f75a745e2d736cb985ee9a1fce2ce523965980b4501e737d189377519744448bed4ee8d5b26
AXE_READY := $(VENV)/axe/.ready-$(AXE_VERSION)
PYODIDE_VERSION := 314.0.7
PYODIDE_FILES := pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json
PYODIDE_SHA512 := a05ca37cc670b0af22ed667772e4855389c56603ec68895eda08083ab3bf51245491ebbefe657fb8555a6306c6dd8f8a0121789005202ae28a71b87d5c1957e2
PYODIDE_READY := $(VENV)/pyodide/.ready-$(PYODIDE_VERSION)
LIGHTHOUSE_VERSION := 12.8.2
LIGHTHOUSE_READY := $(VENV)/lighthouse/.ready-$(LIGHTHOUSE_VERSION)
JS := tests/js
JS_READY := $(VENV)/.js-ready
# the Node that comes with Playwright, so that its version is locked, too
NODE := $(VENV)/bin/node

NEW_ENOUGH := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

# The first of these that's new enough; PYTHON=... names another.
PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13 python3.14 python; do \
	"$$p" -c '$(NEW_ENOUGH)' 2>/dev/null && echo "$$p" && break; done)
FIND_NODE := from playwright._impl._driver import compute_driver_executable; print(compute_driver_executable()[0])
FIND_FIREFOX = $(PY) -c 'from tests.chromium import firefox; firefox()' 2>/dev/null
FIND_BROWSER = $(PY) -c 'from tests.chromium import chromium; chromium()' 2>/dev/null
INSTALL := -m pip --disable-pip-version-check --quiet install
LOCKED := $(INSTALL) --require-hashes -r
ITSELF := $(INSTALL) --no-deps --no-build-isolation --editable .
export JUPYTER_PREFER_ENV_PATH := 1
export CHROMIUM FIREFOX
# whatever the caller prefers: hundreds of kernels and servers start here, and each would compile everything again
unexport PYTHONDONTWRITEBYTECODE
# where modules compiled for the site are kept for the next build
export APZ_SITE_CACHE ?= build/site-cache

# With PASSWORD=-, `apz serve` asks for a password; any other one goes to it in the environment, not as an option. Only a
# PASSWORD given to make itself counts: one that's in the environment isn't meant for us.
PASSWORD_HERE = $(if $(filter command%,$(origin PASSWORD)),$(PASSWORD))
ASK_PASSWORD = $(if $(filter -,$(PASSWORD_HERE)),--password -)
GIVEN_PASSWORD = $(filter-out -,$(PASSWORD_HERE))

.DEFAULT_GOAL := help
.PHONY: help tutor site lite elsewhere firefox editions outages check test fast served slow browser lint style types cells format wheel compiled bench load soak faults attack pictures notebooks docs recipes binder audit lock clean

help:  ## show this list
	@sed -n 's/^\([a-z]*\):.*##  *\(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

tutor: $(READY)  ## set up, then serve the tutor on this machine (PORT=8866; for a club: ADDRESS=0.0.0.0 PASSWORD=- CAP=24)
	@$(if $(GIVEN_PASSWORD),export APZ_PASSWORD="$$PASSWORD";) exec $(VENV)/bin/apz serve $(strip $(if $(PORT),--port $(PORT)) \
		$(if $(ADDRESS),--address $(ADDRESS)) $(if $(CAP),--cap $(CAP)) $(if $(SHARE),--share $(SHARE)) $(ASK_PASSWORD))

site: $(PYODIDE_READY) docs  ## build the tutor as plain files for any web server, in build/site (SERVE=1 also shows it on this machine)
	$(VENV)/bin/apz site build/site --api build/docs $(if $(wildcard build/lite/index.html),--lite build/lite) $(if $(SERVE),--serve)

lite: $(LITE_READY) $(PYODIDE_READY)  ## build the tutorials in JupyterLite, as plain files, in build/lite
	@rm -rf build/lite-wheel build/lib* build/bdist* build/temp*
	$(PY) -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation --wheel-dir build/lite-wheel .
	$(VENV)-lite/bin/python apz/site/lite/build.py build/lite --pyodide $(VENV)/pyodide/node_modules/pyodide --wheel build/lite-wheel/*.whl

# What takes longest, and is left to `make test`: browser and servers, the site's build, the course, random games and
# positions, the oracle, questions of every kind.
THOROUGH := tests/browser tests/serving tests/site/test_build.py tests/tutorials \
	$(addprefix tests/apocalypze/,properties oracle questions test_extremes.py)
# Tests with a browser or a server run apart: a test that uses asyncio can't follow one with a browser in one process.
ALONE := --ignore=tests/browser --ignore=tests/serving
EVERY_RUN := -m "not slow"

# Neighboring tests stay in one worker, because they share servers, until a worker has nothing left to do and takes some.
STEALING := -n logical --dist worksteal

check: $(READY) $(JS_READY)  ## run the quick part of the checks, for every commit: style, types and the fast tests
	@$(MAKE) --no-print-directory --jobs 2 --output-sync types style # each of them keeps one core busy
	$(PY) -m pytest -n logical -m "not slow and not long" $(THOROUGH:%=--ignore=%)

test: $(BROWSER_READY) $(AXE_READY) $(PYODIDE_READY)  ## set up, then run all checks that CI runs: style, types, tests, notebooks, a real browser
	@$(MAKE) --no-print-directory --jobs 3 --output-sync served types style cells fast # the served tests mostly wait
	$(PY) -m pytest $(STEALING) $(EVERY_RUN) tests/browser

fast: $(PYODIDE_READY)
	$(PY) -m pytest $(STEALING) $(EVERY_RUN) $(ALONE)

served: $(BROWSER_READY)
	$(PY) -m pytest $(STEALING) $(EVERY_RUN) tests/serving

slow: $(BROWSER_READY) $(AXE_READY) $(PYODIDE_READY)  ## run the tests that `make test` leaves out: more games, more files, more screens
	$(PY) -m pytest $(STEALING) -m slow $(ALONE)
	$(PY) -m pytest $(STEALING) -m slow tests/browser
	$(PY) -m pytest $(STEALING) -m slow tests/serving

browser: $(BROWSER_READY) $(AXE_READY) $(PYODIDE_READY)  ## run all tests in a real Chromium and on real servers, even the slow ones
	$(PY) -m pytest $(STEALING) tests/browser
	$(PY) -m pytest $(STEALING) tests/serving

lint: style types  ## check style, spelling and types, and run the JavaScript's unit tests

style: $(READY) $(JS_READY)
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m codespell_lib $$($(PY) -m tests.test_prose)
	$(NODE) $(JS)/node_modules/eslint/bin/eslint.js --config $(JS)/eslint.config.js --max-warnings 0 widgets apz $(JS)
	$(NODE) $(JS)/node_modules/typescript/bin/tsc --project $(JS)
	$(NODE) --test $(JS)/*.test.js

types: $(READY)
	$(PY) -m mypy

cells: $(READY)
	$(PY) -m pytest -p nbval -W default --nbval-lax --nbval-current-env tutorials/*.ipynb tutorials/*/*.ipynb

format: $(READY)  ## format the Python code, and fix what can be fixed automatically
	$(PY) -m ruff check --fix-only
	$(PY) -m ruff format

wheel: $(READY)  ## build dist/*.whl with the rules and the bots compiled by mypyc; needs a C compiler, and takes a few minutes
	@rm -rf build/lib* build/bdist* build/temp*
	APZ_COMPILE=1 $(PY) -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

compiled: $(COMPILED_READY)  ## run the tests of the rules, the bots and the library on the compiled wheel, in its own virtual environment
	@mkdir -p build/compiled && ln -sfn ../../tests ../../pyproject.toml build/compiled/
	cd build/compiled && ../../$(VENV)-compiled/bin/pytest -n logical tests/apocalypze tests/test_library.py

bench: $(BENCH_READY) $(BROWSER_READY) $(PYODIDE_READY)  ## measure the kernel next to python-chess and RLCard, the panels and the app next to a bare button, the site, and the lab (BESIDE=folder: another checkout's kernel, too)
	$(VENV)/bin/apz bench $(if $(BESIDE),--beside $(BESIDE))
	$(VENV)/bin/apz bench --panels
	$(VENV)/bin/apz bench --start
	$(VENV)/bin/apz bench --site
	$(VENV)/bin/apz bench --lab

editions: $(BROWSER_READY) $(PYODIDE_READY) $(AXE_READY)  ## run the learner tests in a real browser on the site, and the panels' tests on the site's widget base
	APZ_WIDGETS=light $(PY) -m pytest -n logical tests/widgets tests/toy
	APZ_EDITION=site $(PY) -m pytest $(STEALING) -m "not slow" -k "not served" $(addprefix tests/browser/test_,newcomer.py app.py record.py lab_page.py)

load: $(BROWSER_READY)  ## measure the server with 1 to 40 learners at once, one of them in Chromium; takes 15 minutes
	$(PY) -m tests.serving.load

soak: $(BROWSER_READY)  ## have learners click anything on a server for half an hour, and see whether its memory grows
	$(PY) -m tests.serving.soak

faults: $(BROWSER_READY)  ## kill kernels and servers and cut the network under a learner, 70 times in all; takes about half an hour
	$(PY) -m tests.serving.faults

outages: $(BROWSER_READY) $(PYODIDE_READY)  ## kill workers, wipe and fill storage, update, and cut the network under a learner on the site, 50 times in all
	$(PY) -m tests.site.faults

lighthouse: $(BROWSER_READY) $(PYODIDE_READY) $(LIGHTHOUSE_READY)  ## have Lighthouse score six pages of the site
	$(PY) -m tests.site.lighthouse

attack: $(BROWSER_READY)  ## attack our own servers next to a learner in Chromium, then fuzz their websockets; takes three quarters of an hour
	$(PY) -m tests.serving.attack

recipes: $(BROWSER_READY) $(HUB_READY) $(PYODIDE_READY)  ## run the recipes: the server behind nginx and on JupyterHub, the site with nginx
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx || $(call APT_INSTALL,nginx-light) || { echo "The recipes" \
		"need nginx: install it (Debian and Ubuntu: apt install nginx-light)." >&2; exit 1; }
	$(PY) -m pytest tests/serving/recipe_nginx.py tests/serving/recipe_jupyterhub.py tests/site/recipe_nginx.py

elsewhere: $(BROWSER_READY) $(ELSEWHERE_READY) lite  ## take a lesson wherever notebooks run: Voila, JupyterLab, Notebook 7, marimo, JupyterLite
	$(PY) -m pytest tests/browser/elsewhere.py

firefox: $(READY) $(PYODIDE_READY)  ## tour the site and the served edition in Firefox
	@$(FIND_FIREFOX) || $(call APT_INSTALL,firefox-esr fonts-dejavu) || { echo "The tour needs Firefox: install it" \
		"(Debian: apt install firefox-esr) or name it: make firefox FIREFOX=path" >&2; exit 1; }
	$(PY) -m pytest tests/browser/tour_firefox.py

pictures: $(BROWSER_READY)  ## take pictures of every screen of the app, large and small, dark and light, in build/pictures (ONLY="table home": only these)
	$(PY) -m tests.browser.pictures build/pictures $(ONLY)

notebooks: $(READY)  ## renew the notebooks' outputs, which GitHub and nbviewer show where no widget runs
	$(PY) -m tests.notebooks

docs: $(READY)  ## build the library's reference from its docstrings, in build/docs
	$(PY) -m pdoc --docformat markdown --output-directory build/docs apz apz.apocalypze.ask apz.apocalypze.moves \
		apz.apocalypze.model apz.core.session apz.core.sums apz.core.trace
	@echo "Open build/docs/apz.html in a browser."

binder: $(READY)  ## do what Binder does with binder/, in a new virtual environment; takes a few minutes
	$(PY) -m pytest tests/serving/steps_binder.py

$(READY): requirements.txt pyproject.toml
	@"$(PYTHON)" -c '$(NEW_ENOUGH)' 2>/dev/null || { echo "apz needs Python 3.11 or newer with its venv module" \
		"(Debian and Ubuntu: apt install python3-venv). If it is here under another name: make PYTHON=name" >&2; exit 1; }
	@echo "Setting up $(VENV); the first time this takes a minute or two."
	@$(PY) -m pip --version >/dev/null 2>&1 || "$(PYTHON)" -m venv --clear $(VENV)
	@$(PY) $(LOCKED) requirements.txt
	@$(PY) $(ITSELF)
	@mkdir -p $(VENV)/typing/apz
	@ln -sfn ../../../cards ../../../tutorials ../../../widgets $(VENV)/typing/apz/
	@touch $@

$(BENCH_READY): requirements-bench.txt $(READY)
	@$(PY) $(LOCKED) requirements-bench.txt --no-build-isolation
	@touch $@

# The packages come from $(VENV), except apz itself, which comes from the wheel.
KERNEL_SOURCES := $(wildcard apz/core/*.py apz/apocalypze/*.py apz/apocalypze/*/*.py)
$(COMPILED_READY): setup.py pyproject.toml $(KERNEL_SOURCES) | $(READY)
	@rm -f dist/*.whl
	@$(MAKE) --no-print-directory wheel
	@"$(PYTHON)" -m venv --clear $(@D)
	@$(@D)/bin/python $(INSTALL) --no-deps dist/*.whl
	@$(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
		>"$$($(@D)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/packages.pth"
	@$(@D)/bin/python -I -c 'from apz.apocalypze import play; assert not play.__file__.endswith(".py"), play.__file__'
	@printf '#!%s\nfrom pytest import main\nraise SystemExit(main())\n' "$$PWD/$(@D)/bin/python" >$(@D)/bin/pytest
	@chmod +x $(@D)/bin/pytest
	@touch $@

$(HUB_READY): requirements-hub.txt pyproject.toml
	@command -v npm >/dev/null || $(call APT_INSTALL,npm) || { echo "JupyterHub's proxy comes with npm: install npm" \
		"(Debian and Ubuntu: apt install npm)." >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear $(@D)
	@$(@D)/bin/python $(LOCKED) requirements-hub.txt
	@$(@D)/bin/python $(ITSELF)
	@npm install --prefix $(@D) --no-save --no-package-lock --no-audit --no-fund --loglevel=error configurable-http-proxy@5.3.0
	@touch $@

# micropip requires Pyodide's Python, and only runs in Pyodide, so any Python can install it here
$(LITE_READY): requirements-lite.txt
	@"$(PYTHON)" -m venv --clear $(@D)
	@$(@D)/bin/python $(INSTALL) --ignore-requires-python --require-hashes -r requirements-lite.txt
	@touch $@

$(ELSEWHERE_READY): requirements-elsewhere.txt pyproject.toml
	@"$(PYTHON)" -m venv --clear $(@D)
	@$(@D)/bin/python $(LOCKED) requirements-elsewhere.txt
	@$(@D)/bin/python $(ITSELF)
	@touch $@

$(AUDIT_READY): requirements-audit.txt
	@"$(PYTHON)" -m venv --clear $(@D)
	@$(@D)/bin/python $(LOCKED) requirements-audit.txt
	@touch $@

# Installs Debian packages, if we're root; called only if something is missing.
define APT_INSTALL
	{ command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && echo "Installing $(1) from the system's packages." && \
	apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends -y $(1) >/dev/null; }
endef

$(BROWSER_READY): $(READY)
	@$(FIND_BROWSER) || $(call APT_INSTALL,chromium fonts-dejavu) || { echo "This needs Chromium: install it (Debian:" \
		"apt install chromium fonts-dejavu; Ubuntu: chromium-browser) or name it: make CHROMIUM=path" >&2; exit 1; }
	@$(FIND_BROWSER)
	@touch $@

$(AXE_READY): | $(READY)
	@command -v npm >/dev/null || $(call APT_INSTALL,npm) || { echo "The tests fetch axe-core with npm: install npm" \
		"(Debian and Ubuntu: apt install npm)." >&2; exit 1; }
	@rm -rf $(@D)
	@mkdir -p $(@D)
	@npm install --prefix $(@D) --no-save --no-package-lock --no-audit --no-fund --loglevel=error axe-core@$(AXE_VERSION)
	@$(PY) -c 'import hashlib, sys; sys.exit(hashlib.sha512(sys.stdin.buffer.read()).hexdigest() != "$(AXE_SHA512)")' \
		<$(@D)/node_modules/axe-core/axe.min.js || { echo "npm brought another axe.min.js than AXE_SHA512 in the Makefile" \
		"names: it isn't used." >&2; exit 1; }
	@touch $@

$(PYODIDE_READY): | $(JS_READY)
	@rm -rf $(@D)
	@mkdir -p $(@D)
	@npm install --prefix $(@D) --no-save --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error pyodide@$(PYODIDE_VERSION)
	@cd $(@D)/node_modules/pyodide && cat $(PYODIDE_FILES) | "$(abspath $(PY))" -c 'import hashlib, sys; \
		sys.exit(hashlib.sha512(sys.stdin.buffer.read()).hexdigest() != "$(PYODIDE_SHA512)")' || { echo "npm brought another" \
		"Pyodide than PYODIDE_SHA512 in the Makefile names: it isn't used." >&2; exit 1; }
	@touch $@

$(LIGHTHOUSE_READY): | $(JS_READY)
	@rm -rf $(@D)
	@mkdir -p $(@D)
	@npm install --prefix $(@D) --no-save --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error lighthouse@$(LIGHTHOUSE_VERSION)
	@touch $@

$(JS_READY): $(JS)/package-lock.json $(READY)
	@command -v npm >/dev/null || $(call APT_INSTALL,npm) || { echo "The JavaScript checks need npm: install" \
		"npm (Debian and Ubuntu: apt install npm)." >&2; exit 1; }
	@ln -sfn "$$($(PY) -c '$(FIND_NODE)')" $(NODE) && $(NODE) --version >/dev/null || { echo "The JavaScript is checked" \
		"with the Node that comes with Playwright, which can't run here: name another in PLAYWRIGHT_NODEJS_PATH." >&2; exit 1; }
	@npm ci --prefix $(JS) --loglevel=error
	@touch $@

audit: $(READY) $(AUDIT_READY)  ## check what's locked and installed, then ask PyPI for known vulnerabilities
	$(PY) -m pytest tests/test_requirements.py
	$(PY) -m pip check
	$(PY) -m tests.audit

# One file for each environment, requirements.txt first: the others use its versions. Each has the hashes of every file
# of a version, for all systems and every Python from 3.11 on (Pyodide's: 3.14), and names no package index.
LOCK = @$(VENV)-audit/bin/python -c '$(BUILD_REQUIRES)' | $(VENV)-audit/bin/uv pip compile --quiet --universal \
	--python-version 3.11 --generate-hashes --custom-compile-command "make lock" $(LOCK_FLAGS) pyproject.toml
BUILD_REQUIRES := import tomllib; p = tomllib.load(open("pyproject.toml", "rb")); print(*p["build-system"]["requires"], sep="\n")
LIKE := --constraint requirements.txt

lock: $(AUDIT_READY)  ## lock the requirements in pyproject.toml again (LOCK_FLAGS=--upgrade for newer versions)
	$(LOCK) - --extra tutor --extra test --output-file requirements.txt
	$(LOCK) $(LIKE) --extra bench --output-file requirements-bench.txt
	$(LOCK) - $(LIKE) --extra tutor --extra hub --output-file requirements-hub.txt
	$(LOCK) - $(LIKE) --extra tutor --extra binder --output-file binder/requirements.txt
	$(subst 3.11,3.14,$(LOCK)) $(LIKE) --extra lite --output-file requirements-lite.txt
	$(LOCK) - $(LIKE) --extra tutor --extra elsewhere --output-file requirements-elsewhere.txt
	$(LOCK) $(LIKE) --extra audit --output-file requirements-audit.txt
	npm install --prefix $(JS) --package-lock-only --loglevel=error

clean:  ## remove everything that make has set up or built
	rm -rf $(VENV) $(VENV)-hub $(VENV)-audit $(VENV)-compiled $(VENV)-elsewhere $(VENV)-lite build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis tests/browser/.artifacts $(JS)/node_modules
	find . -name __pycache__ -o -name .ipynb_checkpoints | xargs rm -rf
