
"use strict";
document.documentElement.className = "js";
addEventListener("DOMContentLoaded", () => { // servers: sorted by a column, and of many the first
  const MOST = 25, servers = document.querySelector("table.servers");
  if (!servers || servers.tBodies[0].rows.length < 2) return;
  const body = servers.tBodies[0], worst = [...body.rows], heads = [...servers.tHead.rows[0].cells];
  const button = document.createElement("button");
  let by = -1, down = false, rows = worst, all = worst.length < MOST + 5;

  function value(row, at) { // null stands last either way
    const text = row.cells[at]?.textContent.trim() ?? ""; // clusters have no letters
    if (at === 0) return row.cells[0].firstChild.textContent.toLowerCase();
    if (/^\d+( of \d+)?$/.test(text)) {
      const [part, whole] = text.split(" of ").map(Number);
      return whole === undefined ? part : whole ? part / whole : null;
    }
    const letter = "ABCDF".indexOf(text[0] || "-");
    return letter < 0 ? null : letter + (text[1] ? 0.5 : 0);
  }

  function draw() {
    rows = worst;
    if (by >= 0) {
      const turn = down ? -1 : 1, of = new Map(worst.map((row) => [row, value(row, by)]));
      const compare = (one, other) => (typeof one === "string" ? one.localeCompare(other, "en", { numeric: true }) : one - other);
      rows = [...worst].sort((one, other) => {
        const [mine, its] = [of.get(one), of.get(other)];
        return mine === null || its === null ? (mine === null) - (its === null) : turn * compare(mine, its);
      });
    }
    rows.forEach((row, at) => { row.className = all || at < MOST ? "" : "beyond"; });
    body.replaceChildren(...rows);
    heads.forEach((head, at) => {
      if (at === by) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    document.querySelector(".worst").hidden = by >= 0;
  }

  heads.forEach((head, at) => { // numbers and letters: the most and the worst first; a third time: as it was
    const first = at !== 0 && at !== 2, sort = document.createElement("button"), place = head.querySelector("span") ?? head;
    sort.type = "button";
    sort.textContent = head.textContent;
    sort.addEventListener("click", () => {
      if (by !== at) [by, down] = [at, first];
      else if (down === first) down = !first;
      else by = -1;
      draw();
    });
    place.replaceChildren(sort);
  });
  servers.classList.add("sorts");
  draw();
  if (all) return;
  button.type = "button";
  button.textContent = `Show all ${worst.length}`;
  button.addEventListener("click", () => {
    all = true;
    draw();
    button.remove();
    rows[MOST].cells[0].tabIndex = -1;
    rows[MOST].cells[0].focus();
  });
  servers.after(button);
});
// what a rule or a hint has to say opens where somebody asks for it
const ask = (name) => document.getElementById(name)?.querySelectorAll(":scope > details").forEach((one) => { one.open = true; });
addEventListener("DOMContentLoaded", () => { // reasons are told where a finding opens; here they wait until asked for
  const every = [...document.querySelectorAll(".rule > details")];
  for (const one of every) one.open = false;
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link) ask(link.getAttribute("href").slice(1));
  });
  addEventListener("hashchange", () => ask(location.hash.slice(1)));
  ask(location.hash.slice(1));
  let shut = [];
  addEventListener("beforeprint", () => {
    shut = [...document.querySelectorAll("details:not([open], .long)")]; // what is too long for paper is printed where somebody opened it
    for (const one of shut) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of shut) one.open = false; });
});
addEventListener("DOMContentLoaded", () => {
  const PAGE = 100; // findings shown at once
  const table = document.querySelector("table.findings");
  const form = document.querySelector(".filters");
  if (!table || !form) return;
  const status = document.querySelector(".shown");
  const further = document.querySelector(".further"), heads = [...table.tHead.rows[0].cells], names = heads.map((head) => head.dataset.by);
  const fields = ["severity", "rule", "server", "category", "needs"];
  const rows = [], byId = new Map();
  for (const body of table.tBodies) {
    if (!body.dataset.f) continue;
    const one = { body, at: rows.length, is: body.dataset.f.split(" ").map(Number), text: null };
    rows.push(one);
    body.className = "one on";
    byId.set(body.id, one);
    body.rows[0].querySelector("button").setAttribute("aria-expanded", "false");
  }
  const head = table.tHead, original = [...table.tBodies]; // servers' names among them: paper has those
  let by = -1, down = false, most = PAGE, open = [], shown = [], left = [];

  const textOf = (one) => (one.text ??= one.body.textContent.toLowerCase());
  const wanted = () => fields.map((name) => form.elements[name]?.value ?? "");

  function show() {
    const choice = wanted().map((value) => (value === "" ? -1 : Number(value)));
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    left = rows.filter((one) => choice.every((value, place) => value < 0 || one.is[place] === value)
      && (!words.length || words.every((word) => textOf(one).includes(word))));
    if (by >= 0) {
      const turn = down ? -1 : 1;
      left.sort((one, other) => turn * (one.is[by] - other.is[by]) || one.at - other.at);
    }
    draw();
    const of = left.length === rows.length ? "" : ` of ${rows.length}`;
    const said = `${left.length}${of} finding${rows.length === 1 ? "" : "s"}`;
    if (status.textContent !== said) status.textContent = said;
    if (of) status.dataset.by = filtered(); // paper says it, for it has no fields
    else delete status.dataset.by;
  }

  function filtered() { // `: severity medium, text "http"`
    const told = fields.filter((name) => form.elements[name]?.value).map((name) => {
      const field = form.elements[name];
      return `${field.labels[0].firstChild.textContent.toLowerCase()} ${field.selectedOptions[0].textContent}`;
    });
    if (form.elements.text.value) told.push(`text "${form.elements.text.value}"`);
    return `: ${told.join(", ")}`;
  }

  function draw() { // what is not shown is not in the page at all: that is what keeps a fleet's fast
    shown = left.slice(0, most);
    for (const one of open) if (!shown.includes(one) && left.includes(one)) shown.push(one);
    table.replaceChildren(head, ...shown.map((one) => one.body));
    const more = left.length - shown.length;
    table.classList.add("ready");
    further.hidden = more <= 0;
    further.firstChild.textContent = `Show more (${more} left)`;
  }

  function fill(one) {
    if (one.filled) return;
    one.filled = true;
    const cell = one.body.rows[1].cells[0], way = cell.querySelector(".way a");
    if (way) {
      const from = document.getElementById(way.getAttribute("href").slice(1));
      if (from) way.parentNode.replaceWith(...from.cloneNode(true).childNodes);
    }
    const rule = document.getElementById(one.body.querySelector("small a").getAttribute("href").slice(1));
    const reasons = rule && rule.querySelector(".reasons");
    if (reasons) {
      const copied = reasons.cloneNode(true);
      for (const heading of copied.querySelectorAll("h4")) heading.setAttribute("role", "presentation");
      cell.append(copied);
    }
    for (const code of one.body.querySelectorAll(".type code")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Copy";
      button.setAttribute("aria-label", `Copy ${code.textContent}`);
      button.dataset.copies = "";
      code.after(button);
    }
  }

  function toggle(one, opens) {
    if (opens) {
      textOf(one); // what is filled in is no word of its own
      fill(one);
    }
    one.body.classList.toggle("open", opens);
    one.body.rows[0].querySelector("button").setAttribute("aria-expanded", String(opens));
    open = open.filter((other) => other !== one);
    if (opens) open.push(one);
  }

  async function copy(button) {
    const code = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      getSelection().selectAllChildren(code);
      document.execCommand("copy");
    }
    const label = button.getAttribute("aria-label");
    button.textContent = "Copied";
    button.setAttribute("aria-label", `Copied ${code.textContent}`);
    setTimeout(() => {
      button.textContent = "Copy";
      button.setAttribute("aria-label", label);
    }, 1500);
  }

  function told(at = "") { // what the address keeps; at: the chapter that somebody went to
    const address = new URLSearchParams();
    for (const name of fields) {
      const field = form.elements[name];
      if (field && field.value) address.set(name, named(field.selectedOptions[0]));
    }
    if (form.elements.text.value) address.set("text", form.elements.text.value);
    if (by >= 0) address.set("sort", (down ? "-" : "") + fields[by]);
    for (const one of open.slice(-20)) address.append("open", one.body.id);
    if (at && !address.toString()) return;
    if (at) address.set("at", at);
    const text = address.toString();
    history.replaceState(null, "", text ? `#${text}` : location.href.split("#")[0]);
  }

  const named = (option) => option.dataset.v ?? option.textContent;

  function hear() { // an address that names nothing known changes nothing
    const hash = location.hash.slice(1);
    let asked = null;
    if (hash.includes("=")) {
      const address = new URLSearchParams(hash);
      for (const name of fields) {
        const field = form.elements[name];
        if (!field) continue;
        const option = [...field.options].find((each) => each.value && named(each) === address.get(name));
        field.value = option ? option.value : "";
      }
      form.elements.text.value = address.get("text") ?? "";
      const sort = address.get("sort") ?? "";
      const place = fields.indexOf(sort.replace(/^-/, ""));
      order(place, place >= 0 && sort.startsWith("-"));
      for (const one of [...open]) toggle(one, false);
      for (const id of address.getAll("open").slice(0, 20)) if (byId.has(id)) toggle(byId.get(id), true);
      const at = address.get("at") ?? "";
      ask(at);
      asked = document.getElementById(at) ?? open[0];
    } else if (/^s-\d{1,6}$/.test(hash) && form.elements.server) { // a server's findings
      form.reset();
      form.elements.server.value = hash.slice(2);
      document.getElementById("findings").scrollIntoView({ behavior: "instant" });
    } else if (byId.has(hash)) {
      form.reset();
      asked = byId.get(hash);
      toggle(asked, true);
    } else if (hash && document.getElementById(hash)) { // a chapter or a rule: all else stays as it is
      asked = document.getElementById(hash);
      told(hash);
    }
    show();
    if (asked?.body) {
      if (shown.includes(asked)) asked.body.scrollIntoView({ block: "center", behavior: "instant" });
    } else asked?.scrollIntoView({ behavior: "instant" });
  }

  function order(place, descending) {
    by = place;
    down = descending;
    heads.forEach((head, at) => {
      if (names[at] === fields[place]) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  }

  heads.forEach((head) => {
    const place = fields.indexOf(head.dataset.by);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", () => {
      order(place, by === place && !down);
      most = PAGE;
      show();
      told();
    });
    head.replaceChildren(button);
  });
  table.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if ("copies" in button.dataset) { copy(button); return; }
    const one = byId.get(button.closest("tbody")?.id);
    if (!one) return;
    toggle(one, !one.body.classList.contains("open"));
    told();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => { most = PAGE; show(); told(); });
  form.addEventListener("reset", () => setTimeout(() => { order(-1, false); most = PAGE; show(); told(); }));
  further.firstChild.addEventListener("click", () => {
    const next = left.find((one) => !shown.includes(one));
    most += PAGE;
    draw();
    next?.body.querySelector("button").focus();
  });
  document.addEventListener("click", (event) => { // from a server or a rule to its findings
    const link = event.target.closest("a[data-of]");
    if (!link) return;
    event.preventDefault();
    const field = form.elements[link.dataset.of], word = link.dataset.v ?? link.textContent;
    form.reset();
    setTimeout(() => {
      const option = field && [...field.options].find((each) => each.value && named(each) === word);
      if (option) field.value = option.value;
      show();
      told();
      const target = document.getElementById("findings");
      target.focus({ preventScroll: true });
      target.scrollIntoView();
    });
  });
  addEventListener("hashchange", hear);
  addEventListener("beforeprint", () => { // paper has all that the filter leaves, server by server
    const kept = new Set(left.map((one) => one.body));
    table.replaceChildren(head, ...original.filter((body, at) => {
      if (body.dataset.f) return kept.has(body);
      for (let next = at + 1; original[next]?.dataset.f; next += 1) if (kept.has(original[next])) return true;
      return false;
    }));
  });
  addEventListener("afterprint", draw);
  const soon = window.requestIdleCallback ?? ((call) => setTimeout(call, 50));
  let read = 0;
  soon(function ahead() { // the words of all findings, before somebody looks for one
    for (const one of rows.slice(read, read + 300)) textOf(one);
    read += 300;
    if (read < rows.length) soon(ahead);
  });
  hear();
});
