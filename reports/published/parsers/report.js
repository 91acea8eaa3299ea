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
document.addEventListener("scroll", (event) => event.target.classList?.add("seen"), { capture: true, passive: true });
addEventListener("resize", fit);
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
// Filters claims by study, verdict, treebank and words. At first, the claims that the address asks
// for are shown, or else the contradicted claims.
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
  bar.hidden = false;
  const contradicted = field.verdict.querySelector('[value="contradicted"]');
  set(location.search ? Object.fromEntries(new URLSearchParams(location.search))
    : { verdict: contradicted ? "contradicted" : "" });
  return set;
}
// Returns a table as CSV; a row with published and own numbers becomes a line for each kind.
function csv(table) {
  const text = (cell) => {
    const copy = cell?.cloneNode(true);
    for (const mark of copy?.querySelectorAll("sup") ?? []) mark.remove();
    return (copy?.textContent ?? "").trim().replace(/\s+/g, " ").replaceAll("−", "-");
  };
  const heads = [...table.querySelectorAll("thead [data-column]")].slice(1)
    .sort((a, b) => a.dataset.column - b.dataset.column)
    .map((head) => `${head.dataset.group} ${text(head.querySelector("button"))}`.trim());
  const lines = [["treebank", "part", "kind", ...heads]];
  for (const row of [...table.tBodies[0].rows, ...(table.tFoot?.rows ?? [])]) {
    const [first, ...cells] = row.cells;
    for (const kind of ["published", "ours", "difference"]) {
      if (!row.querySelector(`.${kind}`)) continue;
      const names = [".title", ".part"].map((part) => text(first.querySelector(part)));
      lines.push([...names, kind, ...cells.map((cell) => text(cell.querySelector(`.${kind}`)))]);
    }
  }
  return lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\n") + "\n";
}
// Returns a drawing as a file of its own, with the colours of the page.
function svg(drawing) {
  const colours = getComputedStyle(document.documentElement);
  return new XMLSerializer().serializeToString(drawing)
    .replace(/var\((--[\w-]+)\)/g, (_, name) => colours.getPropertyValue(name).trim());
}
function save(button) {
  const exhibit = button.closest(".exhibit");
  const table = exhibit.querySelector("table"), link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([table ? csv(table) : svg(exhibit.querySelector("svg"))]));
  link.download = button.dataset.save;
  link.click();
  URL.revokeObjectURL(link.href);
}
// Makes the target of a link visible if it is folded, filtered out or on a later page of the chapter.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) {
    const elsewhere = document.querySelector(`nav a[href$="${CSS.escape(location.hash)}"]`);
    if (elsewhere) location.replace(elsewhere.href);
    return;
  }
  if (target.matches("[data-judged][hidden]")) showClaims({});
  for (let part = target; part; part = part.parentElement) {
    if (part.matches("details")) part.open = true;
  }
  fit();
  target.scrollIntoView();
}
// Marks the current section in the table of contents.
function follow(nav) {
  const links = new Map();
  for (const link of nav.querySelectorAll('a[href^="#"]')) {
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
const claimFilters = document.querySelector("#claims .filters");
const showClaims = claimFilters ? claims(claimFilters) : () => {};
for (const button of document.querySelectorAll("[data-save]")) {
  button.hidden = false;
  button.addEventListener("click", () => save(button));
}
addEventListener("hashchange", reveal);
if (matchMedia("(max-width: 40rem)").matches) document.querySelector(".menu").open = false;
follow(document.querySelector("nav"));
fit();
if (location.hash) reveal();