"""Choosing a movement that fits the time, one from a longer list, a Swiss, a club's own, or one for each section."""

import json
from typing import Any

from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import club_create
from clubsite.director.setup.movement_editor import hidden_fields
from clubsite.nights.models import ClubMovement, Movement, Session
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services import movement as movement_services
from clubsite.nights.services.movement import movement_keep
from movements.catalogue import build
from movements.files import ReadPlan, read_plan
from movements.howell import howell
from movements.mitchell import straight
from movements.plan import Plan
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
    shown = director.get(setup_url(session, "movement", "?aim=alphabet"))
    assert "alphabet is not one of the available choices" in words(shown)
    assert shown.context["choices"][0].key == director.get(setup_url(session, "movement")).context["choices"][0].key
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


def test_balance_is_shown_impossible_minutes_refused_and_a_swiss_taken_with_its_rounds(director):
    session = new_session(director, players=8, boards=3)
    for choice in director.get(setup_url(session, "movement", "?more=1")).context["choices"]:
        assert (choice.quality is None) == (choice.winners == 2 or choice.swiss), choice.title
    assert "How evenly everybody competes: 100 of 100" in words(director.get(setup_url(session, "movement")))
    for minutes in ("soon", "5", "9999", "-3"):
        shown = director.get(setup_url(session, "movement", f"?minutes={minutes}"))
        assert "Write how many minutes you have" in words(shown) and shown.context["choices"]
    swiss = director.get(setup_url(session, "movement", "?more=1")).context["choices"][-1]
    assert swiss.swiss
    refused = director.post(setup_url(session, "movement"), {"option": swiss.key, "rounds": "9"}, follow=True)
    assert "A Swiss of 8 has from 1 to 7 rounds" in words(refused)
    shown = " ".join(refused.text.split())
    field = shown.split('name="rounds"')[1].split(">")[0]
    assert all(part in field for part in ('value="9"', 'aria-invalid="true"', "autofocus"))
    assert ">1 to 7</span>" in shown
    assert f'value="{swiss.key}" checked' in shown
    director.post(setup_url(session, "movement"), {"option": swiss.key, "rounds": "5", "wait": "yes"})
    movement = Movement.objects.get()
    assert (movement.drawn, movement.rounds) == (True, 5)
    assert movement.waits
    boards = director.get(setup_url(session, "boards"))
    assert boards.context["needed"] == 15


def test_more_movements_are_a_tap_away_and_each_can_be_looked_at(director):
    session = new_session(director, players=24, boards=2)
    few, all_ = (director.get(setup_url(session, "movement", query)).context for query in ("", "?more=1"))
    assert few["hidden"] == len(all_["choices"]) - len(few["choices"]) > 0
    blind = next(choice for choice in all_["choices"] if not choice.grid)
    seen = director.get(setup_url(session, "movement", f"?more=1&look={blind.key}")).context["choices"]
    assert next(choice for choice in seen if choice.key == blind.key).grid
    for sent, sentence in (
        ({"option": "nothing"}, "Choose one of these movements"),
        ({"own": "1"}, "Choose the file"),
    ):
        assert sentence in words(director.post(setup_url(session, "movement"), sent))


def test_a_plan_of_ones_own_is_checked_shown_and_taken_and_one_that_cannot_be_played_says_why(director):
    session, good = new_session(director, players=6, boards=3), straight(3, 3).to_json()
    spoilt = straight(3, 3).to_json()
    spoilt["schedule"][0]["ew"] = spoilt["schedule"][1]["ew"]
    for text, sentence in (
        ("{", "line 1"),
        ("[]", "movement"),
        (json.dumps(spoilt), "round 1"),
        (json.dumps(build("howell", 4).to_json()), "seats 8 players, there are 6"),
        (json.dumps({**good, "name": "a\0b"}), "cannot be shown"),
        (b"\x00\x01", "is not a text file"),
        (json.dumps({**good, "name": "\ud800"}), "cannot be shown"),
    ):
        shown = director.post(setup_url(session, "movement"), {"own": "1", "file": file_sent(text)})
        assert any(sentence in fault.lower() or sentence in fault for fault in shown.context["own_faults"])
        if isinstance(text, str):
            director.post(setup_url(session, "movement"), {"option": "own", "plan": text})
        assert not Movement.objects.exists()
    shown = director.post(setup_url(session, "movement"), {"own": "1", "file": file_sent(json.dumps(good))})
    assert shown.context["own"].grid and "Take this plan" in words(shown)
    assert not Movement.objects.exists()
    director.post(setup_url(session, "movement"), {"option": "own", "plan": json.dumps(good)})
    assert Movement.objects.get().plan["name"] == "mitchell"


def test_a_large_field_is_split_into_sections_as_chosen_and_each_is_led_to_its_movement(director):
    session = new_session(director, players=34, boards=3)
    split = setup_url(session, "sections/split")
    assert "Split into sections" in words(director.get(setup_url(session, "movement")))
    proposed = director.get(setup_url(session, "sections")).context["divisions"]
    assert [division["key"] for division in proposed] == ["34", "16+18", "10+12+12"]
    director.post(split, {"sizes": "18+16"})
    assert [(section.name, section.expected) for section in sections_of(session)] == [("A", 18), ("B", 16)]
    for typed, sentence in (("18 + 17", "1 too many"), ("many", "Write how many players")):
        assert sentence in words(director.post(split, {"sizes": typed}))
    for letter in "AB":
        shown = director.get(setup_url(session, "movement", f"?section={letter}"))
        best = next(choice for choice in shown.context["choices"] if choice.recommended)
        answer = director.post(setup_url(session, "movement", f"?section={letter}"), {"option": best.key})
    assert answer.url == setup_url(session, "players")
    assert Movement.objects.count() == 2


def test_pairs_are_added_and_named_with_their_partners(director):
    session = new_session(director, players=6, boards=3)
    for section in ("Z", "%00", "AA"):
        assert director.get(setup_url(session, "movement", f"?section={section}")).status_code == 404
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
    assert [section.name for section in sections_of(session)] == ["A"]


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


EMPTY_TABLE = "4 3 2 3 0\n1-2 A 0 0 0 3-4 A\n1-3 B 2-4 C 0 0 0"
ROWS = "round,table,NS,EW,boards\n1,1,1,2,1-4\n1,2,3,4,5-8\n2,1,1,3,9-12\n2,2,4,2,9-12"


def as_typed(plan: str | Plan, **facts) -> dict[str, Any]:
    """Return the form data that the editor submits for this movement."""
    read = ReadPlan(plan) if isinstance(plan, Plan) else read_plan(plan)
    known = {name: value for name, value in hidden_fields(read).items() if value is not None}
    return {**known, **facts}


def check(page: Client, session: Session, sent: dict[str, Any]) -> dict[str, Any]:
    return dict(page.post(setup_url(session, "movement/check"), sent).json())


def test_the_editor_opens_what_is_chosen_checks_every_change_and_gives_it_for_tonight_where_it_fits(director):
    session = new_session(director, players=6, boards=3)
    first = director.get(setup_url(session, "movement/editor")).context["grid"]
    assert (first["players"], first["per_round"]) == (6, 3)
    choices = director.get(setup_url(session, "movement", "?more=1")).context["choices"]
    mitchell = next(choice for choice in choices if choice.plan == straight(3, 3))
    named = director.get(setup_url(session, "movement/editor", f"?from={mitchell.key}")).context["grid"]
    assert named["rounds"][1] == [[1, 6, 2], [2, 4, 3], [3, 5, 1]] and named["winners"] == 2
    director.post(setup_url(session, "movement"), {"option": mitchell.key})
    assert director.get(setup_url(session, "movement/editor")).context["grid"]["rounds"] == named["rounds"]
    assert director.get(setup_url(session, "movement/editor", "?from=nothing.7")).status_code == 404
    typed = as_typed(straight(3, 3))
    typed["rounds"] = typed["rounds"].replace("2-4 3", "2-6 3")  # round 2: 6 at tables 1 and 2, 4 nowhere
    answer = check(director, session, typed)
    (twice, *_) = answer["faults"]
    assert twice["text"] == "Round 2: number 6 sits at tables 1 and 2."
    assert twice["places"] == [[2, 1, "6 is also at table 2"], [2, 2, "6 is also at table 1"]]
    assert [offer["text"] for offer in twice["offers"]] == ["Seat 4 at table 1 instead", "Seat 4 at table 2 instead"]
    assert answer["out"] == [[], [4], []] and answer["notes"] == []
    sound = check(director, session, as_typed(straight(3, 3)))
    assert (sound["faults"], sound["fits"]) == ([], "")
    assert any(note.startswith("Balance ") for note in sound["notes"])
    other = check(director, session, as_typed(howell(4)))
    assert other["fits"] == "This plan seats 8 players, there are 6."
    assert "is no movement" in check(director, session, {"rounds": "{"})["faults"][0]["text"]
    refused = director.post(setup_url(session, "movement/keep"), as_typed(ROWS, name="x", use="1"))
    assert refused.status_code == 409 and "seats 4 players, there are 6" in refused.json()["fault"]
    director.post(setup_url(session, "movement/keep"), as_typed(straight(3, 3), name="Our three", use="1"))
    assert Movement.objects.get().name == "Our three" and not ClubMovement.objects.exists()


def test_an_empty_seat_is_0_an_empty_table_stays_in_its_place_and_notes_name_the_boards_on_tables(director):
    session = new_session(director, players=4, boards=3)
    shown = director.post(setup_url(session, "movement/editor"), as_typed(EMPTY_TABLE))
    assert shown.context["grid"]["rounds"] == [[[1, 2, 1], [0, 0, 0], [3, 4, 1]], [[1, 3, 2], [2, 4, 3], [0, 0, 0]]]
    director.post(setup_url(session, "sections/play"), {"section": "A", "play": "cards"})
    answer = check(director, session, as_typed(EMPTY_TABLE, boards=2))
    assert answer["notes"][0].startswith("Tables 1 and 3 share boards 1–2 in round 1: ")


def test_what_is_kept_is_offered_on_every_later_night_of_this_size_once_for_each_name(director, monkeypatch):
    session = new_session(director, players=4, boards=3)
    for name, plan, sentence in (
        ("x" * 81, as_typed(ROWS), "has 81 characters, 80 is the most"),
        ("x", {"rounds": "{"}, "is no movement"),
        ("x", as_typed("4 2 1 1 0\n1-2 A 2-3 A"), "yet. Round 1: contestant 2 sits at tables 1 and 2."),
        ("x", as_typed(ROWS, boards=13), "from 1 to 12 boards"),
    ):
        refused = director.post(setup_url(session, "movement/keep"), {**plan, "name": name, "keep": "1"})
        assert refused.status_code == 409 and sentence in refused.json()["fault"]
    assert not ClubMovement.objects.exists()
    sent = as_typed(ROWS, name=" Our  four ", keep="1")
    answer = director.post(setup_url(session, "movement/keep"), sent)
    kept = ClubMovement.objects.get()
    assert (kept.name, kept.contestants, kept.boards_per_round) == ("Our four", 4, 4)
    assert answer.json()["go"].endswith(f"/editor/?from=kept.{kept.pk}")
    assert AuditEntry.objects.filter(action=AuditAction.MOVEMENT_KEPT, subject="Our four").exists()

    later = new_session(director, players=4, boards=3)
    shown = director.get(setup_url(later, "movement"))
    (choice,) = (choice for choice in shown.context["choices"] if choice.key == f"kept.{kept.pk}")
    assert choice.title == "Our four, 2 tables, 2 rounds of 4 boards"
    director.post(setup_url(later, "movement"), {"option": choice.key})
    later.refresh_from_db()
    assert Movement.objects.get().name == "Our four" and later.boards_per_round == 4
    assert "Our four" in words(director.get(setup_url(new_session(director, players=12, boards=3), "movement")))

    director.post(setup_url(later, f"movement/forget/{kept.pk}"))
    assert not ClubMovement.objects.exists() and Movement.objects.get().plan["name"] == "Our four"
    for plan in (as_typed(ROWS), as_typed(EMPTY_TABLE)):
        director.post(setup_url(session, "movement/keep"), {**plan, "name": "Ours", "keep": "1"})
    assert ClubMovement.objects.get().plan["tables"] == 3
    monkeypatch.setattr(movement_services, "MAX_CLUB_MOVEMENTS", 1)
    for name, status in (("Ours", 200), ("Theirs", 409)):
        answer = director.post(setup_url(session, "movement/keep"), {**as_typed(ROWS), "name": name, "keep": "1"})
        assert answer.status_code == status
    assert "at most 1" in answer.json()["fault"], "no more than a club can look through"


def test_another_club_s_movements_are_not_there(director, cy):
    theirs = club_create(name="Cloth Hall", slug="cloth", owner=cy)
    kept = movement_keep(club=theirs, plan=straight(3, 3), name="Secret", per_round=None, user=cy)
    session = new_session(director, players=6, boards=3)
    assert "Secret" not in words(director.get(setup_url(session, "movement")))
    assert director.get(setup_url(session, "movement/editor", f"?from=kept.{kept.pk}")).status_code == 404
    assert director.post(setup_url(session, f"movement/forget/{kept.pk}")).status_code == 404
    assert ClubMovement.objects.count() == 1


def test_files_of_other_programs_are_read_shown_and_taken_and_one_with_a_mistake_says_what_to_do(director):
    session = new_session(director, players=4, boards=3)
    needs = "line 2: round 1 needs N/S, E/W and board set for each of 2 tables, 6 in all, not 3."
    for name, bad, sentence in (
        ("x.mov", b"\x01\x00\x02\x00", "That file is not a text file."),
        ("x.asc", "4 2 2 2 0\n1-2 A", needs),
        ("x.asc", "4 2 1 1 0\n1-2 A 2-3 A", "Put it right in the editor"),
    ):
        sent = {"own": "1", "file": file_sent(bad, name)}
        assert sentence in words(director.post(setup_url(session, "movement"), sent))
    for name, text, title in (
        ("n_344.asc", EMPTY_TABLE, "n 344, 3 tables, 2 rounds of 3 boards"),
        ("Thursday.csv", ROWS, "Thursday, 2 tables, 2 rounds of 4 boards"),
        ("café.txt", b"\xef\xbb\xbf" + ROWS.encode(), "café, 2 tables, 2 rounds of 4 boards"),
        ("old.txt", ("# caf\xe9\n" + ROWS).encode("latin-1"), "old, 2 tables, 2 rounds of 4 boards"),
    ):
        session = new_session(director, players=4, boards=3)
        shown = director.post(setup_url(session, "movement"), {"own": "1", "file": file_sent(text, name)})
        assert shown.context["own"].title == title and shown.context["own"].notes
        director.post(setup_url(session, "movement"), {"option": "own", "plan": shown.context["own_text"]})
        assert Movement.objects.latest("pk").title == title
