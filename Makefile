# `make` builds the report of a suite, `make test` runs every test; both install what is missing.

PYTHON ?= python3
SUITE ?= embedded
# A folder of workflow/profiles: default is this machine, all of its cores; others name theirs.
PROFILE ?= default
CORES ?= $(if $(filter default,$(PROFILE)),all)
# Suites whose reports are part of the project; docs/results.md shows what they found.
RESULTS := ud20 families ud217 blends transition-based peers classifiers transformations basque jackknifed neural neural-greedy coverage
# Those of them that minutes make again; ud20 and blends take an evening, neural hours without an accelerator.
CHECKED := check coverage
# Every random stream derives from it; 1 is that of config.yaml.
SEED ?= 2
# An accelerator of neural parsers: cuda.
ACCELERATOR ?=
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed$(if $(filter-out default,$(PROFILE)),-cluster)
SNAKEMAKE := $(BIN)/snakemake --workflow-profile workflow/profiles/$(PROFILE) $(CORES:%=--cores %)
CONFIG := --config suite=$(SUITE)

export PATH := $(CURDIR)/$(BIN):$(PATH)
# Bytecode is kept, even where the surroundings say otherwise: jobs start in a third of the time.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := report
.PHONY: report plan seed publish results results-check install test lint fuzz faults cluster-test bench docs site times lock clean help

report: $(INSTALLED)  ## run the workflow on SUITE (default: embedded) and print where the report is
	@$(SNAKEMAKE) $(CONFIG) || { status=$$?; ls .snakemake/locks/*.lock > /dev/null 2>&1 && \
		echo "Locked: another run works here, or one was killed; then: $(BIN)/snakemake --unlock" >&2; \
		exit $$status; }
	@echo "Report: $(CURDIR)/reports/$(SUITE)/index.html"

plan: $(INSTALLED)  ## fetch the treebanks of SUITE and estimate its time and memory
	@$(SNAKEMAKE) $(CONFIG) --quiet progress rules host --forcerun plan -- reports/$(SUITE)/plan.txt
	@cat reports/$(SUITE)/plan.txt

seed: $(INSTALLED)  ## train SUITE from another SEED; its next report has mean and deviation
	$(SNAKEMAKE) $(CONFIG) seed=$(SEED) -- data/seeds/$(SUITE)/$(SEED).csv

publish: $(INSTALLED)  ## copy the finished report of SUITE to reports/published, which git keeps
	$(SNAKEMAKE) $(CONFIG)
	rm -rf reports/published/$(SUITE)
	mkdir -p reports/published
	cp -R reports/$(SUITE) reports/published/
	rm -f reports/published/$(SUITE)/plan.txt

results:  ## make and publish the committed reports again, of public treebanks (NONPROJ_MIRROR or network)
	for suite in $(RESULTS); do $(MAKE) publish SUITE=$$suite || exit 1; done

results-check: $(VENV)/.installed-test  ## make a part of every committed report again and compare the values
	for suite in $(CHECKED); do $(MAKE) SUITE=$$suite || exit 1; done
	$(BIN)/python -m tests.results_check $(CHECKED:%=reports/%)

install: $(VENV)/.installed$(ACCELERATOR:%=-%)  ## install the commands only (ACCELERATOR=cuda: for a GPU): source .venv/bin/activate

test: $(VENV)/.installed-test  ## run every test on both cores
	$(BIN)/pytest -n 2 --dist worksteal
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 --dist worksteal -m kernels -q

lint: $(VENV)/.installed-test  ## style, layers, workflow lint and a dry run of every suite
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/snakemake --lint
	$(BIN)/snakemake --dry-run --quiet --config suite=embedded
	$(BIN)/snakemake --dry-run --quiet --config suite=embedded-full
	$(BIN)/snakemake --dry-run --quiet --config suite=ud20
	$(BIN)/snakemake --dry-run --quiet --config suite=graph-based
	$(BIN)/snakemake --dry-run --quiet --config suite=coverage

CASES ?= 5000
fuzz: $(VENV)/.installed-test  ## CASES random files, trees, configurations, checkpoints, and models under bounds checks
	for target in readers perseus labels blending configuration yaml checkpoints; do \
		$(BIN)/python -m tests.fuzz $$target --cases $(CASES) || exit 1; done
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.fuzz models --cases $(CASES)

faults: $(VENV)/.installed-test  ## test killed commands and workflows, full disks, damaged files (minutes)
	$(BIN)/pytest -q tests/faults/commands.py tests/faults/workflow.py

CLUSTERS ?= slurm generic
cluster-test: $(VENV)/.installed-cluster  ## run a small suite through a Slurm of one node, as root (minutes)
	$(BIN)/python -m tests.cluster $(CLUSTERS)

bench: $(VENV)/.installed-test  ## measure speed (all, or BENCH="reading ..."); writes reports/bench.json
	$(BIN)/python -m tests.bench $(BENCH)

times: $(VENV)/.installed  ## time the parsers whose times the papers print; let nothing else run
	$(SNAKEMAKE) $(CONFIG) -- reports/$(SUITE)/parse-times.tsv

docs: $(VENV)/.installed  ## write docs/{coverage,results,claims}.md, docs/differences.svg, docs/tour.ipynb, reports/index.html
	$(BIN)/python -m nonproj.fidelity $(RESULTS:%=reports/published/%) > docs/coverage.md
	$(BIN)/python -m nonproj.reporting.findings.results $(RESULTS:%=reports/published/%)
	$(BIN)/python -m tests.cells docs/tour.ipynb
	$(BIN)/nonproj draw docs/hearing.conllu --sentence 1 -o docs/hearing.svg
	$(BIN)/nonproj projectivize --encoding head docs/hearing.conllu | \
		$(BIN)/nonproj draw docs/hearing.conllu - --sentence 1 -o docs/hearing-head.svg

site: $(VENV)/.installed-site  ## make pages of docs/ in reports/site
	$(BIN)/mkdocs build --quiet --config-file .mkdocs.yml

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
EXTRAS := --extra neural --extra workflow
lock: $(VENV)/.installed-test  ## renew the locked dependencies in envs/ (needs uv)
	$(LOCK) $(EXTRAS) --group build pyproject.toml -o envs/requirements.txt
	$(LOCK) $(EXTRAS) --group test -c envs/requirements.txt pyproject.toml -o envs/requirements-test.txt
	$(LOCK) --group cluster --no-deps -o envs/requirements-cluster.txt
	$(LOCK) $(EXTRAS) --group site -c envs/requirements.txt pyproject.toml -o envs/requirements-site.txt

clean:  ## remove all results of every suite; fetched treebanks stay
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

$(VENV)/.installed-cluster: $(VENV)/.installed envs/requirements-cluster.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r envs/requirements-cluster.txt
	@touch $@

$(VENV)/.installed-cuda: $(VENV)/.installed pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --no-build-isolation --editable '.[cuda]'
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed envs/requirements-test.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r envs/requirements-test.txt
	@touch $@

$(VENV)/.installed-site: $(VENV)/.installed envs/requirements-site.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r envs/requirements-site.txt
	@touch $@
