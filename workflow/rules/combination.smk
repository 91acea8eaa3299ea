# Combinations of parsers: one job for all blends of the parses of a treebank, one for all votes.


rule blend:
    input:
        unpack(parses_to_blend),
        gold="data/work/{treebank}/{training}/heldout.conll",
    output:
        [
            f"data/work/{{treebank}}/{{training}}/blends/{{target}}/{blend.slug}.conll"
            for blend in BLENDS["graph"]
        ],
    log:
        "data/work/logs/blend/{treebank}-{training}-{target}.log",
    benchmark:
        "data/work/benchmarks/blend/{treebank}-{training}-{target}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=2000,
        runtime=10,
    params:
        variants=parsers_of("graph"),
        blends=[
            (blend.weights, blend.accumulate, blend.parsers)
            for blend in BLENDS["graph"]
        ],
        code=fingerprint("evaluation"),
    script:
        "../scripts/blend.py"


rule vote:
    input:
        unpack(models_to_vote),
        gold="data/work/{treebank}/{training}/heldout.conll",
        text="data/work/{treebank}/{target}.conll",
    output:
        [
            f"data/work/{{treebank}}/{{training}}/blends/{{target}}/{blend.slug}.conll"
            for blend in BLENDS["transition"]
        ],
    log:
        "data/work/logs/vote/{treebank}-{training}-{target}.log",
    benchmark:
        "data/work/benchmarks/vote/{treebank}-{training}-{target}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=6000,
        runtime=60,
    params:
        variants=parsers_of("transition"),
        votes=[(blend.variant, blend.parsers) for blend in BLENDS["transition"]],
        code=fingerprint("parsers"),
    script:
        "../scripts/vote.py"
