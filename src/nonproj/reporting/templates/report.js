"use strict";
// Marks tables that fit the page, so that their headers can stay at the top of the window, and
// tables that can be scrolled further to the side. Tables in folds that are closed are left out:
// the browser lays them out when they are opened.
function fit() {
  for (const box of document.querySelectorAll(".scroll")) {
    if (!box.checkVisibility()) continue;
    const table = box.querySelector("table");
    if (table) box.classList.toggle("fits", table.offsetWidth <= box.clientWidth);
    box.classList.toggle("more", box.scrollWidth > box.clientWidth + 1);
  }
}
// Shows a treebank's name only in the first of several consecutive rows.
function name(table) {
  for (const part of [...table.tBodies, table.tFoot].filter(Boolean)) {
    for (const row of part.rows) {
      const above = row.previousElementSibling;
      row.classList.toggle("again", above?.dataset.treebank === row.dataset.treebank);
    }
  }
}
// Sorts rows in ascending, descending or original order. Rows without a value come last.
function sortable(table) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  const heads = [...table.querySelectorAll("thead th[aria-sort]")];
  const next = { none: "ascending", ascending: "descending", descending: "none" };
  const collator = new Intl.Collator("en", { numeric: true });

  function compare(a, b, column, direction) {
    const [x, y] = [a, b].map((row) => row.cells[column].dataset.sort);
    if (x === "" || y === "") return (x === "") - (y === "");
    return direction * (column === 0 ? collator.compare(x, y) : x - y);
  }
  function sort(head) {
    const order = next[head.getAttribute("aria-sort")];
    for (const other of heads) other.setAttribute("aria-sort", other === head ? order : "none");
    const direction = order === "descending" ? -1 : 1;
    const rows = [...original];
    if (order !== "none") rows.sort((a, b) => compare(a, b, Number(head.dataset.column), direction));
    body.append(...rows);
    name(table);
  }
  for (const head of heads) head.querySelector("button").addEventListener("click", () => sort(head));
}
// Filters claims by study, verdict, treebank and words; at first, contradicted claims are shown.
function claims(bar) {
  const entries = [...bar.parentElement.querySelectorAll("[data-judged]")];
  const field = Object.fromEntries(
    [...bar.querySelectorAll("[data-filter]")].map((input) => [input.dataset.filter, input]));
  const judged = new Map(entries.map((entry) => [entry,
    entry.dataset.judged.trim().split(/\s+/).filter(Boolean).map((pair) => pair.split(":"))]));

  const allows = (name, value) => !field[name]?.value || field[name].value === value;
  const chosen = () => field.site?.value || field.verdict.value;

  function fits(entry) {
    const found = judged.get(entry).some(
      ([site, verdict]) => allows("site", site) && allows("verdict", verdict));
    if (!allows("study", entry.dataset.study) || (chosen() && !found)) return false;
    return entry.textContent.toLowerCase().includes(field.words.value.trim().toLowerCase());
  }
  function show() {
    let shown = 0;
    for (const entry of entries) shown += !(entry.hidden = !fits(entry));
    bar.querySelector("output").textContent = `${shown} of ${entries.length} claims`;
    fit();
  }
  function set(values) {
    for (const [key, input] of Object.entries(field)) input.value = values[key] ?? "";
    show();
  }
  for (const input of Object.values(field)) input.addEventListener("input", show);
  for (const link of document.querySelectorAll("[data-show-study]")) {
    const { showStudy: study, showSite: site, showVerdict: verdict } = link.dataset;
    link.addEventListener("click", () => set({ study, site, verdict }));
  }
  bar.hidden = false;
  set({ verdict: field.verdict.querySelector('[value="contradicted"]') ? "contradicted" : "" });
  return set;
}
// Filters tables and figures by words in their titles, captions and rows.
function exhibits(bar) {
  const folds = [...document.querySelectorAll("details.fold")];
  const input = bar.querySelector("input"), output = bar.querySelector("output");
  function show() {
    const words = input.value.trim().toLowerCase();
    let shown = 0;
    for (const fold of folds) {
      let found = 0;
      for (const exhibit of fold.querySelectorAll(".exhibit")) {
        found += !(exhibit.hidden = !exhibit.textContent.toLowerCase().includes(words));
      }
      if (words) fold.open = found > 0;
      fold.closest(".study").hidden = found === 0;
      shown += found;
    }
    output.textContent = words ? `${shown} found` : "";
  }
  const all = (open) => { for (const fold of folds) fold.open = open; };
  input.addEventListener("input", show);
  bar.querySelector("#unfold").addEventListener("click", () => all(true));
  bar.querySelector("#fold").addEventListener("click", () => all(false));
  addEventListener("beforeprint", () => all(true));
  bar.hidden = false;
  return () => { input.value = ""; show(); };
}
// Makes the target of a link visible if it is folded or filtered out.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.matches(".claims-of, [data-judged][hidden]")) showClaims({});
  if (target.closest("[hidden]")) showExhibits();
  for (let part = target; part; part = part.parentElement) {
    if (part.matches("details")) part.open = true;
  }
  fit();
  target.scrollIntoView();
}
// Marks the current section in the table of contents.
function follow(nav) {
  const links = new Map();
  for (const link of nav.querySelectorAll("a")) {
    const target = document.getElementById(link.hash.slice(1));
    if (target) links.set(target, link);
  }
  let current = null;
  function mark() {
    let last = null;
    for (const target of links.keys()) {
      if (target.checkVisibility() && target.getBoundingClientRect().top < innerHeight / 3) last = target;
    }
    if (last === current) return;
    links.get(current)?.removeAttribute("aria-current");
    links.get(current = last)?.setAttribute("aria-current", "true");
    const link = links.get(current);
    if (link && nav.scrollHeight > nav.clientHeight) {
      nav.scrollTop = link.offsetTop - nav.clientHeight / 2;
    }
  }
  addEventListener("scroll", mark, { passive: true });
  addEventListener("resize", mark);
  mark();
}
document.querySelectorAll("table.sortable").forEach(sortable);
document.querySelectorAll("table.sortable").forEach(name);
document.querySelectorAll("details").forEach((part) => part.addEventListener("toggle", fit));
document.addEventListener("scroll", (event) => event.target.classList?.add("seen"), { capture: true, passive: true });
const claimFilters = document.querySelector("#claims .filters");
const showClaims = claimFilters ? claims(claimFilters) : () => {};
const search = document.querySelector("#studies .filters");
const showExhibits = search ? exhibits(search) : () => {};
addEventListener("hashchange", reveal);
addEventListener("resize", fit);
follow(document.querySelector("nav"));
fit();
if (location.hash) reveal();
// Committed reports are one folder deeper than new reports.
if (/\/published\/[^/]*\/[^/]*$/.test(location.pathname))
  for (const link of document.querySelectorAll('a[href^="../index.html"]')) link.setAttribute("href", `../${link.getAttribute("href")}`);
