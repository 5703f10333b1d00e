"""Every page on every screen: nothing overflows, keys are large, axe finds no fault, and the console is silent."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import CHECK, resize, violations, walk
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.director import sign_in
from tests.browser.site import Site
from tests.browser.table_harness import ROOT

pytestmark = pytest.mark.timeout(300)
DEMO_CLUB = "/clubs/lantern-street"


# (text, ground, the least contrast): 7 where players read, 4.5 for labels and for big card faces.
PAIRS = [
    *((text, ground, 7.0) for text in ("ink", "ink-2") for ground in ("paper", "cloth", "sheet")),
    *(("ink-3", ground, 4.5) for ground in ("paper", "cloth", "sheet")),
    *((suit, ground, 4.5) for suit in ("spade", "heart", "diamond", "club") for ground in ("card", "card-off")),
    *((text, ground, 7.0) for text, ground in (("mark-ink", "mark"), ("ink", "mark-soft"), ("ink", "card"))),
    *((text, ground, 7.0) for text, ground in (("plate-ink", "plate"), ("panel-ink", "panel"))),
    *((text, "paper", 7.0) for text in ("good", "bad")),
]
COLOUR = """name => { const probe = document.createElement("i"); probe.style.color = `var(--${name})`;
  document.body.append(probe); const said = getComputedStyle(probe).color; probe.remove();
  return said.match(/[\\d.]+/g).slice(0, 3).map(Number); }"""


@pytest.fixture
def page(make_quiet_page):
    return make_quiet_page(PHONE)


def _links(page: Page, pattern: str) -> list[str]:
    """Return the addresses on this page that contain the pattern."""
    hrefs = page.eval_on_selector_all("a[href]", "links => links.map(a => a.getAttribute('href'))")
    return [href for href in hrefs if pattern in href]


@pytest.mark.smoke
def test_a_style_in_a_page_is_refused_and_said_so_on_the_console(site, make_context):
    """The other tests rely on this: if the console stays silent, no page breaks the content security policy."""
    page = make_context(PHONE).new_page()
    messages: list[str] = []
    page.on("console", lambda line: messages.append(line.text) if line.type == "error" else None)

    def planted(route):
        answer = route.fetch()
        body = answer.text().replace(
            "</main>", '<i id="inline" style="color: rgb(1, 2, 3)">x</i><style>b{}</style></main>', 1
        )
        route.fulfill(response=answer, body=body)

    page.route("**/join/", planted)
    page.goto(f"{site.url}/join/")
    expect(page.locator("#inline")).not_to_have_css("color", "rgb(1, 2, 3)")
    assert len([line for line in messages if "Content Security Policy" in line]) == 2


def test_the_check_finds_faults(make_context):
    """The next tests rely on the check being able to tell a page full of faults from a good page."""
    page = make_context(PHONE).new_page()
    page.set_content(
        "<main><button></button><a class='btn'>ok</a><p id=x></p><p id=x style='width:9999px'>.</p></main>"
    )
    report = " ".join(page.evaluate(CHECK))
    for fault in ("too wide", "no name", "too small", "id twice", "no language", "no title"):
        assert fault in report


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_can_be_read(make_scene, scheme):
    page = make_scene("scene=play_s")
    page.emulate_media(color_scheme=scheme)
    contrasts = {f"{text} on {ground}": (_contrast(page, text, ground), least) for text, ground, least in PAIRS}
    assert {pair: measured for pair, measured in contrasts.items() if measured[0] < measured[1]} == {}


def _contrast(page: Page, text: str, ground: str) -> float:
    """Return the WCAG 2 contrast between two colour tokens as the browser computes them."""
    light, dark = sorted((_luminance(page.evaluate(COLOUR, name)) for name in (text, ground)), reverse=True)
    return round((light + 0.05) / (dark + 0.05), 2)


def _luminance(channels: list[float]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (x / 255 for x in channels)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.smoke
def test_the_pages_that_everybody_sees(site, page, staged):
    page.goto(f"{site.url}/clubs/lantern-street/results/")
    night = page.locator("a.night", has_text="Tuesday night").last.get_attribute("href") or ""
    page.goto(site.url + night)
    of_night = ["", "boards/", "hands/", "board/1/", "board/1/field/", "files/", "corrections/", "proof/", "embed/"]
    paths = [*(night + part for part in of_night), _links(page, "/player/")[0]]
    paths += [f"/play/board/{night.split('/')[2]}/1/", f"/join/{staged['free']['code']}/"]
    page.goto(f"{site.url}{night}board/1/")
    paths += _links(page, "/replay/")[:1]
    of_club = "results embed mail series coming season records rivals".split()
    paths += [f"{DEMO_CLUB}/", *(f"{DEMO_CLUB}/{part}/" for part in of_club)]
    page.goto(f"{site.url}{DEMO_CLUB}/coming/")
    paths += [href for href in _links(page, "/coming/") if href.endswith("/") and href.count("/") == 5][:2]
    paths += ["/movements/?players=25&boards=2", "/movements/howell/9x13/", "/movements/rover/7x7/"]
    paths += "/ /login/ /join/ /events/ /me/ /me/rating/ /about/ /signup/ /forgotten/".split()
    paths += [f"/play/{part}" for part in "new/umbrage/ challenge/ history/ blocked/ daily/ daily/archive/".split()]
    paths += ["/play/", "/learn/", "/learn/solo/", "/learn/solo/rules/", "/learn/solo/first-hand/"]
    assert walk(page, site, paths) == []


def _event(page: Page, site: Site) -> tuple[str, str]:
    """Return the address of the demo's event, and that of the heat of a club that is not on this site."""
    page.goto(f"{site.url}/events/")
    page.get_by_role("link", name="Autumn simultaneous").first.click()
    heat = page.get_by_role("link", name="Ashby Bridge Club").first.get_attribute("href")
    assert heat is not None
    return page.url.removeprefix(site.url), heat


def test_the_pages_of_an_event_that_is_being_played_of_its_organiser_and_of_a_heats_director(site, page):
    event, heat = _event(page, site)
    parts = ("", "ranking/", "booklet/", "proof/", "log/")
    assert walk(page, site, [heat, *(event + part for part in parts)]) == []
    sign_in(page, site)
    at, clubs = f"/director{DEMO_CLUB}{event}", f"/director{DEMO_CLUB}"
    far = at + heat.removeprefix(event)
    page.goto(f"{site.url}{at}take-part/")
    own = page.get_by_role("link", name="The heat", exact=True).first.get_attribute("href")
    parts = ("", "change/", "cancel/", "publish/", "take-part/")
    of_heat = ("close/", "leave-out/")
    paths = [*(at + part for part in parts), *(far + part for part in of_heat)]
    page.goto(f"{site.url}{at}")
    hub = page.get_by_role("link", name="Its server").first.get_attribute("href") or "no link"
    paths += [hub, f"{hub}file/", f"{hub}envelope/"]
    assert walk(page, site, [*paths, own, f"{own}results/", f"{clubs}/events-elsewhere/"]) == []


def _coming(page: Page, site: Site) -> str:
    """Return the address of the upcoming night for pairs, which is full."""
    page.goto(f"{site.url}/clubs/lantern-street/coming/")
    href = page.get_by_role("listitem").filter(has_text="full").get_by_role("link").first.get_attribute("href")
    assert href is not None
    return href


def test_the_ladder_leads_to_a_players_year(site, page):
    page.goto(f"{site.url}/clubs/lantern-street/ladder/")
    year = _links(page, "/players/")[0]
    assert walk(page, site, ["/clubs/lantern-street/ladder/", year]) == []
    for screen, shown, hidden in ((PHONE, "narrow", "wide"), (DESK, "wide", "narrow")):
        resize(page, screen)
        expect(page.get_by_role("img", name="Season")).to_have_count(1)
        expect(page.locator(f"svg.curve.{shown}")).to_be_visible()
        expect(page.locator(f"svg.curve.{hidden}")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator("svg.curve.wide .band")).to_be_visible()


def test_the_lessons_of_the_other_games_and_the_page_without_a_line(site, page):
    page.goto(f"{site.url}/learn/")
    lessons = sorted(set(_links(page, "/learn/")) - {"/learn/", "/learn/solo/"})
    assert len(lessons) >= 5
    assert walk(page, site, ["/offline/", *lessons]) == []
    for lesson in ("/learn/solo/", *lessons):
        page.goto(site.url + lesson)
        resize(page, PHONE)
        for figure in page.locator(".ln-fig").all():
            assert figure.evaluate("e => e.scrollWidth <= e.clientWidth"), lesson


@pytest.mark.smoke
def test_the_directors_pages(site, page):
    sign_in(page, site)
    room = page.url.removeprefix(site.url)
    page.goto(f"{site.url}{room}table/1/")
    score = _links(page, "/score/")[0]
    of_room = (
        "table/1/ codes/ devices/ audit-log/ ranking/ table/1/look/ options/ showing/ second-place/ board/1/ "
        "setup/print/ sure/force/ sure/end/ movement/ scoring/ files/ repair/ repair/late/ setup/boards/ "
        "paper/1/ projector/ projector/?ranking=yes"
    ).split()
    paths = ["/director/", "/director/new/", room, *(room + part for part in of_room)]
    paths += [score, f"{score}board/", f"{score}board/?board=3&kept="]
    of_club = "coming coming/new events events/new season season/series/new".split()
    paths += [f"/director{DEMO_CLUB}/{part}/" for part in of_club]
    paths += [f"/director{_coming(page, site)}", f"/director{_coming(page, site)}change/"]
    kept = "on-other-sites people people/asked people/many people/names programs facts privacy privacy/settings".split()
    paths += [f"{DEMO_CLUB}/{part}/" for part in kept]
    paths += [f"/account/{part}" for part in ("", "password/", "about-me/", "about-me/results/", "delete/")]
    assert walk(page, site, paths) == []


def test_a_number_is_followed_through_the_room(site, page):
    page.set_viewport_size(TABLET)
    page.goto(f"{site.url}/movements/mitchell/7x7/")
    animation = page.locator("#animation")
    animation.get_by_role("button", name="Number 8:").click()
    expect(animation.locator("[data-story]")).to_have_text(
        "Number 8: table 1, North against 1, boards 1–2. Next: table 2, North against 2, boards 5–6."
    )
    animation.get_by_role("button", name="Next").click()
    expect(animation.get_by_role("heading")).to_have_text("Round 2 of 7")
    expect(page.locator("[data-table='2'] [data-seat='ew'] .rtoken")).to_have_text("8")
    page.keyboard.press("ArrowLeft")
    expect(animation.get_by_role("heading")).to_have_text("Round 1 of 7")
    animation.get_by_role("button", name="Play").click()
    expect(animation.get_by_role("heading")).to_have_text("Round 2 of 7")
    animation.get_by_role("button", name="Pause").click()


# These are drawn differently on a wide screen.
WIDE = ["auction", "auction_long", "play_s", "play_full_mine", "claimed", "result", "ready", "consent"]


def test_light_and_dark_differ_by_the_values_of_the_tokens_alone():
    """So axe looks for faults that are not of colours in one of them only."""
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "static/css").rglob("*.css")}
    terms = ("prefers-color-scheme", "data-theme", "light-dark(")
    assert {name for name, text in sheets.items() if any(word in text for word in terms)} == {"tokens.css"}
    dark = re.findall(
        r"(?:not\(\[data-theme=\"light\"\]\)|\[data-theme=\"dark\"\]) \{(.*?)\}", sheets["tokens.css"], re.S
    )
    names = {line.split(":")[0].strip() for part in dark for line in part.split(";") if line.strip()}
    assert len(dark) == 2 and all(name.startswith("--") or name == "color-scheme" for name in names)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_state_of_a_night(size, make_scene):
    page = make_scene("scene=auction", size)
    scenes = page.evaluate("harness.scenes")
    assert len(scenes) > 30
    faults = []
    for rev, scene in enumerate(scenes if size is PHONE else WIDE, start=100):
        table, view = scenes[scene]
        play = f"p{rev}" if view else None
        message = {"t": "view", "rev": rev, "play": play, "seq": 31, "table": table, "view": view}
        page.evaluate("message => harness.say(message)", message)
        faults += [f"{scene}: {fault}" for fault in page.evaluate(CHECK)] + violations(page, scene)
    for scene in ("offline", "gone", "opening") if size is PHONE else ():
        page = make_scene(f"scene={scene}", size)
        faults += [f"{scene}: {fault}" for fault in page.evaluate(CHECK)] + violations(page, scene)
    assert faults == []


def test_every_sheet(make_scene):
    faults = []
    for opened in (["menu"], ["menu", "settings"], ["last"], ["claim"], ["claim", "concede"]):
        page = make_scene("scene=play_s", PHONE)
        for key in opened:
            page.locator(f'[data-key="{key}"]').click()
        expect(page.get_by_role("dialog")).to_be_visible()
        faults += violations(page, "/".join(opened))
    make_scene("scene=auction", PHONE)
    page.keyboard.press("?")
    faults += violations(page, "keys")
    page.keyboard.press("Escape")
    page.keyboard.press("9")
    expect(page.locator(".note")).to_be_visible()
    faults += violations(page, "a refused call")
    assert faults == []


REFERENCE = "/api/v1/docs/"


def test_the_reference_of_the_api_has_every_address_answers_and_contacts_no_other_host(make_quiet_page, site):
    page, urls = make_quiet_page(DESK), list[str]()
    page.on("request", lambda request: urls.append(request.url))
    page.goto(site.url + REFERENCE)
    described = page.request.get(f"{site.url}/api/v1/schema.json").json()
    operations = [method for methods in described["paths"].values() for method in methods]
    expect(page.locator(".opblock")).to_have_count(len(operations))
    assert set(page.eval_on_selector_all("[data-path]", "all => all.map(e => e.dataset.path)")) == {*described["paths"]}

    clubs = page.locator("#operations-clubs-clubs")
    clubs.locator(".opblock-summary-control").click()
    clubs.get_by_role("button", name="Try it out").click()
    clubs.get_by_role("button", name="Execute").click()
    expect(clubs.locator(".live-responses-table")).to_contain_text("lantern-street")
    page.locator("#operations-nights-night_score_enter .opblock-summary-control").click()
    expect(page.locator("#operations-nights-night_score_enter .responses-inner").first).to_be_visible()
    for size in (PHONE, TABLET, DESK):
        resize(page, size)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, size

    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_class("dark-mode")
    page.locator("details.settings summary").click()
    page.get_by_label("Light", exact=True).check()
    expect(page.locator("html")).not_to_have_class("dark-mode")
    assert [url for url in urls if not url.startswith((site.url, "data:"))] == []
