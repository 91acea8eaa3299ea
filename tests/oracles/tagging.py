"""An averaged perceptron tagger with a margin, whose features are texts in a dictionary."""

from collections import defaultdict

import numpy as np


class SlowTagger:
    """Learns the tags of sentences of (form, tag); each pass has its order of sentences."""

    def __init__(self, sentences, values, orders, affix, gram, reach, margin):
        self.values, self.sizes = values, (affix, gram, reach)
        self.weight, self.total, now = defaultdict(float), defaultdict(float), 1
        for order in orders:
            for s in order:
                words = [form for form, _ in sentences[s]]
                for i, guess, described in self._walk(words):
                    gold = sentences[s][i][1]
                    scores = self._scores(described)
                    assert guess == self._best(scores)
                    scores[gold] -= margin
                    rival = self._best(scores)
                    if rival != gold:
                        for feature in described:
                            for tag, change in ((gold, 1), (rival, -1)):
                                self.weight[feature, tag] += change
                                self.total[feature, tag] += change * now
                    now += 1
        for pair, total in self.total.items():
            self.weight[pair] -= total / now

    def tag(self, words):
        return [tag for _, tag, _ in self._walk(words)]

    def _walk(self, words):
        before = ["<", "<"]
        for i in range(len(words)):
            described = self._described(words, i, before)
            before.append(self._best(self._scores(described)))
            yield i, before[-1], described

    def _scores(self, described):
        return {tag: sum(self.weight.get((f, tag), 0) for f in described) for tag in self.values}

    def _best(self, scores):
        return max(self.values, key=scores.get)  # of equal ones, the first

    def _described(self, words, i, before):
        affix, gram, reach = self.sizes
        word, small = words[i], words[i].lower()
        kinds = ["X" if c.isupper() else "0" if c.isdigit() else "-" if c == "-" else "x"
                 for c in word]  # fmt: skip
        features = [
            ("any",),
            ("form", word),
            ("small", small),
            ("shape", *sorted({*kinds}), "/", kinds[0]),
        ]
        features += [("ends", k, small[-k:]) for k in range(1, affix + 1)]
        features += [("begins", k, small[:k]) for k in range(1, affix + 1)]
        if gram:
            letters = ["<", *small, ">"]
            features += {("has", *letters[k:][:gram]) for k in range(len(letters) - gram + 1)}
        for away in range(1, reach + 1):
            for j in (i - away, i + away):
                inside = 0 <= j < len(words)
                features.append(("other", j - i, words[j].lower() if inside else None))
                features.append(("other ends", j - i, words[j].lower()[-3:] if inside else None))
        last, last_but_one = before[-1], before[-2]
        features += [("after", last), ("after both", last_but_one, last), ("with", last, small)]
        return features


def orders_of(seed, sentences, epochs):
    rng = np.random.default_rng(seed)
    return [rng.permutation(sentences) for _ in range(epochs)]
