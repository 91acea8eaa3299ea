# `make` builds the report of a suite, `make test` runs all tests; both install missing libraries.

PYTHON ?= python3
SUITE ?= embedded
# A folder in workflow/profiles: default uses all cores of this machine; other profiles set cores.
PROFILE ?= default
CORES ?= $(if $(filter default,$(PROFILE)),all)
# The suites with committed reports; docs/results.md shows their findings.
RESULTS := papers parsers
# The seed of `make seed`; config.yaml sets 1 for all other targets.
SEED ?= 2
# An accelerator for neural parsers: cuda, or empty for the CPU.
ACCELERATOR ?=
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed$(if $(filter-out default,$(PROFILE)),-cluster)
SNAKEMAKE := $(BIN)/snakemake --workflow-profile workflow/profiles/$(PROFILE) $(CORES:%=--cores %)
CONFIG := --config suite=$(SUITE)

export PATH := $(CURDIR)/$(BIN):$(PATH)
# Keep bytecode even if the environment disables it, so that jobs start three times as fast.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := report
.PHONY: report plan seed publish store models results check-parses install test quick lint fuzz faults cluster-test bench docs site article dist lock clean help

report: $(INSTALLED)  ## run the workflow on SUITE (default: embedded) and print where the report is
	@$(SNAKEMAKE) $(CONFIG) || { status=$$?; ls .snakemake/locks/*.lock > /dev/null 2>&1 && \
		echo "Locked: another run works here, or one was killed; then: $(BIN)/snakemake --unlock" >&2; \
		exit $$status; }
	@echo "Report: $(CURDIR)/reports/$(SUITE)/index.html"

plan: $(INSTALLED)  ## fetch the treebanks of SUITE and estimate its time and memory
	@$(SNAKEMAKE) $(CONFIG) --quiet progress rules host --forcerun plan -- reports/$(SUITE)/plan.txt
	@cat reports/$(SUITE)/plan.txt

seed: $(INSTALLED)  ## train SUITE with another SEED; the next report shows mean and deviation
	$(SNAKEMAKE) $(CONFIG) seed=$(SEED) -- data/seeds/$(SUITE)/$(SEED).csv

publish: $(INSTALLED)  ## finish the report of SUITE and copy it to reports/published, which git tracks
	$(SNAKEMAKE) $(CONFIG)
	rm -rf reports/published/$(SUITE)
	mkdir -p reports/published
	cp -R reports/$(SUITE) reports/published/
	cd reports/published/$(SUITE) && rm -rf plan.txt tables figures

store: $(INSTALLED)  ## train the parsers of SUITE that data/parses lacks, the cheapest first, and add their parses
	$(SNAKEMAKE) $(CONFIG) -- data/work/availability/$(SUITE).json
	$(BIN)/python -m studies.store.filling $(SUITE) $(SNAKEMAKE) $(CONFIG)

results:  ## make and publish all committed reports again (needs the network or NONPROJ_MIRROR)
	for suite in $(RESULTS); do $(MAKE) publish SUITE=$$suite || exit 1; done
	$(BIN)/python -m studies.store.keeping $(RESULTS:%=reports/published/%)

# The parser that is trained for `make models`.
VARIANT ?= biaffine
models: $(INSTALLED)  ## train VARIANT on TREEBANK, or on all whose licence allows passing models on, into reports/models
	$(BIN)/python -m studies.store.models $(VARIANT) $(TREEBANK)

MINUTES ?= 15
check-parses: $(INSTALLED)  ## train parsers of stored parses again (MINUTES=15, ONLY="PARSE ...", or TABLE=STUDY/TABLE TREEBANK=NAME; LIST=1 only lists), and compare
	$(BIN)/python -m studies.store.checking --minutes $(MINUTES) $(TABLE:%=--table '%') \
		$(TREEBANK:%=--treebank %) $(LIST:%=--list) $(ONLY:%='%')

install: $(VENV)/.installed$(ACCELERATOR:%=-%)  ## only install the commands (ACCELERATOR=cuda for a GPU); then: source .venv/bin/activate

test: $(VENV)/.installed-test  ## run all tests, two at a time; those of kernels with bounds checks
	$(BIN)/pytest -n 2 --dist worksteal -m 'not kernels'
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 --dist worksteal -m kernels -q

# Folders whose tests train parsers, or start workflows, browsers or installations.
SLOW := tests/workflow tests/cluster tests/parsers tests/recommendation tests/text tests/cli tests/combination \
	tests/studies/report tests/package/test_wheel.py tests/package/test_python.py tests/package/test_extras.py
quick: $(VENV)/.installed-test  ## check style and layers, and run the fast tests, in two and a half minutes
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/pytest -q -n 2 --dist worksteal $(SLOW:%=--ignore %)

lint: $(VENV)/.installed-test  ## check style and layers, lint the workflow, and dry-run three suites
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/snakemake --lint
	$(BIN)/snakemake --dry-run --quiet --config suite=embedded
	$(BIN)/snakemake --dry-run --quiet --config suite=papers
	$(BIN)/snakemake --dry-run --quiet --config suite=parsers

CASES ?= 5000
fuzz: $(VENV)/.installed-test  ## test CASES random files, trees, configurations, checkpoints and models (bounds checked)
	for target in readers perseus labels blending configuration yaml checkpoints; do \
		$(BIN)/python -m tests.fuzz $$target --cases $(CASES) || exit 1; done
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.fuzz models --cases $(CASES)

faults: $(VENV)/.installed-test  ## test killed commands and workflows, full disks and damaged files (minutes)
	$(BIN)/pytest -q tests/faults/commands.py tests/faults/workflow.py

CLUSTERS ?= slurm generic
cluster-test: $(VENV)/.installed-cluster  ## run a small suite on a one-node Slurm cluster, as root (minutes)
	$(BIN)/python -m tests.cluster $(CLUSTERS)

bench: $(VENV)/.installed-test  ## measure speed (of everything, or BENCH="reading ...") and write reports/bench.json
	$(BIN)/python -m tests.bench $(BENCH)

docs: $(VENV)/.installed  ## write docs/{coverage,results,claims,licences}.md, docs/differences.svg, docs/tour.ipynb
	$(BIN)/python -m studies.report.documents.results $(RESULTS:%=reports/published/%)
	$(BIN)/python -m tests.cells docs/tour.ipynb
	$(BIN)/nonproj draw docs/hearing.conllu --sentence 1 -o docs/hearing.svg
	$(BIN)/nonproj projectivize --encoding head docs/hearing.conllu | \
		$(BIN)/nonproj draw docs/hearing.conllu - --sentence 1 -o docs/hearing-head.svg

site: $(VENV)/.installed-site  ## build a website from docs/ in reports/site
	$(BIN)/mkdocs build --quiet --config-file .mkdocs.yml

article: $(VENV)/.installed-article  ## write the article about the five studies, reports/article/article.pdf
	$(BIN)/python -m studies.report.documents.article $(RESULTS:%=reports/published/%)

dist: $(VENV)/.installed-dist  ## build the source distribution and the wheels of a release in dist/, and check them
	rm -rf dist
	$(BIN)/python -m tests.release dist/sources
	$(BIN)/python -m build --no-isolation --outdir dist dist/sources
	$(BIN)/python -m build --no-isolation --wheel --outdir dist dist/sources/src/studies
	rm -rf dist/sources
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist/*.whl
	$(BIN)/pyroma --min 9 dist/nonproj-*.tar.gz

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
EXTRAS := --extra neural --extra workflow --extra raw
lock: $(VENV)/.installed-test  ## update the locked dependencies in envs/ (needs uv)
	$(LOCK) $(EXTRAS) --group build pyproject.toml -o envs/requirements.txt
	$(LOCK) $(EXTRAS) --group test -c envs/requirements.txt pyproject.toml -o envs/requirements-test.txt
	$(LOCK) --group cluster --no-deps -o envs/requirements-cluster.txt
	$(LOCK) --group peers -o envs/requirements-peers.txt
	$(LOCK) --group dist -c envs/requirements.txt -o envs/requirements-dist.txt
	$(LOCK) --group article --no-deps -o envs/requirements-article.txt
	$(LOCK) $(EXTRAS) --group site -c envs/requirements.txt pyproject.toml -o envs/requirements-site.txt

clean:  ## remove .venv and the results of all suites; keep downloads and published reports
	rm -rf $(VENV) .snakemake data/work $(filter-out reports/published/,$(wildcard reports/*/)) \
		.pytest_cache .hypothesis .ruff_cache .import_linter_cache

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/.installed: envs/requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "nonproj needs Python 3.11 or newer; set PYTHON")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r envs/requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.installed-cuda: $(VENV)/.installed pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --no-build-isolation --editable '.[cuda]'
	@touch $@

$(VENV)/.installed-%: $(VENV)/.installed envs/requirements-%.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r envs/requirements-$*.txt
	@touch $@
