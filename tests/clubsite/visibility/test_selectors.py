"""SOLO-31: the facts about boards that are collected from the database, and the answers that the rule gives."""

import pytest
from django.utils import timezone

from clubsite.nights.models import Board, Contestant, TableBoard, TravellersShown
from clubsite.nights.services.directing import session_end
from clubsite.rankings.selectors.published import hidden_boards, published_or_404
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.scores.selectors.owed import owed_by
from clubsite.secrecy.facts import Owes, SessionPhase, What
from clubsite.secrecy.rule import WhyNot
from clubsite.visibility.selectors import RESULTS_READER, SPECTATOR, BoardReader, facts_of, may_see, seen_by, why_not
from tests.kit.nights import draft_night
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.typed_scores import enter_score

AT_SEAT = BoardReader(agreed=True)


def boards_of(night) -> list[Board]:
    return list(Board.objects.filter(board_set__session=night.session).order_by("number"))


def test_a_board_is_shown_to_readers_from_its_publication_on_solo_31(scored_night, dee):
    boards = boards_of(scored_night)
    assert {why_not(RESULTS_READER, board, What.CARDS) for board in boards} == {WhyNot.NOT_PUBLISHED}
    session_end(session=scored_night.session, user=dee)
    assert seen_by(RESULTS_READER, boards, What.CARDS) == set()
    publish(scored_night.session, dee)
    assert seen_by(RESULTS_READER, boards, What.VERDICT) == {board.pk for board in boards}
    assert seen_by(BoardReader(), boards, What.VERDICT) == set()
    unpublish(scored_night.session, dee)
    assert seen_by(RESULTS_READER, boards, What.CARDS) == set()


def test_a_published_board_that_is_to_be_played_late_again_is_hidden_as_a_whole_solo_31(published_night, dee, client):
    """The board's cards and scores once stayed visible until the next version; only its verdicts were hidden."""
    board = boards_of(published_night)[0]
    row = TableBoard.objects.filter(board=board).first()
    enter_score(row, dee, "late", why="Played on Friday")
    published = published_or_404(published_night.session.public_id)
    assert published.hidden == {board.pk: WhyNot.OWED_HERE} and published.hidden_keys == {WhyNot.OWED_HERE: ["1"]}
    base = f"/results/{published_night.session.public_id}/"
    assert client.get(f"{base}board/1/").status_code == 404
    assert client.get(f"{base}board/2/").status_code == 200
    for page in ("boards/", "hands/", "player/1/"):
        assert "Board 1 is not shown: a table has it still to play." in words(client.get(base + page))
    enter_score(row, dee, "1N S 7", why="Played")
    assert published_or_404(published_night.session.public_id).hidden == {}
    assert client.get(f"{base}board/1/").status_code == 200


def test_a_spectator_sees_a_board_that_nobody_can_meet_any_more_solo_31(scored_night, make_night):
    boards = boards_of(scored_night)
    assert seen_by(SPECTATOR, boards, What.REPLAY) == {board.pk for board in boards}
    draft = make_night(start=False, seed="other")
    assert seen_by(SPECTATOR, boards_of(draft), What.REPLAY) == set()
    (facts,) = facts_of(SPECTATOR, boards_of(draft)[:1]).values()
    assert facts.phase is SessionPhase.DRAFT and not facts.published


def test_a_seat_is_told_how_others_fared_as_the_session_shows_it_solo_31(scored_night, make_night):
    board = boards_of(scored_night)[0]
    assert may_see(AT_SEAT, board, What.TRAVELLER)
    scored_night.session.travellers = TravellersShown.AT_END
    scored_night.session.save()
    assert why_not(AT_SEAT, board, What.TRAVELLER) is WhyNot.AT_END
    scored_night.session.travellers = TravellersShown.AFTER_BOARD
    scored_night.session.save()
    make_night(start=False, seed="tests", date=timezone.localdate())
    assert why_not(AT_SEAT, board, What.TRAVELLER) is WhyNot.OWED_ELSEWHERE
    assert may_see(AT_SEAT, board, What.SCORE)


def test_a_link_is_asked_about_everybody_whom_the_reader_is_or_was_solo_31(night, dee):
    row = TableBoard.objects.select_related("board__board_set__session").filter(ns=night.contestant(1)).first()
    here = list(Contestant.objects.filter(pk=row.ns_id).select_related("section__session"))
    reader = BoardReader(has_link=True, contestants=here)
    assert why_not(reader, row.board, What.SEQUENCE) is WhyNot.OWED_BY_READER
    enter_score(row, dee, "1N S 7")
    assert may_see(reader, row.board, What.SEQUENCE)
    assert may_see(BoardReader(has_link=True, member=True), row.board, What.SEQUENCE)
    assert not may_see(BoardReader(has_link=True), row.board, What.SEQUENCE)


@pytest.mark.parametrize(("status", "owes"), [("draft", Owes.PLANNED), ("running", Owes.COMING)])
def test_how_far_a_director_still_has_to_play_follows_from_the_session_solo_31(make_night, dee, status, owes):
    night = make_night(start=status == "running")
    plays_as(night.session, 1, dee)
    assert owed_by(dee, night.session) == dict.fromkeys([board.pk for board in boards_of(night)], owes)


def test_where_nobody_has_anything_still_to_play_many_boards_cost_two_queries(
    published_night, django_assert_num_queries
):
    boards = boards_of(published_night)
    with django_assert_num_queries(2):
        assert len(seen_by(RESULTS_READER, boards, What.CARDS)) == 3
    with django_assert_num_queries(1):
        assert hidden_boards(Board.objects.filter(board_set__session=published_night.session)) == {}


def test_no_board_costs_no_query(club, dee, django_assert_num_queries):
    draft_night(club, dee)
    with django_assert_num_queries(0):
        assert seen_by(SPECTATOR, [], What.CARDS) == set()
