"""Nivre (2007): Covington's parser under a bound on the degree of non-projectivity."""

from nonproj.claims.catalogue import ELSEWHERE, Study
from nonproj.claims.relations import (
    Metric,
    System,
    Treebank,
    between,
    falling,
    highest,
    lowest,
    rising,
    significant,
    tied,
)

study = Study(
    "nivre-2007",
    {
        "conll06-5": "conll06-danish-ddt conll06-dutch-alpino conll06-german-tiger"
        " conll06-portuguese-bosque conll06-slovene-sdt",
        "pdt-czech": "conll06-czech-pdt pdt-czech",
        "ddt-danish": "conll06-danish-ddt ddt-danish",
        "pdt": "conll06-czech-pdt",
        "tiger": "conll06-german-tiger",
        "sdt": "conll06-slovene-sdt",
        "any": "",
    },
)
claim = study.claim

d0, d1, d2, dinf = map(System, ("covington-d0", "covington-d1", "covington-d2", "covington-dinf"))

danish = Treebank("conll06-danish-ddt")
dutch = Treebank("conll06-dutch-alpino")
german = Treebank("conll06-german-tiger")
portuguese = Treebank("conll06-portuguese-bosque")
slovene = Treebank("conll06-slovene-sdt")

DEV, WORDS = "dev20|heldout20", "punctuation=exclude"
uas = Metric("uas", DEV, WORDS)
# Error reduction by the permitted degree, against d = 0.
er = Metric("error-reduction", DEV, WORDS, "of=uas", "baseline=covington-d0")
decisions = Metric("n-decisions", DEV)
nonproj_sentences = Metric("pct-nonproj-sentences", "train", system="gold")
nonproj_arcs = Metric("pct-nonproj-arcs", "train", system="gold")
degree_1 = Metric("coverage", "all", "max-degree=1", system="gold")
degree_2 = Metric("coverage", "all", "max-degree=2", system="gold")
las = Metric("las", "test", WORDS)
mcdonald = Metric("las", "test", WORDS, system="mcdonald-2006")
nivre = Metric("las", "test", WORDS, system="nivre-2006")
INSTEAD_OF_TIME = "pairs of words looked at stand for seconds, which differ from machine to machine"

claim("NV01", [significant(uas(s) > uas(d0)) for s in (d1, d2, dinf)])
rise = [falling(uas(dinf), uas(d2), uas(d1), uas(d0))]
claim(
    "NV02",
    {
        dutch: [
            *rise,
            *(tied(uas(a), uas(b), within=1.1) for a, b in ((d2, d1), (dinf, d2))),
            significant(uas(dinf) > uas(d1)),
        ],
        ELSEWHERE: [*rise, *(tied(uas(a), uas(b)) for a, b in ((d2, d1), (dinf, d2), (dinf, d1)))],
    },
    note="alike: within 0.5 points, on Dutch 1.1, which the paper calls not significant, while"
    " it calls that between no bound and a bound of 1 significant",
)
claim(
    "NV03",
    {
        dutch: uas(dinf) - uas(d2) < 1,
        ELSEWHERE: [uas(dinf) - uas(s) < 0.5 for s in (d1, d2)],
    },
    note="very marginal: less than 0.5 points, a bound of ours; of Dutch, which the paper possibly"
    " excepts, only that a bound of 2 costs less than 1 point",
)
claim(
    "NV04",
    [
        falling(
            er(dinf, dutch),
            er(dinf, german),
            highest(er(dinf, danish), er(dinf, portuguese), er(dinf, slovene)),
        ),
        er(dinf, dutch) > 35,
        er(dinf, german) > 20,
    ],
)
claim("NV05", er(dinf, slovene) < lowest(er(dinf, danish), er(dinf, portuguese)))
claim(
    "NV06",
    rising(decisions(d0), decisions(d1), decisions(d2), decisions(dinf)),
    note=INSTEAD_OF_TIME,
)


def saved(*treebank: Treebank):
    """The share of the decisions without a bound that a bound of 1 spares."""
    return (decisions(dinf, *treebank) - decisions(d1, *treebank)) / decisions(dinf, *treebank)


claim(
    "NV07",
    between(0.45, saved(), 0.56),
    where=nonproj_sentences() > 20,
    note=f"about 50 per cent: the bounds 45 and 56 are ours; {INSTEAD_OF_TIME}",
)
claim(
    "NV08",
    rising(saved(danish), saved(portuguese), lowest(saved(dutch), saved(german), saved(slovene))),
    note=INSTEAD_OF_TIME,
)
claim("NV09", between(decisions(d0), decisions(d1), decisions(d2), decisions(dinf)))
claim(
    "NV10",
    (degree_2() > 99.5) & between(97, degree_1(), 99.5),
    note="about 98 per cent: the bounds 97 and 99.5 are ours; the shares without a degree, 77 and"
    " 85 per cent, belong to the paper's treebanks",
)
claim(
    "NV11",
    between(1, nonproj_arcs(), 3) & (nonproj_sentences() <= 30),
    note="about 2 and as high as 25 per cent, which is no lower bound: 1, 3 and 30 are ours",
)
claim(
    "NV12",
    {
        danish: las(dinf) > highest(mcdonald(), nivre()),
        dutch: las(dinf) < lowest(mcdonald(), nivre()),
        ELSEWHERE: las(dinf) > lowest(mcdonald(), nivre()),
    },
    originals_only="compares with the parsers of a shared task on its own test sets",
)
# The other regimes: d = 1 and d = 2 with models of their own, d = 0 with the model without a bound.
d0_other, d1_other, d2_other = (System(f"covington-{d}~covington") for d in ("d0", "d1", "d2"))
claim(
    "NV13",
    [uas(s) >= uas(other) for s, other in ((d0, d0_other), (d1, d1_other), (d2, d2_other))],
    note="that no other regime is better; for a parser without a bound there is none",
)
