"use strict";
// A table that is no wider than the page needs no scrolling of its own, so that its header can
// stay at the top of the window.
function fit() {
  for (const box of document.querySelectorAll(".scroll")) {
    const table = box.querySelector("table");
    if (table) box.classList.toggle("fits", table.offsetWidth <= box.clientWidth);
  }
}
// The name of a treebank is said once where its rows follow each other.
function name(table) {
  for (const part of [...table.tBodies, table.tFoot].filter(Boolean)) {
    for (const row of part.rows) {
      const above = row.previousElementSibling;
      row.classList.toggle("again", above?.dataset.treebank === row.dataset.treebank);
    }
  }
}
// Ascending, descending, as it came; rows without a figure come last, ties stay as they are.
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
document.querySelectorAll("table.sortable").forEach(sortable);
document.querySelectorAll("table.sortable").forEach(name);
document.querySelectorAll("details").forEach((part) => part.addEventListener("toggle", fit));
addEventListener("resize", fit);
fit();
