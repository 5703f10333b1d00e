"""The seat page for every game in the lounge, with the real rules but without a site (see `table_harness.py`)."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.registry import names
from tests.browser.checks import CHECK, resize, violations
from tests.browser.conftest import DESK, PHONE, SIDEWAYS, SMALL, TABLET
from tests.browser.seats import tap_call, until
from tests.browser.table_harness import OTHER, SHEET, Deal, HomeTable, key, open_replay
from tests.long import long

SCREENS = {"phone": PHONE, "small": SMALL, "sideways": SIDEWAYS, "tablet": TABLET, "desk": DESK}
LOW = ("small", "sideways")  # the screens where a table scrolls first
SCROLLS = "() => document.documentElement.scrollHeight - innerHeight"
GAMES = names()
ONE_GAME = [GAMES[0], *(pytest.param(game, marks=long) for game in GAMES[1:])]
"""All games in the long run."""


@pytest.fixture
def context(make_context):
    return make_context(PHONE)


@pytest.fixture
def errors(context):
    """The errors of the device's pages. There must be none."""
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield faults
    assert not faults


def _phase(name: str) -> Callable[[Deal], bool]:
    return lambda deal: deal.view("S")["phase"] == name


def _asked(deal: Deal) -> bool:
    turn = deal.view("S")["turn"]
    return turn is not None and turn["player"] == "S"


def _tap_once(page: Page, table: HomeTable):
    """Perform one action for South on the page: the first action offered, tapped as a person would tap it."""
    assert table.deal is not None
    view = table.deal.view("S")
    before = len(table.sent)
    if page.locator(".trick .won").count():
        page.locator(".mid").click(position={"x": 4, "y": 4})  # the trick has been seen
    if view["turn"]["what"] == "call":
        tap_call(page, next(a for a in view["legal"] if a.startswith("c:"))[2:])
    elif page.locator(".turn.pick").count():
        _pick(page)
    elif view.get("choices") and view["turn"]["what"] == "choose":
        page.locator(".choices .btn:not([disabled])").first.click()
    else:
        page.locator("button.card.yes").first.click()
        if page.locator("[data-sheet=joker]").count():
            page.locator(".suits .key:not([disabled])").first.click()
    until(page, lambda: len(table.sent) > before, f"an act on {view['phase']}")


def _pick(page: Page):
    """Tap cards until the text on the key says what the key will do."""
    send = key(page, "pick-send")
    while send.is_disabled():
        page.locator(".picking .card.yes:not(.on)").first.click()
    send.click()


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_whole_deal_is_played_by_taps_alone(game, files, context, errors):
    deal = Deal(game, "whole")
    while not _asked(deal):
        deal.step()
    table = HomeTable(deal, answering=True, title=game)
    page = table.open(context, files.url)
    for _ in range(120):
        if deal.rules.turn(deal.state) is None:
            break
        rev = table.rev
        _tap_once(page, table)
        until(page, lambda rev=rev: table.rev > rev, "the act is taken")
        # The page has painted the position of the rules.
        settled = "() => document.querySelector('.lostbar') === null && !document.querySelector('.sending')"
        page.wait_for_function(settled)
    expect(page.locator("[data-sheet=result]")).to_be_visible()
    assert deal.rules.turn(deal.state) is None
    expect(page.locator("[data-sheet=result]")).not_to_contain_text("director")
    key(page, "agree").click()
    until(page, lambda: table.sent[-1]["t"] == "ready", "the next deal is asked for")


@pytest.mark.parametrize("game", GAMES)
def test_every_stage_fits_every_screen(game, files, context):
    """In every phase of the game, nothing overflows, no tap target is too small, and axe finds no fault."""
    faults: list[str] = []
    seen: list[str] = []
    page = HomeTable(None, title=game).open(context, files.url)
    for phase in tuple("draft umbrage choose inspect auction secret draw discard play over".split()):
        options = {"inspection": "open"} if game == "whist_for_two" else {}
        deal = Deal(game, "fits", **options)
        if not deal.reaches(lambda deal, phase=phase: _phase(phase)(deal) and (phase == "over" or _asked(deal))):
            continue
        seen.append(phase)
        message = {**HomeTable(deal, title=game).message(), "rev": 10 + len(seen), "play": f"p{len(seen)}"}
        page.evaluate("message => harness.say(message)", message)
        for screen, size in SCREENS.items():
            resize(page, size)
            faults += [f"{game}, {phase} on a {screen}: {fault}" for fault in page.evaluate(CHECK)]
            if screen in LOW and (hidden := page.evaluate(SCROLLS)) > 4:
                faults.append(f"{game}, {phase} on a {screen}: {hidden} px have to be scrolled to")
        page.set_viewport_size(PHONE)
        faults += violations(page, f"{game}, {phase}")
        if phase == "play":
            key(page, "score").click()
            faults += violations(page, f"{game}, score")
            page.keyboard.press("Escape")
    assert "over" in seen and faults == []


def test_the_cards_chosen_are_sent_by_the_last_key_only(files, context):
    """BS-2: the player chooses six cards and the top discard. Any joker in the thirteen is always among the six."""
    deal = next(
        deal for deal in (Deal("bridge_solitaire", f"joker {n}") for n in range(50)) if deal.view("S")["pick"]["forced"]
    )
    pick = deal.view("S")["pick"]
    table = HomeTable(deal)
    page = table.open(context, files.url)
    send = key(page, "pick-send")
    free = [card for card in pick["cards"] if card not in pick["forced"]]
    for card in free[: 6 - len(pick["forced"])]:
        expect(send).to_be_disabled()
        key(page, card).click()
    expect(send).to_have_text("Choose the top discard")
    top = free[-1]
    key(page, top).click()
    expect(send).to_contain_text("Keep these 6")
    assert table.sent == []
    send.click()
    expect(page.locator(".table.auction")).to_be_visible()
    [sent] = table.sent
    kept, _, named = sent["a"].removeprefix("keep:").partition("/")
    assert set(kept.split(".")) == {*pick["forced"], *free[: 6 - len(pick["forced"])]}
    assert named == top


def test_a_joker_led_at_no_trump_asks_for_its_suit(files, context):
    """FH-22: the player names the suit in the same action as the lead."""

    def led(deal):
        return _asked(deal) and any(action.startswith("p:JK:") for action in deal.view("S")["legal"])

    deal = _first("five_hundred_for_two", led)
    table = HomeTable(deal)
    page = table.open(context, files.url)
    key(page, "JK").click()
    sheet = page.locator("[data-sheet=joker]")
    expect(sheet).to_be_visible()
    assert table.sent == []
    suits = sheet.locator(".suits .key:not([disabled])")
    name = suits.last.get_attribute("data-key")
    suits.last.click()
    expect(sheet).to_have_count(0)
    assert table.acts == [name]


def _first(game: str, wanted: Callable[[Deal], bool]) -> Deal:
    return next(deal for seed in range(60) if (deal := Deal(game, f"first {seed}")).reaches(wanted))


def test_the_secret_card_is_chosen_kept_back_and_played_instead(files, context):
    """SC-10, SC-12: the declarer sets a card aside, and may play it instead of the dummy's card that the defender
    shows.
    """
    deal = _first("secret_card", lambda deal: _phase("secret")(deal) and _asked(deal))
    table = HomeTable(deal, answering=True)
    page = table.open(context, files.url)
    card = deal.view("S")["hands"]["D"]["cards"][0]
    key(page, card).click()
    assert table.sent == []
    key(page, "pick-send").click()
    until(page, lambda: bool(table.sent), "the secret card")
    assert table.sent[0]["a"] == f"secret:{card}"
    expect(page.locator(f".common [data-card={card}] .mark")).to_have_text("secret")

    deal = _first("secret_card", lambda deal: deal.view("S")["more"]["stage"] == "answer" and _asked(deal))
    table = HomeTable(deal)
    page = table.open(context, files.url)
    shown = deal.view("S")["more"]["intended"]
    expect(page.locator(f".common [data-card={shown}] .mark")).to_have_text("shown")
    stop = deal.view("S")["choices"][1]
    if stop["why_not"]:
        expect(key(page, "stop")).to_be_disabled()
        expect(key(page, "stop")).to_contain_text(stop["why_not"])
    key(page, "let").click()
    until(page, lambda: bool(table.sent), "the answer")
    assert table.sent[0]["a"] == "let"


def test_the_defender_sees_a_face_down_card_and_no_more(files, context):
    """SC-19: both players know that there is a secret card, but only the declarer knows which one it is."""
    deal = _first(
        "secret_card", lambda deal: deal.view("N")["more"]["secret"]["hidden"] and deal.view("N")["last_trick"]
    )
    defender = OTHER[deal.view("S")["contract"]["declarer"]]
    secret = deal.view("D")["more"]["secret"]["card"]
    page = HomeTable(deal, me=defender).open(context, files.url)
    expect(page.locator(".common .card.back")).to_have_count(1)
    assert page.locator(f"[data-card={secret}]").count() == 0


def test_the_stock_answers_after_ones_own_card_has_been_seen(files, context):
    """One action by the player brings the stock's answer and then its next lead. The page shows one after the other."""
    deal = _first(
        "bridge_solitaire",
        lambda deal: _phase("play")(deal) and not deal.view("S")["trick"]["cards"] and deal.view("S")["last_trick"],
    )
    page = HomeTable(deal).open(context, files.url)
    _watch_the_trick(page)
    own = next(a for a in deal.view("S")["legal"] if a.startswith("p:")).removeprefix("p:")
    key(page, own).click()
    until(page, lambda: len(_pictures(page)) >= 2, "the stock's answer")
    (first, mine), (second, whole) = _pictures(page)[:2]
    answer = deal.view("S")["last_trick"]["cards"][1]["card"]
    assert mine == own
    assert own in whole and answer in whole
    assert second - first >= 280


def _watch_the_trick(page: Page):
    """From now on, record the cards in the trick and the times at which they appear, for `_pictures`."""
    page.evaluate(
        """() => { window.seen = [];
        window.trick = () => [...document.querySelectorAll('.mid .trick [data-card]')].map((card) => card.dataset.card);
        const note = () => window.seen.push([performance.now(), window.trick().join(' ')]);
        new MutationObserver(note).observe(document.getElementById('table'), { childList: true, subtree: true }); }"""
    )


def _pictures(page: Page) -> list[tuple[float, str]]:
    """Return each different picture of the trick that was painted, with the time when it was first painted."""
    seen: list[tuple[float, str]] = []
    for at, cards in page.evaluate("() => window.seen"):
        if cards and (not seen or seen[-1][1] != cards):
            seen.append((at, cards))
    return seen


def test_taking_back_is_answered_on_a_sheet(files, context):
    deal = Deal("whist_for_two", "undo").play_until(
        lambda deal: bool(deal.log) and deal.log[-1][0] == "N" and deal.view("N")["can"]["undo"]
    )
    deal.act("N", "undo")
    table = HomeTable(deal)
    page = table.open(context, files.url)
    sheet = page.locator("[data-sheet=undo]")
    expect(sheet).to_contain_text("Desmond asks to take back")
    key(page, "undo:no").click()
    expect(sheet).to_have_count(0)
    assert table.acts == ["undo:no"]


def test_the_score_is_written_as_a_rubber_is(files, context):
    deal = Deal("umbrage", "sheet").play_until(_phase("play"))
    page = HomeTable(deal).open(context, files.url)
    key(page, "score").click()
    sheet = page.locator("[data-sheet=score]")
    expect(sheet.locator("thead th.num")).to_have_text(["You", "Desmond"])
    expect(sheet.locator(".above td.num").first).to_have_text("50")
    expect(sheet.locator(".below.line td.num").first).to_have_text("60")
    expect(sheet.locator(".below.line .bid")).to_have_text("2")
    expect(sheet.locator(".below.line th")).to_contain_text("by you, made 9 tricks")
    expect(sheet.locator("tfoot td")).to_have_text(["140", "0"])
    expect(sheet).to_contain_text("You lead by 140")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_a_friend_is_invited_in_large_letters(files, context):
    invite = {"url": "http://192.168.1.20:8000/play/K7QX2M/", "code": "K7QX2M", "qr": "/static/img/icon.svg"}
    table = HomeTable(None, state="waiting", opponent=None, invite=invite, sheet=None, board=None)
    page = table.open(context, files.url)
    expect(page.locator(".code")).to_have_text("K7QX2M")
    expect(page.locator(".qr")).to_have_attribute("src", "/static/img/icon.svg")
    assert float(page.locator(".code").evaluate("e => parseFloat(getComputedStyle(e).fontSize)")) >= 40
    key(page, "copy").click()
    expect(page.locator(".note")).to_contain_text(re.compile("Copied|Press and hold"))
    for screen, size in SCREENS.items():
        page.set_viewport_size(size)
        assert page.evaluate(CHECK) == [], screen


def test_the_end_says_who_won_and_offers_another_match(files, context):
    won = {**SHEET, "winner": "S", "summary": "{S|* wins|You win} the rubber by 640"}
    page = HomeTable(None, state="finished", sheet=won).open(context, files.url)
    expect(page.locator("h1")).to_have_text("You won, Ruth")
    expect(page.locator(".lede")).to_have_text("You win the rubber by 640")
    expect(page.get_by_role("button", name="Play again")).to_be_enabled()
    assert page.get_by_text("The next match is open").count() == 0
    expect(page.get_by_role("link", name="To the lounge")).to_have_attribute("href", "/play/")


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_finished_deal_is_looked_at_again(game, files, context, errors):
    """The on-screen keys, the keyboard and the slider all work. Every hand is face up, and nothing can be played."""
    deal = Deal(game, "again").play_until(_phase("over"))
    page = open_replay(deal, context, files.url)
    expect(key(page, "back")).to_be_disabled()
    faults = violations(page, "the first position")
    for _ in deal.log:
        page.keyboard.press("ArrowRight")
        assert page.locator("button.card.yes").count() == 0
    expect(key(page, "next")).to_be_disabled()
    expect(page.locator("input[type=range]")).to_have_value(str(len(deal.log)))
    assert faults + violations(page, "the last position") == []
    page.keyboard.press("Home")
    expect(page.locator(".said")).to_have_text("The cards are dealt")
    key(page, "trick").click()
    expect(page.locator(".trick .won")).to_have_count(1)
    for screen, size in SCREENS.items():
        page.set_viewport_size(size)
        assert page.evaluate(CHECK) == [], screen
        assert screen != "sideways" or page.evaluate(SCROLLS) == 0
