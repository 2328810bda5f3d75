
"use strict";
document.documentElement.className = "js";

// Each row is one setting. A row is shown if all fields of the form match.
function addFilters(form, table) {
  const status = form.querySelector(".shown"), heads = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, text: row.textContent.toLowerCase() }));
  let server = "";

  function apply() {
    const fields = form.elements, words = fields.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const { row, text } of rows) {
      const shown = words.every((word) => text.includes(word))
        && (!fields.group.value || row.dataset.group === fields.group.value)
        && (!fields.status.value || row.dataset.status.split(" ").includes(fields.status.value))
        && (!fields.differs?.checked || row.classList.contains("differs"));
      row.hidden = !shown;
      if (shown) left += 1;
    }
    status.textContent = left === rows.length ? `${left} rows` : `${left} of ${rows.length} rows`;
    if (fields.server && fields.server.value !== server) {
      server = fields.server.value;
      showColumns(server.toLowerCase());
    }
  }

  function showColumns(name) { // the first two columns are the setting and its usual value
    const shown = heads.map((head, at) => at < 2 || `${head.textContent} ${head.title}`.toLowerCase().includes(name));
    for (const row of table.rows) [...row.cells].forEach((cell, at) => { cell.hidden = !shown[at]; });
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  apply();
}

// A click on a heading sorts by its column; a second click turns the order round.
function addSorting(table) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  let by = -1, turn = 1;
  heads.forEach((head, at) => {
    const sort = document.createElement("button");
    sort.type = "button";
    sort.textContent = head.textContent;
    sort.addEventListener("click", () => {
      turn = by === at ? -turn : 1;
      by = at;
      const rows = [...body.rows].map((row) => [row.cells[at].textContent, row]);
      rows.sort(([one], [other]) => turn * one.localeCompare(other, "en", { numeric: true, sensitivity: "base" }));
      body.replaceChildren(...rows.map(([, row]) => row));
      for (const each of heads) each.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", turn > 0 ? "ascending" : "descending");
    });
    head.replaceChildren(sort);
  });
}

addEventListener("DOMContentLoaded", () => {
  const table = document.querySelector("table.settings"), form = document.querySelector(".filters");
  if (!table) return;
  addFilters(form, table);
  addSorting(table);
});
