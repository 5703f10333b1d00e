"""The card table has no fault in any state of a session or open sheet (see also `test_home_tables`)."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.checks import CHECK
from tests.browser.conftest import DESK, PHONE
from tests.browser.table_harness import ROOT, Deal, open_replay

# These are drawn differently on a wide screen.
WIDE = ["auction", "auction_long", "play_s", "play_full_mine", "claimed", "result", "ready", "consent"]


def test_light_and_dark_differ_by_the_values_of_the_tokens_alone():
    """So axe looks for faults that are not of colours in one of them only."""
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "static/css").rglob("*.css")}
    asked = ("prefers-color-scheme", "data-theme", "light-dark(")
    assert {name for name, text in sheets.items() if any(word in text for word in asked)} == {"tokens.css"}
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
    found = []
    for rev, scene in enumerate(scenes if size is PHONE else WIDE, start=100):
        table, view = scenes[scene]
        play = f"p{rev}" if view else None
        message = {"t": "view", "rev": rev, "play": play, "seq": 31, "table": table, "view": view}
        page.evaluate("message => harness.say(message)", message)
        found += [f"{scene}: {fault}" for fault in page.evaluate(CHECK)] + violations(page, scene)
    for scene in ("offline", "gone", "opening") if size is PHONE else ():
        page = make_scene(f"scene={scene}", size)
        found += [f"{scene}: {fault}" for fault in page.evaluate(CHECK)] + violations(page, scene)
    assert found == []


def test_every_sheet(make_scene):
    found = []
    for opened in (["menu"], ["menu", "settings"], ["last"], ["claim"], ["claim", "concede"]):
        page = make_scene("scene=play_s", PHONE)
        for key in opened:
            page.locator(f'[data-key="{key}"]').click()
        expect(page.get_by_role("dialog")).to_be_visible()
        found += violations(page, "/".join(opened))
    make_scene("scene=auction", PHONE)
    page.keyboard.press("?")
    found += violations(page, "keys")
    page.keyboard.press("Escape")
    page.keyboard.press("9")
    expect(page.locator(".note")).to_be_visible()
    found += violations(page, "a refused call")
    assert found == []


def test_a_replay_at_home(files, make_context):
    deal = Deal("solo", "replay").play_until(lambda deal: deal.rules.turn(deal.state) is None)
    page = open_replay(deal, make_context(PHONE), files.url)
    found = violations(page, "the first position")
    page.keyboard.press("End")
    assert found + violations(page, "the last position") == []
