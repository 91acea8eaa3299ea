"""The page of trees: its data, its filters and orders in a browser, and hostile names and words."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import nonproj
from command_line import program, succeeded
from nonproj.data.conll import parse_treebank, render
from nonproj.data.misc_column import with_confidence
from nonproj.errors import NonprojError
from nonproj.results.confidence import doubts
from samples.pages import Page
from samples.treebanks import written

LARGEST = 1_000_000  # bytes of a page with 500 sentences
GOLD = [
    [("Who", 3, "obj"), ("did", 0, "root"), ("call", 2, "comp")],
    [("We", 2, "nsubj"), ("slept", 0, "root")],
    [("They", 2, "nsubj"), ("woke", 0, "root"), ("up", 2, "prt")],
]
PARSED = [
    [("Who", 2, "obj"), ("did", 0, "root"), ("call", 2, "x")],
    [("We", 2, "nsubj"), ("slept", 0, "root")],
    [("They", 2, "obj"), ("woke", 0, "root"), ("up", 2, "prt")],
]
SURE = [1, 0.9, 0.8, 0.6, 1, 0.95, 0.48, 1, 1, 0.4, 1]  # with node 0 of each sentence
HOSTILE = (
    "</script><script>parent.injected=1</script>",
    "<img/src=x/onerror=parent.injected=1>",
    *("<!--<script>", "]]>", "\"'`&amp;${1}{{7*7}}{%x%}{#", "a\u2028b\u2029c", "\ufffe\ufeff"),
    *("\u202eabc", "שלום", "مرحبا\u200f", "w" * 5000, "\U00010330\U00010331", "__proto__"),
)
# What is listed and drawn, and what the reader does.
TOOLS = """
const part = (name) => frame.querySelector(`#tree-${name}`);
const listed = () => [...part("sentence").options].map((option) => parseInt(option.text));
const pick = (select, text) =>
  choose(select, [...select.options].findIndex((option) => option.text === text));
const check = (box) => box.click();
const press = (key, from = frame.body) =>
  from.dispatchEvent(new view.KeyboardEvent("keydown", { key, bubbles: true }));
const current = () => parseInt(part("sentence").selectedOptions[0].text);
const figures = () => [...frame.querySelectorAll("#tree-drawings figure")];
const shown = (name) => part(name).checkVisibility();
"""


def data_of(page):
    """The data of the tree browser."""
    [text] = [text for text in Page(page).text if text.startswith('{"labels"')]
    return json.loads(text)


@pytest.fixture(scope="module")
def gold():
    return written(GOLD, "gold.conllu")


@pytest.fixture(scope="module")
def sure():
    return with_confidence(written(PARSED, "sure.conllu"), np.array(SURE))


@pytest.fixture(scope="module")
def page(gold, sure):
    return nonproj.view(gold, [sure])


def test_the_page_of_trees_has_all_trees_and_is_the_same_each_time(gold, sure, page):
    data = data_of(page)
    [text] = data["treebanks"]
    assert [s["words"] for s in text["sentences"]] == [[w[0] for w in s] for s in GOLD]
    for side, rows in (("gold", GOLD), ("parses", PARSED)):
        for sentence, row in zip(text["sentences"], rows, strict=True):
            tree = sentence[side] if side == "gold" else sentence[side][0]
            assert tree[0] == [word[1] for word in row]
            assert [data["labels"][i] for i in tree[1]] == [word[2] for word in row]
    assert [s["parses"][0][2] for s in text["sentences"]] == [
        [90, 80, 60],
        [95, 48],
        [100, 40, 100],
    ]
    order = [each.sentence - 1 for each in doubts(sure).sentences]
    assert text["parsers"] == [{"name": "sure.conllu", "doubtful": order}]
    assert page == nonproj.view(gold, [sure])
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_page_of_one_treebank_hides_the_controls_for_comparisons(sure, ask_page):
    script = """
      return { figures: figures().map((one) => one.textContent.slice(0, 11)), gold: shown("wrong"),
               doubt: shown("doubt"), parsers: shown("a"), treebanks: shown("treebank"),
               orders: part("order").length, count: part("count").textContent }; """
    assert ask_page(nonproj.view(sure), TOOLS + script) == {
        "figures": ["sure.conllu"],
        **{"gold": False, "doubt": True, "parsers": False, "treebanks": False, "orders": 2},
        "count": "1 of 3 listed, 3 in all",
    }


def test_sentences_are_filtered_by_words_errors_and_doubt_and_ordered(page, ask_page):
    script = """
      const relation = part("relation"), out = { all: listed() };
      type(part("words"), "CALL"); out.words = listed(); type(part("words"), "");
      check(part("wrong")); out.wrong = listed();
      pick(relation, "nsubj"); out.wrongSubject = listed();
      check(part("wrong")); out.subject = listed();
      pick(relation, "any"); check(part("nonproj")); out.nonproj = listed(); check(part("nonproj"));
      type(part("doubt"), 50); out.doubt = listed();
      out.below = part("doubt").nextElementSibling.textContent;
      pick(relation, "root"); out.doubtfulRoot = listed();
      pick(relation, "any"); type(part("doubt"), 101);
      pick(part("order"), "doubt"); out.byDoubt = listed(); out.first = current();
      pick(part("order"), "errors"); out.byErrors = listed();
      type(part("words"), "none such"); out.none = listed(); out.drawn = figures().length;
      out.count = part("count").textContent;
      return out; """
    assert ask_page(page, TOOLS + script) == {
        **{"all": [1, 2, 3], "words": [1], "wrong": [1, 3], "wrongSubject": [3]},
        **{"subject": [2, 3], "nonproj": [1], "doubt": [2, 3], "below": "0.50"},
        **{"doubtfulRoot": [2, 3], "byDoubt": [1, 3, 2], "first": 1, "byErrors": [1, 3, 2]},
        **{"none": [], "drawn": 0, "count": "0 of 0 listed, 3 in all"},
    }


def test_the_page_draws_errors_scores_and_probabilities(page, ask_page):
    script = """
      const titles = (kind) => [...figures()[1].querySelectorAll(`.${kind} title`)].map(
        (title) => title.textContent);
      return { caption: figures()[1].querySelector("figcaption").textContent,
               wrong: titles("wrong"), mislabelled: titles("mislabelled"),
               shades: [...frame.querySelectorAll("rect")].map((one) =>
                 Number(one.getAttribute("fill-opacity"))) }; """
    found = ask_page(page, TOOLS + script)
    score = "1 of 3 words right (LAS 33.3, UAS 66.7)"
    assert found["caption"] == f"sure.conllu {score}; wrong: Who, call"
    assert found["wrong"] == ["Who ← did (obj), wrong head, probability 0.90"]
    assert found["mislabelled"] == ["call ← did (x), wrong label, probability 0.60"]
    assert 0 < found["shades"][0] < found["shades"][1] < found["shades"][2] < 0.55


def test_keys_move_between_sentences_and_can_be_switched_off(page, ask_page):
    script = """
      const out = {}, help = part("help");
      press("n"); press("n"); press("n"); out.last = current();
      press("p"); out.previous = current();
      press("PageDown"); out.outside = current();
      press("PageDown", part("sentence")); out.page = current();
      press("p", part("words")); out.typing = current();
      press("/"); out.focus = frame.activeElement.id;
      press("?"); out.help = help.open;
      press("p"); out.behind = current();
      part("close").click(); out.closed = !help.open;
      check(part("letters")); press("p"); out.off = current();
      return out; """
    assert ask_page(page, TOOLS + script) == {
        **{"last": 3, "previous": 2, "outside": 2, "page": 3, "typing": 3, "focus": "tree-words"},
        **{"help": True, "behind": 3, "closed": True, "off": 3},
    }


def test_several_parses_fit_a_small_screen_and_all_controls_have_names(gold, sure, ask_page):
    script = """
      const fields = [...frame.querySelectorAll("button, select, input")];
      const out = { figures: figures().length,
        fits: frame.documentElement.scrollWidth <= view.innerWidth,
        nameless: fields.filter((field) => !field.textContent.trim() && !field.labels?.length
          && !field.getAttribute("aria-label")).map((field) => field.id) };
      choose(part("b"), 0); out.once = figures().length;
      return out; """
    found = ask_page(nonproj.view(gold, [sure, gold]), TOOLS + script, width=400)
    assert found == {"figures": 3, "fits": True, "nameless": [], "once": 2}


def test_hostile_names_and_words_are_shown_as_text(ask_page):
    rows = [[(word, i, word) for i, word in enumerate(HOSTILE)]]
    text = replace(written(rows), name=HOSTILE[0])
    page = nonproj.view(text, [text])
    assert [*data_of(page)["labels"]] == [*HOSTILE]
    assert data_of(page)["treebanks"][0]["sentences"][0]["words"] == [*HOSTILE]
    tags = [tag for tag, _ in Page(page).elements]
    assert (tags.count("script"), "img" in tags) == (3, False)
    script = """
      const words = [...figures()[0].querySelectorAll(".word")];
      return { injected: Boolean(view.parent.injected || view.injected),
               elements: frame.querySelectorAll("img, #trees script:not([type])").length,
               words: words.map((word) => word.firstChild.data),
               whole: words.map((word) => word.querySelector("title")?.textContent.length ?? 0),
               relations: [...part("relation").options].map((option) => option.text),
               fits: frame.documentElement.scrollWidth <= view.innerWidth }; """
    found = ask_page(page, TOOLS + script, width=400)
    assert (found["injected"], found["elements"], found["fits"]) == (False, 0, True)
    cut = [word if len(word) <= 40 else f"{word[:39]}…" for word in HOSTILE]
    assert found["words"] == cut
    assert found["whole"] == [len(w) if len(w) > 40 else 0 for w in HOSTILE]
    assert len(found["relations"]) == len(HOSTILE) + 1


def test_the_command_view_writes_the_page_that_the_function_returns(
    gold, sure, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    nonproj.write(gold, "gold.conllu")
    nonproj.write(sure, "sure.conllu")
    files = [nonproj.read(name) for name in ("gold.conllu", "sure.conllu")]
    command = "view", "--format", "conllu", "gold.conllu"
    succeeded(*command, "sure.conllu", "-o", "page.html")
    assert Path("page.html").read_text(encoding="utf-8") == nonproj.view(files[0], files[1:])
    assert program(*command).stdout == nonproj.view(files[0])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (GOLD[:2], "gold.conllu and other.conllu contain different texts: 3 and 2 sentences"),
        (
            [*GOLD[:2], [("They", 2, "nsubj"), ("slept", 0, "root"), ("up", 2, "prt")]],
            "contain different texts: sentence 3, token 2: 'woke' and 'slept'",
        ),
    ],
)
def test_view_refuses_texts_that_differ_at_the_first_difference(gold, rows, message):
    with pytest.raises(NonprojError, match=message):
        nonproj.view(gold, [gold, written(rows, "other.conllu")])


def test_a_text_where_some_words_lack_a_head_or_probability_is_refused(gold, sure):
    bare = written([[("Who", "_", "_"), ("did", 0, "root")]], heads="partial")
    with pytest.raises(NonprojError, match="no head"):
        nonproj.view(bare)
    text = render(sure).replace(b"HeadConf=0.60", b"_")
    with pytest.raises(NonprojError, match="no HeadConf in MISC"):
        nonproj.view(gold, [parse_treebank(text, format="conllu")])


def test_a_page_of_500_sentences_is_less_than_a_megabyte(real_treebank, open_page):
    gold = real_treebank("got", "dev")[:500]
    probabilities = np.random.default_rng(1).random(len(gold.head))
    page = nonproj.view(gold, [with_confidence(gold, probabilities)])
    assert len(page.encode()) < LARGEST / 2
    _, console = open_page(page)
    assert console == []
