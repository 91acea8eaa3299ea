"use strict";
// The tree browser shows a gold tree, two parses, and the steps of a transformation.
(() => {
  const { labels, treebanks } = JSON.parse(document.getElementById("tree-data").textContent);
  const part = Object.fromEntries(
    ["treebank", "words", "nonproj", "sentence", "previous", "next", "a", "b", "steps"].map(
      (id) => [id, document.getElementById(`tree-${id}`)]));
  const drawings = document.getElementById("tree-drawings");
  const stepDrawings = document.getElementById("tree-step-drawings");
  const output = document.querySelector("#trees output");
  const SVG = "http://www.w3.org/2000/svg";
  const LETTER = 8, GAP = 18, LEVEL = 24, MARGIN = 14;

  function make(tag, attributes, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }
  // An arc is projective if its head dominates all words between its ends.
  function nonprojective(heads, d) {
    const [low, high] = [Math.min(d, heads[d - 1]), Math.max(d, heads[d - 1])];
    for (let between = low + 1; between < high; between++) {
      let node = between, steps = 0;
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
      const longest = Math.max(...trees.map((tree) => labels[tree[1][i]].length * 0.72));
      const width = LETTER * Math.max(word.length, longest, sentence.tags[i].length * 0.8);
      at.push(x + width / 2);
      x += width + GAP;
    });
    at.push(x);
    return at;
  }
  // Draws a tree and marks its differences from the reference tree. With `lifted`, a different
  // head is the result of a transformation and not an error.
  function draw(title, sentence, tree, reference, at, lifted = false) {
    const [heads, names] = tree, level = levels(heads);
    const base = MARGIN + LEVEL * 0.75 * Math.max(...level) + 6, wrong = [];
    const svg = make("svg", { viewBox: `0 0 ${at.at(-1)} ${base + 36}`, width: at.at(-1), height: base + 36, role: "img" });
    heads.forEach((head, i) => {
      const d = i + 1, kinds = [];
      if (nonprojective(heads, d)) kinds.push("nonproj");
      if (reference && reference[0][i] !== head) kinds.push(lifted ? "lifted" : "wrong");
      if (reference && reference[1][i] !== names[i]) kinds.push(lifted ? "marked" : "mislabelled");
      if (kinds.includes("wrong") || kinds.includes("mislabelled")) wrong.push(sentence.words[i]);
      const left = head < d ? 1 : -1, top = base - LEVEL * level[i];
      const start = at[head] + 4 * left, end = at[d] - 4 * left;
      const group = make("g", { class: `arc ${kinds.join(" ")}` },
        make("path", { d: `M${start} ${base}C${start} ${top} ${end} ${top} ${end} ${base - 5}` }),
        make("path", { class: "tip", d: `M${end} ${base}l-3.5 -7h7z` }),
        make("text", { x: (start + end) / 2, y: base - 0.75 * LEVEL * level[i] - 3 }, labels[names[i]]));
      const about = `${sentence.words[i]} ← ${head ? sentence.words[head - 1] : "root"} (${labels[names[i]]})`;
      group.append(make("title", {}, about + kinds.map((kind) => `, ${KINDS[kind]}`).join("")));
      svg.append(group);
    });
    svg.append(make("circle", { cx: at[0], cy: base + 12, r: 3 }));
    sentence.words.forEach((word, i) => svg.append(
      make("text", { class: "word", x: at[i + 1], y: base + 16 }, word),
      make("text", { class: "tag", x: at[i + 1], y: base + 31 }, sentence.tags[i])));
    const right = reference && !lifted
      ? `${heads.length - wrong.length} of ${heads.length} words right${wrong.length ? `; wrong: ${wrong.join(", ")}` : ""}` : "";
    svg.prepend(make("title", {}, `${title}. ${right}`));
    const figure = document.createElement("figure"), caption = document.createElement("figcaption");
    const name = document.createElement("strong"), box = document.createElement("div");
    name.textContent = title;
    caption.append(name, right ? ` ${right}` : "");
    box.className = "scroll";
    box.tabIndex = 0;
    box.append(svg);
    figure.append(caption, box);
    return figure;
  }
  const KINDS = { nonproj: "non-projective", lifted: "lifted", marked: "label marked", wrong: "wrong head", mislabelled: "wrong label" };

  const options = (select, entries, chosen) => {
    select.replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
    if (entries.some(([value]) => String(value) === String(chosen))) select.value = chosen;
  };
  const treebank = () => treebanks[part.treebank.value];
  const shownSentence = () => treebank().sentences[part.sentence.value];

  function list() {
    const words = part.words.value.trim().toLowerCase(), kept = [];
    treebank().sentences.forEach((sentence, i) => {
      const text = sentence.words.join(" ");
      const heads = sentence.gold[0];
      if (!text.toLowerCase().includes(words)) return;
      if (part.nonproj.checked && !heads.some((_, d) => nonprojective(heads, d + 1))) return;
      kept.push([i, `${sentence.number}: ${text.length > 60 ? `${text.slice(0, 59)}…` : text}`]);
    });
    options(part.sentence, kept, part.sentence.value);
    output.textContent = `${kept.length} of ${treebank().sentences.length} sentences`;
    show();
  }
  function show() {
    const sentence = part.sentence.value === "" ? null : shownSentence();
    drawings.replaceChildren();
    stepDrawings.replaceChildren();
    part.previous.disabled = part.sentence.selectedIndex <= 0;
    part.next.disabled = part.sentence.selectedIndex >= part.sentence.length - 1;
    part.steps.hidden = true;
    if (!sentence) return;
    const chosen = [part.a.value, part.b.value].map((i) => [treebank().parsers[i], sentence.parses[i]]);
    const trees = [sentence.gold, ...chosen.map(([, tree]) => tree)];
    const at = centres(sentence, trees);
    drawings.append(draw("Gold", sentence, sentence.gold, null, at),
      ...chosen.map(([parser, tree]) => draw(parser.name, sentence, tree, sentence.gold, at)));
    steps(sentence, part.a.value);
    fit();
  }
  function steps(sentence, i) {
    const transformed = sentence.transformed[treebank().parsers[i].preparation];
    if (!transformed) return;
    const raw = sentence.raw[i];
    const trees = [["1. Original", sentence.gold, null],
      ["2. Transformed, as the parser learns it", transformed, sentence.gold, true],
      ["3. As parsed, compared with the transformed tree", raw ?? sentence.parses[i], transformed]];
    if (raw) trees.push(["4. Restored, compared with the original", sentence.parses[i], sentence.gold]);
    const at = centres(sentence, trees.map(([, tree]) => tree));
    stepDrawings.append(...trees.map(([title, ...rest]) => draw(title, sentence, rest[0], rest[1], at, rest[2])));
    part.steps.hidden = false;
  }
  function parsers() {
    const entries = treebank().parsers.map((parser, i) => [i, parser.name]);
    const baseline = treebank().parsers.findIndex((parser) => parser.preparation.startsWith("baseline"));
    const encoded = treebank().parsers.findIndex((_, i) => treebank().sentences.some((s) => s.raw[i]));
    const [a, b] = treebank().pair ?? [encoded < 0 ? 0 : encoded, baseline < 0 ? Math.min(1, entries.length - 1) : baseline];
    options(part.a, entries, a);
    options(part.b, entries, b);
    list();
    // Select the first sentence in which the first parser gets more words right than the second.
    const right = ({ gold, parses }, i) => gold[0].filter((_, w) => gold.every((row, k) => row[w] === parses[i][k][w])).length;
    const won = treebank().sentences.findIndex((s) => right(s, a) > right(s, b));
    if (won > 0 && [...part.sentence.options].some((option) => option.value === String(won))) {
      part.sentence.value = won;
      show();
    }
  }
  function step(by) {
    part.sentence.selectedIndex += by;
    show();
  }
  options(part.treebank, treebanks.map((tb, i) => [i, `${tb.title ?? tb.name} (${tb.split})`]), 0);
  part.treebank.addEventListener("change", parsers);
  for (const input of [part.words, part.nonproj]) input.addEventListener("input", list);
  for (const select of [part.sentence, part.a, part.b]) select.addEventListener("change", show);
  part.steps.addEventListener("toggle", fit);
  // Page Up and Page Down select the previous and the next sentence.
  document.getElementById("trees").addEventListener("keydown", (event) => {
    const by = { PageUp: -1, PageDown: 1 }[event.key];
    const to = part.sentence.selectedIndex + by;
    if (!by || to < 0 || to >= part.sentence.length) return;
    event.preventDefault();
    step(by);
  });
  // Scroll all drawings together.
  for (const group of [drawings, stepDrawings]) {
    group.addEventListener("scroll", (event) => {
      for (const box of group.querySelectorAll(".scroll")) {
        if (box !== event.target) box.scrollLeft = event.target.scrollLeft;
      }
    }, { capture: true, passive: true });
  }
  part.previous.addEventListener("click", () => step(-1));
  part.next.addEventListener("click", () => step(1));
  parsers();
})();
