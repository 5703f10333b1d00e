"""Several sections in one session, each with its own movement, tables and clock, on the same boards."""

from datetime import timedelta

import pytest
from django.http import Http404

from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.nights.models import ContestantPerson, Movement, Session, TableBoard
from clubsite.nights.selectors.drafts import missing_for_start
from clubsite.nights.selectors.movements import boards_needed
from clubsite.nights.selectors.progress import boards_played
from clubsite.nights.selectors.sessions import sections_of, table_for
from clubsite.nights.services.boards import boards_number
from clubsite.nights.services.directing import clock_add, session_end
from clubsite.nights.services.movement import contestant_assign
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.nights.services.sections import (
    section_add_pairs,
    section_pace,
    section_play,
    section_remove,
    sections_split,
)
from clubsite.nights.services.setup import robot_ask, session_update
from tests.kit.nights import fill, take


def sizes(session: Session) -> list[tuple[str, int]]:
    return [(section.name, section.expected) for section in sections_of(session)]


@pytest.fixture
def two(draft, dee):
    sections_split(session=draft, sizes=[6, 6], user=dee)
    fill(draft, dee)
    session_start(session=draft, user=dee)
    draft.refresh_from_db()
    return draft


def test_sizes_add_up_and_the_letter_stands_before_the_number_where_there_are_several(draft, dee):
    take(sections_of(draft)[0], dee)
    assert table_for(draft, "3").label == "3"
    for wrong, message in (
        ([8, 6], "hold 14 players, the session has 12: 2 too many"),
        ([6, 5], "1 still to be placed"),
        ([11, 1], "at least 2"),
    ):
        with pytest.raises(Refused, match=message):
            sections_split(session=draft, sizes=wrong, user=dee)
    sections_split(session=draft, sizes=[6, 6], user=dee)
    take(sections_of(draft)[0], dee)
    take(sections_of(draft)[1], dee)
    assert table_for(draft, "B3").label == "B3"
    assert table_for(draft, "b3").section.name == "B"
    for nothing in ("C1", "B9", "", "13\0", "BB1"):
        with pytest.raises(Http404):
            table_for(draft, nothing)


def test_names_go_on_to_the_sections_in_their_order_and_come_back(draft, dee):
    section = sections_of(draft)[0]
    take(section, dee)
    for number in range(1, 13):
        contestant_assign(session=draft, number=number, person=person_add(club=draft.club, name=f"P{number:02}"))
    sections_split(session=draft, sizes=[6, 6], user=dee)

    def names():
        rows = ContestantPerson.objects.filter(contestant__section__session=draft).select_related("person")
        return [row.person.name for row in rows.order_by("contestant__section__name", "contestant__number")]

    wanted = [f"P{number:02}" for number in range(1, 13)]
    assert names() == wanted
    for any_section in sections_of(draft):
        take(any_section, dee)
    assert names() == wanted
    sections_split(session=draft, sizes=[12], user=dee)
    assert (sizes(draft), names()) == ([("A", 12)], wanted)
    assert not sections_of(draft)[0].lettered


def test_a_late_player_joins_the_last_section_whose_movement_alone_is_asked_again_and_a_robot_fills_it(draft, dee):
    sections_split(session=draft, sizes=[6, 6], user=dee)
    for section in sections_of(draft):
        take(section, dee)
    session_update(session=draft, user=dee, players=13)
    assert sizes(draft) == [("A", 6), ("B", 7)]
    assert list(Movement.objects.values_list("section__name", flat=True)) == ["A"]
    with pytest.raises(Refused, match="too few for 2 sections"):
        session_update(session=draft, user=dee, players=3)
    robot_ask(session=draft, strength="club", user=dee)
    assert [section.field for section in sections_of(draft)] == [6, 8]
    for section in sections_of(draft):
        take(section, dee)
    robots = [
        contestant.label for section in sections_of(draft) for contestant in section.contestants.exclude(robot="")
    ]
    assert robots == ["B8"]


def test_sections_start_and_end_together_and_move_on_apart(two, dee):
    first, second = sections_of(two)
    assert (first.round_number, second.round_number) == (1, 1)
    assert {row.board.board_set_id for row in TableBoard.objects.all()} == {first.board_set_id}
    before = second.rounds.get(number=1).ends_at
    clock_add(section=first, minutes=5, user=dee)
    assert second.rounds.get(number=1).ends_at == before
    assert first.rounds.get(number=1).ends_at > before
    round_force(section=second, user=dee)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.round_number, second.round_number) == (1, 2)
    session_end(session=two, user=dee)
    assert set(TableBoard.objects.values_list("state", flat=True)) == {"unplayed"}


def test_pairs_sit_beside_the_players_with_two_names_and_typed_scores(draft, dee):
    section_add_pairs(session=draft, pairs=4, own_boards=True, user=dee)
    pairs = sections_of(draft)[1]
    assert (pairs.name, pairs.kind, pairs.live, pairs.expected) == ("B", "four_handed", False, 4)
    fill(draft, dee)
    assert missing_for_start(draft) == []
    assert not pairs.contestants.first().robot
    partner = pairs.contestants.get(number=1).persons.order_by("pk").last().person
    contestant_assign(session=draft, section=pairs, number=1, person=None, partner=True)
    assert "players" in [gap.about for gap in missing_for_start(draft)], "a pair with one name cannot start"
    contestant_assign(session=draft, section=pairs, number=1, person=partner, partner=True)
    session_start(session=draft, user=dee)
    rows = TableBoard.objects.filter(round__section=pairs).select_related("board")
    assert rows and not any(row.live for row in rows)
    assert all(not row.board.known and row.board.dealer for row in rows)


def test_nobody_plays_in_two_sections_or_twice_in_a_pair(draft, dee):
    section_add_pairs(session=draft, pairs=2, own_boards=False, user=dee)
    players, pairs = sections_of(draft)
    take(players, dee)
    take(pairs, dee)
    bo = person_add(club=draft.club, name="Bo")
    contestant_assign(session=draft, section=players, number=3, person=bo)
    with pytest.raises(Refused, match="Bo already plays as number A3"):
        contestant_assign(session=draft, section=pairs, number=1, person=bo)
    with pytest.raises(Refused, match="no such place"):
        contestant_assign(session=draft, section=pairs, number=3, person=bo)
    contestant_assign(session=draft, section=players, number=3, person=None)
    contestant_assign(session=draft, section=pairs, number=1, person=bo)
    with pytest.raises(Refused, match="Bo is in this pair already"):
        contestant_assign(session=draft, section=pairs, number=1, person=bo, partner=True)


def test_a_four_handed_section_goes_with_its_boards_and_names(draft, dee):
    section_add_pairs(session=draft, pairs=4, own_boards=True, user=dee)
    fill(draft, dee)
    section_remove(session=draft, section=sections_of(draft)[1], user=dee)
    assert sizes(draft) == [("A", 12)] and not sections_of(draft)[0].lettered
    assert draft.board_sets.count() == 1
    with pytest.raises(Refused, match="Put the two-handed sections together"):
        section_remove(session=draft, section=sections_of(draft)[0], user=dee)


def test_boards_without_cards_are_not_for_screens(draft, dee):
    section = sections_of(draft)[0]
    with pytest.raises(Refused, match="only for tables with physical cards"):
        boards_number(session=draft, section=section, count=12, user=dee)
    section_play(session=draft, section=section, live=False, user=dee)
    fill(draft, dee)
    boards_number(session=draft, section=section, count=12, user=dee)
    assert sections_of(draft)[0].board_set.source == "table"
    section_play(session=draft, section=section, live=True, user=dee)
    assert any("cards" in gap.sentence for gap in missing_for_start(draft))


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


def test_a_section_s_own_pace_is_another_than_the_session_s_and_asks_that_section_alone_again(split, dee):
    pace(split, dee, "B", split.boards_per_round, split.minutes_per_board)
    section = split.sections.get(name="B")
    assert section.own_boards_per_round is None and section.own_minutes_per_board is None
    fill(split, dee)
    pace(split, dee, "A", None, 9)
    assert Movement.objects.count() == 2, "another clock changes no movement"
    pace(split, dee, "B", 2, None)
    assert [movement.section.name for movement in Movement.objects.all()] == ["A"]
    fill(split, dee)
    session_update(session=split, user=dee, boards_per_round=3)
    assert [section.boards_per_round for section in sections_of(split)] == [3, 2]
    assert [movement.section.name for movement in Movement.objects.all()] == ["B"]
    pace(split, dee, "B", 7, None)
    fill(split, dee)
    assert boards_needed(sections_of(split)) == 21
    assert [gap.sentence for gap in missing_for_start(split)] == [
        "Section B: this movement needs 21 boards, the set has 20. Import more or choose another movement."
    ]


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
    for boards, minutes, sentence in (
        ("13", "8", "Choose from 1 to 12 boards a round."),
        ("two", "8", "Write how many boards a round there are, as a number."),
        ("2", "0", "Choose from 3 to 30 minutes a board."),
    ):
        page = director.post(at + "pace/", {**same, "boards-B": boards, "minutes-B": minutes}).text
        field = "boards-B" if minutes == "8" else "minutes-B"
        after = page[page.index(f'id="id_{field}"') :]
        assert sentence in after[: after.index("</div>")]
    assert split.sections.get(name="B").boards_per_round == 2, "what was refused changed nothing"
