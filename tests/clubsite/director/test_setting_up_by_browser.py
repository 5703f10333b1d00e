"""Setting a session up in the browser: the whole way, and its refusals."""

import datetime
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubsite.clubs.models import Person
from clubsite.clubs.services import person_add
from clubsite.duplicate.models import Board, ContestantPerson, Movement, Session
from tests.kit.director_pages import named, new_session, set_player, take_recommended, url

EVENING = Path(__file__).parents[2] / "games" / "data" / "club-evening-2022-07-27.pbn"
NAMES = ["Bo South", "Ann North", "Gus Park", "Flo Lake", "Hal Reed", "Ivy Moss", "Ann Lee"]


@pytest.fixture
def members(club):
    for place, name in enumerate(NAMES):
        person_add(club=club, name=name, number=str(100 + place))


def test_an_odd_field_is_set_up_and_started(director, members):
    session = new_session(director, players=5)
    movement = director.get(url(session, "setup/movement/"))
    assert "Recommended" in movement.content.decode()
    assert "sits out" in movement.content.decode()
    take_recommended(director, session)
    names = director.get(url(session, "setup/players/"))
    assert [line.label for line in names.context["lines"]] == ["1", "2", "3", "4", "5"]
    assert sum(not line.table for line in names.context["lines"]) == 1, "one of five sits out in round 1"
    director.post(
        url(session, "setup/players/"),
        {"p-1": "bo", "p-2": "101", "p-3": "Gus Park", "p-4": "flo l", "p-5": "Hal"},
    )
    assert named(session) == {1: "Bo South", 2: "Ann North", 3: "Gus Park", 4: "Flo Lake", 5: "Hal Reed"}
    boards = director.get(url(session, "setup/boards/"))
    needed = boards.context["needed"]
    director.post(url(session, "setup/boards/"), {"how": "draw", "count": needed})
    assert (
        f"{needed} boards made, {needed} needed"
        in director.get(url(session, "setup/boards/")).content.decode()
    )
    assert "Start the night" in director.get(url(session, "setup/start/")).content.decode()
    director.post(url(session, "setup/start/"))
    session.refresh_from_db()
    assert session.status == "running"
    room = director.get(url(session)).content.decode()
    assert "Round 1 of" in " ".join(re.sub(r"<[^>]+>", "", room).split())
    assert "Sits out" in room


def test_every_round_is_shown_before_the_movement_is_accepted(director, members):
    session = new_session(director, players=6)
    choice = director.get(url(session, "setup/movement/")).context["choices"][0]
    plan = choice.plan
    assert len(choice.grid) == plan.rounds
    assert {(r, c.table, c.ns, c.ew) for r, row in enumerate(choice.grid, 1) for c in row} == {
        (p.round, p.table, p.ns, p.ew) for p in plan.schedule
    }
    assert not Movement.objects.exists()


def test_the_start_says_what_is_missing_and_where(director, members):
    session = new_session(director)
    shown = director.get(url(session, "setup/start/"))
    assert [gap.where for gap in shown.context["gaps"]] == ["Movement"]
    take_recommended(director, session)
    shown = director.get(url(session, "setup/start/"))
    assert [gap.where for gap in shown.context["gaps"]] == ["Names", "Boards"]
    assert all(gap.url in shown.content.decode() for gap in shown.context["gaps"])
    director.post(url(session, "setup/start/"))
    session.refresh_from_db()
    assert session.status == "draft"


def test_a_player_is_not_entered_twice(director, members):
    session = new_session(director)
    take_recommended(director, session)
    set_player(director, session, 1, "Bo South")
    answer = set_player(director, session, 2, "Bo South").content.decode()
    assert "Bo South already plays as number 1" in answer
    assert named(session) == {1: "Bo South"}


def test_two_places_are_swapped(director, members):
    session = new_session(director)
    take_recommended(director, session)
    set_player(director, session, 1, "Bo South")
    set_player(director, session, 2, "Gus")
    set_player(director, session, 2, "Bo South", swap="1")
    assert named(session) == {1: "Gus Park", 2: "Bo South"}


def test_a_name_is_cleared(director, members):
    session = new_session(director)
    take_recommended(director, session)
    set_player(director, session, 1, "Bo South")
    set_player(director, session, 1, "")
    assert named(session) == {}


def test_several_who_answer_are_offered(director, members):
    session = new_session(director)
    take_recommended(director, session)
    answer = set_player(director, session, 1, "ann").content.decode()
    assert 'data-name="Ann North"' in answer
    assert 'data-name="Ann Lee"' in answer
    assert named(session) == {}


def test_a_guest_is_only_made_when_asked_for(director, club, members):
    session = new_session(director)
    take_recommended(director, session)
    answer = set_player(director, session, 1, "Zoë Guest").content.decode()
    assert "Nobody in the club" in answer
    assert not club.people.filter(name="Zoë Guest").exists()
    set_player(director, session, 1, "Zoë Guest", guest="1")
    assert club.people.get(name="Zoë Guest").guest
    assert named(session) == {1: "Zoë Guest"}


def test_last_sessions_players_fill_the_empty_places(director, make_night):
    make_night(players=6)
    director.post(
        "/director/new/",
        {
            "club": "lantern",
            "date": "2026-11-24",
            "players": 4,
            "boards_per_round": 2,
            "minutes_per_board": 8,
        },
    )
    session = Session.objects.get(status="draft")
    take_recommended(director, session)
    director.post(url(session, "setup/players/fill/"))
    assert named(session) == {1: "Bo", 2: "Flo", 3: "Gus", 4: "Ann"}


def test_enter_before_the_script_is_there_takes_the_name_and_stays(director, members):
    """The browser then presses the form's first key for them."""
    session = new_session(director, players=5)
    take_recommended(director, session)
    html = director.get(url(session, "setup/players/")).content.decode()
    form = html[html.index('id="names"') :]
    assert form.index('name="stay"') < form.index("Next: the boards")
    answer = director.post(url(session, "setup/players/"), {"p-1": "bo", "stay": "1"})
    assert answer.url == url(session, "setup/players/") and named(session) == {1: "Bo South"}


def test_a_faulty_pbn_imports_nothing(director, members):
    session = new_session(director)
    text = EVENING.read_text().replace('[Dealer "E"]', '[Dealer "Q"]', 1).replace("AJT32", "AJT3", 1)
    upload = SimpleUploadedFile("evening.pbn", text.encode())
    answer = director.post(url(session, "setup/boards/"), {"how": "file", "file": upload})
    shown = answer.content.decode()
    assert "Nothing was imported" in shown
    assert {(board, field) for board, field, _ in answer.context["problems"]} >= {(1, "Deal"), (2, "Dealer")}
    assert not Board.objects.exists()


def test_the_real_evening_imports_with_dealt_sequences(director, members):
    session = new_session(director)
    upload = SimpleUploadedFile("evening.pbn", EVENING.read_bytes())
    director.post(url(session, "setup/boards/"), {"how": "file", "file": upload})
    assert not Board.objects.filter(board_set__sections__session=session).exists()
    director.post(url(session, "setup/boards/"), {"how": "take"})
    assert Board.objects.filter(board_set__sections__session=session).count() == 27
    first = Board.objects.get(number=1)
    assert " ".join(sorted(first.east.split())) == "C2 CJ D5 D6 D8 DK H8 HT S2 S3 S4 S5 SJ"


def test_too_few_boards_are_refused_with_the_counts(director, members):
    session = new_session(director, players=6, boards=3)
    take_recommended(director, session)
    needed = director.get(url(session, "setup/boards/")).context["needed"]
    director.post(url(session, "setup/boards/"), {"how": "draw", "count": needed - 1})
    shown = director.get(url(session, "setup/start/"))
    assert f"needs {needed} boards, the set has {needed - 1}" in shown.content.decode()
    assert shown.context["gaps"][-1].where == "Boards"
    director.post(url(session, "setup/boards/"), {"how": "draw", "count": needed + 4})
    assert f"The first {needed} are used" in director.get(url(session, "setup/boards/")).content.decode()


def test_a_typed_seed_is_marked_as_practice(director, members):
    session = new_session(director)
    director.post(url(session, "setup/boards/"), {"how": "typed", "seed": "lamp", "count": 6})
    assert session.sections.get().board_set.practice
    assert "practice set" in director.get(url(session, "setup/boards/")).content.decode()


def test_no_page_of_the_set_up_shows_a_card_or_the_seed(director, members):
    session = new_session(director)
    take_recommended(director, session)
    director.post(url(session, "setup/boards/"), {"how": "draw", "count": 20})
    board_set = session.sections.get().board_set
    hand = board_set.boards.get(number=1).south
    for step in ("details", "movement", "players", "boards", "print", "start"):
        answer = director.get(url(session, f"setup/{step}/"))
        assert answer.status_code == 200, step
        shown = answer.content.decode()
        assert board_set.seed not in shown
        assert hand not in shown


def test_another_number_of_players_asks_for_a_new_movement(director, members):
    session = new_session(director)
    take_recommended(director, session)
    assert Movement.objects.exists()
    details = {
        "name": "Tuesday",
        "date": "2026-11-17",
        "players": 6,
        "boards_per_round": 2,
        "minutes_per_board": 8,
    }
    director.post(url(session, "setup/details/"), details)
    assert not Movement.objects.exists()


def test_a_session_without_players_is_refused_at_the_field(director, club):
    answer = director.post("/director/new/", {"club": "lantern", "date": "2026-11-17", "players": "1"})
    assert "players" in answer.context["form"].errors
    assert not Session.objects.exists()


def test_a_draft_is_thrown_away_only_after_the_question(director, members):
    session = new_session(director)
    assert "Throw this draft away?" in director.get(url(session, "setup/discard/")).content.decode()
    assert Session.objects.exists()
    director.post(url(session, "setup/discard/"))
    assert not Session.objects.exists()


def test_last_night_s_players_are_picked_by_a_tap_each(make_night, director):
    before = make_night()
    tonight = make_night(start=False, date=datetime.date(2026, 11, 24)).session
    ContestantPerson.objects.filter(contestant__section__session=tonight).delete()
    url = f"/director/{tonight.public_id}/setup/players/"
    played = list(
        ContestantPerson.objects.filter(contestant__section=before.section).order_by("contestant__number")
    )
    page = director.get(url).text
    assert page.index(played[0].person.name) < page.index(played[1].person.name)
    late = person_add(club=tonight.club, name="Late Lee")
    for person in (played[2].person, played[0].person, late):
        director.post(f"{url}pick/", {"person": person.pk})
    rows = ContestantPerson.objects.filter(contestant__section__session=tonight).order_by(
        "contestant__number"
    )
    assert [row.person for row in rows] == [played[2].person, played[0].person, late]
    assert "plays already" in director.post(f"{url}pick/", {"person": late.pk}, follow=True).text
    assert "any more" in director.post(f"{url}pick/", {"person": "999999"}, follow=True).text
    for number in ("x", "9" * 25, ""):
        assert "any more" in director.post(f"{url}pick/", {"person": number}, follow=True).text
    director.post(f"{url}fill/")
    over = person_add(club=tonight.club, name="One More")
    assert "Every place has a name" in director.post(f"{url}pick/", {"person": over.pk}, follow=True).text


def test_a_list_of_people_stays_open_when_somebody_of_it_is_tapped(members, director):
    session = new_session(director, players=6)
    take_recommended(director, session)
    names = director.get(url(session, "setup/players/")).content.decode()
    assert '<details class="fold picks" id="members" open>' in names, (
        "on a first night it is how names are put in"
    )
    ann = Person.objects.get(name="Ann North").pk
    answer = director.post(url(session, "setup/players/pick/"), {"person": ann, "fold": "members"})
    assert answer["Location"] == f"{url(session, 'setup/players/')}?open=members#members"
    assert (
        '<details class="fold picks" id="members" open>' in director.get(answer["Location"]).content.decode()
    )
    nonsense = director.post(url(session, "setup/players/pick/"), {"person": ann, "fold": "//evil"})
    assert nonsense["Location"] == url(session, "setup/players/")


def test_the_start_says_how_long_the_set_up_can_be_changed(members, director):
    """The room's "Back to the set-up" says so too, and "Change movement" after it."""
    session = new_session(director, players=6)
    take_recommended(director, session)
    for number, name in enumerate(NAMES[:6], start=1):
        set_player(director, session, number, name)
    director.post(url(session, "setup/boards/"), {"how": "draw", "count": 10})
    start = " ".join(director.get(url(session, "setup/start/")).content.decode().split())
    assert "cannot be changed" not in start
    assert "Until the first call, card or score is in you can still come back to the set-up" in start
    director.post(url(session, "setup/start/"))
    assert "Back to the set-up" in director.get(url(session)).content.decode()
