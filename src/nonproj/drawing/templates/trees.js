"use strict";
// The tree browser shows the gold tree of a sentence, one or two parses, and the steps of a
// transformation. Gold trees, probabilities of arcs, and transformations may be missing.
(() => {
  const { labels, treebanks } = JSON.parse(document.getElementById("tree-data").textContent);
  const section = document.getElementById("trees");
  const part = Object.fromEntries(
    ["treebank", "words", "relation", "nonproj", "wrong", "doubt", "order", "sentence", "previous",
      "next", "keys", "help", "letters", "close", "count", "a", "b", "drawings", "steps", "step-drawings"].map(
      (id) => [id, document.getElementById(`tree-${id}`)]));
  const SVG = "http://www.w3.org/2000/svg";
  const GAP = 18, LEVEL = 24, MARGIN = 14, LONGEST = 40, ANY = 101;
  const FAMILY = getComputedStyle(document.documentElement).getPropertyValue("--sans");
  const KINDS = { nonproj: "non-projective", lifted: "lifted", marked: "label marked", wrong: "wrong head", mislabelled: "wrong label" };
  const pen = document.createElement("canvas").getContext("2d");

  function make(tag, attributes, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }
  function cut(text, most = LONGEST) {
    const letters = [...text];
    return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
  }
  function widthOf(text, size) {
    pen.font = `${size}px ${FAMILY}`;
    return pen.measureText(cut(text)).width;
  }
  // An arc is projective if its head dominates all words between its ends. A word with a head
  // between or at the ends is left out: it is dominated if the words on its path are.
  function nonprojective(heads, d) {
    const [low, high] = [Math.min(d, heads[d - 1]), Math.max(d, heads[d - 1])];
    for (let between = low + 1; between < high; between++) {
      let node = heads[between - 1], steps = 0;
      if (low <= node && node <= high) continue;
      while (node > 0 && node !== heads[d - 1] && steps++ <= heads.length) node = heads[node - 1];
      if (node !== heads[d - 1]) return true;
    }
    return false;
  }
  // Returns the level of each arc, above the levels of all shorter overlapping arcs.
  function levels(heads) {
    const span = heads.map((head, i) => [Math.min(head, i + 1), Math.max(head, i + 1)]);
    const order = [...span.keys()].sort((i, j) =>
      span[i][1] - span[i][0] - (span[j][1] - span[j][0]) || i - j);
    const level = heads.map(() => 0);
    for (const i of order) {
      let most = 0;
      for (const j of order) {
        if (level[j] && span[j][0] < span[i][1] && span[i][0] < span[j][1]) most = Math.max(most, level[j]);
      }
      level[i] = most + 1;
    }
    return level;
  }
  function centres(sentence, trees) {
    const at = [MARGIN];
    let x = MARGIN + GAP;
    sentence.words.forEach((word, i) => {
      const names = trees.map((tree) => widthOf(labels[tree[1][i]], 10));
      const width = Math.max(widthOf(word, 14), widthOf(sentence.tags[i], 10), ...names);
      at.push(x + width / 2);
      x += width + GAP;
    });
    at.push(x);
    return at;
  }
  const errors = (tree, gold) => {
    const heads = tree[0].map((head, i) => head !== gold[0][i]);
    return { heads, any: heads.map((wrong, i) => wrong || tree[1][i] !== gold[1][i]) };
  };
  const count = (marks) => marks.filter(Boolean).length;
  // Returns the sentence's scores and its wrong words.
  function score(sentence, tree, gold) {
    const { heads, any } = errors(tree, gold), all = any.length;
    const percent = (wrong) => (100 * (all - count(wrong)) / all).toFixed(1);
    const text = ` ${all - count(any)} of ${all} words right (LAS ${percent(any)}, UAS ${percent(heads)})`;
    const wrong = sentence.words.filter((_, i) => any[i]).flatMap((word, i) => {
      const name = document.createElement("bdi");
      name.textContent = word;
      return [i ? ", " : "; wrong: ", name];
    });
    return [text, ...wrong];
  }
  // Draws a tree and marks its differences from the reference tree. With `lifted`, a different
  // head is the result of a transformation and not an error.
  function draw(title, sentence, tree, reference, at, lifted = false) {
    const [heads, names, sure] = tree, level = levels(heads);
    const base = MARGIN + LEVEL * 0.75 * Math.max(...level) + 6, height = base + (sure ? 50 : 36);
    const svg = make("svg", { viewBox: `0 0 ${at.at(-1)} ${height}`, width: at.at(-1), height, role: "img" });
    heads.forEach((head, i) => {
      const d = i + 1, kinds = [];
      if (nonprojective(heads, d)) kinds.push("nonproj");
      if (reference && reference[0][i] !== head) kinds.push(lifted ? "lifted" : "wrong");
      if (reference && reference[1][i] !== names[i]) kinds.push(lifted ? "marked" : "mislabelled");
      const left = head < d ? 1 : -1, top = base - LEVEL * level[i];
      const start = at[head] + 4 * left, end = at[d] - 4 * left;
      const group = make("g", { class: `arc ${kinds.join(" ")}` },
        make("path", { d: `M${start} ${base}C${start} ${top} ${end} ${top} ${end} ${base - 5}` }),
        make("path", { class: "tip", d: `M${end} ${base}l-3.5 -7h7z` }),
        make("text", { x: (start + end) / 2, y: base - 0.75 * LEVEL * level[i] - 3 }, cut(labels[names[i]])));
      const about = `${sentence.words[i]} ← ${head ? sentence.words[head - 1] : "root"} (${labels[names[i]]})`;
      const said = [...kinds.map((kind) => KINDS[kind]), ...sure ? [`probability ${share(sure[i])}`] : []];
      group.append(make("title", {}, [about, ...said].join(", ")));
      svg.append(group);
    });
    svg.append(make("circle", { cx: at[0], cy: base + 12, r: 3 }));
    sentence.words.forEach((word, i) => {
      const x = at[i + 1];
      if (sure) {
        const width = widthOf(word, 14) + 6;
        svg.append(make("rect", { class: "doubt", x: x - width / 2, y: base + 2, width, height: 19, rx: 3, "fill-opacity": 0.55 * Math.sqrt(1 - sure[i] / 100) }),
          make("text", { class: "tag", x, y: base + 45 }, share(sure[i])));
      }
      const shown = make("text", { class: "word", x, y: base + 16 }, cut(word));
      if (cut(word) !== word) shown.append(make("title", {}, word));
      svg.append(shown, make("text", { class: "tag", x, y: base + 31 }, cut(sentence.tags[i])));
    });
    const figure = document.createElement("figure"), caption = document.createElement("figcaption");
    const name = document.createElement("strong"), box = document.createElement("div");
    name.textContent = title;
    caption.append(name, ...reference && !lifted ? score(sentence, tree, reference) : []);
    svg.prepend(make("title", {}, caption.textContent));
    Object.assign(box, { className: "scroll", tabIndex: 0, role: "region", ariaLabel: title });
    box.append(svg);
    figure.append(caption, box);
    return figure;
  }
  const share = (hundredths) => (hundredths / 100).toFixed(2);

  const options = (select, entries, chosen) => {
    select.replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
    if (entries.some(([value]) => String(value) === String(chosen))) select.value = chosen;
  };
  const treebank = () => treebanks[part.treebank.value];
  const shownSentence = () => treebank().sentences[part.sentence.value];
  const chosen = () => [...new Set([part.a.value, part.b.value])];

  // A sentence is listed if it contains the text and has a word that satisfies all other conditions.
  function listed(sentence) {
    const text = part.words.value.trim().toLowerCase().normalize();
    if (!sentence.words.join(" ").toLowerCase().normalize().includes(text)) return false;
    const parses = chosen().map((i) => sentence.parses[i]);
    const trees = sentence.gold ? [sentence.gold, ...parses] : parses;
    const wrong = part.wrong.checked && parses.map((tree) => errors(tree, sentence.gold).any);
    const relation = part.relation.value, limit = Number(part.doubt.value);
    return sentence.words.some((_, i) =>
      (!relation || trees.some((tree) => tree[1][i] === Number(relation)))
      && (!wrong || wrong.some((marks) => marks[i]))
      && (limit === ANY || parses.some((tree) => tree[2]?.[i] < limit))
      && (!part.nonproj.checked || trees.some((tree) => nonprojective(tree[0], i + 1))));
  }
  // Returns the positions of all sentences in the chosen order.
  function ordered() {
    const { sentences, parsers } = treebank(), order = [...sentences.keys()], a = part.a.value;
    if (part.order.value === "doubt") return parsers[a].doubtful ?? order;
    if (part.order.value !== "errors") return order;
    const wrong = sentences.map(({ gold, parses }) => count(errors(parses[a], gold).any));
    return order.sort((i, j) => wrong[j] - wrong[i]);
  }
  function list() {
    const { sentences } = treebank();
    const kept = ordered().filter((i) => listed(sentences[i]));
    options(part.sentence, kept.map((i) => [i, `${sentences[i].number}: ${cut(sentences[i].words.join(" "), 60)}`]), part.sentence.value);
    part.doubt.nextElementSibling.textContent = part.doubt.value == ANY ? "any" : share(part.doubt.value);
    show();
  }
  function show() {
    const { parsers, sentences } = treebank();
    const sentence = part.sentence.value === "" ? null : shownSentence();
    part.drawings.replaceChildren();
    part["step-drawings"].replaceChildren();
    part.previous.disabled = part.sentence.selectedIndex <= 0;
    part.next.disabled = part.sentence.selectedIndex >= part.sentence.length - 1;
    part.count.textContent = `${part.sentence.selectedIndex + 1} of ${part.sentence.length} listed, ${sentences.length} in all`;
    part.steps.hidden = true;
    if (!sentence) return;
    const { gold } = sentence, shown = chosen().map((i) => [parsers[i].name, sentence.parses[i], gold]);
    if (gold) shown.unshift(["Gold", gold, null]);
    const at = centres(sentence, shown.map(([, tree]) => tree));
    part.drawings.append(...shown.map(([title, tree, reference]) => draw(title, sentence, tree, reference, at)));
    steps(sentence, part.a.value);
    fit();
  }
  function steps(sentence, i) {
    const transformed = sentence.transformed?.[treebank().parsers[i].preparation];
    if (!transformed) return;
    const raw = sentence.raw[i];
    const trees = [["1. Original", sentence.gold, null],
      ["2. Transformed, as the parser learns it", transformed, sentence.gold, true],
      ["3. As parsed, compared with the transformed tree", raw ?? sentence.parses[i], transformed]];
    if (raw) trees.push(["4. Restored, compared with the original", sentence.parses[i], sentence.gold]);
    const at = centres(sentence, trees.map(([, tree]) => tree));
    part["step-drawings"].append(...trees.map(([title, ...rest]) => draw(title, sentence, rest[0], rest[1], at, rest[2])));
    part.steps.hidden = false;
  }
  // Offers what a treebank has: parsers, relations, orders and conditions.
  function open() {
    const { parsers, sentences, pair } = treebank();
    const has = { treebanks: treebanks.length > 1, parsers: parsers.length > 1,
      gold: sentences.some((s) => s.gold), doubt: parsers.some((parser) => parser.doubtful) };
    for (const element of section.querySelectorAll("[data-needs]")) element.hidden = !has[element.dataset.needs];
    const entries = parsers.map((parser, i) => [i, parser.name]);
    const baseline = parsers.findIndex((parser) => parser.preparation?.startsWith("baseline"));
    const encoded = parsers.findIndex((_, i) => sentences.some((s) => s.raw?.[i]));
    const [a, b] = pair ?? [encoded < 0 ? 0 : encoded, baseline < 0 ? Math.min(1, entries.length - 1) : baseline];
    options(part.a, entries, a);
    options(part.b, entries, b);
    const used = new Set(sentences.flatMap((s) => [s.gold, ...s.parses].flatMap((tree) => tree?.[1] ?? [])));
    const relations = [...used].map((i) => [i, cut(labels[i])]).sort(([, x], [, y]) => (x < y ? -1 : 1));
    options(part.relation, [["", "any"], ...relations], part.relation.value);
    const orders = [["", part.order.dataset.first], ["doubt", "doubt"], ["errors", "errors"]];
    options(part.order, orders.filter(([name]) => !name || has[name === "errors" ? "gold" : name]), part.order.value);
    list();
    if (!pair) return;
    // Select the first sentence in which the first parser gets more words right than the second.
    const wrong = ({ gold, parses }, i) => count(errors(parses[i], gold).any);
    const won = sentences.findIndex((s) => wrong(s, a) < wrong(s, b));
    if (won > 0 && [...part.sentence.options].some((option) => option.value === String(won))) {
      part.sentence.value = won;
      show();
    }
  }
  function move(by) {
    const to = part.sentence.selectedIndex + by;
    if (to < 0 || to >= part.sentence.length) return;
    part.sentence.selectedIndex = to;
    show();
  }
  options(part.treebank, treebanks.map((tb, i) => [i, `${tb.title ?? tb.name} (${tb.split})`]), 0);
  part.treebank.addEventListener("change", open);
  for (const input of [part.words, part.nonproj, part.wrong, part.doubt]) input.addEventListener("input", list);
  for (const select of [part.relation, part.a, part.b]) select.addEventListener("change", list);
  part.order.addEventListener("change", () => {
    part.sentence.value = "";
    list();
  });
  part.sentence.addEventListener("change", show);
  part.steps.addEventListener("toggle", fit);
  part.previous.addEventListener("click", () => move(-1));
  part.next.addEventListener("click", () => move(1));
  part.keys.addEventListener("click", () => part.help.showModal());
  part.close.addEventListener("click", () => part.help.close());
  const letters = { n: () => move(1), p: () => move(-1), "/": () => part.words.focus(), "?": () => part.help.showModal() };
  const pages = { PageUp: () => move(-1), PageDown: () => move(1) };
  // Page Up and Page Down work within the browser, letters on the whole page but not where text is typed.
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || part.help.open) return;
    const typed = target.matches("select, input[type='search']"), turned = target === part.doubt;
    const action = part.letters.checked && !typed ? letters[key] : undefined;
    const page = section.contains(target) && !turned ? pages[key] : undefined;
    if (!action && !page) return;
    event.preventDefault();
    (action ?? page)();
  });
  // Scroll all drawings together.
  for (const group of [part.drawings, part["step-drawings"]]) {
    group.addEventListener("scroll", (event) => {
      for (const box of group.querySelectorAll(".scroll")) {
        if (box !== event.target) box.scrollLeft = event.target.scrollLeft;
      }
    }, { capture: true, passive: true });
  }
  open();
})();
