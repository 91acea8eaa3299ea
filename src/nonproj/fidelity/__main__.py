"""Print docs/coverage.md: `make docs`."""

from nonproj.experiments.load import load_studies
from nonproj.fidelity.coverage import check_coverage, load_coverage
from nonproj.fidelity.departures import load_departures
from nonproj.fidelity.page import as_page

studies, coverage = load_studies("workflow/experiments"), load_coverage()
check_coverage(coverage, studies)
print(as_page(studies, coverage, load_departures()), end="")
