# ruff: noqa: N816 (names as in the paper)
"""Nilsson (2009), chapter 5: pseudo-projective transformations; 6: coordination and verb groups."""

from itertools import combinations

from nonproj.claims.catalogue import ELSEWHERE, Study
from nonproj.claims.relations import (
    MARGIN,
    Metric,
    System,
    Treebank,
    falling,
    highest,
    lowest,
    rising,
    significant,
    tied,
)

study = Study(
    "nilsson-2009",
    {
        "any": "",
        "conll06-5": "conll06-slovene-sdt conll06-arabic-padt conll06-dutch-alpino"
        " conll06-german-tiger conll06-czech-pdt",
        "conll06-4": "conll06-slovene-sdt conll06-arabic-padt conll06-dutch-alpino"
        " conll06-czech-pdt",
        "conll06-all-12": "conll06-all-12 conll06-*",
        "conll07-all-10": "conll07-all-10 conll07-arabic conll07-basque conll07-catalan"
        " conll07-chinese conll07-czech conll07-english conll07-greek conll07-hungarian"
        " conll07-italian conll07-turkish",
        "conll07-9": "conll07-arabic conll07-hungarian conll07-catalan conll07-chinese"
        " conll07-czech conll07-english conll07-greek conll07-italian conll07-turkish",
        "conll07-cs+en+el+it": "conll07-cs+en+el+it conll07-czech conll07-english conll07-greek"
        " conll07-italian",
        "pdt-1.0": "conll06-czech-pdt",
    },
)
claim = study.claim

sdt = Treebank("conll06-slovene-sdt")
padt = Treebank("conll06-arabic-padt")
alpino = Treebank("conll06-dutch-alpino")
tiger = Treebank("conll06-german-tiger")
pdt = Treebank("conll06-czech-pdt")

# Parsers of chapter 5 ...
none, p0 = System("arc-eager+raw"), System("arc-eager")
pH, pP, pHP = ENCODED = [System(f"arc-eager+{name}") for name in ("head", "path", "headpath")]
eisner, eisnerHP, mst = System("eisner"), System("eisner+headpath"), System("mst")
# ... and the transformations themselves, without a parser.
t0, tH, tP, tHP = map(System, ("p0", "pH", "pP", "pHP"))
# Chapter 6.
tc, tcs, tcp, tcps = COORDINATION = [
    System(f"arc-eager+{name}+raw")
    for name in ("tau-c", "tau-c-star", "tau-c-plus", "tau-c-plus-star")
]
cs, tv = System("arc-eager+cs+raw"), System("arc-eager+tau-v+raw")
tvtc = System("arc-eager+tau-v+tau-c+raw")
combined = System("arc-eager+tau-v+tau-c+headpath")
mst_tc, mst_tv = System("mst+tau-c"), System("mst+tau-v")
ttc, ttcs, ttcp, ttcps, ttv = map(
    System, ("tau-c", "tau-c-star", "tau-c-plus", "tau-c-plus-star", "tau-v")
)

# Chapters 5 and 6: ten folds or sets 0 and 9, punctuation not scored.
DEV, WORDS = "train-cv10|dev20", "punctuation=exclude"
las, uas = Metric("las", DEV, WORDS), Metric("uas", DEV, WORDS)
las_sd, uas_sd = Metric("las-sd", "train-cv10", WORDS), Metric("uas-sd", "train-cv10", WORDS)
recall = Metric("recall", DEV, "arcs=nonproj", "unlabelled", WORDS)
precision_lifted = Metric("precision", DEV, "arcs=lifted", "unlabelled", WORDS)
er_10, er_80 = (
    Metric("error-reduction", "dev20", f"train={share}", "of=uas", "baseline=arc-eager+raw", WORDS)
    for share in ("10%", "80%")
)
# There and back without a parser.
restored = Metric("uas", "train", "arcs=all")
restored_nonproj = Metric("uas", "train", "arcs=nonproj")
searched = depth_first, closest_first = [
    Metric("uas", "train", "arcs=all", f"search={order}")
    for order in ("depth-first", "closest-first")
]
many_passes = Metric("n-passes", "train", "passes=>3")
order_of_lifts = Metric("pct-order-of-lifts", "train", system="gold")
# What `make times` measures.
parsing, restoring = Metric("time-s", "dev20|dev"), Metric("restoring-time-s", "dev20|dev")
roundtrip = Metric("uas", "train")
n_labels = Metric("n-labels", "train")
nonproj_arcs = Metric("pct-nonproj-arcs", "train", system="gold")
lifts_1 = Metric("n-lifts", "train", "lifts=1", system="gold")
lifts_more = Metric("n-lifts", "train", "lifts=>3", system="gold")
arc_length = Metric("mean-arc-length", "train")
original_length = Metric("mean-arc-length", "train", system="gold")
# Chapter 6.
precision_conjuncts = Metric("precision", DEV, "tokens=conjuncts")
recall_conjuncts = Metric("recall", DEV, "tokens=conjuncts")
precision_auxiliaries = Metric("precision", DEV, "tokens=auxiliaries")
recall_auxiliaries = Metric("recall", DEV, "tokens=auxiliaries")
precision_near, precision_far, recall_near, recall_far = (
    Metric(m, DEV, f"length={n}", "unlabelled", WORDS)
    for m in ("precision", "recall")
    for n in ("1-5", ">6")
)
SPANS = (precision_near, precision_far), (recall_near, recall_far)
pre_uas, post_uas = (
    Metric("pre-accuracy", DEV, "unlabelled", WORDS),
    Metric("post-accuracy", DEV, "unlabelled", WORDS),
)
# Test sets: chapter 6 leaves punctuation out, chapters 7 to 9 score every word.
TEST = "test|dev"
las_whole = Metric("las", TEST)
las_words, uas_words = Metric("las", TEST, WORDS), Metric("uas", TEST, WORDS)


def reduction(metric: Metric, system: System, baseline: System, *treebank: Treebank):
    """The share of the baseline's errors that the system does not make."""
    before = metric(baseline, *treebank)
    return (metric(system, *treebank) - before) / (100 - before)


def gain(metric: Metric, system: System, baseline: System):
    return metric(system) - metric(baseline)


def on(metric: Metric, system: System, *treebanks: Treebank):
    return [metric(system, treebank) for treebank in treebanks]


claim(
    "NI08",
    restored(t0) == 100 - nonproj_arcs(),
    note="exactly; a lift can make another arc non-projective, which one decimal does not show",
)
claim(
    "NI09",
    {
        (sdt, padt, alpino, tiger, pdt): (
            restored(tHP) >= highest(99.98, restored(tH), restored(tP))
        )
        & (restored_nonproj(tHP) >= 99.3),
        ELSEWHERE: restored(tHP) >= highest(restored(tH), restored(tP)),
    },
    note="the sizes, 99.98 and 99.3 per cent, belong to the thesis' treebanks",
)
claim(
    "NI10",
    {
        (sdt, pdt): abs(restored(tP) - restored(tH)) < 0.1,
        ELSEWHERE: restored(tP) >= restored(tH),
    },
    note="comparable on Slovene and Czech: within 0.1 points, a tolerance of ours",
)
claim(
    "NI11",
    [
        (restored(s, alpino) < lowest(*on(restored, s, sdt, tiger, pdt)))
        & (restored(s, padt) > highest(*on(restored, s, sdt, tiger, pdt)))
        for s in (tH, tP, tHP)
    ],
)
claim(
    "NI12",
    [
        restored_nonproj(s, alpino) > highest(*on(restored_nonproj, s, sdt, padt, tiger, pdt))
        for s in (tP, tHP)
    ],
    note="of the head encoding the thesis says it, too, which its own table contradicts",
)
claim(
    "NI13",
    {padt: restored_nonproj(tP) - restored_nonproj(tH) > 5},
    note="much lower: the 5 points are ours",
)
claim(
    "NI14",
    [
        lifts_1() > 60,
        lifts_more(padt)
        > highest(lifts_more(sdt), lifts_more(alpino), lifts_more(tiger), lifts_more(pdt)),
    ],
)
claim(
    "NI15",
    rising(*map(n_labels, (t0, tP, tH, tHP)), n_labels(t0) * (n_labels(t0) + 1)),
    note="far below the bound: half of 2R(R+1), a limit of ours",
)
claim("NI16", {(alpino, padt, tiger): uas(p0) > uas(none), (sdt, pdt): uas(p0) < uas(none)})
claim("NI17", {padt: (), ELSEWHERE: [m(s) > m(p0) for m in (uas, las) for s in ENCODED]})
claim(
    "NI18",
    reduction(uas, pHP, p0, alpino)
    > highest(*(reduction(uas, pHP, p0, treebank) for treebank in (sdt, padt, tiger, pdt))),
    note="that Dutch gains most; the size, 22.7 per cent, belongs to Alpino",
)
claim(
    "NI19",
    [
        tied(m(a), m(b), within=0.35)
        for m in (uas, las)
        for a, b in ((pH, pP), (pH, pHP), (pP, pHP))
    ],
)
claim("NI20", {sdt: [(las(s) > las(none)) & (uas(s) < uas(none)) for s in ENCODED]})
claim(
    "NI21",
    [
        falling(*on(sd, s, sdt, padt, alpino))
        for sd in (uas_sd, las_sd)
        for s in (none, p0, *ENCODED)
    ],
)
claim("NI22", {padt: (), ELSEWHERE: recall(none) > recall(p0)})
claim(
    "NI23",
    {
        padt: (),
        ELSEWHERE: [
            *(significant(recall(s) > recall(other)) for s in ENCODED for other in (none, p0)),
            *(tied(recall(a), recall(b), within=10) for a, b in combinations(ENCODED, 2)),
        ],
    },
    level=0.01,
    note="alike: within 10 points, a tolerance of ours, as there are some hundred such arcs",
)
claim("NI24", {padt: (), ELSEWHERE: [precision_lifted(s) > recall(s) for s in ENCODED]})


def spread(metric: Metric, system: System):
    values = on(metric, system, sdt, alpino, tiger, pdt)
    return highest(*values) - lowest(*values)


claim("NI25", [spread(recall, s) > spread(precision_lifted, s) for s in ENCODED])
claim("NI26", abs(er_80(p0) - er_10(p0)) < 1, note="flat: within 1 point, a tolerance of ours")
claim(
    "NI27",
    {
        tiger: [er_80(pH) > er_10(pH), *(er_80(s) > 2 * er_10(s) for s in (pP, pHP))],
        ELSEWHERE: [er_80(s) > er_10(s) for s in ENCODED],
    },
    note="that pH, too, more than doubles on Tiger, as the prose has it, its figures contradict",
)
claim(
    "NI28",
    [many_passes(s) < 1 for s in (tH, tP, tHP)],
    note="normally: more than three passes in less than 1 per cent of the sentences concerned",
)
claim(
    "NI29",
    proved="a property of the algorithm, which the tests check on every tree of up to 5 words",
)
claim(
    "NI30",
    order_of_lifts() < 1,
    note="rarely: in less than 1 per cent of the sentences; the bound is ours",
)
claim(
    "NI31",
    [restored(s) >= highest(*(other(s) for other in searched)) for s in (tH, tP, tHP)],
    note="judged by round trips; the thesis does not say by what",
)
claim(
    "NI32",
    [restoring(s) < parsing(s) / 10 for s in ENCODED],
    of_those_run=True,
    note="negligible: less than a tenth of the time of parsing, a bound of ours; `make times`"
    " measures seconds and writes this verdict next to them, in time-claims.csv",
)
claim(
    "NI33",
    significant(uas(eisnerHP) > uas(eisner)) & (uas(eisnerHP) >= uas(mst) - MARGIN),
    note="reaches: at most half a point less, a bound of ours",
)
claim(
    "NI34",
    [significant(m(s) > m(none)) for m in (uas, las) for s in COORDINATION],
    of_those_run=True,
)
claim("NI35", [falling(m(cs), m(tc), m(none)) for m in (uas, las)])
claim("NI36", [falling(m(tc), m(tv), m(none)) for m in (uas, las)])
claim("NI37", reduction(uas, tv, none, sdt) > reduction(uas, tv, none, pdt))
claim(
    "NI38",
    [gain(uas, s, none) > gain(las, s, none) for s in (*COORDINATION, cs)],
    exceptions=1,
    of_those_run=True,
    note="most: one of the variants may differ",
)
claim("NI39", rising(roundtrip(ttc), roundtrip(ttcs), lowest(roundtrip(ttcp), roundtrip(ttcps))))
claim("NI40", not_testable="depends on the annotation styles of four particular treebanks")
claim("NI41", roundtrip(ttv) >= 99.8)
claim("NI42", not_testable="conjuncts by heuristics (style prague-plain) are in no table")
PRAGUE_STYLE = "depends on the labels of three Prague-style treebanks"
claim(
    "NI43",
    {pdt: [m(tcp) > m(tc) for m in (uas, las)], (sdt, padt): [m(tcp) < m(tc) for m in (uas, las)]},
    originals_only=PRAGUE_STYLE,
)
claim(
    "NI44",
    {padt: [m(tcs) > m(tc) for m in (uas, las)], (sdt, pdt): [m(tcs) < m(tc) for m in (uas, las)]},
    originals_only=PRAGUE_STYLE,
)
both_help = [m(tvtc) > highest(m(tv), m(tc)) for m in (uas, las)]
claim(
    "NI45",
    {
        sdt: [*both_help, *(m(tvtc) - m(none) > m(tv) + m(tc) - 2 * m(none) for m in (uas, las))],
        ELSEWHERE: both_help,
    },
    note="verb groups and coordination for every treebank, which the thesis combines for Slovene",
)
claim(
    "NI46",
    [m(combined) > m(pH) for m in (uas_words, las_words)],
    note="one combination for all treebanks, where the thesis takes the best for each",
)
claim("NI47", not_testable="compares with another parser on the test sets of a shared task")
precise, complete = (
    [significant(m(s) > m(none)) for s in (*COORDINATION, cs)]
    for m in (precision_conjuncts, recall_conjuncts)
)
claim(
    "NI48",
    {alpino: precise, ELSEWHERE: [*precise, *complete]},
    of_those_run=True,
    level=0.01,
)
claim(
    "NI49",
    {
        pdt: [significant(m(tv) > m(none)) for m in (precision_auxiliaries, recall_auxiliaries)],
        ELSEWHERE: [abs(m(tv) - m(none)) < 1 for m in (precision_auxiliaries, recall_auxiliaries)],
    },
    level=0.01,
    note="unaffected: less than 1 point, a tolerance of ours",
)
claim(
    "NI50",
    [precision_conjuncts(s) > recall_conjuncts(s) for s in (none, *COORDINATION, cs)],
    of_those_run=True,
)
claim("NI51", rising(arc_length(ttc), arc_length(ttv), original_length()))
claim(
    "NI52",
    [
        *(near(s) > far(s) for near, far in SPANS for s in (none, tc, tv)),
        *(abs(m(s) - m(none)) < 5 for span in SPANS for m in span for s in (tc, tv)),
    ],
    note="arcs of up to 5 words against those of more than 6; overlap: within 5 points, ours",
)
claim(
    "NI53",
    [reduction(pre_uas, s, none) > reduction(post_uas, s, none) for s in (*COORDINATION, cs)],
    of_those_run=True,
)
claim(
    "NI54",
    {
        sdt: reduction(pre_uas, tv, none) < reduction(post_uas, tv, none),
        pdt: reduction(pre_uas, tv, none) > reduction(post_uas, tv, none),
    },
)
claim(
    "NI55",
    (uas(mst_tc) < uas(mst)) & (abs(uas(mst_tv) - uas(mst)) < 0.2),
    note="no influence: less than 0.2 points, a tolerance of ours",
)
