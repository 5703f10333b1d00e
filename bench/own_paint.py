"""How soon a player sees their own card, at several round trips: from the tap to the frame with it in the trick.

    python bench/own_paint.py [--round-trips 20,200,800] [--cards 20] [--cpu 1] [--json]

The site with its demo is on 127.0.0.1, with two browsers. South's is behind a line that takes so many milliseconds
there and back. The second figure is when the page had the server's answer. `--cpu 4` makes South's browser four times
as slow, like a cheap phone. Needs Chromium.
"""

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import needs
from tests.browser.conftest import ARGUMENTS, PHONE
from tests.browser.line import Line
from tests.browser.own_paint import watch, watched
from tests.browser.seats import SeatPage, TableOfTwo
from tests.browser.site import Site
from tests.browser.staging import night

ANSWERED = """() => {
  window.answered = new Promise(done => addEventListener("click", event => {
    const look = () => document.querySelector(".sending") || done(performance.now() - event.timeStamp);
    const all = { subtree: true, childList: true, attributes: true };
    new MutationObserver(look).observe(document.getElementById("table"), all);
  }, { once: true }));
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--round-trips", default="20,200,800")
    parser.add_argument("--cards", type=int, default=20)
    parser.add_argument("--cpu", type=float, default=1)
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="paint-bench-") as folder, sync_playwright() as playwright:
        site = Site(Path(folder) / "var")
        browser = playwright.chromium.launch(executable_path=needs.CHROMIUM, args=ARGUMENTS)
        try:
            site.start()
            tables = iter(site.run(night))
            found = {
                int(each): measure(browser, site, next(tables), int(each), args) for each in args.round_trips.split(",")
            }
        finally:
            browser.close()
            site.stop()
    if args.json:
        print(json.dumps(found, indent=1))
    else:
        show(found)


def measure(
    browser: Browser, site: Site, links: dict[str, str], round_trip: int, args: argparse.Namespace
) -> dict[str, list[float]]:
    """Return {"paint", "answer"}: milliseconds of each of South's cards on one board."""
    line = Line(site.port)
    try:
        table = open_table(browser, site, line, links)
        slow_down(table.south, args.cpu)
        table.sit()
        table.auction("1N", "P", "P")
        line.slow(round_trip)
        found: dict[str, list[float]] = {"paint": [], "answer": []}
        while len(found["paint"]) < args.cards and (seat := table.on_turn()) is not None:
            if seat is table.south:
                paint, answer = one_card(table)
                found["paint"].append(paint)
                found["answer"].append(answer)
            else:
                table.play_one()
        return found
    finally:
        line.close()


def open_table(browser: Browser, site: Site, line: Line, links: dict[str, str]) -> TableOfTwo:
    """Open South on a phone behind the line, North directly at the site. Cards travel as they do for players."""
    pages = {
        player: SeatPage(browser.new_context(viewport=PHONE).new_page(), player).open(base + links[player])
        for player, base in (("S", line.url), ("N", site.url))
    }
    return TableOfTwo(pages["S"], pages["N"], links)


def slow_down(seat: SeatPage, rate: float) -> None:
    seat.page.context.new_cdp_session(seat.page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def one_card(table: TableOfTwo) -> tuple[float, float]:
    """Play one card for South. Return the milliseconds to its own paint, and until no card is marked
    as not yet sent.
    """
    south = table.south
    before = south.seen["seq"]
    card = str(south.playable.first.get_attribute("data-card"))
    watch(south.page, f'.mid .trick [data-card="{card}"]')
    south.page.evaluate(ANSWERED)
    south.key(card).click()
    seen = watched(south.page)
    assert seen["there"], f"{card} was not on the table at once"
    answer = south.page.evaluate("() => window.answered")
    table.reach(before + 1)
    return float(seen["ms"]), float(answer)


def show(found: dict[int, Any]) -> None:
    print("round trip ms | cards | own paint ms: median, longest | answered ms: median")
    for round_trip, of in found.items():
        paint, answer = of["paint"], statistics.median(of["answer"])
        print(f"{round_trip:13} | {len(paint):5} | {statistics.median(paint):.1f}, {max(paint):.1f} | {answer:.0f}")


if __name__ == "__main__":
    main()
