"""The commands, grouped and ordered as in the help, with a few examples for each command."""

PANELS: dict[str, dict[str, tuple[str, ...]]] = {
    "Get treebanks": {
        "fetch": ("fetch ud20-got ud20-el", "fetch ud20-got --folder treebanks"),
    },
    "Look at treebanks": {
        "stats": ("stats train.conllu dev.conllu", "stats --json treebank.conllu.gz",
                  "stats --by deprel --examples 3 train.conllu",
                  "stats --by construction --html crossings.html train.conllu"),
        "check": ("check treebank.conllu", "check --text text.conllu",
                  "check --json *.conllu > defects.json"),
        "draw": ("draw gold.conllu --sentence 3 -o tree.svg",
                 "draw gold.conllu parsed.conllu --sentence 3 -o both.svg"),
        "view": ("view treebank.conllu -o trees.html",
                 "view gold.conllu parsed.conllu other.conllu -o trees.html"),
    },
    "Train and parse": {
        "recommend": ("recommend train.conllu --dev dev.conllu",
                      "recommend train.conllu --budget 3 -o quick"),
        "train": ("train --variant arc-eager+head train.conllu -o model.npz",
                  "train --variant arc-eager+head news.conllu letters.conllu -o both.npz",
                  "train --variant carreras+npa --tags predicted train.conllu -o model.npz",
                  "train --variant biaffine --text train.conllu --dev dev.conllu -o model.npz",
                  "train --from model.npz train.conllu new.conllu -o longer.npz"),
        "parse": ("parse --model model.npz text.conllu -o parsed.conllu",
                  "parse --model calibrated.npz --confidence text.conllu -o parsed.conllu",
                  "parse --model model.npz news.txt -o parsed.conllu",
                  "parse --model model.npz - < text.conllu | nonproj stats -"),
        "tokenize": ("tokenize --model model.npz news.txt -o words.conllu",
                     "tokenize --model model.npz --format words words.txt -o words.conllu"),
        "calibrate": ("calibrate --model model.npz dev.conllu -o calibrated.npz",),
        "tag": ("tag --model model.npz text.conllu -o tagged.conllu",),
        "coverage": ("coverage --variants arc-standard,arc-standard+head,attardi train.conllu",
                     "coverage --classes projective,mh4,1ec train.conllu"),
    },
    "Transform trees": {
        "projectivize": ("projectivize --encoding head train.conllu -o projective.conllu",),
        "deprojectivize": ("deprojectivize --encoding head parsed.conllu > restored.conllu",),
        "transform": ("transform --scheme tau-c train.conllu -o chains.conllu",
                      "transform --scheme tau-c --inverse parsed.conllu -o restored.conllu"),
    },
    "Score and combine parses": {
        "evaluate": ("evaluate gold.conllu parsed.conllu",
                     "evaluate gold.conllu parsed.conllu --punctuation exclude --json"),
        "compare": ("compare gold.conllu a.conllu b.conllu",),
        "blend": ("blend a.conllu b.conllu c.conllu -o blended.conllu",
                  "blend a.conllu b.conllu --weights posacc --heldout-gold dev.conllu "
                  "--heldout dev-a.conllu --heldout dev-b.conllu -o blended.conllu"),
        "doubtful": ("doubtful parsed.conllu",
                     "doubtful parsed.conllu --gold gold.conllu --most 50",
                     "doubtful parsed.conllu --most 50 -o to-correct.conllu"),
        "select": ("select --heldout-gold dev.conllu --heldout dev-a.conllu --heldout dev-b.conllu",
                   "select --heldout-gold dev.conllu --heldout dev-a.conllu --heldout dev-b.conllu "
                   "a.conllu b.conllu -o blended.conllu"),
        "bundle": ("bundle a.npz b.npz c.npz -o blend.npz",
                   "bundle a.npz b.npz --weights posacc --heldout dev.conllu -o blend.npz"),
    },
}  # fmt: skip
EXAMPLES = {name: examples for panel in PANELS.values() for name, examples in panel.items()}
