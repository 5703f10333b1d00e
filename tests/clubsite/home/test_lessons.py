"""The learning pages: all positions are real, every paragraph is named, and rules are cited by number."""

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from clubsite.home.lessons import rulebook
from clubsite.home.lessons.layouts import Face
from clubsite.home.lessons.lesson import first_hand, lessons, moments, script
from games.cards import card_of
from games.errors import IllegalAction
from games.registry import names, rules_for

LESSONS = lessons()
POSITIONS = {game: lesson.positions for game, lesson in LESSONS.items()}
GAMES = sorted(LESSONS)
STEPS = [(game, place) for game in GAMES for place in range(len(LESSONS[game].steps))]


def _texts(value) -> Iterator[str]:
    """Yield every string that names a card anywhere in a view."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from _texts(key)
            yield from _texts(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _texts(inside)
    elif isinstance(value, str) and card_of(value):
        yield value


def test_every_game_of_the_site_is_taught_and_the_overview_has_its_two_buttons(client):
    assert set(LESSONS) == set(names())

    html = client.get("/learn/").text
    for game, lesson in LESSONS.items():
        assert lesson.about in html
        assert f'href="/learn/{game}/"' in html
        assert f'href="/play/new/{game}/"' in html
    assert 'href="/learn/solo/first-hand/"' in html


@pytest.mark.parametrize("game", GAMES)
def test_every_position_is_dealt_and_played_by_the_engine(game):
    for position in POSITIONS[game].values():
        assert position.game == game
        rules = rules_for(game)
        steps = list(moments(position))
        for (_, _, before), (player, action, after) in itertools.pairwise(steps):
            assert rules.apply(before, player, action) == after
        assert position.view("S") == rules.view(steps[-1][2], "S")


@pytest.mark.parametrize("game", GAMES)
def test_every_card_that_is_drawn_comes_from_a_position_of_its_game(game):
    # A picture may show cards of two moments of one deal, but never one that South (or North) could not see.
    seen = {
        text
        for at in POSITIONS[game].values()
        for viewer in rules_for(game).players
        for text in _texts(at.view(viewer))
    }
    for picture in (LESSONS[game].cover, *(step.picture for step in LESSONS[game].steps)):
        for strip in picture.strips:
            cards = [face.text for face in strip.faces]
            assert len(cards) == len(set(cards))
            assert set(cards) <= seen


@pytest.mark.parametrize(("game", "place"), STEPS)
def test_a_dummy_of_crows_lies_in_its_sequence_with_its_ends_marked(game, place):
    sequences = [
        hand["cards"]
        for at in POSITIONS[game].values()
        for hand in at.view("S")["hands"].values()
        if hand["dummy"] and hand["cards"]
    ]
    for strip in LESSONS[game].steps[place].picture.strips:
        if strip.kind == "run":
            assert [face.text for face in strip.faces] in sequences
            assert strip.faces[0].is_end and strip.faces[-1].is_end
            assert not any(face.is_end for face in strip.faces[1:-1])


def test_what_may_be_played_is_what_the_rules_allow_and_is_said_with_the_card():
    view = POSITIONS["solo"]["led"].view("S")  # the opening lead is on the table
    run = next(strip for strip in LESSONS["solo"].steps[4].picture.strips if strip.kind == "run")
    assert {face.text: face.mark for face in run.faces if face.is_end} == {"SQ": "no", "H6": "yes"}
    assert view["legal"] == ["p:H6"]
    assert Face("JR").words == "red joker"
    assert Face("DT", "end").words == "10 of diamonds, an end"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_taught_in_five_to_eight_steps_that_name_their_paragraphs(client, game):
    response = client.get(f"/learn/{game}/")
    html = response.text
    assert response.status_code == 200
    assert 5 <= len(LESSONS[game].steps) <= 8
    for step in LESSONS[game].steps:
        assert step.title in html and step.paragraphs
    for number in {number for step in LESSONS[game].steps for number in step.paragraphs}:
        assert f"/learn/{game}/rules/#{number}" in html, f"{number} has no anchor in the rules"
    assert html.count("<figure") == len(LESSONS[game].steps)
    assert "<script>" not in html and "<style" not in html


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_an_anchor_at_every_numbered_paragraph(client, game):
    text = rulebook.path_of(rules_for(game).page).read_text(encoding="utf-8")
    html = client.get(f"/learn/{game}/rules/").text
    numbers = re.findall(r"^- \*\*([A-Z]+-\d+[a-z]?)\*\*", text, re.M)
    assert numbers
    for number in numbers:
        assert html.count(f'id="{number}"') == 1, number
    assert '.md"' not in html
    assert game != "whist_for_two" or 'href="/learn/solo/rules/"' in html, "a link to other rules leads to their page"


def test_rules_have_tables_contents_an_anchor_for_each_leading_number_and_no_raw_html():
    text = "# T\n\n## One part\n\n- **XX-1** a\n\n| a | b |\n|---|---|\n| 1 | <b>2</b> |\n\n<script>x</script>\n"
    book = rulebook.render(text)
    assert (book.title, book.contents, book.numbers) == ("T", (("one-part", "One part"),), ("XX-1",))
    assert "<table" in book.html and "<h1" not in book.html
    assert "<script" not in book.html and "&lt;b&gt;" in book.html
    book = rulebook.render("- **XX-1** a **XX-2** b\n- **XX-1** again\n- **bold** c\n\n**XX-3** para\n")
    assert book.numbers == ("XX-1", "XX-3")
    assert '<p id="XX-3">' in book.html


def test_rules_that_are_not_written_are_not_found_in_words(client, monkeypatch, tmp_path):
    monkeypatch.setattr(settings, "SITE_FILES", tmp_path)
    response = client.get("/learn/umbrage/rules/")
    assert response.status_code == 404
    assert "not printed yet" in response.text
    page = client.get("/learn/umbrage/").text
    assert "UM-7" in page and "/rules/" not in page


@pytest.mark.parametrize("address", ["/learn/poker/", "/learn/poker/rules/", "/learn/poker/first-hand/"])
def test_other_games_are_not_found(client, address):
    assert client.get(address).status_code == 404


def test_what_the_captions_tell_is_what_the_engine_says():
    solo = POSITIONS["solo"]["contract"].view("S")
    assert solo["contract"]["needs"] == 10 and POSITIONS["solo"]["dealt"].view("S")["hints"]["S"]["both"] == 26
    whist = POSITIONS["whist_for_two"]["dealt"].view("S")
    assert whist["more"]["turned"] == "H9" and whist["hands"]["N"]["cards"] is None
    five = POSITIONS["five_hundred_for_two"]["over"].view("S")
    assert five["more"]["value"] == 200 and five["outcome"]["tricks"] == 8
    assert POSITIONS["five_hundred_for_two"]["led"].view("S")["more"]["bowers"] == ["JK", "HJ", "DJ"]
    secret = POSITIONS["secret_card"]["led"]
    assert len(secret.view("N")["hands"]["D"]["cards"]) == 12 and len(secret.view("S")["hands"]["D"]["cards"]) == 13
    umbrage = POSITIONS["umbrage"]["changed"].view("S")["more"]
    assert (umbrage["draws"][0]["N"], umbrage["draws"][0]["S"], len(umbrage["drawn"])) == (6, 5, 5)
    assert POSITIONS["umbrage"]["contract"].view("S")["more"]["bridge"] == 0
    solitaire = POSITIONS["bridge_solitaire"]["deep"].view("S")
    assert solitaire["more"]["turned"] == ["C5", "ST", "HK", "H2"] and solitaire["last_trick"]["winner"] == "S"
    assert POSITIONS["bridge_solitaire"]["held"].view("S")["more"]["count"]["total"] == 6


HAND_STEPS = [(game, place) for game in GAMES for place in range(len(script(game)["steps"]))]


def states(game):
    return [state for _, _, state in moments(first_hand(game).deal)]


@pytest.mark.parametrize("game", GAMES)
def test_the_goals_lead_from_the_deal_to_its_score(game):
    played, at = script(game), 0
    for step in played["steps"]:
        assert step["at"] == at
        places = [frame["view"] for frame in step["frames"]]
        one_for_many = game == "secret_card" and len(places) == 1
        assert places == list(range(at + 1, at + 1 + len(places))) or one_for_many
        assert all(played["views"][place] for place in [at, *places])
        at = max([at, *places])
    assert at == len(played["views"]) - 1
    assert played["steps"][-1]["kind"] == "end"
    outcome = rules_for(game).outcome(states(game)[-1])
    assert outcome and played["result"]["text"] == rules_for(game).result_text(outcome)
    assert int(played["result"]["score"]) > 0  # the learner's first hand is a success


@pytest.mark.parametrize(("game", "place"), HAND_STEPS)
def test_what_is_wanted_is_legal_and_each_refusal_is_the_rules_own(game, place):
    step, rules = script(game)["steps"][place], rules_for(game)
    state = states(game)[step["at"]]
    if step["wants"] not in ("", "touch"):
        rules.apply(state, "S", step["wants"])
        log = [(player, action) for player, action, _ in moments(first_hand(game).deal)]
        assert log[step["at"] + 1] == ("S", step["wants"])
        assert step["wants"] not in step["instead"]
    for action, (reason, rule) in step["refused"].items():
        with pytest.raises(IllegalAction) as refusal:
            rules.apply(state, "S", action)
        assert (reason, rule) == (refusal.value.reason, refusal.value.rule)
    for action in step["instead"]:
        rules.apply(state, "S", action)  # a reply to what the rules do not allow would never be read


@pytest.mark.parametrize("game", GAMES)
def test_the_page_gets_what_the_engine_shows_south_and_no_more(game):
    for state, shown in zip(states(game), script(game)["views"], strict=True):
        if shown is None:
            continue
        whole = rules_for(game).view(state, "S")
        assert shown.items() <= whole.items()
        assert "dealt" not in shown and "history" not in shown


@pytest.mark.parametrize("game", GAMES)
def test_the_page_carries_the_script_whose_paragraphs_stand_in_the_rules_and_the_lesson_leads_to_it(client, game):
    rules = client.get(f"/learn/{game}/rules/").text
    named = {step["rule"] for step in script(game)["steps"] if step["rule"]}
    named |= {rule for step in script(game)["steps"] for _, rule in step["refused"].values() if rule}
    assert [rule for rule in named if f'id="{rule}"' not in rules] == []
    address = f"/learn/{game}/first-hand/"
    assert f'href="{address}"' in client.get(f"/learn/{game}/").text
    html = client.get(address).text
    data = re.search(r'<script id="first-hand" type="application/json">(.*?)</script>', html, re.S)
    assert data and json.loads(data.group(1)) == json.loads(json.dumps(script(game)))
    strength = "?strength=first" if game == "solo" else ""
    assert f'data-whole="/play/new/{game}/{strength}"' in html
    assert all("src=" in tag or "application/json" in tag for tag in re.findall(r"<script[^>]*>", html))


SOLO = rules_for("solo")
STATES = [state for _, _, state in moments(first_hand("solo").deal)]
SOLO_STEPS: list[dict[str, Any]] = script("solo")["steps"]
ASKED = [step for step in SOLO_STEPS if step["kind"] in ("call", "card", "claim")]


def test_norths_hand_is_never_sent_while_it_is_hidden():
    for view in script("solo")["views"]:
        assert (view["hands"]["N"]["cards"] is None) == (view["phase"] == "play")


@pytest.mark.parametrize("step", ASKED, ids=[step["head"] for step in ASKED])
def test_every_tap_has_an_answer_and_a_wrong_one_is_refused_by_a_paragraph(step):
    view = SOLO.view(STATES[step["at"]], "S")
    answered = {step["wants"], *step["instead"], *step["refused"]}
    assert all(len(words.split()) > 3 for words in step["instead"].values())
    assert all(rule.startswith("SOLO-") for _, rule in step["refused"].values())
    if step["kind"] == "call":
        assert answered == {f"c:{call}" for call in step["keys"]}
    elif step["kind"] == "claim":
        assert answered == {f"claim:{count}" for count in range(view["claim_max"] + 1)}
    else:
        assert answered == {f"p:{card}" for seat in "SE" for card in view["hands"][seat]["cards"]}
        hand = {f"p:{card}" for card in view["hands"][view["turn"]["hand"]]["cards"]}
        assert {f"p:{card}" for card in view["why_not"]} == hand - set(view["legal"]) <= step["refused"].keys()


def _only(kind: str, head: str) -> tuple[dict[str, Any], dict[str, Any]]:
    step = next(step for step in SOLO_STEPS if step["kind"] == kind and head in step["head"])
    return step, SOLO.view(STATES[step["at"]], "S")


def test_the_first_hand_shows_solo_8_solo_13_solo_17_solo_17a_and_solo_21():
    step, _ = _only("call", "Pass")
    after = SOLO.view(STATES[step["at"] + 1], "S")
    assert [entry["call"] for entry in after["auction"]][-2:] == ["P", "P"], "the auction ends with two passes"
    assert after["phase"] == "play"

    _, view = _only("touch", "North has led")
    assert [play["seat"] for play in view["trick"]["cards"]] == ["N"], "from the defender's own hand"
    assert view["hands"]["E"]["count"] - 2 >= 1, "something is buried and can be tapped"

    step, view = _only("card", "6 of clubs")
    assert view["legal"] == [step["wants"]], "an end of the suit led must follow"
    assert step["refused"]["p:S6"][1] == "SOLO-17"

    _, view = _only("card", "Throw the 10 of clubs")
    dummy, led = view["hands"]["E"]["cards"], view["trick"]["cards"][0]["card"][0]
    assert led in {card[0] for card in dummy[1:-1]}, "the suit is buried, and the discard is free"
    assert {dummy[0][0], dummy[-1][0]}.isdisjoint({led, view["contract"]["strain"]})
    assert len(view["legal"]) == 2

    step, view = _only("card", "must ruff")
    dummy = view["hands"]["E"]["cards"]
    assert {dummy[0][0], dummy[-1][0]} == {view["contract"]["strain"]} == {"S"}
    assert view["trick"]["cards"][0] == {"seat": "S", "card": "DA"}, "the highest card of the suit led"
    assert SOLO.view(STATES[step["at"] + 1], "S")["last_trick"]["winner"] == "E"

    result = {"contract": "4S", "tricks": 11, "text": "4S by South, made 11 tricks", "score": "+450"}
    assert script("solo")["result"].items() >= result.items()
