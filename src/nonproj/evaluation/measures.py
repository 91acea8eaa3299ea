"""The measurements of a treebank that the workflow runs, by name."""

from nonproj.evaluation.coverage import coverage
from nonproj.evaluation.distortion import distortion
from nonproj.evaluation.statistics import statistics

MEASURES = {"statistics": statistics, "distortion": distortion, "coverage": coverage}
