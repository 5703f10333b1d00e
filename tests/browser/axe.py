"""What axe-core finds on a page: its rules of WCAG A and AA, and those that it calls best practice."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = (Path(__file__).parent / "vendor/axe.min.js").read_text(encoding="utf-8")
SCHEMES: tuple[Any, ...] = ("dark", "light")  # a page is left as it came
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false });
  return found.violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary.split("\\n").slice(1).join("; ").trim()}`));
}"""


def violations(page: Page, where: str) -> list[str]:
    """Each with its rule, its element and what is wrong, by day and by night."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(SOURCE)
    found: list[str] = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{where}, {scheme}: {fault}" for fault in page.evaluate(RUN)]
    return list(dict.fromkeys(found))
