"""Chromium: the machine's own, driven over a page that may load nothing else; what it complains of is kept.

CHROMIUM names the program where it is not on the path, AXE_CORE axe-core's script (.ci/run installs both).
"""

import os
import shutil
from contextlib import contextmanager
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
PROGRAM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
AXE = os.environ.get("AXE_CORE")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
WIDTHS, SCHEMES = (1440, 1024, 390), ("light", "dark")


@contextmanager
def browser():
    """One browser with a fresh profile. Playwright's loop runs while it is open: close it before asyncio is asked for."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=PROGRAM, args=FLAGS, timeout=300_000)
        yield opened
        opened.close()


class Tab:
    """A page in a context of its own, and what went wrong there: requests, errors of its console, dialogs."""

    def __init__(self, opened, width=1440, scheme="light", height=900):
        self.context = opened.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        self.context.set_default_timeout(300_000)
        self.page = self.context.new_page()
        self.wrong, self.own = [], ""
        self.context.route("**/*", self._request)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("dialog", self._dialog)
        self.page.on("popup", lambda popup: self.wrong.append(f"window: {popup.url}"))

    def open(self, path, fragment=""):
        """Loads a file as the only one that may be loaded. fragment: what stands behind `#`."""
        self.own = Path(path).as_uri()
        self.page.goto("about:blank")
        self.page.goto(f"{self.own}#{fragment}" if fragment else self.own)
        return self.page

    def close(self):
        self.context.close()

    def _request(self, route):
        if route.request.url.partition("#")[0] == self.own:
            route.continue_()
        else:
            self.wrong.append(f"request: {route.request.url}")
            route.abort()

    def _said(self, message):
        if message.type in {"error", "warning"}:
            self.wrong.append(f"console: {message.text}")

    def _dialog(self, dialog):
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()


FAULTS = """() => {
  const faults = [], seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const hidden = (element) => element.closest(".unseen, .skip, thead") !== null;
  const name = (element) => {
    const words = element.textContent.trim().slice(0, 40);
    return `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} ${words}`;
  };
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`sideways: ${root.scrollWidth} > ${root.clientWidth}`);
  const width = root.clientWidth;
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("svg") && element.tagName !== "svg") continue;
    if (!seen(element) || hidden(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.right > width + 1 && !element.closest(".wide")) faults.push(`off the page: ${name(element)}`);
    const inline = getComputedStyle(element).display.startsWith("inline");
    if (!inline && element.clientWidth && element.scrollWidth > element.clientWidth + 1
      && !["SELECT", "INPUT"].includes(element.tagName)) faults.push(`cut: ${name(element)}`);
    let before = null;
    for (const child of element.children) {
      if (!seen(child) || hidden(child)) continue;
      const style = getComputedStyle(child);
      if (style.position !== "static" || style.display === "contents" || style.display === "inline") continue;
      const own = child.getBoundingClientRect();
      if (!own.width || !own.height) continue;
      if (before) {
        const wide = Math.min(before.right, own.right) - Math.max(before.left, own.left);
        const high = Math.min(before.bottom, own.bottom) - Math.max(before.top, own.top);
        if (wide > 1 && high > 1) faults.push(`overlaps the one before: ${name(child)}`);
      }
      before = own;
    }
  }
  const faces = new Set();
  for (const element of document.body.querySelectorAll("*")) if (seen(element)) faces.add(getComputedStyle(element).fontFamily);
  if (faces.size > 2) faults.push(`typefaces: ${[...faces].join(" | ")}`);
  for (const figure of document.querySelectorAll("figure")) {
    if (!figure.querySelector("figcaption")?.textContent.trim()) faults.push(`a figure without a title: ${name(figure)}`);
  }
  return [...new Set(faults)];
}"""


def faults(page):
    """What the eye would not stand: sideways scrolling, text that is cut, boxes on each other, a third typeface."""
    return page.evaluate(FAULTS)


def barriers(page):
    """What axe-core finds: rule, and the places."""
    page.evaluate(Path(AXE).read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]
