"""A study whose name sorts before all others: its `study.yaml` and the printed values."""

EXPERIMENT = """\
study: aaa-2026
short: Aaa 2026
authors: A. A. Aaa
year: 2026
title: A Sixth Study
venue: nowhere
question: What does it cost to add a study?
treebanks: {aaa-bank: Treebank of the sixth study}
runs:
  - {training: train, target: dev, variants: [swap-eager]}
tables:
  - id: T1
    title: How accurate the parser is
    caption: Labelled attachment score.
    split: dev
    columns:
      - {id: las, header: LAS, system: swap-eager, metric: las}
figures: []
"""
PRINTED = """\
paper,table,experiment,treebank,system,setting,split,metric,unit,value,sd,note,printed_as
aaa-2026,T1,parsing,aaa-bank,swap-eager,,dev,las,percent,81.5,,,swapper
"""
