# What parsers learn from: parts of the training set, and its trees after the steps of a variant.


rule folds:
    input:
        "data/work/{treebank}/train.conll",
    output:
        train="data/work/{treebank}/{training}/train.conll",
        heldout="data/work/{treebank}/{training}/heldout.conll",
    group:
        "prepare"
    script:
        "../scripts/folds.py"


rule prepare:
    input:
        lambda w: training_file(w.treebank, w.training),
    output:
        "data/work/{treebank}/{training}/prepared/{steps}.conll",
    group:
        "prepare"
    script:
        "../scripts/prepare.py"
