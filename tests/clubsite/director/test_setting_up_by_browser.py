"""Setting a session up in the browser: the whole way, and its refusals."""

import datetime
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubsite.clubs.models import Person
from clubsite.clubs.services import person_add
from clubsite.duplicate.models import Board, ContestantPerson, Movement, Session
from tests.kit.director_pages import TUESDAY, named, new_session, set_player, take_recommended, url
from tests.kit.pages import words

EVENING = Path(__file__).parents[2] / "games" / "data" / "club-evening-2022-07-27.pbn"
NAMES = ["Bo South", "Ann North", "Gus Park", "Flo Lake", "Hal Reed", "Ivy Moss", "Ann Lee"]


@pytest.fixture
def members(club):
    for place, name in enumerate(NAMES):
        person_add(club=club, name=name, number=str(100 + place))


@pytest.fixture
def draft(director, members):
    """A draft of five with its movement, and no names."""
    session = new_session(director)
    take_recommended(director, session)
    return session


def test_an_odd_field_is_set_up_and_started(director, members):
    session = new_session(director)
    movement = director.get(url(session, "setup/movement/")).text
    assert "Recommended" in movement and "sits out" in movement
    take_recommended(director, session)
    names = director.get(url(session, "setup/players/"))
    assert [line.label for line in names.context["lines"]] == ["1", "2", "3", "4", "5"]
    assert sum(not line.table for line in names.context["lines"]) == 1, "one of five sits out in round 1"
    typed = {"p-1": "bo", "p-2": "101", "p-3": "Gus Park", "p-4": "flo l", "p-5": "Hal"}
    director.post(url(session, "setup/players/"), typed)
    assert named(session) == {1: "Bo South", 2: "Ann North", 3: "Gus Park", 4: "Flo Lake", 5: "Hal Reed"}
    needed = director.get(url(session, "setup/boards/")).context["needed"]
    director.post(url(session, "setup/boards/"), {"how": "draw", "count": needed})
    assert f"{needed} boards made, {needed} needed" in director.get(url(session, "setup/boards/")).text
    assert "Start the night" in director.get(url(session, "setup/start/")).text
    director.post(url(session, "setup/start/"))
    session.refresh_from_db()
    assert session.status == "running"
    room = words(director.get(url(session)))
    assert "Round 1 of" in room and "Sits out" in room


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
    assert all(gap.url in shown.text for gap in shown.context["gaps"])
    director.post(url(session, "setup/start/"))
    session.refresh_from_db()
    assert session.status == "draft"


def test_a_player_is_not_entered_twice_but_may_change_places_and_be_cleared(director, draft):
    set_player(director, draft, 1, "Bo South")
    assert "Bo South already plays as number 1" in set_player(director, draft, 2, "Bo South").text
    assert named(draft) == {1: "Bo South"}
    set_player(director, draft, 2, "Gus")
    set_player(director, draft, 2, "Bo South", swap="1")
    assert named(draft) == {1: "Gus Park", 2: "Bo South"}
    set_player(director, draft, 1, "")
    assert named(draft) == {2: "Bo South"}


def test_several_who_answer_are_offered(director, draft):
    answer = set_player(director, draft, 1, "ann").text
    assert 'data-name="Ann North"' in answer and 'data-name="Ann Lee"' in answer
    assert named(draft) == {}


def test_a_guest_is_only_made_when_asked_for(director, club, draft):
    assert "Nobody in the club" in set_player(director, draft, 1, "Zoë Guest").text
    assert not club.people.filter(name="Zoë Guest").exists()
    set_player(director, draft, 1, "Zoë Guest", guest="1")
    assert club.people.get(name="Zoë Guest").guest and named(draft) == {1: "Zoë Guest"}


def test_last_sessions_players_fill_the_empty_places(director, make_night):
    make_night(players=6)
    session = new_session(director, date="2026-11-24", players=4)
    take_recommended(director, session)
    director.post(url(session, "setup/players/fill/"))
    assert named(session) == {1: "Bo", 2: "Flo", 3: "Gus", 4: "Ann"}


def test_enter_before_the_script_is_there_takes_the_name_and_stays(director, draft):
    """The browser then presses the form's first key for them."""
    html = director.get(url(draft, "setup/players/")).text
    form = html[html.index('id="names"') :]
    assert form.index('name="stay"') < form.index("Next: the boards")
    answer = director.post(url(draft, "setup/players/"), {"p-1": "bo", "stay": "1"})
    assert answer.url == url(draft, "setup/players/") and named(draft) == {1: "Bo South"}


def test_a_faulty_pbn_imports_nothing(director):
    session = new_session(director)
    text = EVENING.read_text().replace('[Dealer "E"]', '[Dealer "Q"]', 1).replace("AJT32", "AJT3", 1)
    sent = {"how": "file", "file": SimpleUploadedFile("evening.pbn", text.encode())}
    answer = director.post(url(session, "setup/boards/"), sent)
    assert "Nothing was imported" in answer.text
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
    assert f"needs {needed} boards, the set has {needed - 1}" in shown.text
    assert shown.context["gaps"][-1].where == "Boards"
    director.post(url(session, "setup/boards/"), {"how": "draw", "count": needed + 4})
    assert f"The first {needed} are used" in director.get(url(session, "setup/boards/")).text


def test_a_typed_seed_is_marked_as_practice(director, members):
    session = new_session(director)
    director.post(url(session, "setup/boards/"), {"how": "typed", "seed": "lamp", "count": 6})
    assert session.sections.get().board_set.practice
    assert "practice set" in director.get(url(session, "setup/boards/")).text


def test_no_page_of_the_set_up_shows_a_card_or_the_seed(director, draft):
    director.post(url(draft, "setup/boards/"), {"how": "draw", "count": 20})
    board_set = draft.sections.get().board_set
    hand = board_set.boards.get(number=1).south
    for step in ("details", "movement", "players", "boards", "print", "start"):
        shown = director.get(url(draft, f"setup/{step}/")).text
        assert board_set.seed not in shown and hand not in shown, step


def test_a_draft_is_thrown_away_only_after_the_question(director, draft):
    """Another number of players takes its movement away."""
    assert Movement.objects.exists()
    director.post(url(draft, "setup/details/"), {**TUESDAY, "players": 6})
    assert not Movement.objects.exists()
    assert "Throw this draft away?" in director.get(url(draft, "setup/discard/")).text
    assert Session.objects.exists()
    director.post(url(draft, "setup/discard/"))
    assert not Session.objects.exists()
    answer = director.post("/director/new/", {**TUESDAY, "players": "1"})
    assert "players" in answer.context["form"].errors and not Session.objects.exists()


def test_last_night_s_players_are_picked_by_a_tap_each(make_night, director):
    before = make_night()
    tonight = make_night(start=False, date=datetime.date(2026, 11, 24)).session
    ContestantPerson.objects.filter(contestant__section__session=tonight).delete()
    at = url(tonight, "setup/players/")

    def pick(person):
        return director.post(f"{at}pick/", {"person": person}, follow=True).text

    by_number = ContestantPerson.objects.order_by("contestant__number")
    played = [row.person for row in by_number.filter(contestant__section=before.section)]
    page = director.get(at).text
    assert page.index(played[0].name) < page.index(played[1].name)
    late = person_add(club=tonight.club, name="Late Lee")
    picked = [played[2], played[0], late]
    for person in picked:
        pick(person.pk)
    assert [row.person for row in by_number.filter(contestant__section__session=tonight)] == picked
    assert "plays already" in pick(late.pk)
    assert all("any more" in pick(nobody) for nobody in ("999999", "x", "9" * 25, ""))
    director.post(f"{at}fill/")
    assert "Every place has a name" in pick(person_add(club=tonight.club, name="One More").pk)


def test_a_list_of_people_stays_open_when_somebody_of_it_is_tapped(director, draft):
    at, opened = url(draft, "setup/players/"), '<details class="fold picks" id="members" open>'
    assert opened in director.get(at).text, "on a first night it is how names are put in"
    ann = Person.objects.get(name="Ann North").pk
    answer = director.post(f"{at}pick/", {"person": ann, "fold": "members"})
    assert answer["Location"] == f"{at}?open=members#members"
    assert opened in director.get(answer["Location"]).text
    assert director.post(f"{at}pick/", {"person": ann, "fold": "//evil"})["Location"] == at


def test_the_start_says_how_long_the_set_up_can_be_changed(members, director):
    """The room's "Back to the set-up" says so too, and "Change movement" after it."""
    session = new_session(director, players=6)
    take_recommended(director, session)
    for number, name in enumerate(NAMES[:6], start=1):
        set_player(director, session, number, name)
    director.post(url(session, "setup/boards/"), {"how": "draw", "count": 10})
    start = " ".join(director.get(url(session, "setup/start/")).text.split())
    assert "cannot be changed" not in start
    assert "Until the first call, card or score is in you can still come back to the set-up" in start
    director.post(url(session, "setup/start/"))
    assert "Back to the set-up" in director.get(url(session)).text
