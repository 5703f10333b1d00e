"""Choosing a movement that fits the time, one from a longer list, a Swiss, a club's own, or one for each section."""

import json

import pytest

from clubsite.nights.models import Movement
from clubsite.nights.selectors.sessions import sections_of
from movements.catalogue import build
from movements.mitchell import straight
from tests.kit.director_pages import file_sent, new_session, setup_url
from tests.kit.pages import words


def test_minutes_bring_movements_that_fit_and_set_the_boards_a_round(director):
    session = new_session(director, players=18, boards=3)
    shown = director.get(setup_url(session, "movement", "?minutes=150"))
    fitting = [choice for choice in shown.context["choices"] if not choice.problem]
    assert fitting and all(choice.minutes <= 150 for choice in fitting)
    taken = next(choice for choice in fitting if choice.per_round != 3)
    director.post(setup_url(session, "movement"), {"option": taken.key, "minutes": "150"})
    session.refresh_from_db()
    assert session.boards_per_round == taken.per_round
    assert Movement.objects.get().title == taken.title


def test_the_list_is_in_the_order_that_the_director_asks_for(director):
    session = new_session(director, players=6, boards=3)
    usual = director.get(setup_url(session, "movement"))
    assert "First comes what suits a usual evening" in words(usual)
    assert "Lower because 30 boards are a long evening." in words(usual)
    even = director.get(setup_url(session, "movement", "?aim=even"))
    first = even.context["choices"][0]
    assert (first.plan.name, first.quality, first.recommended) == ("half-rounds", 100, True)
    assert "Everybody competes equally with everybody." in words(even)
    assert 'name="aim" value="even"' in even.text and "&amp;aim=even" in even.text
    director.post(setup_url(session, "movement"), {"option": first.key, "aim": "even"})
    assert Movement.objects.get().title == first.title


def test_no_option_of_a_night_of_solo_speaks_of_pairs(director):
    """The players of Solo are South and North. Only four-handed sections have N/S and E/W pairs."""
    for players in (7, 15, 16, 18):
        session = new_session(director, players=players, boards=3)
        for choice in director.get(setup_url(session, "movement", "?more=1")).context["choices"]:
            assert "E/W" not in f"{choice.why} {choice.notes}", choice.title


def test_an_unknown_order_is_refused_and_the_usual_one_shown(director):
    session = new_session(director, players=6, boards=3)
    shown = director.get(setup_url(session, "movement", "?aim=alphabet"))
    assert "alphabet is not one of the available choices" in words(shown)
    assert shown.context["choices"][0].key == director.get(setup_url(session, "movement")).context["choices"][0].key


@pytest.mark.parametrize("minutes", ["soon", "5", "9999", "-3"])
def test_impossible_minutes_are_refused(director, minutes):
    session = new_session(director, players=8, boards=3)
    shown = director.get(setup_url(session, "movement", f"?minutes={minutes}"))
    assert "Write how many minutes you have" in words(shown) and shown.context["choices"]


def test_balance_is_shown_where_one_list_ranks_all(director):
    session = new_session(director, players=8, boards=3)
    for choice in director.get(setup_url(session, "movement", "?more=1")).context["choices"]:
        assert (choice.quality is None) == (choice.winners == 2 or choice.swiss), choice.title
    assert "How evenly everybody competes: 100 of 100" in words(director.get(setup_url(session, "movement")))


def test_more_movements_are_a_tap_away_and_each_can_be_looked_at(director):
    session = new_session(director, players=24, boards=2)
    few, all_ = (director.get(setup_url(session, "movement", query)).context for query in ("", "?more=1"))
    assert few["hidden"] == len(all_["choices"]) - len(few["choices"]) > 0
    blind = next(choice for choice in all_["choices"] if not choice.grid)
    seen = director.get(setup_url(session, "movement", f"?more=1&look={blind.key}")).context["choices"]
    assert next(choice for choice in seen if choice.key == blind.key).grid


@pytest.mark.parametrize(
    ("sent", "told"),
    [({"option": "nothing"}, "Choose one of these movements: the list has changed"), ({"own": "1"}, "Choose the file")],
)
def test_an_unknown_choice_is_refused(director, sent, told):
    session = new_session(director, players=8, boards=3)
    assert told in words(director.post(setup_url(session, "movement"), sent))


def test_a_swiss_is_taken_with_its_rounds_and_waits_if_asked(director):
    session = new_session(director, players=8, boards=3)
    swiss = director.get(setup_url(session, "movement", "?more=1")).context["choices"][-1]
    assert swiss.swiss
    refused = director.post(setup_url(session, "movement"), {"option": swiss.key, "rounds": "9"}, follow=True)
    assert "A Swiss of 8 has from 1 to 7 rounds" in words(refused)
    shown = " ".join(refused.text.split())
    asked = shown.split('name="rounds"')[1].split(">")[0]
    assert all(part in asked for part in ('value="9"', 'aria-invalid="true"', "autofocus"))
    assert ">1 to 7</span>" in shown
    assert f'value="{swiss.key}" checked' in shown
    director.post(setup_url(session, "movement"), {"option": swiss.key, "rounds": "5", "wait": "yes"})
    movement = Movement.objects.get()
    assert (movement.drawn, movement.rounds) == (True, 5)
    assert movement.waits
    boards = director.get(setup_url(session, "boards"))
    assert boards.context["needed"] == 15


def test_a_plan_of_ones_own_is_checked_shown_and_taken(director):
    session = new_session(director, players=6, boards=3)
    text = json.dumps(straight(3, 3).to_json())
    shown = director.post(setup_url(session, "movement"), {"own": "1", "file": file_sent(text)})
    assert shown.context["own"].grid and "Take this plan" in words(shown)
    assert not Movement.objects.exists()
    director.post(setup_url(session, "movement"), {"option": "own", "plan": text})
    assert Movement.objects.get().plan["name"] == "mitchell"


def spoilt() -> str:
    plan = straight(3, 3).to_json()
    plan["schedule"][0]["ew"] = plan["schedule"][1]["ew"]
    return json.dumps(plan)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "line 1"),
        ("[]", "movement"),
        (spoilt(), "round 1"),
        (json.dumps(build("howell", 4).to_json()), "seats 8 players, there are 6"),
        (json.dumps({**straight(3, 3).to_json(), "name": "a\0b"}), "cannot be shown"),
        (b"\x00\x01", "is not a text file"),
        (json.dumps({**straight(3, 3).to_json(), "name": "\ud800"}), "cannot be shown"),
    ],
)
def test_a_plan_that_cannot_be_played_says_why(director, text, sentence):
    session = new_session(director, players=6, boards=3)
    shown = director.post(setup_url(session, "movement"), {"own": "1", "file": file_sent(text)})
    assert any(sentence in fault.lower() or sentence in fault for fault in shown.context["own_faults"])
    if isinstance(text, str):
        director.post(setup_url(session, "movement"), {"option": "own", "plan": text})
    assert not Movement.objects.exists()


def test_a_large_field_is_offered_sections_and_split_as_chosen(director):
    session = new_session(director, players=34, boards=3)
    split = setup_url(session, "sections/split")
    assert "Split into sections" in words(director.get(setup_url(session, "movement")))
    proposed = director.get(setup_url(session, "sections")).context["divisions"]
    assert [division["key"] for division in proposed] == ["34", "16+18", "10+12+12"]
    director.post(split, {"sizes": "18+16"})
    assert [(one.name, one.expected) for one in sections_of(session)] == [("A", 18), ("B", 16)]
    for typed, told in (("18 + 17", "1 too many"), ("many", "Write how many players")):
        assert told in words(director.post(split, {"sizes": typed}))


def test_each_section_is_led_to_its_movement_in_turn(director):
    session = new_session(director, players=28, boards=3)
    director.post(setup_url(session, "sections/split"), {"sizes": "14+14"})
    for letter in "AB":
        shown = director.get(setup_url(session, "movement", f"?section={letter}"))
        best = next(choice for choice in shown.context["choices"] if choice.recommended)
        answer = director.post(setup_url(session, "movement", f"?section={letter}"), {"option": best.key})
    assert answer.url == setup_url(session, "players")
    assert Movement.objects.count() == 2


def test_pairs_are_added_and_named_with_their_partners(director):
    session = new_session(director, players=6, boards=3)
    director.post(setup_url(session, "sections/pairs"), {"pairs": "4", "boards": "own"})
    pairs = sections_of(session)[1]
    assert (pairs.pairs, pairs.own_boards) == (True, True)
    assert "How many pairs" in words(director.post(setup_url(session, "sections/pairs"), {"pairs": "some"}))
    choice = director.get(setup_url(session, "movement", "?section=B")).context["choices"][0]
    director.post(setup_url(session, "movement", "?section=B"), {"option": choice.key})
    for key, name, more in (("B1", "Una", "guest"), ("B1b", "Uma", "guest"), ("B2", "Uma", "swap")):
        director.post(setup_url(session, f"players/{key}"), {f"p-{key}": f"{name} Guest", more: "1"})
    named = pairs.contestants.exclude(persons=None).values_list("number", "persons__person__name")
    assert list(named.order_by("number")) == [(1, "Una Guest"), (2, "Uma Guest")]
    director.post(setup_url(session, "boards", "?section=B"), {"how": "table", "count": "6"})
    assert sections_of(session)[1].board_set.source == "table"
    director.post(setup_url(session, "sections/remove"), {"section": "B"})
    assert [one.name for one in sections_of(session)] == ["A"]


@pytest.mark.parametrize("section", ["Z", "%00", "AA"])
def test_a_section_that_is_not_there_is_not_found(director, section):
    session = new_session(director, players=6, boards=3)
    assert director.get(setup_url(session, "movement", f"?section={section}")).status_code == 404


def test_an_odd_field_may_ask_for_a_rover_or_a_bump(director):
    session = new_session(director, players=15, boards=3)
    choices = director.get(setup_url(session, "movement", "?more=1")).context["choices"]
    rover = next(choice for choice in choices if choice.plan.name == "rover")
    assert rover.title == "Rover Mitchell, 7 tables, 7 rounds of 3 boards"
    assert "takes the place of one of the South players each round" in rover.why
    assert any(choice.plan.name == "bump" for choice in choices)
    director.post(setup_url(session, "movement"), {"option": rover.key, "more": "1"})
    assert Movement.objects.get().title == rover.title
    again = director.get(setup_url(session, "movement")).context["choices"]
    assert [choice.plan.name for choice in again if choice.chosen] == ["rover"]
