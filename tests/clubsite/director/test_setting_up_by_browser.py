"""Setting up a session in the browser: all the steps, and the input that is refused."""

import datetime

import pytest
from django.db import IntegrityError, transaction

from clubsite.analysis.models import BoardSolution
from clubsite.analysis.services.solving import board_solve
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Person
from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.director.monitor.views import AuditLine
from clubsite.nights.models import Board, ClaimChecking, ContestantPerson, Movement, Session
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.setup import options_choose, options_of
from clubsite.play.game_options import SOLO_OPTIONS
from games.registry import rules_for
from tests.clubsite.at_tables import look, play_of, play_until
from tests.kit.dealt import dealt
from tests.kit.director_pages import TUESDAY, named, new_session, set_player, take_recommended, url
from tests.kit.pages import words
from tests.needs import compiled_solver

NAMES = ["Bo South", "Ann North", "Gus Park", "Flo Lake", "Hal Reed", "Ivy Moss", "Ann Lee"]


@pytest.fixture
def members(club):
    for place, name in enumerate(NAMES):
        person_add(club=club, name=name, number=str(100 + place))


@pytest.fixture
def draft(director, members):
    """A draft session for five players, with a movement but no names."""
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


def test_every_round_is_shown_before_a_movement_is_accepted_and_the_start_says_what_is_missing(director, members):
    session = new_session(director, players=6)
    choice = director.get(url(session, "setup/movement/")).context["choices"][0]
    plan = choice.plan
    assert len(choice.grid) == plan.rounds
    assert {(r, c.table, c.ns, c.ew) for r, row in enumerate(choice.grid, 1) for c in row} == {
        (p.round, p.table, p.ns, p.ew) for p in plan.schedule
    }
    assert not Movement.objects.exists()
    session = new_session(director)
    shown = director.get(url(session, "setup/start/"))
    assert [gap["where"] for gap in shown.context["gaps"]] == ["Movement"]
    take_recommended(director, session)
    shown = director.get(url(session, "setup/start/"))
    assert [gap["where"] for gap in shown.context["gaps"]] == ["Names", "Boards"]
    assert all(gap["url"] in shown.text for gap in shown.context["gaps"])
    director.post(url(session, "setup/start/"))
    session.refresh_from_db()
    assert session.status == "draft"


def test_the_movement_leads_to_its_rules_and_a_list_of_people_stays_open_when_one_of_it_is_tapped(director, draft):
    """SOLO-25 and SOLO-27 can be read where a night's movement is chosen."""
    page, rules = director.get(url(draft, "setup/movement/")).text, director.get("/learn/solo/rules/").text
    for rule in ("SOLO-25", "SOLO-27"):
        assert f'href="/learn/solo/rules/#{rule}"' in page and f'id="{rule}"' in rules
    at, opened = url(draft, "setup/players/"), '<details class="fold picks" id="members" open>'
    assert opened in director.get(at).text, "on a first night it is how names are put in"
    ann = Person.objects.get(name="Ann North").pk
    answer = director.post(f"{at}pick/", {"person": ann, "fold": "members"})
    assert answer["Location"] == f"{at}?open=members#members"
    assert opened in director.get(answer["Location"]).text
    assert director.post(f"{at}pick/", {"person": ann, "fold": "//evil"})["Location"] == at


def test_several_who_answer_are_offered_and_a_guest_is_only_made_when_asked_for(director, draft, club):
    answer = set_player(director, draft, 1, "ann").text
    assert 'data-name="Ann North"' in answer and 'data-name="Ann Lee"' in answer
    assert named(draft) == {}
    assert "Nobody in the club" in set_player(director, draft, 1, "Zoë Guest").text
    assert not club.people.filter(name="Zoë Guest").exists()
    set_player(director, draft, 1, "Zoë Guest", guest="1")
    assert club.people.get(name="Zoë Guest").guest and named(draft) == {1: "Zoë Guest"}


def test_enter_takes_a_name_and_stays_and_nobody_is_entered_twice_but_places_can_change(director, draft):
    """Before the script has loaded, Enter makes the browser press the form's first button."""
    html = director.get(url(draft, "setup/players/")).text
    form = html[html.index('id="names"') :]
    assert form.index('name="stay"') < form.index("Next: the boards")
    answer = director.post(url(draft, "setup/players/"), {"p-1": "bo", "stay": "1"})
    assert answer.url == url(draft, "setup/players/") and named(draft) == {1: "Bo South"}
    assert "Bo South already plays as number 1" in set_player(director, draft, 2, "Bo South").text
    assert named(draft) == {1: "Bo South"}
    set_player(director, draft, 2, "Gus")
    set_player(director, draft, 2, "Bo South", swap="1")
    assert named(draft) == {1: "Gus Park", 2: "Bo South"}
    set_player(director, draft, 1, "")
    assert named(draft) == {2: "Bo South"}


def test_no_page_shows_a_card_or_the_seed_and_a_draft_is_thrown_away_only_after_the_question(director, draft):
    director.post(url(draft, "setup/boards/"), {"how": "draw", "count": 20})
    board_set = draft.sections.get().board_set
    hand = dealt(board_set.boards.get(number=1)).south
    for step in ("details", "movement", "players", "boards", "print", "start"):
        shown = director.get(url(draft, f"setup/{step}/")).text
        assert board_set.seed_text not in shown and hand not in shown, step
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


def test_claims_are_checked_only_if_it_is_chosen_which_can_be_changed_until_the_start(director):
    answer = director.post("/director/new/", {**TUESDAY, "claim_checking": "perhaps"})
    assert "claim_checking" in answer.context["form"].errors and not Session.objects.exists()
    assert new_session(director).claim_checking == ClaimChecking.PLAYERS
    with pytest.raises(IntegrityError), transaction.atomic():
        Session.objects.update(claim_checking="perhaps")
    assert 'name="claim_checking"' in director.get("/director/new/").text
    session = new_session(director, claim_checking="exact")
    assert (session.claim_checking, session.options) == (ClaimChecking.EXACT, {}), "no option of the rules"
    details = url(session, "setup/details/")
    chosen = next(radio for radio in director.get(details).text.split("<input ") if 'value="exact"' in radio)
    assert "checked" in chosen.split(">")[0]
    director.post(details, {**TUESDAY, "claim_checking": "players"})
    session.refresh_from_db()
    assert session.claim_checking == ClaimChecking.PLAYERS


def url_of(night) -> str:
    return f"/director/{night.session.public_id}/options/"


@pytest.mark.django_db(transaction=True)
def test_a_chosen_option_holds_at_the_tables_and_is_frozen_once_cards_are_shown(make_night, director):
    night = make_night(start=False)
    shown = director.get(url_of(night)).text
    assert all(question.text in shown for question in SOLO_OPTIONS.values()) and "Play it like this" in shown
    answers = {name: tuple(question.answers) for name, question in SOLO_OPTIONS.items()}
    assert answers == {name: tuple(values) for name, values in rules_for("solo").options.items()}
    answer = director.post(url_of(night), {"tricks_shown": "all", "hints": "off", "undo": "director"})
    assert answer.status_code == 302
    night.session.refresh_from_db()
    assert night.session.options == {"tricks_shown": "all", "hints": "off"}
    line = AuditEntry.objects.get(action=AuditAction.OPTIONS_CHOSEN)
    assert "Show points and lengths in the auction? No." in AuditLine(line, covered=False).after
    assert AuditLine(line, covered=False).before == "as usual"
    session_start(session=night.session, user=line.user)
    play_until([night.tickets[1], night.tickets[4]], lambda: look(night.tickets[1])["view"] is not None)
    play = play_of(night.tickets[1])
    assert (play.options["tricks_shown"], play.options["hints"]) == ("all", "off")
    assert look(night.tickets[1])["view"]["hints"] is None
    for answer in (director.get(url_of(night)), director.post(url_of(night), {"hints": "on"}, follow=True)):
        assert "The first cards have been shown" in answer.text and "Play it like this" not in answer.text
    night.session.refresh_from_db()
    assert options_of(night.session)["hints"] == "off"
    assert AuditEntry.objects.filter(action=AuditAction.OPTIONS_CHOSEN).count() == 1


def test_an_unknown_answer_is_refused_at_its_question_and_below_and_the_same_again_is_no_change(night, director, dee):
    for value in ("maybe", "ON", "off\0", "<b>"):
        answer = director.post(url_of(night), {"hints": value, "tricks_shown": "all"})
        assert set(answer.context["form"].errors) == {"hints"}
    for chosen in ({"colour": "red"}, {"hints": "maybe"}):
        with pytest.raises(Refused):
            options_choose(session=night.session, user=dee, chosen=chosen)
    assert Session.objects.get().options == {}
    for _ in range(2):
        director.post(url_of(night), {"undo": "consent"})
    assert AuditEntry.objects.filter(action=AuditAction.OPTIONS_CHOSEN).count() == 1
    director.post(url_of(night), {})
    assert Session.objects.get().options == {}


@compiled_solver
def test_what_an_auction_is_worth_follows_what_ends_it(make_night, dee, monkeypatch):
    night = make_night(start=False)
    board = Board.objects.earliest("pk")
    values = {strain: {"S": 8, "N": 8} for strain in "CDHSN"}
    monkeypatch.setattr("clubsite.analysis.services.solving.ten_values", lambda *_: values)
    assert board_solve(board.pk)
    solution = BoardSolution.objects.get(board=board)
    assert solution.found()[1]["line"][-2:] == ["P", "P"]
    options_choose(session=night.session, user=dee, chosen={"auction_end": "first_pass"})
    solution.refresh_from_db()
    line = solution.found()[1]["line"]
    assert line[-1] == "P" != line[-2]
