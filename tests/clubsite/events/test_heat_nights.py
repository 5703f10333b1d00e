"""A heat in its director's night: boards without cards at first, and then the same cards in every club."""

import datetime
import re

import pytest
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.director.setup import boards as boards_step
from clubsite.events.models import EventAction, EventPlace, Heat
from clubsite.events.selectors.players import strata_words
from clubsite.events.services.events import event_cancel, public_number_set
from clubsite.events.services.heats import dealer_name, heat_release, heat_session_choose
from clubsite.events.services.results_files import heat_players_set
from clubsite.events.services.scoring import event_score
from clubsite.nights.models import Board, Section
from clubsite.nights.selectors.repairs import LongerOrder
from clubsite.nights.selectors.sealed_boards import unshown_hands
from clubsite.nights.services.boards import boards_deal, boards_number
from clubsite.nights.services.directing import session_start_undo
from clubsite.nights.services.movement import movement_accept
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.sections import section_play
from clubsite.nights.services.setup import session_discard
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from clubsite.rankings.services.settings import ContestantFacts, contestants_set, scoring_set
from movements.howell import howell
from movements.mitchell import straight
from tests.clubsite.events.two_clubs import AT_QUAY
from tests.kit.events import LOTTO, dealer_of, heat_night, join, make_event
from tests.kit.nights import draft_night
from tests.kit.repairs import mend
from tests.kit.results_files import as_usebio, bring, heat_file

SOON = datetime.timedelta(minutes=50)


@pytest.fixture
def heat(club, dee):
    return join(make_event(club, dee, boards=2, min_boards=1), club, dee, planned_at=timezone.now() + SOON)


def cards(session) -> dict[int, str]:
    boards = Board.objects.filter(board_set__session=session).order_by("number")
    return {board.number: unshown_hands(board)["N"] for board in boards}


def step(session, name: str) -> str:
    return f"/director/{session.public_id}/setup/{name}/"


def page_of(heat, rest: str = "") -> str:
    return f"/director/clubs/{heat.club.slug}/heats/{heat.public_id}/{rest}"


def test_the_boards_follow_a_movement_that_is_chosen_later_and_a_heat_is_played_in_one_night_with_them(heat, club, dee):
    session = heat_night(heat, dee, start=False)
    extra = cards(session)[3]
    for plan, numbers in ((howell(3), [1, 2, 3, 4, 5]), (straight(3, 3), [1, 2, 3])):
        movement_accept(session=session, plan=plan, title="Another", user=dee)
        assert list(cards(session)) == numbers
    assert cards(session) == {1: "", 2: "", 3: extra}  # the club's own board is the same again
    with pytest.raises(Refused, match="“Tuesday” plays this heat already"):
        heat_session_choose(heat=heat, session=draft_night(club, dee), user=dee)
    section_play(session=session, section=session.sections.get(), live=False, user=dee)
    boards_number(session=session, section=session.sections.get(), count=3, user=dee)
    heat.refresh_from_db()
    assert heat.session is None


def test_released_cards_stay_when_the_start_is_taken_back_or_the_night_thrown_away(heat, club, dee):
    session = heat_night(heat, dee, start=False)
    dealer_name(heat=heat, person=dealer_of(club), user=dee)
    heat_release(heat=heat, user=dee)
    given = cards(session)
    session_start(session=session, user=dee)
    session_start_undo(session=session, user=dee)
    session.refresh_from_db()
    assert (session.status, cards(session)) == ("draft", given)
    with pytest.raises(Refused, match="keeps the event’s boards"):
        boards_deal(session=session, count=3, user=dee)
    session_start(session=session, user=dee)
    assert cards(session) == given
    assert heat.event.log.filter(action=EventAction.CARDS_RELEASED).count() == 1
    session_start_undo(session=session, user=dee)
    session.refresh_from_db()
    session_discard(session=session, user=dee)
    heat.refresh_from_db()
    again = heat_night(heat, dee, names=AT_QUAY)
    assert {number: cards(again)[number] for number in (1, 2)} == {number: given[number] for number in (1, 2)}


@pytest.mark.parametrize("solver_works", [True, False])
def test_a_director_takes_an_events_boards_in_the_set_up(solver_works, heat, club, dee, director, monkeypatch):
    monkeypatch.setattr(boards_step, "solves_whole_deals", lambda: solver_works)
    session = draft_night(club, dee)
    boards_deal(session=session, count=3, user=dee)
    page = director.get(step(session, "boards"))
    assert "Boards of an event" in page.text and "Autumn simultaneous" in page.text
    address = f"/director/{session.public_id}/setup/boards/event/"
    answer = director.post(address, {"heat": heat.public_id}, follow=True)
    assert "The first 2 are the boards of <b>Autumn simultaneous</b>" in answer.text
    assert "Nobody has their cards yet" in answer.text
    assert (boards_step.SOLVER_BEGINS_AGAIN in answer.text) is solver_works
    assert Heat.objects.get().session == session
    assert "Choose the heat" in director.post(address, {"heat": ""}, follow=True).text


@pytest.mark.parametrize(("later", "key"), [(0, "Take the event’s boards"), (1, "Deal the boards")])
def test_the_yellow_key_takes_the_events_boards_on_the_day_of_the_heat(heat, club, dee, director, later, key):
    day = timezone.localdate(heat.planned_at) + datetime.timedelta(days=later)
    page = " ".join(director.get(step(draft_night(club, dee, date=day), "boards")).text.split())
    assert re.findall(r'<button class="btn main">\s*(.*?)\s*</button>', page) == [key]


def test_no_night_starts_before_the_public_number_is_typed_or_outside_the_window(club, dee, director):
    session = heat_night(join(make_event(club, dee, **LOTTO), club, dee), dee, start=False)
    boards = Board.objects.filter(board_set__session=session).order_by("number")
    assert [(row.number, row.known, bool(row.sealed)) for row in boards] == [(n, False, False) for n in (1, 2, 3)]
    with pytest.raises(Refused, match="numbers of the Lotto draw"):
        session_start(session=session, user=dee)
    assert set(cards(session).values()) == {""}
    event = make_event(club, dee, window_opens=timezone.now() + datetime.timedelta(hours=2), **LOTTO)
    session = heat_night(join(event, club, dee), dee, start=False)
    page = director.get(step(session, "start")).text
    assert "The window of the event has not opened yet." in page
    assert "The public number of the event is missing: 3 numbers" in page
    public_number_set(event=event, user=dee, text="3 17 22")
    assert "public number" not in director.get(step(session, "start")).text
    with pytest.raises(Refused, match="not opened yet"):
        session_start(session=session, user=dee)


def test_the_dealer_gets_slips_an_hour_before_the_start_and_does_not_play(heat, club, dee, director):
    session = heat_night(heat, dee, start=False)
    with pytest.raises(Refused, match="Ann plays in this night"):
        dealer_name(heat=heat, person=club.people.get(name="Ann"), user=dee)
    assert "The cards of the event’s boards have not come yet" in director.get(step(session, "print")).text
    assert "You can have the cards now" in director.get(page_of(heat)).text
    dora = dealer_of(club)
    assert "Dora can have the cards now" in director.post(page_of(heat), {"dealer": dora.pk}, follow=True).text
    Heat.objects.update(planned_at=timezone.now() + datetime.timedelta(minutes=90))
    assert "too early" in director.post(f"{page_of(heat)}release/", follow=True).text
    Heat.objects.update(planned_at=timezone.now() + SOON)
    after = director.post(f"{page_of(heat)}release/", follow=True).text
    assert "The cards are released" in after and "Slips and curtain cards" in after
    assert all(cards(session).values())
    slips = director.post(f"/director/{session.public_id}/print/slips.pdf")
    assert slips.status_code == 200 and slips.content.startswith(b"%PDF")


def test_the_boards_of_the_event_are_proven_by_it_and_a_round_more_gets_one_of_the_clubs_own(heat, dee, director):
    session = heat_night(heat, dee)
    page = director.get(f"/results/{session.public_id}/proof/").text
    assert "Boards 1 to 2" in page and "These are the boards of Autumn simultaneous" in page
    [board_set] = session.board_sets.all()
    assert "Boards 3" in page and board_set.commitment in page
    assert director.get(f"/results/{session.public_id}/event/").url == f"/events/{heat.event.public_id}/proof/"
    section = Section.objects.get(session=session)
    mend(section, LongerOrder(1), dee)
    assert len(cards(session)) == 4 and all(cards(session).values())
    assert board_set.event_boards == 2


def test_the_boards_are_held_until_the_window_closes_or_the_event_is_cancelled(club, dee):
    event = make_event(club, dee, boards=2)
    session = heat_night(join(event, club, dee), dee)
    [board_set] = session.board_sets.all()
    assert (board_set.event_boards, bool(board_set.commitment)) == (2, True)
    boards = dict(Board.objects.filter(board_set=board_set, known=True).values_list("number", "pk"))
    assert list(boards) == [1, 2, 3], "the third is dealt at the club"
    assert owed_elsewhere(set(boards.values())) == {boards[1], boards[2]}
    event_cancel(event=event, user=dee)
    assert owed_elsewhere(set(boards.values())) == set()


@pytest.fixture
def ranked_apart(club, dee):
    """A heat of an event with strata."""
    return join(make_event(club, dee, scoring={"strata": ["A", "B", "C"], "strata_rank": "apart"}), club, dee)


@pytest.fixture
def from_file(ranked_apart, dee):
    """The heat, whose results came from a file."""
    bring(ranked_apart, dee, as_usebio(heat_file(names=AT_QUAY)))
    return ranked_apart


def shown(heat, director) -> str:
    return " ".join(director.get(page_of(heat)).text.split())


def test_a_night_takes_the_strata_of_the_event_and_keeps_its_own_where_there_are_none(ranked_apart, club, dee):
    session = draft_night(club, dee, 6)
    scoring_set(session=session, values={"fewer_results": "factoring", "strata": ["X"]}, user=dee)
    heat_session_choose(heat=ranked_apart, session=session, user=dee)
    session.refresh_from_db()
    kept = {"strata": ["A", "B", "C"], "strata_rank": "apart", "fewer_results": "factoring"}
    assert {name: session.scoring.get(name) for name in kept} == kept
    session = draft_night(club, dee, 6)
    scoring_set(session=session, values={"strata": ["X", "Y"]}, user=dee)
    heat = join(make_event(club, dee), club, dee)
    heat_session_choose(heat=heat, session=session, user=dee)
    session.refresh_from_db()
    assert session.scoring["strata"] == ["X", "Y"]
    assert strata_words(heat) == ""


def test_strata_of_a_night_are_given_in_the_night_and_the_heats_page_counts_the_lower_ones(ranked_apart, director, dee):
    night = heat_night(ranked_apart, dee)
    with pytest.raises(Refused, match="Give the names and strata in the night"):
        heat_players_set(heat=ranked_apart, strata={})
    assert "All 6 players count in A, the highest." in shown(ranked_apart, director)
    numbers = dict(night.sections.get().contestants.values_list("number", "pk"))
    contestants_set(session=night, noted={numbers[3]: ContestantFacts("B"), numbers[5]: ContestantFacts("C")}, user=dee)
    page = shown(ranked_apart, director)
    assert "2 of 6 players are in a lower stratum (B, C). The others count in A, the highest." in page
    assert f"/director/{night.public_id}/scoring/" in page


def test_players_from_a_file_get_their_strata_on_a_page_and_a_corrected_file_keeps_them(from_file, director, dee):
    assert page_of(from_file, "players/") in shown(from_file, director)
    form = director.get(page_of(from_file, "players/")).text
    assert all(name in form for name in AT_QUAY)
    lou, oli = from_file.entrants.get(label="3"), from_file.entrants.get(label="6")
    answers = {f"stratum{lou.pk}": "B", f"stratum{oli.pk}": "B"}
    assert director.post(page_of(from_file, "players/"), answers).status_code == 302
    assert "2 of 6 players are in a lower stratum" in shown(from_file, director)
    event_score(event_id=from_file.event_id)
    assert set(EventPlace.objects.filter(stratum="B").values_list("entrant__label", flat=True)) == {"3", "6"}
    wrong = director.post(page_of(from_file, "players/"), {f"stratum{lou.pk}": "Z"})
    assert wrong.status_code == 422 and "Choose a stratum of the event" in wrong.text
    heat_players_set(heat=from_file, strata={lou.pk: "C"})
    bring(from_file, dee, as_usebio(heat_file()))
    assert from_file.entrants.get(label="3").stratum == "C"
