"""Room on every screen: in every state of every game the own cards and the key that is asked for lie in sight."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.table_harness import Deal, Files, HomeTable, Json

MakeContext = Callable[..., BrowserContext]
Wanted = Callable[[Deal], bool]
# Width, height, and the size of the root's letters in per cent.
SIZES = [
    (320, 530, 100),
    (360, 560, 100),
    (375, 553, 100),
    (390, 664, 100),
    (390, 844, 100),
    (412, 700, 100),
    (430, 932, 100),
    (667, 325, 100),
    (844, 340, 100),
    (744, 1020, 100),
    (768, 954, 100),
    (810, 980, 100),
    (1024, 698, 100),
    (1440, 900, 100),
    (590, 410, 100),  # 1180 x 820 at 200 %
    (360, 640, 200),
    (390, 844, 200),
    (844, 390, 200),
    (768, 954, 200),
    (1024, 698, 200),
]
GAMES = ["solo", "secret_card", "umbrage", "bridge_solitaire", "whist_for_two", "five_hundred_for_two"]
PHASES = ["draft", "umbrage", "choose", "inspect", "auction", "secret", "draw", "discard", "play", "over"]
# What is tapped on a scene of the harness before it is looked at.
TAPPED = {
    "auction": [
        "[data-key^=level-]:not([disabled]), .grid35 .key:not([disabled])",
        "[data-key^=strain-]:not([disabled]), .acts .key:not([disabled])",
    ],
    "auction_first": ["[data-key=menu]"],
    "play_s": ["[data-key=claim]"],
    "play_hand": [".hand .card.no"],
    "play_full_mine": [".mine .end.no"],
    "play_n": ["[data-key=claim]", "[data-key=concede]"],
    "theirs": ["[data-key=last]"],
}

# What is wrong in the picture, in words.
LOOK = """
window.look = () => {
  const found = [];
  const box = (e) => e.getBoundingClientRect();
  const all = (css, of = document) => [...of.querySelectorAll(css)].filter((e) => box(e).width && !e.closest(".vh"));
  const name = (e) => `${(e.getAttribute("class") || e.tagName).trim()} ${e.dataset.card || e.dataset.key || ""}`.trim();
  const round = (r) => [r.left, r.top, r.right, r.bottom].map(Math.round).join(" ");
  const inside = (r, of, by = 1) => r.left >= of.left - by && r.top >= of.top - by && r.right <= of.right + by && r.bottom <= of.bottom + by;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const hits = (e, x, y) => { const hit = document.elementFromPoint(x, y); return Boolean(hit) && (e.contains(hit) || hit.contains(e) && hit.matches("label")); };
  const sheet = document.querySelector(".sheet");
  scrollTo(0, 0);
  if (document.documentElement.scrollWidth > innerWidth) found.push(`it is ${document.documentElement.scrollWidth} px wide`);
  // A card shows its left edge with its rank; the rest may lie under the next of its hand.
  if (!sheet) for (const card of all(".hand .card")) {
    const r = box(card);
    if (!inside(r, screen)) found.push(`${name(card)} sticks out of the screen: ${round(r)}`);
    else for (const y of [r.top + 4, (r.top + r.bottom) / 2, r.bottom - 4]) if (!hits(card, r.left + 5, y)) { found.push(`${name(card)} is covered`); break; }
  }
  const keys = sheet ? all(".sheet .doit .btn, .sheet .doit a, .suits .key") : all(".box button, .turn button, .topbar button, .link, .card.yes, .room > .doit .btn, .room > .doit a");
  for (const key of keys) {
    const r = box(key);
    const low = Math.min(r.width, r.height);
    if (low < 43.9) found.push(`${name(key)} is ${r.width.toFixed(1)} x ${r.height.toFixed(1)}`);
    if (!inside(r, screen)) found.push(`${name(key)} sticks out of the screen: ${round(r)}`);
    else if (!(key.matches(".link") && document.querySelector(".note")) && !hits(key, r.left + Math.min(r.width / 2, 20), (r.top + r.bottom) / 2)) found.push(`${name(key)} is covered`);
    if (key.scrollWidth > key.clientWidth + 2 && !key.matches(".card")) found.push(`the words of ${name(key)} are cut`);
  }
  if (sheet) {
    for (const words of all("h2, .center", sheet)) if (sheet.matches(".last") && !inside(box(words), screen)) found.push(`${name(words)} of the sheet is out of sight`);
    if (sheet.scrollWidth > sheet.clientWidth + 1) found.push("the sheet scrolls sideways");
    return [...new Set(found)];
  }
  const parts = all(".table > *").filter((e) => !e.matches(".notes"));
  parts.forEach((one, i) => parts.slice(i + 1).forEach((other) => {
    if (one.matches(".topbar") && other.matches(".opp") || other.matches(".room > .doit")) return;
    const [a, b] = [box(one), box(other)];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${name(one)} and ${name(other)} lie on each other`);
  }));
  for (const part of parts) for (const e of all(".card, .callbox, .who, .board, .corner, .place, .label, p, li", part)) {
    if (e.closest(".callbox") && !e.matches(".callbox")) continue;
    if (part.matches(".say, .doit") || e.closest(".notes")) continue;
    if (!inside(box(e), box(part), e.matches(".card") ? 8 : 3)) found.push(`${name(e)} does not fit into ${name(part)}: ${round(box(e))} in ${round(box(part))}`);
  }
  // Words and cards in the middle, and those in the top bar, lie beside one another.
  const meet = (these) => these.forEach((one, i) => these.slice(i + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one)) return;
    const [a, b] = [box(one), box(other)];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 3 && high > 3) found.push(`${name(one)} lies on ${name(other)}`);
  }));
  meet(all(".mid .corner > *, .mid .corner:not(:has(*)), .trick .card, .trick > .slot, .trick > .board, .turned-up, .place .label, .pack, .looked, .course, .callbox, .kitty, .mid > .board, .count-of, .asides > *"));
  meet(all(".topbar > *, .opp .who, .opp .seat .backs"));
  const now = document.querySelector("td.now, td.wait");
  if (now && box(now).width) {
    const frame = box(now.closest(".callbox"));
    if (box(now).top < frame.top - 1 || box(now).bottom > frame.bottom + 2) found.push("the call that is awaited is out of sight");
  }
  return [...new Set(found)];
};
// What waits for its turn is shown at once.
Object.defineProperty(document, "hidden", { get: () => true });
window.lookAtAll = (states) => {
  const found = [];
  for (const { name, message, taps } of states) {
    for (const open of document.querySelectorAll("[data-key=close], .note")) open.click();
    window.rev = (window.rev || 100) + 1;
    harness.say({ ...message, rev: window.rev, play: message.view ? `p${window.rev}` : null });
    for (const css of taps) {
      const key = document.querySelector(css);
      if (key) key.click();
      else found.push(`${name}: nothing to tap: ${css}`);
    }
    found.push(...look().map((fault) => `${name}${taps.length ? ", tapped" : ""}: ${fault}`));
  }
  return [...new Set(found)];
};
null;
"""


@pytest.fixture(scope="module")
def files() -> Iterator[Files]:
    files = Files()
    yield files
    files.stop()


def _turn(deal: Deal) -> Json:
    turn: Json = deal.view("S")["turn"] or {}
    return turn


def _at_home() -> list[Json]:
    """Every stage of every game with its real rules: asked of South, and waiting for North."""
    found = []
    for game in GAMES:
        options = {"inspection": "open"} if game == "whist_for_two" else {}
        for phase in PHASES:
            for player in ("S", "N"):
                deal = Deal(game, "fits", **options)

                def there(deal: Deal, phase: str = phase, player: str = player) -> bool:
                    return deal.view("S")["phase"] == phase and _turn(deal).get("player") in (player, None)

                try:
                    deal.play_until(there)
                except AssertionError:
                    continue
                found.append(_state(f"{game}, {phase}, {player}", deal))
        found += _rarer(game)
    return found


def _rarer(game: str) -> list[Json]:
    """Late in the play, from each hand, with buttons beside the cards, and a claim to answer."""
    found = []
    moments: dict[str, Wanted] = {
        "the dummy's card": lambda deal: _turn(deal).get("hand") not in (None, "S"),
        "a choice in the play": lambda deal: len(deal.view("S").get("choices") or []) > 1,
        "the third trick": lambda deal: (deal.view("S")["trick"] or {}).get("number") == 3,
    }
    for what, wanted in moments.items():

        def there(deal: Deal, wanted: Wanted = wanted) -> bool:
            view = deal.view("S")
            return view["phase"] == "play" and _turn(deal).get("player") == "S" and wanted(deal)

        deal = Deal(game, "fits")
        try:
            deal.play_until(there)
        except AssertionError:
            continue
        found.append(_state(f"{game}, {what}", deal))
    return found + _claimed(game)


def _claimed(game: str) -> list[Json]:
    deal = Deal(game, "fits")
    if len(deal.rules.players) == 1:
        return []
    deal.play_until(lambda deal: bool(deal.view("N")["can"].get("claim")))
    deal.act("N", "claim:2")
    return [_state(f"{game}, a claim to answer", deal)]


def _state(name: str, deal: Deal) -> Json:
    said = HomeTable(deal, title="Secret card, rubber").message()
    # Who is to choose several cards has chosen one.
    taps = [".picking .card.yes:not(.on)"] if said["view"]["phase"] in ("choose", "discard", "draw") else []
    asked = said["view"]["turn"] and said["view"]["turn"]["player"] == "S"
    return {"name": name, "message": said, "taps": taps if asked else []}


def _open(files: Files, make_context: MakeContext, scene: str) -> Page:
    page = make_context({"width": 390, "height": 844}).new_page()
    page.goto(f"{files.url}/tests/browser/table_harness.html?scene={scene}")
    expect(page.locator(".table")).to_be_visible()
    page.evaluate(LOOK)
    return page


def _resize(page: Page, width: int, height: int, letters: int) -> str:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
    return f"{width} x {height}, letters {letters} %"


@pytest.mark.parametrize("sizes", [SIZES[0::2], SIZES[1::2]], ids=["half", "other half"])
def test_own_cards_and_keys_lie_in_sight_in_every_state(
    sizes: list[tuple[int, int, int]], files: Files, make_context: MakeContext
) -> None:
    page = _open(files, make_context, "auction")
    scenes: Json = page.evaluate("harness.scenes")
    states = [
        {"name": name, "message": {"t": "view", "seq": 31, "table": table, "view": view}, "taps": taps}
        for name, (table, view) in scenes.items()
        for taps in ([], TAPPED.get(name))
        if taps is not None
    ] + _at_home()
    found = []
    for size in sizes:
        screen = _resize(page, *size)
        found += [f"{screen}: {fault}" for fault in page.evaluate("(states) => lookAtAll(states)", states)]
    assert found == [], "\n" + "\n".join(found)


@pytest.mark.parametrize("scene", ["auction", "play_full_mine", "claimed_full"])
def test_a_lost_line_covers_no_card(scene: str, files: Files, make_context: MakeContext) -> None:
    page = _open(files, make_context, scene)
    page.evaluate("harness.cut()")
    expect(page.locator(".lostbar")).to_be_visible()
    found = []
    for size in SIZES:
        screen = _resize(page, *size)
        faults = [fault for fault in page.evaluate("look()") if "menu" not in fault and "help" not in fault]
        found += [f"{screen}: {fault}" for fault in faults]
    assert found == [], "\n" + "\n".join(found)


def test_on_a_lower_screen_the_keys_are_scrolled_to(files: Files, make_context: MakeContext) -> None:
    page = _open(files, make_context, "auction_long")
    page.set_viewport_size({"width": 320, "height": 454})
    faults = page.evaluate("look()")
    assert [fault for fault in faults if "key" not in fault and "confirm" not in fault] == []
    for key in page.locator(".box button").all():
        key.scroll_into_view_if_needed()
        expect(key).to_be_in_viewport(ratio=0.95)
