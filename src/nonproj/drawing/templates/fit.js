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
