# Every target works on a fresh clone; the environment is made once and reused until the pins change.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_FOR_LESSONS := $(VENV)/.ready-for-lessons
# In as many processes as there are cores; longest first, as tests/conftest.py orders them.
RUN = $(BIN)/python $(if $(COVERAGE),-m coverage run) -m pytest
ON_ALL_CORES := --numprocesses=auto --dist=loadfile --no-loadscope-reorder
LOOPS := "loops and not compiled and not storm"
# To collect all tests takes a minute: only files are named that hold such tests.
WITH_LOOPS = $(shell grep -l mark.loops tests/test_*.py)
WITH_STORMS = $(shell grep -l mark.storm tests/test_*.py)
QUICK = $(WITH_LOOPS) $(wildcard tests/test_*certificates*.py)
PLAIN := -o addopts="--strict-markers --import-mode=importlib"
# The stored outputs of the lessons are those of Linux; on other systems the lessons must run.
OUTPUTS := $(if $(filter Linux,$(shell uname)),,--nbval-lax)
NOTEBOOKS = $(if $(LESSONS),$(foreach n,$(LESSONS),$(wildcard lessons/$(n)*.ipynb lessons/solutions/$(n)*.ipynb)),lessons examples)
# Tests and kernels start Python hundreds of times: without bytecode on disk, each spends seconds on it.
unexport PYTHONDONTWRITEBYTECODE
JAVASCRIPT := --config deno.json kernelkit/live/js tests/live $(wildcard docs/_static/*.js) tools/site/formulas.js

.PHONY: help lessons test quick check-lessons test-all storms loops coverage elsewhere elsewhere-tests lint format new-lesson execute table minutes guard results bench bench-large site browser package handout pins clean

help:  ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(READY): constraints.txt requirements.txt requirements-dev.txt pyproject.toml
	@$(PYTHON) tools/environment.py --all
	@touch $@ $(READY_FOR_LESSONS)

$(READY_FOR_LESSONS): constraints.txt requirements.txt pyproject.toml
	@$(PYTHON) tools/environment.py
	@touch $@

lessons: $(READY_FOR_LESSONS)  ## open the first lesson in JupyterLab (OPTIONS="--ip=0.0.0.0" and others are for it)
	@$(BIN)/python tools/open_lessons.py $(OPTIONS)

test: $(READY)  ## run the tests, the doctests and every lesson (some minutes)
	$(RUN) $(ON_ALL_CORES) $(OUTPUTS)

quick: $(READY)  ## run the tests of loops, kernels, solvers and certificates, without notebooks (a minute)
	$(RUN) -q $(ON_ALL_CORES) $(PLAIN) -m "not compiled and not storm" $(QUICK)

check-lessons: $(READY)  ## the gates and the notebooks alone, every output compared (LESSONS="03 11" for some)
	$(BIN)/python -m tools.lessons.gates $(LESSONS)
	PYTHONPATH=tests $(RUN) -p conftest $(ON_ALL_CORES) $(OUTPUTS) $(NOTEBOOKS)

test-all: test storms loops package browser elsewhere  ## all of that, and everything that .ci/run asks for

storms: $(READY)  ## the tests that try everything in every way, or take long
	$(RUN) -q $(ON_ALL_CORES) -m storm $(WITH_STORMS)

loops: $(READY)  ## the compiled loops once more: uncompiled, as a reader would step through them, and with bounds checked
	NUMBA_DISABLE_JIT=1 $(RUN) -q $(ON_ALL_CORES) $(PLAIN) -m $(LOOPS) $(WITH_LOOPS)
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q $(ON_ALL_CORES) $(PLAIN) -m $(LOOPS) $(WITH_LOOPS)

coverage: $(READY)  ## measure which lines and branches the tests and the uncompiled loops reach (tracing takes half as long again)
	$(BIN)/coverage erase
	$(MAKE) test COVERAGE=1
	$(MAKE) loops COVERAGE=1
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

lint: $(READY)  ## check style, types and layers
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/python -m mypy
	$(BIN)/lint-imports
	$(BIN)/deno fmt --check $(JAVASCRIPT)
	$(BIN)/deno lint $(JAVASCRIPT)

format: $(READY)  ## put the code in order
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/deno fmt $(JAVASCRIPT)

new-lesson: $(READY)  ## begin a lesson from one that works (NAME=boosting)
	@$(BIN)/python -m tools.lessons.new $(NAME)

execute: $(READY)  ## re-run every notebook and store its outputs and its time (LESSONS="lessons/01_linear_machines.ipynb" for some)
	$(BIN)/python -m tools.lessons.execute $(LESSONS)

elsewhere: $(READY)  ## run every notebook as other processors would, and compare (LESSONS="03 11", VARIANTS=Haswell for some)
	$(BIN)/python -m tools.lessons.elsewhere $(LESSONS) --variants $(VARIANTS)

elsewhere-tests: $(READY)  ## run the unit tests as other processors would
	$(BIN)/python -m tools.lessons.elsewhere --tests --variants $(VARIANTS)

table: $(READY)  ## write README's table of lessons from lessons/course.toml
	$(BIN)/python -m tools.lessons.course

minutes: $(READY)  ## compute how long the lessons take; write it into boxes, course.toml and README (LESSONS="03 11" for some)
	$(BIN)/python -m tools.lessons.minutes $(LESSONS)

guard: $(READY)  ## renew the sentence that notebooks show where kernelkit is not installed
	$(BIN)/python -m tools.lessons.guard

results: $(READY)  ## compute the stored tables of lessons 06, 12, 13, 14, 17 and 18, and what the commands of the pages print
	$(BIN)/python -m tools.results.kernel_perceptron_digits
	$(BIN)/python -m tools.results.hinge_subgradient
	$(BIN)/python -m tools.results.dual_svm
	$(BIN)/python -m tools.results.losses
	$(BIN)/python -m tools.results.large_kernels
	$(BIN)/python -m tools.results.capstone
	$(BIN)/python -m tools.results.commands

bench: $(READY)  ## time kernelkit beside its peers (about 25 minutes), and draw the picture of README
	$(BIN)/python -m benchmarks
	$(BIN)/python -m tools.pictures.speed

bench-large: $(READY)  ## learn from up to 8 million digits (about an hour; OPTIONS="--rows 100000" for fewer)
	$(BIN)/python -m benchmarks.large $(OPTIONS)
	$(BIN)/python -m tools.pictures.large

site: $(READY)  ## build the course as web pages, in build/html (OPTIONS="--without-solutions" leaves them out)
	$(BIN)/python -m tools.site.build $(OPTIONS)

browser: site  ## build the web pages and try them in a browser, and a lesson in JupyterLab
	$(BIN)/python -m pytest -q --numprocesses=auto --dist=worksteal tests/site

package: $(READY)  ## build the package, install it into an empty environment and try it there as a stranger
	$(BIN)/python -m pytest -q tests/install

handout: $(READY)  ## pack the course without its solutions, as build/handout.zip
	$(BIN)/python -m tools.site.handout

pins: $(READY)  ## renew the pins, constraints.txt, from pyproject.toml
	$(BIN)/python tools/pins.py

clean:  ## remove the environment and everything made
	rm -rf $(VENV) .cache dist build .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
