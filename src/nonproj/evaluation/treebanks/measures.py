"""The measurements of a treebank that the workflow runs, by name."""

from nonproj.evaluation.treebanks.coverage import coverage
from nonproj.evaluation.treebanks.distortion import distortion
from nonproj.evaluation.treebanks.statistics import statistics

MEASURES = {"statistics": statistics, "distortion": distortion, "coverage": coverage}
