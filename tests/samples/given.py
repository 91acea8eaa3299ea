"""Graph-based models with random weights, and partial trees, for parsing around given arcs."""

import numpy as np

from nonproj.data.conll import parse_treebank
from nonproj.data.treebank import MISSING_HEAD, Column
from nonproj.decoders.carreras_factors import row
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.label_filter import LabelFilter, label_filter
from nonproj.parsers.graph.model import GraphModel, new_table, search_of
from nonproj.parsers.graph.pruning import BITS, UNPRUNED, head_scores
from nonproj.parsers.graph.seen import none_seen
from nonproj.parsers.graph.sentences import score_sentence, sentence_of
from samples.treebanks import made_treebank

LABELS = ("a", "b", "c")
NONE = "_"


def random_model(name, root_mode, seed, scale=1.0):
    """A model whose scores are exact in single precision; its filter knows three labels."""
    rng = np.random.default_rng(seed)
    text = made_treebank(30)
    codes = np.where(text.is_word, text.deprel.codes % len(LABELS), -1).astype(np.int32)
    text = text.with_trees(text.head, Column(codes, LABELS))
    table, seen = new_table(10, len(LABELS)), none_seen(10)
    table[:] = scale * rng.integers(-128, 129, len(table)) / 64
    seen[:] = np.uint64(2**64 - 1)
    pruner = rng.normal(size=1 << BITS).astype(np.float32)
    tags = text.upos.values
    rest = LABELS, tags, label_filter(text), table, seen, pruner
    return GraphModel(variant_named(name), root_mode, 1, 10, *rest)


def random_text(rng, lengths):
    """Sentences of forms and tags of the artificial language, without trees."""
    text = made_treebank(30)
    lines = []
    for n in lengths:
        for word in range(1, n + 1):
            form, tag = rng.choice(text.form.values), rng.choice(text.upos.values)
            lines.append(f"{word}\t{form}\t_\t{tag}\t{tag}\t_\t_\t_\t_\t_\n")
        lines.append("\n")
    return parse_treebank("".join(lines).encode(), "random.conllu", heads="partial")


def with_some(text, tree, rng, share=0.4):
    """The text with a random part of a tree of one of its sentences, and random labels."""
    words = range(1, len(tree))
    heads = [-1, *(tree[m] if rng.random() < share else MISSING_HEAD for m in words)]
    labels = [None, *(rng.choice(LABELS) if rng.random() < share else NONE for _ in words)]
    return text.with_trees(np.array(heads), Column.of(labels))


def dense_scores(model, text):
    """Scores of all factors of a text of one sentence under all labels, for the oracle."""
    corpus, scorer = model.on(text)
    n_rows, n_labels = len(model.label_filter.begin) - 1, len(model.labels)
    begin = np.arange(n_rows + 1) * n_labels
    labels = np.tile(np.arange(n_labels, dtype=np.int32), n_rows)
    scorer = scorer._replace(label_filter=LabelFilter(begin, labels, model.label_filter.n_tags))
    search = search_of(model.variant, model.root_mode)._replace(margin=UNPRUNED)
    size = len(text.head)
    none = np.full(size, -1, np.int32)
    f = score_sentence(corpus, scorer, search, sentence_of(corpus, 0), none)
    arc = np.full((size, size, n_labels), -np.inf)
    sibling, grandchild = np.zeros((2, size, size, n_labels, size))
    for m in range(1, size):
        for h in range(size):
            if h != m:
                into, out = f.into[m, h], f.out[h, m]
                arc[h, m] = f.arc[into : into + n_labels]
                for c in range(size if len(f.sibling) else 0):
                    sibling[h, m, :, c] = row(f.sibling, f.out, h, c, out, out + n_labels)
                    of_child = row(f.grandchild, f.into, m, c, into, into + n_labels)
                    grandchild[h, m, :, c] = of_child
    return arc, sibling, grandchild


def arc_probabilities(model, text):
    """The scores of the pruner for a text of one sentence."""
    corpus, scorer = model.on(text)
    return head_scores(corpus.words, sentence_of(corpus, 0), scorer.pruner, scorer.width)


def filtered_labels(model, text):
    """For each arc (head, dependent) of a text of one sentence, the labels that the filter has."""
    corpus, _ = model.on(text)
    tags, filter_ = corpus.tags.tolist(), model.label_filter
    found, words = {}, range(1, len(tags))
    for m in words:
        for h in {*range(len(tags))} - {m}:
            place = (tags[h] * filter_.n_tags + tags[m]) * 2 + (h < m)
            found[h, m] = filter_.labels[filter_.begin[place] : filter_.begin[place + 1]].tolist()
    return found
