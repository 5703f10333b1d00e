"""The booklet of an event: made by itself after the window, made again after corrections, and without hidden names."""

import io
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pypdf import PdfReader

from clubsite.clubs.models import Club, Person, ResultsFor, ShownAs
from clubsite.core import jobs
from clubsite.events.models import EventBookletPage, EventLine, EventPlace
from clubsite.events.selectors import event_booklets
from clubsite.events.selectors.event_booklets import booklet_making, events_without_booklet
from clubsite.events.services import scoring
from clubsite.events.services.events import event_publish
from clubsite.events.services.scoring import BOOKLET_JOB, booklet_page_make, event_score
from clubsite.events.tasks import booklet_sweep, make_booklet_page
from clubsite.nights.models import BoardSet, TableBoard
from clubsite.play.models import Play, PlayEvent, PlayStatus
from clubsite.rankings.services.publications import publish
from games.registry import rules_for
from solver.verdicts.booklet import pages as module
from solver.verdicts.booklet.clauses import BookletSentence
from solver.verdicts.booklet.pages import page_json, page_of
from solver.verdicts.booklet.play_clauses import BestPlay
from tests import needs
from tests.clubsite.events.two_clubs import asked, status, two_clubs
from tests.clubsite.events.two_clubs import read as read_page
from tests.kit.events import close_window, make_event
from tests.kit.meanwhile import TRANSACTION, before_statement
from tests.kit.people import signed_in
from tests.kit.remembered import remembered
from tests.kit.typed_scores import enter_score

SOLO = rules_for("solo")


@pytest.fixture(autouse=True)
def without_solver(monkeypatch):
    """Tell only what the field did, which takes no time."""
    monkeypatch.setattr(module, "solves_whole_deals", lambda: False)


@pytest.fixture
def played(club, dee, cy):
    """Two clubs have played three boards and published their own results; the event's window is open."""
    clubs = two_clubs(make_event(club, dee, min_tables=3), club, dee, cy)
    event_score(event_id=clubs.event.pk)
    return clubs


@pytest.fixture
def published(played):
    _publish(played.event, played.user)
    played.event.refresh_from_db()
    return played


@remembered
def _publish(event, user):
    event_publish(event=close_window(event), user=user)


@pytest.fixture
def made(published):
    remembered(make_all)(published.event)
    return published


def make_all(event) -> int:
    """Make the pages of the booklet as the job does. Return how often it ran."""
    runs = 1
    while booklet_page_make(event_id=event.pk):
        runs += 1
    return runs


def read(event, rest="booklet/", client=None):
    return read_page(event, rest, client)


def printed(event, rest="booklet.pdf", client=None) -> list[str]:
    """Return the texts of the sheets."""
    answer = asked(event, rest, client)
    assert answer["Content-Type"] == "application/pdf"
    return [" ".join(sheet.extract_text().split()) for sheet in PdfReader(io.BytesIO(answer.content)).pages]


def test_it_is_made_once_the_window_has_closed_and_shown_once_the_ranking_is_out(played):
    assert events_without_booklet() == [] and not booklet_page_make(event_id=played.event.pk)
    assert not EventBookletPage.objects.exists()
    page = read(played)
    assert "it comes after the window has closed" in page and "and is made by itself" in page
    close_window(played.event)
    assert events_without_booklet() == [played.event.pk]
    assert make_all(played.event) == 3
    assert events_without_booklet() == []
    page = read(played)
    assert "as soon as the ranking is published" in page and "All players" not in page
    assert status(played, "booklet.pdf") == 404
    event_publish(event=played.event, user=played.user)
    make_all(played.event)
    assert "Board 3" in read(played)


def test_pages_have_the_field_of_all_clubs_and_the_first_places_and_old_forms_are_made_again(made, monkeypatch):
    page = read(made)
    for words in ("Autumn simultaneous", "Lantern Street", "3 boards, 2 clubs, 6 tables", "Board 1", "Board 3",
                  "+150", "+120", "+90", "−50", "80.00", "West’s sequence"):  # fmt: skip
        assert words in page, words
    assert page.count('class="booklet-board"') == 3
    assert f"/events/{made.event.public_id}/booklet/" in read(made, "") and "The booklet" in read(made, "boards/")
    sheets = printed(made)
    assert len(sheets) == 5 and "Autumn simultaneous" in sheets[0] and "Quay Street" in sheets[0]
    assert "+150" in sheets[2] and "3 South deals" in sheets[4]
    letter = asked(made, "booklet.pdf?paper=letter").content
    assert PdfReader(io.BytesIO(letter)).pages[0].mediabox.width == 612
    EventBookletPage.objects.filter(number=2).update(format=0, page={})
    assert "page of board 2 is still being made" in read(made)
    assert events_without_booklet() == [made.event.pk] and make_all(made.event) == 1
    assert read(made).count('class="booklet-board"') == 3
    EventPlace.objects.update(place="88=")  # scored again, and not published
    for text in (read(made), printed(made)[1]):
        assert "All players" in text and "Jo Marsh" in text and "100.00" in text and "88=" not in text
    monkeypatch.setattr(event_booklets, "FIRST_PLACES", 5)
    assert "All 12 in this list" in (page := read(made)) and "Jo Marsh" in page and "Gus" not in page
    assert "And 7 others in this list." in printed(made)[1]


def test_the_page_tells_how_far_it_is_and_the_sweep_finds_what_a_lost_message_left(published, monkeypatch):
    assert "It is being made now" in read(published)
    booklet_page_make(event_id=published.event.pk)
    page = read(published)
    assert "1 page so far" in page and "pages of boards 2, 3 are still being made" in page
    queue = []
    monkeypatch.setattr(jobs, "enqueue", lambda *job, **how: queue.append(job))
    booklet_sweep()
    assert queue == [(BOOKLET_JOB, published.event.pk)]
    make_all(published.event)
    queue.clear()
    booklet_sweep()
    assert not queue


def test_publishing_asks_for_it_and_each_page_for_the_next(played, monkeypatch):
    queue = []
    monkeypatch.setattr(jobs, "enqueue", lambda *job, **how: queue.append((job, how)))
    event_publish(event=close_window(played.event), user=played.user)
    wanted = ((BOOKLET_JOB, played.event.pk), {"once": True, "slow": True})
    assert wanted in queue
    for left in (2, 1, 0):
        queue.clear()
        make_booklet_page(played.event.pk)
        assert queue == ([wanted] if left else [])
    assert EventBookletPage.objects.count() == 3


def test_after_a_correction_only_its_board_is_made_again(made, monkeypatch):
    before = dict(EventBookletPage.objects.values_list("number", "made_at"))
    row = TableBoard.objects.get(round__section__session=made.nights[0], board__number=2, ns__number=1)
    enter_score(row, made.user, "1N S 11", why="Misread")
    publish(made.nights[0], made.user)
    event_publish(event=made.event, user=made.user)
    assert make_all(made.event) == 3 and "+210" not in read(made)[: read(made).index("Board 2")]
    assert set(EventBookletPage.objects.values_list("version", flat=True)) == {2}
    after = dict(EventBookletPage.objects.values_list("number", "made_at"))
    assert [number for number in before if before[number] != after[number]] == [2]
    assert "+210" in read(made)


def test_a_board_whose_page_fails_stops_no_other_and_is_not_tried_for_ever(published, monkeypatch):
    real = scoring.booklet_page

    def failing(board):
        if board.number == 2:
            raise ArithmeticError
        return real(board)

    monkeypatch.setattr(scoring, "booklet_page", failing)
    assert make_all(published.event) == 3 and events_without_booklet() == []
    page = read(published)
    assert "Board 3" in page and page.count('class="booklet-board"') == 2 and "being made" not in page


def with_best_play(clubs, night: int) -> str:
    """Let the page of board 1 praise South of table 1 of a night. Return South's name."""
    line = EventLine.objects.get(heat=clubs.heats[night], board=1, table="1")
    row = EventBookletPage.objects.get(event=clubs.event, number=1)
    page = page_of(row.page)
    clause = BestPlay((str(line.pk), 4), "Old club", "", "S", "1N", "S", "S", "SA", 2, 9, 630, True)
    row.page = page_json(replace(page, sentences=(BookletSentence((clause,)),)))
    row.save()
    return line.south.contestant.persons.get().person.name


def test_a_name_is_that_which_strangers_may_read_today(made, cy):
    name, own = with_best_play(made, 1), signed_in(cy)
    for text in (read(made), *printed(made)[:3:2]):
        assert f"at Quay Street by {name}" in text
    Person.objects.filter(name=name).update(shown_as=ShownAs.HIDDEN)
    for client in (None, own):
        for text in (read(made, client=client), *printed(made, client=client)):
            assert name not in text
        assert "at Quay Street" in read(made, client=client)
    assert name not in str(list(EventBookletPage.objects.values_list("page", flat=True)))


def test_boards_that_may_not_be_seen_and_names_of_a_club_for_members_are_in_no_booklet(made, cy, director):
    name, own = with_best_play(made, 1), signed_in(cy)
    Club.objects.filter(pk=made.quay.pk).update(results_for=ResultsFor.MEMBERS)
    assert name not in read(made, client=own) and "at Quay Street" in read(made, client=own)
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    assert 'class="booklet-board"' not in read(made) and status(made, "booklet.pdf") == 404
    assert read(made, client=director).count('class="booklet-board"') == 3
    BoardSet.objects.update(held_until=timezone.now() + timedelta(days=1))
    assert "not shown to you" in read(made, client=director) and status(made, "booklet.pdf", director) == 404


def log_play(row: TableBoard, calls: str) -> dict:
    """Let a board at a table have been played on screens: these calls, then any cards. Return the outcome."""
    setup, options = row.board.setup(), row.round.section.session.options
    state, acts = SOLO.start(setup, options), []
    waiting = [f"c:{call}" for call in calls.split()]
    while (player := SOLO.turn(state)) is not None:
        act = (
            waiting.pop(0)
            if waiting
            else next(choice for choice in SOLO.legal(state, player) if choice.startswith("p:"))
        )
        acts.append((player, act))
        state = SOLO.apply(state, player, act)
    outcome = SOLO.outcome(state)
    play = Play.objects.create(
        room=row.table.room, game="solo", rules_version="1", options=options, setup=setup, seq=len(acts),
        status=PlayStatus.OVER, outcome=outcome,
    )  # fmt: skip
    for seq, (player, act) in enumerate(acts, 1):
        PlayEvent.objects.create(play=play, seq=seq, client_id=uuid4(), actor=player, action=act)
    TableBoard.objects.filter(pk=row.pk).update(play=play)
    return outcome


def test_the_plays_on_screens_are_what_it_is_made_from(published):
    line = EventLine.objects.get(heat=published.heats[0], board=1, table="1")
    outcome = log_play(line.table_board, "1N P P" if line.table_board.board.dealer == "S" else "P 1N P P")
    _, made_from, _ = booklet_making(published.event, 1)
    assert [result.key for result in made_from.lines if result.log is not None] == [str(line.pk)]
    right = (outcome["contract"], outcome["tricks"]) == (line.contract, line.tricks)
    assert [play.key for play in made_from.recorded] == ([str(line.pk)] if right else [])
    assert {result.club for result in made_from.lines} == {"Lantern Street", "Quay Street"}
    assert all(result.percent_south + result.percent_north == 100 for result in made_from.lines)
    assert all(not result.south and not result.north for result in made_from.lines)


@needs.compiled_solver
def test_with_the_solver_a_page_has_par(published, monkeypatch):
    monkeypatch.setattr(module, "solves_whole_deals", lambda: True)
    booklet_page_make(event_id=published.event.pk)
    assert "Par is" in read(published)


def test_a_page_that_was_made_from_an_older_ranking_is_not_stored(published):
    row = TableBoard.objects.get(round__section__session=published.nights[0], board__number=1, ns__number=1)

    def corrected():
        enter_score(row, published.user, "1N S 10", why="as told")
        publish(published.nights[0], published.user)
        event_score(event_id=published.event.pk)
        event_publish(event=published.event, user=published.user)

    with before_statement(TRANSACTION, corrected):
        assert booklet_page_make(event_id=published.event.pk)
    assert not EventBookletPage.objects.exists()
    assert make_all(published.event) == 3 and "+180" in read(published)
