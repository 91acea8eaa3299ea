"""Print docs/coverage.md: `make docs`."""

from nonproj.experiments.study.load import load_studies
from nonproj.fidelity.coverage import check_coverage, load_coverage
from nonproj.fidelity.departures import check_departures, load_departures
from nonproj.fidelity.exhibits import Exhibits
from nonproj.fidelity.page import as_page

studies, coverage = load_studies("workflow/experiments"), load_coverage()
departures = load_departures()
check_coverage(coverage, studies)
check_departures(departures, Exhibits(studies))
print(as_page(studies, coverage, departures), end="")
