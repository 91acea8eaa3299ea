"""Train spaCy 3, or tag and parse with it, by python spacy3.py train, or parse.

Files are named by the variables that docs/configuration.md describes. The pipeline has spaCy's own
settings for small models on a processor. Its parser projectivizes the training trees itself, and
learns single sentences, as it is also given in parsing."""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import spacy
from spacy.cli.init_config import init_config
from spacy.tokens import Doc, DocBin
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as train_loop
from spacy.vocab import Vocab

PIPELINE = ["tok2vec", "tagger", "morphologizer", "trainable_lemmatizer", "parser"]
OWN = {"hu", "el", "tr", "la"}  # languages with settings of their own; others have the general ones
Sentence = list[list[str]]


def main(task: str) -> None:
    if task == "train":
        train(*map(os.environ.get, ("TREEBANK", "TRAIN", "DEV", "FOLDER", "MODEL")))
    else:
        parse(*map(os.environ.get, ("MODEL", "TEXT", "PARSE")))


def train(treebank: str, training_set: str, dev: str, folder: str, model: str) -> None:
    code = treebank.split("-")[1]
    lang = code if code in OWN else "xx"
    config = init_config(lang=lang, pipeline=PIPELINE, optimize="efficiency", gpu=False)
    config["components"]["tagger"]["neg_prefix"] = ""  # with "!", the tag "!" would be refused
    vocab, trained = Vocab(), Path(folder, "spacy")
    trained.mkdir()
    for split, path in (("train", training_set), ("dev", dev)):
        docs = [annotated(vocab, sentence) for sentence in read(path)]
        DocBin(docs=docs).to_disk(Path(folder, f"{split}.spacy"))
        config["paths"][split] = str(Path(folder, f"{split}.spacy"))
    train_loop(init_nlp(config), trained)
    Path(trained, "model-best").rename(model)


def annotated(vocab: Vocab, sentence: Sentence) -> Doc:
    _, forms, lemmas, upos, xpos, feats, heads, labels, *_ = zip(*sentence, strict=True)
    roots = [head == "0" for head in heads]
    return Doc(
        vocab,
        words=[*forms],
        lemmas=[*lemmas],
        pos=[*upos],
        tags=[other if tag == "_" else tag for tag, other in zip(xpos, upos, strict=True)],
        morphs=["" if each == "_" else each for each in feats],
        heads=[i if roots[i] else int(head) - 1 for i, head in enumerate(heads)],
        deps=["ROOT" if roots[i] else label for i, label in enumerate(labels)],
        sent_starts=starts(forms),
    )


def parse(model: str, text: str, parse_file: str) -> None:
    nlp = spacy.load(model)
    texts = ([word[1] for word in sentence] for sentence in read(text))
    docs = (Doc(nlp.vocab, words=forms, sent_starts=starts(forms)) for forms in texts)
    with open(parse_file, "w", encoding="utf-8") as file:
        for doc in nlp.pipe(docs):
            file.writelines(written(doc))


def starts(forms: Sequence[str]) -> list[bool]:
    """Say which words begin a sentence, so that the parser begins no other."""
    return [i == 0 for i in range(len(forms))]


def written(doc: Doc) -> Iterator[str]:
    """Yield the lines of a sentence; a second root becomes a dependent of the first."""
    first = next(token.i for token in doc if token.head.i == token.i)
    for token in doc:
        head, label = token.head.i + 1, token.dep_
        if token.head.i == token.i:
            head, label = (0, "root") if token.i == first else (first + 1, "dep")
        tags = token.lemma_ or "_", token.pos_ or "_", token.tag_ or "_", str(token.morph) or "_"
        yield "\t".join((str(token.i + 1), token.text, *tags, str(head), label, "_", "_")) + "\n"
    yield "\n"


def read(path: str) -> Iterator[Sentence]:
    sentences = Path(path).read_text(encoding="utf-8").strip().split("\n\n")
    return ([line.split("\t") for line in lines.split("\n")] for lines in sentences)


if __name__ == "__main__":
    main(sys.argv[1])
