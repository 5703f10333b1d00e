"""The movement editor: the movements it opens, the messages it shows, what the club keeps, and who may use it."""

from typing import Any

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import club_create
from clubsite.core.refused import Refused
from clubsite.director.setup.movement_editor import hidden_fields
from clubsite.nights.models import ClubMovement, Movement, Session
from clubsite.nights.services import movement as movement_services
from clubsite.nights.services.movement import movement_keep
from movements.files import ReadPlan, read_plan
from movements.howell import howell
from movements.mitchell import straight
from movements.plan import Plan
from tests.kit.director_pages import file_sent, new_session, setup_url
from tests.kit.pages import words

EMPTY_TABLE = "4 3 2 3 0\n1-2 A 0 0 0 3-4 A\n1-3 B 2-4 C 0 0 0"
ROWS = "round,table,NS,EW,boards\n1,1,1,2,1-4\n1,2,3,4,5-8\n2,1,1,3,9-12\n2,2,4,2,9-12"


def as_typed(plan: str | Plan, **facts) -> dict[str, Any]:
    """Return the form data that the editor submits for this movement."""
    read = ReadPlan(plan) if isinstance(plan, Plan) else read_plan(plan)
    known = {name: value for name, value in hidden_fields(read).items() if value is not None}
    return {**known, **facts}


def check(page: Client, session: Session, sent: dict[str, Any]) -> dict[str, Any]:
    return dict(page.post(setup_url(session, "movement/check"), sent).json())


def test_it_opens_what_is_recommended_what_is_named_and_what_is_chosen(director):
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


def test_an_empty_seat_is_0_and_an_empty_table_stays_in_its_place(director):
    session = new_session(director, players=4, boards=3)
    shown = director.post(setup_url(session, "movement/editor"), as_typed(EMPTY_TABLE))
    assert shown.context["grid"]["rounds"] == [[[1, 2, 1], [0, 0, 0], [3, 4, 1]], [[1, 3, 2], [2, 4, 3], [0, 0, 0]]]


def test_every_change_is_checked_with_the_places_of_its_faults(director):
    session = new_session(director, players=6, boards=3)
    typed = as_typed(straight(3, 3))
    typed["rounds"] = typed["rounds"].replace("2-4 3", "2-6 3")  # round 2: 6 at tables 1 and 2, 4 nowhere
    said = check(director, session, typed)
    (twice, *_) = said["faults"]
    assert twice["text"] == "Round 2: number 6 sits at tables 1 and 2."
    assert twice["places"] == [[2, 1, "6 is also at table 2"], [2, 2, "6 is also at table 1"]]
    assert [offer["text"] for offer in twice["offers"]] == ["Seat 4 at table 1 instead", "Seat 4 at table 2 instead"]
    assert said["out"] == [[], [4], []] and said["notes"] == []
    sound = check(director, session, as_typed(straight(3, 3)))
    assert (sound["faults"], sound["fits"]) == ([], "")
    assert any(note.startswith("Balance ") for note in sound["notes"])
    other = check(director, session, as_typed(howell(4)))
    assert other["fits"] == "This plan seats 8 players, there are 6."
    assert "is no movement" in check(director, session, {"rounds": "{"})["faults"][0]["text"]


def test_notes_name_the_boards_that_lie_on_the_tables(director):
    session = new_session(director, players=4, boards=3)
    director.post(setup_url(session, "sections/play"), {"section": "A", "play": "cards"})
    said = check(director, session, as_typed(EMPTY_TABLE, boards=2))
    assert said["notes"][0] == (
        "Tables 1 and 3 share boards 1–2 in round 1: duplicate them, or pass them at half-time."
    )


def test_what_is_kept_is_offered_on_every_later_night_of_this_size(director, dee):
    session = new_session(director, players=4, boards=3)
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


def test_the_same_name_is_the_same_movement(director):
    session = new_session(director, players=4, boards=3)
    for plan in (as_typed(ROWS), as_typed(EMPTY_TABLE)):
        director.post(setup_url(session, "movement/keep"), {**plan, "name": "Ours", "keep": "1"})
    assert ClubMovement.objects.get().plan["tables"] == 3


@pytest.mark.parametrize(
    ("name", "plan", "told"),
    [
        ("x" * 81, as_typed(ROWS), "has 81 characters, 80 is the most"),
        ("x", {"rounds": "{"}, "is no movement"),
        ("x", as_typed("4 2 1 1 0\n1-2 A 2-3 A"), "yet. Round 1: contestant 2 sits at tables 1 and 2."),
        ("x", as_typed(ROWS, boards=13), "from 1 to 12 boards"),
    ],
)  # fmt: skip
def test_what_cannot_be_kept_says_why(director, name, plan, told):
    answer = director.post(
        setup_url(new_session(director, players=4, boards=3), "movement/keep"), {**plan, "name": name, "keep": "1"}
    )
    assert answer.status_code == 409 and told in answer.json()["fault"]
    assert not ClubMovement.objects.exists()


def test_a_club_keeps_no_more_than_it_can_look_through(club, dee, monkeypatch):
    monkeypatch.setattr(movement_services, "MAX_CLUB_MOVEMENTS", 1)
    movement_keep(club=club, plan=straight(3, 3), name="One", per_round=None, user=dee)
    movement_keep(club=club, plan=howell(3), name="One", per_round=2, user=dee)
    with pytest.raises(Refused, match="at most 1"):
        movement_keep(club=club, plan=howell(3), name="Two", per_round=2, user=dee)


def test_it_is_taken_for_tonight_only_where_it_fits(director):
    session = new_session(director, players=6, boards=3)
    refused = director.post(setup_url(session, "movement/keep"), as_typed(ROWS, name="x", use="1"))
    assert refused.status_code == 409 and "seats 4 players, there are 6" in refused.json()["fault"]
    director.post(setup_url(session, "movement/keep"), as_typed(straight(3, 3), name="Our three", use="1"))
    assert Movement.objects.get().name == "Our three" and not ClubMovement.objects.exists()


def test_another_club_s_movements_are_not_there(director, cy):
    theirs = club_create(name="Cloth Hall", slug="cloth", owner=cy)
    kept = movement_keep(club=theirs, plan=straight(3, 3), name="Secret", per_round=None, user=cy)
    session = new_session(director, players=6, boards=3)
    assert "Secret" not in words(director.get(setup_url(session, "movement")))
    assert director.get(setup_url(session, "movement/editor", f"?from=kept.{kept.pk}")).status_code == 404
    assert director.post(setup_url(session, f"movement/forget/{kept.pk}")).status_code == 404
    assert ClubMovement.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("n_344.asc", EMPTY_TABLE, "n 344, 3 tables, 2 rounds of 3 boards"),
        ("Thursday.csv", ROWS, "Thursday, 2 tables, 2 rounds of 4 boards"),
        ("café.txt", b"\xef\xbb\xbf" + ROWS.encode(), "café, 2 tables, 2 rounds of 4 boards"),
        ("old.txt", ("# caf\xe9\n" + ROWS).encode("latin-1"), "old, 2 tables, 2 rounds of 4 boards"),
    ],
)
def test_files_of_other_programs_are_read_shown_and_taken(director, name, text, title):
    session = new_session(director, players=4, boards=3)
    shown = director.post(setup_url(session, "movement"), {"own": "1", "file": file_sent(text, name)})
    assert shown.context["own"].title == title and shown.context["own"].notes
    director.post(setup_url(session, "movement"), {"option": "own", "plan": shown.context["own_text"]})
    assert Movement.objects.get().title == title


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("x.mov", b"\x01\x00\x02\x00", "That file is not a text file."),
        (
            "x.asc",
            "4 2 2 2 0\n1-2 A",
            "line 2: round 1 needs N/S, E/W and board set for each of 2 tables, 6 in all, not 3.",
        ),
        ("x.asc", "4 2 1 1 0\n1-2 A 2-3 A", "Put it right in the editor"),
    ],
)
def test_a_file_of_bytes_and_a_file_with_a_mistake_say_what_to_do(director, name, text, told):
    session = new_session(director, players=4, boards=3)
    sent = {"own": "1", "file": file_sent(text, name)}
    assert told in words(director.post(setup_url(session, "movement"), sent))
