"""A section may have its own number of boards per round and its own clock, instead of the session's."""

from datetime import timedelta

import pytest

from clubsite.core.refused import Refused
from clubsite.nights.models import Movement, Session, TableBoard
from clubsite.nights.selectors.drafts import missing_for_start
from clubsite.nights.selectors.movements import boards_needed
from clubsite.nights.selectors.progress import boards_played
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.sections import section_add_pairs, section_pace, section_remove, sections_split
from clubsite.nights.services.setup import session_update
from tests.kit.nights import fill


@pytest.fixture
def split(draft, dee):
    """Sections A and B with six players each. By default each has three rounds of one board and eight minutes."""
    sections_split(session=draft, sizes=[6, 6], user=dee)
    return draft


def pace(session: Session, dee, letter: str, boards: int | None, minutes: int | None):
    section = session.sections.get(name=letter)
    section_pace(session=session, section=section, boards=boards, minutes=minutes, user=dee)


def test_it_plays_its_boards_by_its_own_clock(split, dee):
    pace(split, dee, "B", 2, 7)
    fill(split, dee)
    session_start(session=split, user=dee)
    lengths, boards = [], []
    for section in sections_of(split):
        now = section.rounds.get(number=1)
        lengths.append(now.ends_at - now.started_at)
        rows = TableBoard.objects.filter(round=now, table__number=2).order_by("board__number")
        boards.append([row.board.number for row in rows])
        assert boards_played(section) == (0, 9 * section.boards_per_round)
    assert lengths == [timedelta(minutes=8), timedelta(minutes=14)]
    assert boards == [[2], [3, 4]], "the second set of its own movement, of the boards that both play"


def test_the_boards_needed_are_those_of_the_section_that_needs_most(split, dee):
    pace(split, dee, "B", 7, None)
    fill(split, dee)
    assert boards_needed(sections_of(split)) == 21
    assert [gap.sentence for gap in missing_for_start(split)] == [
        "Section B: this movement needs 21 boards, the set has 20. Import more or choose another movement."
    ]


def test_other_boards_ask_only_that_section_for_its_movement_again(split, dee):
    fill(split, dee)
    pace(split, dee, "A", None, 9)
    assert Movement.objects.count() == 2, "another clock changes no movement"
    pace(split, dee, "B", 2, None)
    assert [movement.section.name for movement in Movement.objects.all()] == ["A"]


def test_the_session_s_number_leaves_a_section_alone_that_has_its_own(split, dee):
    pace(split, dee, "B", 2, None)
    fill(split, dee)
    session_update(session=split, user=dee, boards_per_round=3)
    assert [section.boards_per_round for section in sections_of(split)] == [3, 2]
    assert [movement.section.name for movement in Movement.objects.all()] == ["B"]


def test_the_session_s_own_number_is_no_other(split, dee):
    pace(split, dee, "B", split.boards_per_round, split.minutes_per_board)
    section = split.sections.get(name="B")
    assert section.own_boards_per_round is None and section.own_minutes_per_board is None


def test_one_section_has_the_session_s_pace(draft, dee):
    with pytest.raises(Refused, match="There is one section"):
        pace(draft, dee, "A", 2, None)
    sections_split(session=draft, sizes=[6, 6], user=dee)
    pace(draft, dee, "A", 2, 5)
    sections_split(session=draft, sizes=[12], user=dee)
    assert sections_of(draft)[0].boards_per_round == draft.boards_per_round
    section = section_add_pairs(session=draft, pairs=4, own_boards=False, user=dee)
    pace(draft, dee, "A", 2, None)
    fill(draft, dee)
    section_remove(session=draft, section=section, user=dee)
    assert sections_of(draft)[0].boards_per_round == draft.boards_per_round
    assert not Movement.objects.filter(section__session=draft).exists(), "made for other boards a round"


def test_the_page_sets_all_of_them_and_says_what_is_wrong_at_its_field(split, director):
    at = f"/director/{split.public_id}/setup/sections/"
    same = {"boards-A": "1", "minutes-A": "8"}
    page = director.post(at + "pace/", {**same, "boards-B": "2", "minutes-B": ""}, follow=True).text
    assert "16 minutes a round, its own" in page and "8 minutes a round" in page
    for boards, minutes, said in (
        ("13", "8", "Choose from 1 to 12 boards a round."),
        ("two", "8", "Write how many boards a round there are, as a number."),
        ("2", "0", "Choose from 3 to 30 minutes a board."),
    ):
        page = director.post(at + "pace/", {**same, "boards-B": boards, "minutes-B": minutes}).text
        field = "boards-B" if minutes == "8" else "minutes-B"
        after = page[page.index(f'id="id_{field}"') :]
        assert said in after[: after.index("</div>")]
    assert split.sections.get(name="B").boards_per_round == 2, "what was refused changed nothing"
