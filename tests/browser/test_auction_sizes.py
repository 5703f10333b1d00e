"""The auction on every screen: one's own cards lie in sight, nothing lies on them, and every key can be tapped."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.table_harness import Deal, Files, HomeTable

MakeContext = Callable[..., BrowserContext]
# Small phones with the browser's bars, held upright and sideways, a phone without them, tablets upright and lying.
SIZES = [
    (320, 530),
    (360, 560),
    (375, 553),
    (360, 640),
    (390, 664),
    (390, 844),
    (430, 932),
    (667, 325),
    (844, 340),
    (768, 954),
    (810, 980),
    (1024, 690),
    (1024, 768),
    (1440, 900),
]
SCENES = ["auction", "auction_long", "auction_first", "auction_n", "auction_wait"]
LOWEST = {"width": 320, "height": 454}  # here the keys have to be scrolled to
HOME = ["solo", "secret_card", "umbrage"]

# What is wrong in this picture, in words. A card shows its corner with its rank; the rest may lie under the next.
FAULTS = """() => {
  const found = [];
  const box = (e) => e.getBoundingClientRect();
  const inView = (r) => r.left >= 0 && r.top >= 0 && r.right <= innerWidth + .5 && r.bottom <= innerHeight + .5;
  const at = (x, y) => document.elementFromPoint(x, y);
  const name = (e) => `${(e.getAttribute("class") || e.tagName).trim()} ${e.dataset.card || e.dataset.key || ""}`;
  const own = [...document.querySelectorAll(".hand .card")];
  if (!own.length) found.push("no own cards");
  for (const card of own) {
    const r = box(card);
    if (!inView(r)) found.push(`${name(card)} sticks out: ${r.top} to ${r.bottom}`);
    for (const mark of card.querySelectorAll("b, .suit")) {
      const m = box(mark);
      const hit = at(m.left + m.width / 2, m.top + m.height / 2);
      if (!hit || hit.closest(".card") !== card) found.push(`${name(card)} lies under ${hit ? name(hit) : "the edge"}`);
    }
    for (const y of [r.top + 3, r.bottom - 3]) {
      const hit = at(r.left + 3, y);
      const over = hit ? name(hit) : "the edge";
      if (!hit || hit.closest(".card") !== card) found.push(`${name(card)} has its corner under ${over}`);
    }
  }
  for (const key of document.querySelectorAll(".box button")) {
    const r = box(key);
    if (r.width < 44 || r.height < 44) found.push(`${name(key)} is ${r.width} x ${r.height}`);
    if (!inView(r)) found.push(`${name(key)} sticks out: ${r.top} to ${r.bottom}`);
    else if (!key.contains(at(r.left + r.width / 2, r.top + r.height / 2))) found.push(`${name(key)} is covered`);
  }
  const parts = [...document.querySelectorAll(".table > *")].filter((e) => !e.matches(".notes") && box(e).height);
  parts.forEach((one, i) => parts.slice(i + 1).forEach((other) => {
    const [a, b] = [box(one), box(other)];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${name(one)} and ${name(other)} lie on each other`);
  }));
  for (const part of parts) for (const e of part.querySelectorAll(".card, .callbox, .who, .board")) {
    const [a, b] = [box(part), box(e)];
    const fits = b.top >= a.top - 2 && b.bottom <= a.bottom + 2;
    if (b.height && !fits) found.push(`${name(e)} does not fit into ${name(part)}`);
  }
  const now = document.querySelector("td.now, td.wait");
  if (now) {
    const [r, frame] = [box(now), box(now.closest(".callbox"))];
    if (r.top < frame.top || r.bottom > frame.bottom + 2) found.push("the call that is awaited is out of sight");
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("it is wider than the screen");
  return [...new Set(found)];
}"""


@pytest.fixture(scope="module")
def files() -> Iterator[Files]:
    files = Files()
    yield files
    files.stop()


def _look(page: Page, what: str) -> list[str]:
    """The faults of this page on every screen, by day and by night; each screen is come to at its top."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(40)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.evaluate("scrollTo(0, 0)")
            found += [f"{what}, {width} x {height}, {scheme}: {fault}" for fault in page.evaluate(FAULTS)]
    return found


@pytest.mark.parametrize("scene", SCENES)
def test_the_own_cards_lie_free_beside_the_bidding_box(
    scene: str, files: Files, make_context: MakeContext
) -> None:
    page = make_context().new_page()
    page.goto(f"{files.url}/tests/browser/table_harness.html?scene={scene}")
    expect(page.locator(".table.auction")).to_be_visible()
    assert _look(page, scene) == []
    level = page.locator("[data-key^=level-]:not([disabled])")
    page.set_viewport_size({"width": 375, "height": 553})
    if level.count():  # the key that says the bid is the highest that there is
        level.last.click()
        page.locator("[data-key^=strain-]:not([disabled])").last.click()
        expect(page.locator("[data-key=confirm]")).to_contain_text("Bid")
        assert _look(page, f"{scene}, chosen") == []


def test_where_it_does_not_fit_the_box_lies_below_the_cards(files: Files, make_context: MakeContext) -> None:
    page = make_context(LOWEST).new_page()
    page.goto(f"{files.url}/tests/browser/table_harness.html?scene=auction_long")
    expect(page.locator(".table.auction")).to_be_visible()
    assert [fault for fault in page.evaluate(FAULTS) if "key" not in fault and "confirm" not in fault] == []
    for key in page.locator(".box button").all():
        key.scroll_into_view_if_needed()
        expect(key).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("game", HOME)
def test_the_own_cards_lie_free_at_home(game: str, files: Files, make_context: MakeContext) -> None:
    """Where the own hand alone is open, and where a line asks for the call."""
    deal = Deal(game, "fits")
    deal.play_until(
        lambda deal: (
            deal.view("S")["phase"] == "auction"
            and (deal.view("S")["turn"] or {}).get("player") == "S"
            and len(deal.view("S")["auction"]) >= 2
        )
    )
    page = HomeTable(deal).open(make_context(), files.url)
    expect(page.locator(".table.auction")).to_be_visible()
    assert _look(page, game) == []
