
"use strict";
document.documentElement.className = "js";

// Open what the address names: a finding is inside a closed element.
function reveal() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  for (let box = target; box; box = box.parentElement) if (box.tagName === "DETAILS") box.open = true;
  target.scrollIntoView({ behavior: "instant" });
}

// Paper has everything that the filter leaves, except lists that are too long for paper and that nobody opened.
function openForPaper() {
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open], .long)")];
    for (const one of opened) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of opened) one.open = false; });
}

// A finding gets its buttons when it is opened: a large fleet has thousands of commands.
function addCopyButtons(opened) {
  for (const code of opened.querySelectorAll(".type code")) {
    if (code.nextElementSibling?.matches("button")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy ${code.textContent}`);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        getSelection().selectAllChildren(code);
        document.execCommand("copy");
      }
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    code.after(button);
  }
}

// The filters. The address keeps them: `#severity=high&server=Mail07%2FAcme`.
function addFilters(form) {
  const names = ["severity", "category", "server"], status = document.querySelector(".shown");
  const groups = [...document.querySelectorAll(".rule")].map((element) => ({
    element,
    title: element.querySelector("summary").textContent.toLowerCase(),
    badge: element.querySelector("summary .sev"),
    where: element.querySelector("summary .where"),
    place: element.querySelector("summary .where")?.textContent,
    parts: [...element.querySelectorAll(".part")],
    findings: [...element.querySelectorAll("article")].map((article) => ({
      article, numbers: article.dataset.f.split(" "), text: null,
    })),
  }));
  const severities = [...form.elements.severity?.options ?? []].slice(1).map((option) => option.textContent);
  const sections = [...document.querySelectorAll(".findings")];
  const total = groups.reduce((sum, group) => sum + group.findings.length, 0);

  function apply() {
    const chosen = names.map((name) => form.elements[name]?.value ?? "");
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const group of groups) {
      let left = 0;
      for (const finding of group.findings) {
        let shown = chosen.every((value, place) => value === "" || finding.numbers[place] === value);
        if (shown && words.length) {
          finding.text ??= group.title + finding.article.textContent.toLowerCase();
          shown = words.every((word) => finding.text.includes(word));
        }
        if (finding.article.hidden === shown) finding.article.hidden = !shown;
        if (shown) left += 1;
      }
      if (group.element.hidden !== !left) group.element.hidden = !left;
      summarize(group, left);
      count += left;
    }
    for (const section of sections) section.hidden = count < total && !section.querySelector(".rule:not([hidden])");
    status.textContent = count === total ? `${total} findings` : `${count} of ${total} findings`;
  }

  function summarize(group, left) { // the title tells of the findings that are shown
    const shown = group.findings.filter((finding) => !finding.article.hidden), all = group.findings.length;
    if (severities.length && left) {
      const worst = severities[Math.min(...shown.map((finding) => Number(finding.numbers[0])))];
      group.badge.className = `sev ${worst}`;
      group.badge.textContent = worst;
    }
    if (group.where && all > 1) group.where.textContent = left === all ? group.place : `${left} of ${all} findings`;
    for (const part of group.parts) part.hidden = !part.querySelector("article:not([hidden])");
  }

  function keep(change = "replaceState") {
    const address = new URLSearchParams();
    for (const name of names) {
      const field = form.elements[name];
      if (field?.value) address.set(name, field.selectedOptions[0].textContent);
    }
    if (form.elements.text.value) address.set("text", form.elements.text.value);
    history[change](null, "", address.size ? `#${address}` : location.href.split("#")[0]);
  }

  function choose(name, text) {
    const field = form.elements[name];
    if (field) field.value = [...field.options].find((option) => option.value && option.textContent === text)?.value ?? "";
  }

  function follow() { // an address that names nothing on the page changes nothing
    const hash = location.hash.slice(1);
    if (!hash || hash.includes("=")) {
      const address = new URLSearchParams(hash);
      for (const name of names) choose(name, address.get(name));
      form.elements.text.value = address.get("text") ?? "";
      apply();
      return;
    }
    if (document.getElementById(hash)?.closest("[hidden]")) { // a finding that the filter hides
      form.reset();
      apply();
    }
    reveal();
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => { apply(); keep(); });
  form.addEventListener("reset", () => setTimeout(() => { apply(); keep(); }));
  document.addEventListener("click", (event) => { // a server's name in the table shows its findings
    const link = event.target.closest("a[data-server]");
    if (!link) return;
    event.preventDefault();
    form.reset();
    setTimeout(() => {
      choose("server", link.dataset.server);
      apply();
      keep("pushState"); // Back returns to the table
      const target = document.getElementById("findings");
      target.focus({ preventScroll: true });
      target.scrollIntoView();
    });
  });
  addEventListener("hashchange", follow);
  follow();
}

// The table of servers: the worst ones first, the others on demand; a click on a heading sorts.
function addSorting(table) {
  const FEW = 10, body = table.tBodies[0], worst = [...body.rows], heads = [...table.tHead.rows[0].cells];
  let by = -1, down = false, all = worst.length <= FEW + 2;

  function value(row, at) {
    const text = row.cells[at].textContent.trim();
    if (at === 0) return row.cells[0].firstChild.textContent.toLowerCase();
    if (/^[ABCDF]\??$/.test(text)) return "ABCDF".indexOf(text[0]) + (text[1] ? 0.5 : 0);
    if (heads[at].classList.contains("n")) return Number.parseInt(text.replace(/\D.*/, ""), 10) || 0;
    return at === 1 ? -1 : text;
  }

  function draw() {
    let rows = worst;
    if (by >= 0) {
      const turn = down ? -1 : 1, key = new Map(worst.map((row) => [row, value(row, by)]));
      rows = [...worst].sort((one, other) => {
        const [mine, its] = [key.get(one), key.get(other)];
        return turn * (typeof mine === "string" ? mine.localeCompare(its, "en", { numeric: true }) : mine - its);
      });
    }
    rows.forEach((row, at) => { row.classList.toggle("beyond", !all && at >= FEW); });
    body.replaceChildren(...rows);
    heads.forEach((head, at) => {
      if (at === by) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  }

  heads.forEach((head, at) => { // the worst or the most first; a third click restores the order
    const first = at > 0, sort = document.createElement("button");
    sort.type = "button";
    sort.textContent = head.textContent;
    sort.addEventListener("click", () => {
      if (by !== at) [by, down] = [at, first];
      else if (down === first) down = !first;
      else by = -1;
      draw();
    });
    head.replaceChildren(sort);
  });
  draw();
  if (all) return;
  const more = document.createElement("button");
  more.type = "button";
  more.className = "more";
  more.textContent = `Show ${worst.length - FEW} more`;
  more.addEventListener("click", () => {
    const next = body.rows[FEW].cells[0];
    all = true;
    draw();
    more.remove();
    next.tabIndex = -1;
    next.focus();
  });
  table.after(more);
}

addEventListener("DOMContentLoaded", () => {
  openForPaper();
  document.addEventListener("toggle", (event) => addCopyButtons(event.target), true);
  const table = document.querySelector("table.servers.many"), form = document.querySelector(".filters");
  if (table) addSorting(table);
  if (form) addFilters(form);
  else {
    addEventListener("hashchange", reveal);
    reveal();
  }
});
