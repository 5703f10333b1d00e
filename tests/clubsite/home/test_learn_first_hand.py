"""The first hand of Solo: it has a reason for refusing each other tap, and comes to what Solo alone has to teach.

What holds for the first hand of every game is in `test_first_hands`.
"""

from typing import Any

import pytest

from clubsite.home.lessons.first_hand import first_hand, script
from clubsite.home.lessons.positions import moments
from games.registry import rules_for

SOLO = rules_for("solo")
STATES = [state for _, _, state in moments(first_hand("solo").deal)]
SOLO_STEPS: list[dict[str, Any]] = script("solo")["steps"]
ASKED = [step for step in SOLO_STEPS if step["kind"] in ("call", "card", "claim")]


def _heads(steps: list[dict[str, Any]]) -> list[str]:
    return [step["head"] for step in steps]


def test_norths_hand_is_never_sent_while_it_is_hidden():
    for view in script("solo")["views"]:
        assert (view["hands"]["N"]["cards"] is None) == (view["phase"] == "play")


@pytest.mark.parametrize("step", ASKED, ids=_heads(ASKED))
def test_what_is_wanted_is_legal_and_the_first_to_be_played(step):
    state = STATES[step["at"]]
    assert step["wants"] in SOLO.legal(state, "S")
    assert (step["frames"][0]["by"], step["frames"][0]["a"]) == ("S", step["wants"])
    assert all(frame["by"] == "N" for frame in step["frames"][1:])


@pytest.mark.parametrize("step", ASKED, ids=_heads(ASKED))
def test_every_wrong_tap_is_refused_by_a_paragraph(step):
    view = SOLO.view(STATES[step["at"]], "S")
    assert all(rule.startswith("SOLO-") for _, rule in step["refused"].values())
    if step["kind"] == "card":
        hand = view["turn"]["hand"]
        illegal = {f"p:{card}" for card in view["why_not"]}
        assert illegal == {f"p:{card}" for card in view["hands"][hand]["cards"]} - set(view["legal"])
        assert illegal <= step["refused"].keys()


@pytest.mark.parametrize("step", ASKED, ids=_heads(ASKED))
def test_every_tap_has_an_answer(step):
    view = SOLO.view(STATES[step["at"]], "S")
    answered = {step["wants"], *step["instead"], *step["refused"]}
    assert all(len(words.split()) > 3 for words in step["instead"].values())
    if step["kind"] == "call":
        assert answered == {f"c:{call}" for call in step["keys"]}
    elif step["kind"] == "claim":
        assert answered == {f"claim:{count}" for count in range(view["claim_max"] + 1)}
    else:
        mine = {card for seat in "SE" for card in view["hands"][seat]["cards"]}
        assert answered == {f"p:{card}" for card in mine}


def _only(kind: str, head: str) -> tuple[dict[str, Any], dict[str, Any]]:
    step = next(step for step in SOLO_STEPS if step["kind"] == kind and head in step["head"])
    return step, SOLO.view(STATES[step["at"]], "S")


def test_solo_8_the_auction_ends_with_two_passes():
    step, _ = _only("call", "Pass")
    after = SOLO.view(STATES[step["at"] + 1], "S")
    assert [entry["call"] for entry in after["auction"]][-2:] == ["P", "P"]
    assert after["phase"] == "play"


def test_solo_13_the_lead_comes_from_the_defenders_own_hand():
    _, view = _only("touch", "North has led")
    assert [play["seat"] for play in view["trick"]["cards"]] == ["N"]
    assert view["hands"]["E"]["count"] - 2 >= 1  # something is buried and can be tapped


def test_solo_17_an_end_of_the_suit_led_must_follow():
    step, view = _only("card", "6 of clubs")
    assert view["legal"] == [step["wants"]]
    assert step["refused"]["p:S6"][1] == "SOLO-17"


def test_solo_17_a_free_discard_although_the_suit_is_buried():
    _, view = _only("card", "Throw the 10 of clubs")
    dummy, led = view["hands"]["E"]["cards"], view["trick"]["cards"][0]["card"][0]
    assert led in {card[0] for card in dummy[1:-1]}
    assert {dummy[0][0], dummy[-1][0]}.isdisjoint({led, view["contract"]["strain"]})
    assert len(view["legal"]) == 2


def test_solo_17a_a_forced_ruff_of_their_own_winner():
    step, view = _only("card", "must ruff")
    dummy = view["hands"]["E"]["cards"]
    assert {dummy[0][0], dummy[-1][0]} == {view["contract"]["strain"]} == {"S"}
    assert view["trick"]["cards"][0] == {"seat": "S", "card": "DA"}  # the highest card of the suit led
    assert SOLO.view(STATES[step["at"] + 1], "S")["last_trick"]["winner"] == "E"


def test_solo_21_the_hand_goes_down_to_a_count():
    told = {"contract": "4S", "tricks": 11, "text": "4S by South, made 11 tricks", "score": "+450"}
    assert script("solo")["result"].items() >= told.items()
