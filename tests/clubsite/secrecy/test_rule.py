"""SOLO-31: what the rule decides from the facts about a reader and a board, in the words of docs/hidden-cards.md."""

from dataclasses import fields, replace
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubsite.secrecy.__main__ import rewritten
from clubsite.secrecy.facts import BoardFacts, Owes, SessionPhase, What
from clubsite.secrecy.rule import WhyNot, may_see, why_not
from clubsite.secrecy.table import MOMENTS, READERS, facts_at
from tests.long import sample

PAGE = Path(__file__).resolve().parents[3] / "docs" / "hidden-cards.md"
VALUES = {"owes": [None, *Owes], "promised": [None, False, True], "phase": [None, *SessionPhase]}
OWED = ["owed_here", "coming", "owed_elsewhere"]
HIDING = [*OWED, "sealed"]
ANY_FACTS = st.builds(
    BoardFacts, **{fact.name: st.sampled_from(VALUES.get(fact.name, [False, True])) for fact in fields(BoardFacts)}
)
CLOSED = {"owed_here": False, "coming": False, "owed_elsewhere": False, "sealed": False}
DIRECTOR = BoardFacts(directs=True, owes=Owes.NOTHING)
READER = BoardFacts(reads_results=True, published=True, phase=SessionPhase.ENDED, **CLOSED)
SPECTATOR = BoardFacts(reads_results=True, watched=True, phase=SessionPhase.RUNNING, **CLOSED)


def seen(facts: BoardFacts) -> set[What]:
    return {what for what in What if may_see(facts, what)}


@given(ANY_FACTS)
@settings(max_examples=sample(300, 20_000), deadline=None)
def test_more_that_is_owed_never_shows_more_solo_31(facts):
    for name in HIDING:
        assert seen(replace(facts, **{name: True})) <= seen(replace(facts, **{name: False})), name
    by_owing = [seen(replace(facts, owes=owes)) for owes in Owes]
    assert all(later <= earlier for earlier, later in pairwise(by_owing))


@given(ANY_FACTS)
@settings(max_examples=sample(300, 20_000), deadline=None)
def test_a_fact_that_is_left_out_never_shows_more(facts):
    for fact in fields(BoardFacts):
        assert seen(replace(facts, **{fact.name: fact.default})) <= seen(facts), fact.name


def test_nothing_is_shown_without_facts():
    assert not seen(BoardFacts())
    assert why_not(BoardFacts(), What.CARDS) is WhyNot.NOT_PUBLISHED


@pytest.mark.parametrize("owes", [Owes.PLANNED, Owes.COMING, Owes.LATE, None])
def test_a_director_who_has_the_deal_still_to_play_sees_nothing_of_it_solo_31(owes):
    assert seen(DIRECTOR) == set(What) - {What.VERDICT}
    assert not seen(replace(DIRECTOR, owes=owes))
    assert why_not(replace(DIRECTOR, owes=owes), What.CARDS) is WhyNot.OWED_BY_READER


def test_a_file_may_be_taken_unread_before_the_session_and_by_promise_only_solo_31():
    planned = replace(DIRECTOR, owes=Owes.PLANNED)
    assert why_not(replace(planned, promised=False), What.FILE) is WhyNot.PROMISE
    assert seen(replace(planned, promised=True)) == {What.FILE}
    for owes in (Owes.COMING, Owes.LATE):
        assert why_not(replace(DIRECTOR, owes=owes, promised=True), What.FILE) is WhyNot.OWED_BY_READER


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"published": False}, WhyNot.NOT_PUBLISHED),
        ({"phase": SessionPhase.RUNNING}, WhyNot.NOT_PUBLISHED),
        ({"reads_results": False}, WhyNot.MEMBERS_ONLY),
        ({"owed_here": True}, WhyNot.OWED_HERE),
        ({"owed_elsewhere": True}, WhyNot.OWED_ELSEWHERE),
        ({"sealed": True}, WhyNot.SEALED),
    ],
)
def test_everybody_sees_what_is_published_and_what_nobody_has_still_to_play_solo_31(change, reason):
    assert seen(READER) == set(What)
    hidden = replace(READER, **change)
    assert {why_not(hidden, what) for what in What} == {reason}


@pytest.mark.parametrize("name", OWED)
def test_a_watched_table_shows_a_play_when_nobody_can_meet_the_board_solo_31(name):
    assert seen(SPECTATOR) == {What.CARDS, What.SEQUENCE, What.SCORE, What.VERDICT, What.REPLAY}
    assert not seen(replace(SPECTATOR, **{name: True}))
    assert not seen(replace(SPECTATOR, phase=SessionPhase.DRAFT))
    assert not seen(replace(SPECTATOR, reads_results=False))


def test_a_seat_sees_the_others_results_as_the_session_shows_them_solo_30_solo_31():
    seat = BoardFacts(agreed=True, phase=SessionPhase.RUNNING)
    assert seen(seat) == {What.SCORE}
    assert why_not(seat, What.TRAVELLER) is WhyNot.AT_END
    assert why_not(replace(seat, after_board=True), What.TRAVELLER) is WhyNot.OWED_ELSEWHERE
    assert seen(replace(seat, after_board=True, owed_elsewhere=False)) == {What.SCORE, What.TRAVELLER}
    assert not seen(replace(seat, agreed=False, after_board=True, owed_elsewhere=False))


@pytest.mark.parametrize(("sat", "member", "owes"), product([True, False], [True, False], Owes))
def test_a_link_shows_slips_to_who_has_played_the_board_and_to_members_who_do_not_play_solo_31(sat, member, owes):
    reader = BoardFacts(has_link=True, sat=sat, member=member, owes=owes)
    may = owes is Owes.NOTHING and (sat or member)
    assert seen(reader) == ({What.SEQUENCE} if may else set())
    assert not seen(replace(reader, has_link=False))


def test_the_keeper_sees_the_scores_of_boards_that_they_do_not_owe_solo_31():
    keeper = BoardFacts(keeps_site=True, owes=Owes.NOTHING)
    assert seen(keeper) == {What.SCORE, What.TRAVELLER}
    assert not seen(replace(keeper, owes=Owes.COMING))


def test_no_card_of_a_board_that_somebody_still_has_to_play_goes_to_anybody_but_the_director_and_by_a_link():
    """SOLO-31: checked in all tables of docs/hidden-cards.md."""
    cards = {What.CARDS, What.REPLAY, What.VERDICT, What.FILE, What.SEQUENCE}
    for reader, moment in product(READERS, MOMENTS):
        facts = facts_at(reader, moment)
        if (facts.owed_here or facts.owed_elsewhere or facts.owes is not Owes.NOTHING) and seen(facts) & cards:
            assert facts.owes is Owes.NOTHING, (reader.words, moment.words)
            assert facts.directs or facts.has_link, (reader.words, moment.words)


def test_the_tables_of_the_page_are_those_of_the_rule():
    page = PAGE.read_text(encoding="utf-8")
    assert rewritten(page) == page, "run: make hidden-cards"
