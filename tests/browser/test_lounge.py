"""Playing at home: the lounge and the lobby, lessons, and the daily problem, by taps and by the keyboard."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.registry import names
from tests.browser.checks import CHECK, faults_of, violations
from tests.browser.conftest import DESK, PHONE, SIDEWAYS, SMALL, TABLET
from tests.browser.seats import HomePage, comes, until
from tests.browser.site import Site
from tests.long import long

GAMES = names()
FIRST_HAND = "/learn/solo/first-hand/"
WIDER = [
    pytest.param(*each, marks=long) for each in (("solo", TABLET), ("whist_for_two", TABLET), ("secret_card", SIDEWAYS))
]
PACE = 1000  # ms, a little longer than the page gives each card


def _steps(page: Page) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = json.loads(page.locator("#first-hand").text_content() or "")["steps"]
    return steps


def _key(action: str) -> str:
    return f'[data-key="{action.removeprefix("p:")}"]'


def _stands_at(page: Page, head: str):
    heading = page.get_by_text(head, exact=True).first  # a key of the table may have the same words
    expect(heading).to_be_visible()


@pytest.mark.parametrize(
    ("game", "screen"),
    [*((game, SMALL) for game in GAMES), ("solo", SIDEWAYS), *WIDER],
    ids=lambda value: value if isinstance(value, str) else f"{value['width']}x{value['height']}",
)
def test_the_first_hand_of_each_game_is_played_through_by_taps(site, make_quiet_page, game, screen):
    """The page marks each tap on the way to the goal. Following the marks plays the hand to its score."""
    page = make_quiet_page(screen)
    page.clock.install()
    page.goto(f"{site.url}/learn/{game}/first-hand/")
    for place, step in enumerate(_steps(page)):
        _stands_at(page, step["head"])
        assert page.evaluate(CHECK) == [], step["head"]
        if screen is SMALL and not place % 4:
            assert violations(page, step["head"]) == []
        if step["kind"] == "touch":
            page.locator(".mine .card:not(.end)").nth(3).click()
            expect(page.locator(".note")).to_contain_text("from the end")
        if step["kind"] in ("read", "touch"):
            page.get_by_role("button", name="Next", exact=True).click()
        elif step["wants"]:
            if game == "solo":
                expect(page.locator("[data-want]")).to_be_in_viewport()
            _follow_the_marks(page)
        for _ in step["frames"]:
            page.clock.run_for(2 * PACE)
    whole = page.get_by_role("link", name="Play the whole game now")
    expect(whole).to_have_attribute("href", f"/play/new/{game}/{'?strength=first' if game == 'solo' else ''}")


def _follow_the_marks(page: Page):
    for _ in range(20):
        marked = page.locator("[data-want]")
        expect(marked).to_have_count(1)
        expect(marked).to_be_enabled()
        marked.click()
        if page.locator(".ln-coach.calm").count() or not page.locator("[data-want]").count():
            return
    raise AssertionError("the marks lead nowhere")


def test_it_is_played_through_by_the_keyboard_alone(site, make_quiet_page):
    page = make_quiet_page(TABLET)
    page.goto(f"{site.url}{FIRST_HAND}#step-2")
    steps = _steps(page)
    page.locator("[data-want]").focus()
    for step in steps[1:4]:  # the focus moves on to the next question
        _stands_at(page, step["head"])
        expect(page.locator(f"{_key(step['wants'])}:focus")).to_be_visible()
        page.keyboard.press("Enter")
    _stands_at(page, steps[4]["head"])
    page.locator(".mine .card.end").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".note")).to_contain_text("is buried: 1 card from the end")
    page.get_by_role("button", name="Next").press("Enter")
    _stands_at(page, steps[5]["head"])
    expect(page.locator(f"{_key('p:C6')}:focus")).to_be_visible()


def test_a_tap_on_the_table_hurries_the_replies(site, make_quiet_page):
    page = make_quiet_page(TABLET)
    page.clock.install()  # and the clock stands still
    page.goto(f"{site.url}{FIRST_HAND}#step-9")
    page.locator(_key("p:DA")).click()
    for card in ("D", "H", "D"):
        expect(page.locator(".ln-coach.calm h2")).to_contain_text({"D": "diamonds", "H": "hearts"}[card])
        page.locator(".mid").click(position={"x": 5, "y": 120})
    _stands_at(page, _steps(page)[9]["head"])


def test_a_paragraph_of_a_lesson_opens_the_rules_there(site, make_quiet_page):
    page = make_quiet_page(DESK)
    page.goto(f"{site.url}/learn/solo/")
    page.get_by_role("link", name="SOLO-17a").first.click()
    expect(page.locator("#SOLO-17a")).to_be_in_viewport()
    expect(page.get_by_role("navigation", name="Contents")).to_be_in_viewport()


def _told(page: Page):
    return json.loads(page.locator("#problem").text_content() or "")


@pytest.mark.timeout(120)
@pytest.mark.parametrize("screen", [SMALL, SIDEWAYS, TABLET], ids=["small", "sideways", "tablet"])
def test_a_problem_is_solved_by_the_keyboard_and_stepped_to_its_end(site, make_quiet_page, screen):
    page = make_quiet_page(screen)
    page.goto(f"{site.url}/play/")
    page.get_by_role("link", name="The problem of the day").click()
    comes(page, page.locator(".daily").count, "the problem of today")
    assert _told(page)["done"] is None
    assert page.evaluate(CHECK) == []
    faults = violations(page, "asked") if screen is SMALL else []
    if screen is SIDEWAYS:
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    cards, wrong = [action.removeprefix("p:") for action in _told(page)["view"]["legal"]], 0
    following = page.locator('[data-key="next"]')
    for card in cards:
        page.locator(f'.hand [data-key="{card}"]').press("Enter")
        expect(page.locator('[data-key="next"], .dy-said.missed').first).to_be_visible()
        if following.count():
            break
        wrong += 1
        expect(page.locator(".hand .mark")).to_have_count(wrong)
        assert page.evaluate(CHECK) == []
    expect(page.get_by_role("heading", name="Right at")).to_contain_text(
        "first try" if not wrong else f"try {wrong + 1}"
    )
    expect(following).to_be_focused()
    expect(page.locator(".dy-foot")).to_contain_text("tries by the three weaker robots")
    assert page.evaluate(CHECK) == []
    assert faults + (violations(page, "solved") if screen is SMALL else []) == []
    page.reload()
    expect(page.get_by_role("heading", name="Right at")).to_be_visible()
    done = _told(page)["done"]
    assert done["solved"]
    for _ in done["frames"]:
        following.press("Enter")
    expect(following).to_be_disabled()
    page.keyboard.press("Home")
    expect(page.locator('[data-key="back"]')).to_be_disabled()
    page.keyboard.press("End")
    expect(following).to_be_disabled()
    needs, tricks = _told(page)["needs"], _told(page)["tricks"]
    expect(page.locator(".ln-coach")).to_contain_text(f"South has {needs} of {tricks}.")
    page.get_by_role("link", name="Earlier").click()
    expect(page.get_by_role("heading", name="Earlier problems")).to_be_visible()


BO, ANN = "Bo South", "Ann North"
ROBOT_COMES = 60_000  # ms, at the latest: it waits for 20 seconds


def _waits(site: Site, bo: HomePage):
    """Let Bo wait for whoever comes. They have no name yet, so they are asked for it."""
    bo.open(f"{site.url}/play/")
    bo.page.locator("#wait-solo").click()
    bo.page.get_by_label("Your name").fill(BO)
    expect(bo.page.get_by_label("Whoever comes")).to_be_checked()
    bo.page.get_by_role("button", name="Open the table").click()
    expect(bo.page.get_by_role("heading", name="Waiting for somebody")).to_be_visible()
    expect(bo.page.get_by_text("Everybody sees on the page Play at home")).to_be_visible()


def _with_the_robot(bo: HomePage):
    """Let Bo play some calls and cards with the robot that fills in."""
    expect(bo.page.get_by_text("Then its deal is put aside at once")).to_be_visible(timeout=ROBOT_COMES)
    assert bo.table()["opponent"]["robot"]
    bo.key("ready").click()
    for _ in range(4):
        bo.act()


def _play_on(bo: HomePage, ann: HomePage):
    """Let the two play until the deal is over."""

    def over() -> bool:
        return bo.done() and ann.done()

    def on_turn() -> list[HomePage]:
        return [seat for seat in (bo, ann) if not seat.done() and seat.thought() is not None]

    for _ in range(200):
        until(bo.page, lambda: over() or on_turn(), "somebody's turn, or the result on both screens")
        if over():
            return
        on_turn()[0].act()
    raise AssertionError("the deal does not end")


@pytest.mark.timeout(400)
def test_two_strangers_meet_play_a_deal_and_play_again(site, make_context):
    bo, ann = HomePage(make_context(TABLET).new_page(), "S"), HomePage(make_context(PHONE).new_page(), "N")
    ann.open(f"{site.url}/play/")
    expect(ann.page.get_by_text("Nobody waits for a partner just now")).to_be_visible()
    _waits(site, bo)
    expect(ann.page.get_by_role("button", name=f"Sit down: {BO}")).to_be_visible()  # the page has looked by itself
    _with_the_robot(bo)

    _sits_down(ann, bo)
    expect(bo.page.get_by_text("The robot has left, and its deal was put aside")).to_be_visible()
    assert not [message for message in ann.received if message.get("view")], "no card of the robot's deal came to Ann"

    for seat in (bo, ann):
        seat.key("ready").click()
    _say(bo, ann)
    _play_on(bo, ann)
    for seat in (bo, ann):
        expect(seat.page.locator("[data-sheet=result]")).to_be_visible()
        assert [line["board"] for line in seat.table()["sheet"]["lines"]] == [1]

    _rematch(bo, ann)
    ann.key("menu").click()
    ann.page.get_by_role("link", name="Block or report Bo").click()
    assert faults_of(ann.page, "blocking and reporting") + violations(ann.page, "blocking and reporting") == []
    assert not bo.errors and not ann.errors


def _sits_down(ann: HomePage, bo: HomePage):
    """Let Ann sit down with Bo, who waits."""
    sit_down = ann.page.get_by_role("button", name=f"Sit down: {BO}")
    expect(sit_down).to_be_visible()
    size = ann.page.viewport_size
    assert faults_of(ann.page, "the lobby") == []
    assert size is not None
    ann.page.set_viewport_size(size)
    sit_down.click()
    ann.page.get_by_label("Your name").fill(ANN)
    ann.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.get_by_text(f"You play against {BO}")).to_be_visible()
    expect(bo.page.get_by_text(f"You play against {ANN}")).to_be_visible()


def _rematch(bo: HomePage, ann: HomePage):
    """Let Bo end the match and open another, and Ann find it by the key at her table."""
    old = ann.page.url
    bo.page.get_by_role("link", name="Stop here").click()
    bo.page.get_by_text("End this match").click()
    bo.page.get_by_role("button", name="End it for both").click()
    expect(ann.key("rematch")).to_be_visible()
    bo.page.get_by_role("button", name="Play again").click()
    expect(ann.page.get_by_text("The next match is open: Bo may be there already.")).to_be_visible()
    ann.key("rematch").click()
    ann.page.wait_for_url(lambda url: url != old)
    for seat, other in ((bo, ANN), (ann, BO)):
        expect(seat.page.get_by_text(f"You play against {other}")).to_be_visible()
        seat.key("ready").click()
    until(ann.page, lambda: bool(bo.seen["view"] and ann.seen["view"]), "the first deal of the next match")


def _say(bo: HomePage, ann: HomePage):
    """Let Bo greet Ann with a phrase of the list."""
    bo.key("menu").click()
    bo.key("say").click()
    assert faults_of(bo.page, "the phrases") == []
    bo.page.set_viewport_size(TABLET)
    bo.key("say-hello").click()
    expect(ann.page.get_by_text(f"{BO}: Hello!").first).to_be_visible()
    expect(bo.page.get_by_text("You said: Hello!").first).to_be_visible()
