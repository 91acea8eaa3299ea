"""Train UDPipe 1, or tag and parse with it, by python udpipe1.py train, or parse.

Files are named by the variables that docs/configuration.md describes. The options of a treebank are
those with which the authors of UDPipe trained their models for UD 2.0 (udpipe1.tsv). As there,
vectors of forms are trained by skip-gram on the training set alone."""

import csv
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from gensim.models import Word2Vec
from ufal.udpipe import (
    InputFormat,
    Model,
    OutputFormat,
    ProcessingError,
    Sentence,
    Sentences,
    Trainer,
)

OPTIONS = Path(__file__).with_suffix(".tsv")


def main(task: str) -> None:
    if task == "train":
        vectors = os.path.join(os.environ["FOLDER"], "vectors.txt")
        train(*map(os.environ.get, ("TREEBANK", "TRAIN", "DEV")), vectors)
    else:
        parse(os.environ["MODEL"], os.environ["TEXT"], os.environ["PARSE"])


def train(treebank: str, training_set: str, dev: str, vectors: str) -> None:
    """Train a tagger with lemmas, and a parser that reads its tags; `dev` chooses epochs."""
    with OPTIONS.open(encoding="utf-8", newline="") as file:
        rows = {row["treebank"]: row for row in csv.DictReader(file, delimiter="\t")}
    options, sentences = rows[treebank], [*read(training_set)]
    write_vectors(sentences, vectors)
    parser = f"{options['parser']};embedding_form_file={vectors}"
    error = ProcessingError()
    model = Trainer.train(
        "morphodita_parsito",
        *(Sentences(each) for each in (sentences, read(dev))),
        *(Trainer.NONE, options["tagger"], parser),
        error,
    )
    if error.occurred():
        sys.exit(error.message)
    Path(os.environ["MODEL"]).write_bytes(model)


def write_vectors(sentences: list[Sentence], path: str) -> None:
    """Train vectors with the settings of ufal/udpipe, training/ud-2.0-embeddings/gen.sh.

    As in UDPipe's network, a space in a form becomes a no-break space."""
    forms = [[word.form.replace(" ", "\xa0") for word in each.words[1:]] for each in sentences]
    size = {"vector_size": 50, "window": 10, "min_count": 2, "epochs": 15}
    vectors = Word2Vec(forms, sg=1, negative=5, sample=0.1, workers=1, seed=1, **size).wv
    vectors.save_word2vec_format(path)


def parse(model_file: str, text: str, parse_file: str) -> None:
    model = Model.load(model_file)
    output = OutputFormat.newConlluOutputFormat()
    with open(parse_file, "w", encoding="utf-8") as file:
        for sentence in read(text):
            model.tag(sentence, Model.DEFAULT)
            model.parse(sentence, Model.DEFAULT)
            file.write(output.writeSentence(sentence))


def read(path: str) -> Iterator[Sentence]:
    source, error = InputFormat.newConlluInputFormat(), ProcessingError()
    source.setText(Path(path).read_text(encoding="utf-8"))
    sentence = Sentence()
    while source.nextSentence(sentence, error):
        yield sentence
        sentence = Sentence()
    if error.occurred():
        sys.exit(error.message)


if __name__ == "__main__":
    main(sys.argv[1])
