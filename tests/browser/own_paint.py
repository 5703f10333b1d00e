"""How soon players see the effect of their tap: from the event to the frame that shows the card or call."""

from typing import Any

from playwright.sync_api import Page

# About the next tap on a key. `there`: the same turn of the page's loop put it on the table, before any
# answer can have come. `marked`: it is marked as not yet sent. `ms`: until the frame after it was drawn.
WATCH = """selector => {
  window.ownPaint = new Promise(done => addEventListener("click", event => {
    const found = document.querySelector(selector);
    const seen = { there: Boolean(found), marked: Boolean(found && found.classList.contains("sending")) };
    const frame = new MessageChannel();
    frame.port1.onmessage = () => done({ ...seen, ms: performance.now() - event.timeStamp });
    requestAnimationFrame(() => frame.port2.postMessage(null));
  }, { once: true }));
}"""


def watch(page: Page, selector: str):
    """Start measuring the next tap. `selector` finds the card or call that the tap puts on the table."""
    page.evaluate(WATCH, selector)


def watched(page: Page) -> dict[str, Any]:
    """Return {"there", "marked", "ms"} for the tap made since `watch`."""
    return dict(page.evaluate("() => window.ownPaint"))
