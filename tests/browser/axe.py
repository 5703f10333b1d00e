"""Checking a page with axe-core: its WCAG A and AA rules and its best-practice rules."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = (Path(__file__).parent / "vendor/axe.min.js").read_text(encoding="utf-8")
OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# Only colours differ by scheme (test_axe_table.py), so the other rules run once. The page returns to its own scheme.
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
    found: list[str] = []
    for scheme, rules in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{where}, {scheme}: {fault}" for fault in page.evaluate(RUN, rules)]
    return list(dict.fromkeys(found))
