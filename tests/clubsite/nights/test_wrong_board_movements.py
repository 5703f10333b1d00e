"""A wrong board in every kind of movement: its effects on the table, other tables, the ranking and later rounds."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from clubsite.nights.models import Seating, Section, Session, TableBoard
from clubsite.nights.selectors.progress import boards_played
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.sections import section_play, sections_split
from clubsite.play.models import Room
from clubsite.rankings.models import BoardScore
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.selectors.travellers import board_so_far
from clubsite.rankings.services.sweep import results_sweep
from clubsite.rankings.services.teams import teams_of
from movements.barometer import barometer
from movements.files import read_plan
from movements.halves import half_rounds
from movements.mitchell import straight
from movements.swiss import first_round
from movements.teams import american_whist
from tests.kit.nights import draft_night, fill_night
from tests.kit.pages import words
from tests.kit.terminal import SHARED, boards, told
from tests.kit.typed_scores import enter_score


@pytest.fixture
def start(make_night):
    """A function that starts a session in which all tables play with cards."""
    return lambda plan, **how: make_night(players=plan.contestants, plan=plan, with_cards=True, **how)


@pytest.fixture
def swiss(club, dee):
    """A Swiss session for eight players with cards: four rounds of one board each."""
    session = draft_night(club, dee, 8)
    section_play(session=session, section=sections_of(session)[0], live=False, user=dee)
    return fill_night(session, dee, first_round(8), title="Swiss", boards=4, drawn_rounds=4)


@pytest.fixture
def play(dee, on_commit):
    """A function that scores every row of the next rounds. South makes more tricks at tables with lower numbers."""

    def played(session: Session, rounds=1):
        for section in sections_of(session) * rounds:
            section.refresh_from_db()
            rows = TableBoard.objects.filter(round__section=section, state="waiting")
            rows = rows.filter(round__number=section.round_number).order_by("table__number", "board__number")
            for row in rows:
                with on_commit():
                    enter_score(row, dee, f"1N S {13 - row.table.number}")

    return played


@pytest.fixture
def instead(director, on_commit):
    """A function that previews the change, then makes it as the director, and returns the text of the preview."""

    def made(row: TableBoard, board: int, kept: str = "") -> str:
        url = f"/director/{row.round.section.session.public_id}/score/{row.pk}/board/"
        shown = director.get(url, {"board": board, "kept": kept})
        assert not shown.context["plan"].fault, shown.context["plan"].fault
        with on_commit():
            director.post(url, {"board": board, "kept": kept, "seen": shown.context["plan"].seen})
        return words(shown)

    return made


def line(session: Session, board: int, table: int = 1, number: int = 1) -> TableBoard:
    rows = TableBoard.objects.exclude(state="void").filter(round__section__session=session)
    return rows.get(board__number=board, table__number=table, round__number=number)


def taken_back(director: Client, row: TableBoard) -> str:
    url = f"/director/{row.round.section.session.public_id}/score/{row.pk}/board/undo/"
    return words(director.post(url, follow=True))


def points(session: Session, board: int) -> dict[tuple[int, int], tuple[Any, Any, int]]:
    """Return the points of N/S and E/W on a board, and the top, by round and table."""
    results_sweep()
    rows = BoardScore.objects.filter(table_board__round__section__session=session)
    rows = rows.filter(table_board__board__number=board).select_related("table_board__round")
    by_table = {}
    for score in rows.select_related("table_board__table"):
        mp, at = score.points, score.table_board
        by_table[at.round.number, at.table.number] = mp.ns, mp.ew, mp.top
    return by_table


def ruling(row: TableBoard) -> str:
    return str(row.score_entries.get().ruling)


def test_in_a_mitchell_nobody_elses_points_change(start, play, instead):
    """Bo and Ann each meet board 2 again, so the board has two results, two artificial scores and the usual top."""
    night = start(straight(3, 3))
    instead(line(night.session, 1), 2)
    play(night.session, rounds=3)
    assert points(night.session, 3) == {(1, 3): (0, 4, 4), (2, 2): (2, 2, 4), (3, 1): (4, 0, 4)}, "as ever"
    assert points(night.session, 2) == {
        # Two results of three (Neuberg): 2 of 2 is 3.5 of 4.
        (1, 1): (Fraction(7, 2), Fraction(1, 2), 4),
        (1, 2): (Fraction(1, 2), Fraction(7, 2), 4),
        (2, 1): (Fraction(8, 5), Fraction(12, 5), 4),
        (3, 3): (Fraction(12, 5), Fraction(8, 5), 4),
    }, "40 % to who had played it, 60 % to the other"
    assert {ruling(line(night.session, 2, *at)) for at in ((1, 2), (3, 3))} == {"A4060", "A6040"}
    shown = board_so_far(line(night.session, 3, 3)).lines
    assert {(score.points.top if score.points else 0) for score in shown} == {4}, "at the table as in the ranking"
    assert boards_played(sections_of(night.session)[0]) == (9, 9)


def test_in_a_swiss_the_draw_counts_it_and_both_get_artificial_scores_of_the_next_round(swiss, play, instead):
    shown = instead(line(swiss, 1), 2)
    assert "Round 2 The round is still to be drawn" in shown
    play(swiss)
    section = sections_of(swiss)[0]
    assert section.round_number == 2, "drawn when every table had its score"
    two = set(line(swiss, 2).seats.values_list("contestant", flat=True))
    second = TableBoard.objects.filter(round__number=2, round__section=section)
    settled = [row for row in second if {row.ns_id, row.ew_id} & two]
    assert len(settled) == 2 and {row.state for row in settled} == {"finished"}
    assert {ruling(row) for row in settled} <= {"A4060", "A6040"}
    assert all(Seating.objects.get(round=row.round, table=row.table).done for row in settled)
    play(swiss)
    assert sections_of(swiss)[0].round_number == 3, "the settled tables hold nobody up"
    play(swiss, rounds=2)
    results_sweep()
    rows = {row.contestant: row for ranking in rankings_so_far(swiss) for row in ranking.rows}
    assert len(rows) == 8
    # Board 1 counts for six of them; the two have board 2 twice instead: four boards of 6 each.
    assert {row.possible for row in rows.values()} == {24}
    second_board = points(swiss, 2)
    assert second_board.keys() == {(1, 1), *((2, table) for table in (1, 2, 3, 4))}
    assert {ns + ew for ns, ew, _ in second_board.values()} == {6}


def test_in_a_swiss_whose_round_is_drawn_already_the_table_plays_on(swiss, dee, play, instead, director):
    """When table 1 notices, the round is held and round 2 is already drawn. The score moves, but nothing is redrawn."""
    Section.objects.filter(session=swiss).update(hold=True)
    play(swiss)
    section = sections_of(swiss)[0]
    drawn = list(section.rounds.get(number=2).seatings.values_list("ns", "ew"))
    assert section.round_number == 1
    shown = instead(line(swiss, 1), 2)
    assert "Table" in shown and "60 % to" in shown, "who meets whom is known"
    assert list(section.rounds.get(number=2).seatings.values_list("ns", "ew")) == drawn
    assert director.post(f"/director/{swiss.public_id}/hold/", {"hold": "", "number": 1}).status_code < 500


def test_a_round_that_nobody_can_play_gives_way_to_the_next(start, play, instead):
    """Two players meet at one table on a board that they have both already played, so that round ends at once."""
    night = start(read_plan("2 1 3 3 0\n1-2 A\n1-2 B\n1-2 C").plan)
    instead(line(night.session, 1), 2)
    play(night.session)
    assert ruling(line(night.session, 2, number=2)) == "A4040"
    assert sections_of(night.session)[0].round_number == 3
    play(night.session)
    assert boards_played(sections_of(night.session)[0]) == (3, 3)


def test_in_half_rounds_the_two_play_the_board_that_they_left_out(start, play, instead, director):
    """The two players meet for two rounds. In the second round they cannot play board 2, so they are given board 1."""
    night = start(half_rounds(2, 6))
    row = line(night.session, 1)
    instead(row, 2)
    play(night.session)
    again = line(night.session, 2, row.table.number, 2)
    assert (again.state, ruling(again)) == ("finished", "A4040")
    shown = instead(again, 1)
    assert "still to be scored: what board 2 was given does not go to it" in shown
    played = line(night.session, 1, row.table.number, 2)
    assert played.state == "waiting"
    taken_back(director, played)
    assert (line(night.session, 2, row.table.number, 2).pk, ruling(again)) == (again.pk, "A4040"), "as it was"
    instead(again, 1)
    play(night.session, rounds=5)
    section = sections_of(night.session)[0]
    assert boards_played(section)[0] == boards_played(section)[1] == 12
    results_sweep()
    assert {row.possible for ranking in rankings_so_far(night.session) for row in ranking.rows} == {12}


@pytest.mark.parametrize("given", ["A4060", "A5050", "A6040"])
def test_an_artificial_score_of_the_own_board_stays_with_it(given, start, play, instead, dee, director):
    """Board 2 still has to be scored. After the undo, the table has its artificial score again."""
    night = start(straight(3, 3))
    own = line(night.session, 1)
    enter_score(own, dee, given)
    assert "what board 1 was given does not go to it" in instead(own, 2)
    new = line(night.session, 2)
    assert (new.state, new.score_entries.count()) == ("waiting", 0)
    enter_score(new, dee, "4S S 10")
    taken_back(director, new)
    assert (line(night.session, 1).state, ruling(line(night.session, 1))) == ("finished", given)
    instead(own, 2, "kept")
    assert (ruling(line(night.session, 1)), line(night.session, 2).state) == (given, "waiting")
    assert boards_played(sections_of(night.session)[0]) == (1, 10)
    play(night.session, rounds=3)
    assert boards_played(sections_of(night.session)[0]) == (10, 10)
    results_sweep()
    rows = [row for ranking in rankings_so_far(night.session) for row in ranking.rows]
    # The two have an artificial score for board 1, and board 2 twice: one result more than the others.
    assert sorted(row.possible for row in rows) == [12, 12, 12, 12, 16, 16]


@pytest.mark.parametrize("given", ["A4060", "A5050", "A6060"])
def test_a_board_with_artificial_scores_elsewhere_is_compared_as_ever(given, start, play, instead, dee, on_commit):
    night = start(straight(3, 3))
    with on_commit():
        enter_score(line(night.session, 2, 2), dee, given)
    instead(line(night.session, 1), 2)
    play(night.session, rounds=3)
    south, north = (Fraction(int(part) * 4, 100) for part in (given[1:3], given[3:5]))
    assert points(night.session, 2) == {
        (1, 1): (2, 2, 4),  # the only result: worth half
        (1, 2): (south, north, 4),
        (2, 1): (Fraction(8, 5), Fraction(12, 5), 4),
        (3, 3): (Fraction(12, 5), Fraction(8, 5), 4),
    }


def test_in_an_american_whist_it_is_no_board_of_the_match_and_the_ruling_decides_the_later_one(start, play, instead):
    """Three teams play. Table 1 plays board 2 instead of board 1, so only one table of their match has board 1."""
    night = start(american_whist(3, 2))
    row = TableBoard.objects.get(round__section=night.section, round__number=1, table__number=1)
    other = next(n for n in (1, 2, 3) if n != row.board.number)
    instead(row, other)
    play(night.session, rounds=2)
    section = sections_of(night.session)[0]
    done, total = boards_played(section)
    assert done == total
    again = [
        table_board
        for table_board in TableBoard.objects.filter(round__number=2, board__number=other)
        if {table_board.ns_id, table_board.ew_id} & {row.ns_id, row.ew_id}
    ]
    for meeting in again:
        assert ruling(meeting) in ("A4060", "A6040")
    teams = teams_of(section)
    first = {row.ns.number, row.ew.number - 3}
    matches = {frozenset((m["first"], m["second"])): m for m in teams["matches"]}
    assert frozenset(first) not in matches, "the only board of their match has one table"
    for two, match in matches.items():
        ruled = [repeat for repeat in again if {(n - 1) % 3 + 1 for n in (repeat.ns.number, repeat.ew.number)} == two]
        assert match["boards"] == 1
        assert not ruled or match["net"] in ("3", "-3"), "average plus against average minus: 3 IMPs"


def test_tables_that_share_boards_neither_wait_for_it_nor_lose_their_order(start, instead, director):
    """Tables 1 and 2 share boards 1 to 4. Table 1 has played board 5, from the next round, instead of board 1."""
    night = start(read_plan(SHARED).plan, boards_per_round=4)
    before = Room.objects.get(table__section=night.section, table__number=2).rev
    instead(line(night.session, 1), 5)
    assert told(boards(night, 1)) == [(2, "", False), (3, "2", False), (4, "2", False), (5, "", False)]
    assert told(boards(night, 3)) == [(3, "", False), (4, "", False), (1, "1", True), (2, "1", False)]
    assert Room.objects.get(table__section=night.section, table__number=2).rev > before, "its page is told"
    taken_back(director, line(night.session, 5))
    assert told(boards(night, 3))[2] == (1, "1", False)


def test_a_shared_board_that_another_table_has_taken_is_still_passed_on(start, instead, dee, on_commit):
    """Two tables share two boards, and a third table has played one of them. The two still hear from each other."""
    plan = read_plan("6 3 2 2 0\n1-2 A 3-4 A 5-6 B\n1-3 B 2-5 B 4-6 A").plan
    night = start(plan, boards_per_round=2)
    shown = instead(line(night.session, 3, 3), 1)
    assert "Take board 1 to table 1 and 2" in shown
    rev = Room.objects.get(table__section=night.section, table__number=2).rev
    with on_commit():
        enter_score(line(night.session, 1), dee, "p")
    assert Room.objects.get(table__section=night.section, table__number=2).rev > rev


def test_both_tables_of_the_next_round_give_artificial_scores_of_a_shared_board(start, play, instead):
    night = start(read_plan(SHARED).plan, boards_per_round=2)
    instead(line(night.session, 1), 3)
    play(night.session)
    settled = TableBoard.objects.filter(round__number=2, board__number=3)
    assert {row.state for row in settled} == {"finished"} and len(settled) == 2
    assert [number for number, _, _ in told(boards(night, 1))] == [3, 4]
    play(night.session)
    assert points(night.session, 3)[1, 1] == (1, 1, 2), "the only result of the board"
    assert boards_played(sections_of(night.session)[0]) == (8, 8)


def test_where_some_tables_are_on_screens_only_those_with_cards_need_the_board(mixed, instead):
    shown = instead(line(mixed.session, 3, 2), 1)
    assert "Take board 1 to table" not in shown, "the site deals it there"


def test_sections_on_the_same_boards_are_compared_as_one_field(club, dee, play, instead):
    session = draft_night(club, dee, 12)
    for section in sections_split(session=session, sizes=[6, 6], user=dee):
        section_play(session=session, section=section, live=False, user=dee)
    fill_night(session, dee, straight(3, 3))
    first = sections_of(session)[0]
    row = TableBoard.objects.get(round__section=first, round__number=1, board__number=1)
    instead(row, 2)
    play(session, rounds=3)
    assert {top for _, _, top in points(session, 3).values()} == {10}, "six tables"
    assert {top for _, _, top in points(session, 2).values()} == {10}


def test_the_barometer_goes_on_with_the_same_boards_everywhere(start, play, instead):
    night = start(barometer(3, 5))
    shown = instead(line(night.session, 1), 2)
    assert shown.count("cannot play board 2") == 2
    play(night.session, rounds=5)
    assert boards_played(sections_of(night.session)[0]) == (15, 15)
    assert {top for board in (3, 4, 5) for _, _, top in points(night.session, board).values()} == {4}
