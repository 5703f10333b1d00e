"""Checks for every page: its widths, the tap targets, the names of the controls, and what axe-core finds."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.site import Site
from tests.long import sample

SOURCE = (Path(__file__).parent / "vendor/axe.min.js").read_text(encoding="utf-8")
OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# Only colours differ by scheme (test_every_page.py), so the other rules run once. The page returns to its own scheme.
SCHEMES: tuple[tuple[Any, dict[str, Any]], ...] = (("dark", {"runOnly": OF_COLOURS}), ("light", {}))
RUN = """async (rules) => {
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false, ...rules });
  return found.violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary.split("\\n").slice(1).join("; ").trim()}`));
}"""


def violations(page: Page, where: str) -> list[str]:
    """Return the faults that axe-core finds on a page in light and dark mode, each with its rule and its element."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(SOURCE)
    faults: list[str] = []
    for scheme, rules in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        faults += [f"{where}, {scheme}: {fault}" for fault in page.evaluate(RUN, rules)]
    return list(dict.fromkeys(faults))


SMALL_PHONE = {"width": 320, "height": 568}
SCREENS = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
WITH_SMALL = {"small phone": SMALL_PHONE, **sample({"desk": DESK}, SCREENS)}


# What a finger must hit. Words inside a sentence or a table cell are exempt (WCAG 2.5.8), as is a control
# drawn by its label.
CHECK = """() => {
  const faults = [];
  const doc = document.documentElement;
  if (doc.scrollWidth > doc.clientWidth) faults.push(`the page is ${doc.scrollWidth - doc.clientWidth} px too wide`);
  const seen = (e) => { const b = e.getBoundingClientRect();
    if (!e.checkVisibility({ visibilityProperty: true }) || e.closest("[inert], .vh, .skip")) return false;
    return b.width > 1 && b.height > 1; };
  const name = (e) => (e.getAttribute("aria-label") || e.innerText || e.getAttribute("title") || "").trim()
    || [...e.querySelectorAll("[aria-label]")].map((i) => i.getAttribute("aria-label")).join("");
  const words = (e) => `<${e.tagName.toLowerCase()} class="${e.className}"> ${name(e).slice(0, 40)}`;
  for (const e of document.querySelectorAll("button, a.btn, summary, label.key, select, textarea, nav a, a.tile, "
      + "input:not([type=hidden]):not([type=radio]):not([type=checkbox]):not([type=file])")) {
    if (!seen(e)) continue;
    const labelled = e.labels && e.labels.length;
    if (!name(e) && !labelled) faults.push(`no name: ${words(e)}`);
    const b = e.getBoundingClientRect();
    // A card that cannot be played now only says why, so it may be narrower than one for thumbs.
    if (e.matches("button.card:not(.yes)")) continue;
    const high = e.matches(".card.yes") ? 56 : 44;
    const wide = e.matches("a, summary") ? 0 : e.matches(".held .card") ? 40 : 44;
    if (b.height < high - 0.5 || b.width < wide - 0.5)
      faults.push(`too small, ${Math.round(b.width)} x ${Math.round(b.height)}: ${words(e)}`);
  }
  for (const e of document.querySelectorAll("img:not([alt])")) faults.push(`no alt: ${e.src}`);
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of ids.filter((each, i) => ids.indexOf(each) !== i)) faults.push(`id twice: ${id}`);
  if (!doc.lang) faults.push("no language");
  if (!document.title.trim()) faults.push("no title");
  if (!document.querySelector("main")) faults.push("no main");
  return faults;
}"""


def resize(page: Page, size):
    """Resize the page, and wait until it has been redrawn."""
    page.set_viewport_size(size)
    wait_for_paint(page)


def wait_for_paint(page: Page):
    """Wait for two frames, or for two seconds on a page that the browser does not paint."""
    page.evaluate("""() => new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 2000); })""")


def faults_of(page: Page, where: str, screens=WITH_SMALL) -> list[str]:
    faults = []
    for screen, size in screens.items():
        resize(page, size)
        faults += [f"{where} on a {screen}: {fault}" for fault in page.evaluate(CHECK)]
    return faults


def walk(page: Page, site: Site, paths: list[str]) -> list[str]:
    faults = []
    for path in paths:
        answer = page.goto(site.url + path)
        assert answer is not None and answer.ok, path
        if not page.locator("h1").count():
            faults.append(f"{path}: no h1")
        faults += faults_of(page, path)
        faults += violations(page, path)
    return faults
