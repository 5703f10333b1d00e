"""Howells: the maker's arithmetic and recipes, every size, and the stored tables."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movements.balance import quality
from movements.checks import problems
from movements.errors import MovementError
from movements.howell import expanded, follows, howell, howell_lengths, howell_rounds, stored
from movements.make_howells import main, remade, searched
from movements.making.chance import Chance
from movements.making.designs import RingTurn, design
from movements.making.orientation import Directions
from movements.making.recipes import Recipe, made
from movements.making.search import best_cyclic, best_free
from movements.making.sizes import cyclic_turns, free_turns
from movements.plan import Plan, with_sit_out
from tests.long import long, sample
from tests.movements.repairs import cells

TURNS = [
    RingTurn((7, 1, 1, 1), (7,)), RingTurn((8, 2, 2), (8,)), RingTurn((6, 6), (6, 1)), RingTurn((3, 3, 3, 3), (3, 3)),
    RingTurn((3, 1, 3, 1), (3, 1), halves=(0, 0, 1, 1)), RingTurn((1,) * 8, (1,) * 6),
]  # fmt: skip


@settings(max_examples=sample(10, 100), deadline=None)
@given(st.sampled_from(TURNS), st.integers(0, 1000))
def test_every_seed_gives_a_sound_movement(turn, seed):
    plan = expanded(made(Recipe(turn, seed, heat=4, steps=50, seed=seed)))
    assert problems(plan) == []
    assert plan.shares() == ()


@settings(max_examples=sample(10, 100), deadline=None)
@given(st.sampled_from(TURNS), st.integers(0, 100), st.data())
def test_turning_a_table_round_adds_what_was_foreseen(turn, seed, data):
    meetings = [meeting for orbit in design(turn, seed) for meeting in orbit]
    directions = Directions(meetings, sum(turn.contestants))
    for meeting in data.draw(st.lists(st.sampled_from(meetings), max_size=6)):
        before, gain = directions.squares, directions.gain(meeting)
        directions.turn(meeting)
        assert directions.squares == before + 4 * gain


def test_chance_is_the_same_everywhere_and_even():
    chance = Chance(7)
    drawn = [chance.below(6) for _ in range(6000)]
    assert all(900 < drawn.count(face) < 1100 for face in range(6))
    deck = list(range(10))
    Chance(1).shuffle(deck)
    assert deck == [6, 0, 5, 2, 7, 9, 4, 1, 8, 3]


@pytest.mark.parametrize("size", [(8, 12), (7, 8), (9, 9), (12, 13), (6, 6), (14, 15)])
def test_turns_seat_everybody_in_every_round(size):
    tables, rounds = size
    for turn in cyclic_turns(*size) + free_turns(*size):
        assert (sum(turn.contestants), sum(turn.rounds)) == (2 * tables, rounds)
    with pytest.raises(LookupError):
        design(RingTurn((6, 2), (6,)), 1, attempts=3)


@long
def test_a_longer_search_finds_something_more_even():
    recipes = [best_free(5, 8, [1], short=20, longer=longer) for longer in ((), ((1, 900),))]
    qualities = [quality(expanded(made(recipe))) for recipe in recipes]
    assert qualities[0] < qualities[1]
    cyclic = best_cyclic(5, 6, [1, 2])
    assert cyclic is not None
    assert quality(expanded(made(cyclic))) >= Fraction(56)
    assert best_cyclic(4, 6, [1]) is None


@long
def test_a_search_keeps_what_is_better():
    """The result for 4x7 may not replace the perfect movement. The result for 4x6 may, but only if it is more even."""
    assert searched("4x7", 1, longer=()) == stored()["4x7"]
    recipes = searched("4x6", 1, longer=())
    assert problems(expanded(recipes["free"])) == []
    assert quality(expanded(recipes["free"])) >= quality(howell(4, 6))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("size", sample(["2x3", "3x5", "4x7", "5x9", "6x11", "7x13"], [*stored()]))
def test_every_stored_howell_is_what_its_recipe_gives(size):
    assert remade([size]) == {size: stored()[size]}


def test_the_command_makes_one_size_again(capsys):
    assert main(["--only", "5", "9"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out) == {"5x9": stored()["5x9"]}
    assert "83.33  as stored" in output.err
    for wrong in (["--only", "3", "9"], ["--search", "4"]):
        with pytest.raises(SystemExit):
            main(wrong)


SIZES = [(tables, rounds) for tables in range(2, 15) for rounds in range(tables, 2 * tables)]
CYCLIC = [(tables, rounds) for tables in range(2, 15) for rounds in howell_lengths(tables, cyclic=True)]

# The best published movements without shared boards, Q to one decimal (perfect ones exactly).
PUBLISHED = {
    "4x6": "77.1", "4x7": "100", "5x7": "74.8", "5x8": "83.7", "5x9": "83.3", "6x8": "69.9", "6x9": "90.7",
    "6x11": "100", "7x9": "77.9", "7x11": "91.1", "7x12": "89.8", "7x13": "91.3", "8x11": "82.9", "8x12": "87.1",
    "8x13": "91.3", "8x14": "95.3", "8x15": "100", "9x13": "89.1", "9x17": "94.7", "10x12": "78.8",
    "10x13": "83.3", "10x14": "82.7", "10x19": "100", "12x14": "79.0",
}  # fmt: skip


@pytest.mark.parametrize(("tables", "rounds"), SIZES)
def test_everybody_plays_every_board_set_once_and_nobody_twice(tables, rounds):
    plan = howell(tables, rounds)
    check_complete(plan, tables, rounds)


@pytest.mark.parametrize(("tables", "rounds"), CYCLIC)
def test_in_the_cyclic_one_everybody_follows_the_number_below_and_boards_go_down_from_table_to_table(tables, rounds):
    plan = howell(tables, rounds, cyclic=True)
    check_complete(plan, tables, rounds)
    leaders = follows(plan)
    assert sorted(leaders.values()) == list(range(1, 2 * tables + 1))
    assert all(leaders[number] == number - 1 for number in range(2, rounds + 1))
    assert leaders[1] == rounds
    # Above the first ring are smaller ones and those who stay; within a ring everyone follows the number
    # below.
    above = [number for number in range(rounds + 1, 2 * tables + 1) if leaders[number] < number]
    assert all(leaders[number] == number - 1 for number in above)
    assert quality(plan) <= quality(howell(tables, rounds))
    for number in range(1, rounds):
        for now, then in zip(plan.round(number), plan.round(number + 1), strict=True):
            assert then.boardset == now.boardset % rounds + 1
    order = [p.boardset for p in plan.round(1)]
    assert order == sorted(order)


def check_complete(plan: Plan, tables: int, rounds: int):
    assert problems(plan) == []
    assert (plan.rounds, plan.board_sets, plan.contestants, plan.winners) == (rounds, rounds, 2 * tables, 1)
    played = {(c, p.boardset) for p in plan.schedule for c in (p.ns, p.ew)}
    assert len(played) == 2 * tables * rounds


def test_no_boards_are_shared_where_it_can_be_done():
    """No Howell designs exist for (2,4), (3,4), (5,6) and (5,8), according to Rosa, Schellenberg and Vanstone."""
    shared = {size: len(howell(*size).shares()) for size in SIZES if howell(*size).declares}
    assert shared == {(2, 2): 2, (2, 3): 3, (3, 5): 1, (4, 5): 1}
    assert all(howell(*size).declares == ("shares",) for size in shared)


@pytest.mark.parametrize("size", PUBLISHED)
def test_balance_is_at_least_the_best_published(size):
    plan = howell(*(int(number) for number in size.split("x")))
    assert plan.shares() == ()
    q, published = quality(plan), PUBLISHED[size]
    assert round(q, len(published.partition(".")[2])) >= Fraction(published)


def test_the_table_of_balance_in_the_docs_is_true():
    """Each row has a number of tables T and, from T rounds on, the balance of the free and of the cyclic Howell."""
    page = Path(__file__).parents[2].joinpath("docs/movements.md").read_text(encoding="utf-8")
    rows = re.search(r"^\| T \| R = T .*\n.*\n((?:\| .*\n)+)", page, re.MULTILINE)[1]
    shown = {}
    for line in rows.splitlines():
        tables, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        shown |= {(int(tables), rounds): cell for rounds, cell in enumerate(cells, int(tables))}
    assert shown == {
        size: f"{_balance(size)}/{_balance(size, cyclic=True) if size in CYCLIC else '-'}" for size in SIZES
    }


def _balance(size: tuple[int, int], cyclic: bool = False) -> str:
    return f"{float(quality(howell(*size, cyclic=cyclic))):.1f}"


@pytest.mark.parametrize("tables", range(2, 15))
def test_fewer_rounds_than_tables_are_the_more_even_of_the_shortest_ones_stopped_early(tables):
    assert howell(tables).rounds == howell_rounds(tables)
    free = howell(tables, tables)
    for rounds in range(1, tables):
        plan = howell(tables, rounds)
        ways = [free.cut(rounds)]
        if (tables, tables) in CYCLIC:
            ways.append(howell(tables, rounds, cyclic=True))
        assert plan.schedule in [way.schedule for way in ways]
        assert quality(plan) == max(quality(way) for way in ways)
        assert problems(plan) == []


def test_where_not_all_can_follow_one_another_the_director_sees_what_would_do():
    """For even T, R = T + 1 is possible only with small rings. (4, 6), (5, 8) and (8, 9) were searched exhaustively."""
    assert [size for size in SIZES if size not in CYCLIC] == [
        (2, 2), (3, 5), (4, 5), (4, 6), (5, 8), (6, 7), (8, 9), (10, 11), (12, 13),
    ]  # fmt: skip
    with pytest.raises(MovementError, match=r"6 tables and 7 rounds .* play 8 rounds, or the free movement"):
        howell(6, 7, cyclic=True)


def test_in_a_free_one_the_table_may_be_that_of_the_number_below_but_not_the_direction():
    plan = howell(8, 11)
    assert follows(plan) is None
    leaders = follows(plan, seats=False)
    assert leaders[2] == 1
    assert leaders[16] == 16
    assert follows(howell(4, 6), seats=False) is None
    assert follows(howell(4, 1)) is None, "one round has nobody to follow"


# The movement has always been this: a change would alter sessions already planned.
HOWELL_4 = [
    ["8-1/1", "6-5/2", "4-2/3", "7-3/5"], ["8-2/2", "7-6/3", "5-3/4", "1-4/6"], ["8-3/3", "1-7/4", "6-4/5", "2-5/7"],
    ["8-4/4", "2-1/5", "7-5/6", "3-6/1"], ["8-5/5", "3-2/6", "1-6/7", "4-7/2"], ["8-6/6", "4-3/7", "2-7/1", "5-1/3"],
    ["8-7/7", "5-4/1", "3-1/2", "6-2/4"],
]  # fmt: skip
HOWELL_2 = [["4-1/1", "2-3/1"], ["4-2/2", "3-1/2"], ["4-3/3", "1-2/3"]]


def test_cell_by_cell():
    assert (cells(howell(4)), cells(howell(2))) == (HOWELL_4, HOWELL_2)


# 4x7 and 6x11 are published at 100, 5x9 at 83.3 and 7x13 at 91.3. Odd T is limited to 60, 83.33 and 91.30.
BEST_POSSIBLE = {2: 100, 3: 60, 4: 100, 5: Fraction(250, 3), 6: 100, 7: Fraction(2100, 23)}


@pytest.mark.parametrize("tables", BEST_POSSIBLE)
def test_every_odd_field_and_every_earlier_stop_is_sound_and_balance_is_the_best_that_can_be(tables):
    for rounds in range(1, 2 * tables):
        plan = howell(tables, rounds)
        assert problems(plan) == []
        for absent in range(1, 2 * tables + 1):
            assert problems(with_sit_out(plan, absent)) == []
    odd = with_sit_out(howell(tables), 2 * tables)
    outs = sorted(p.ew if p.ns == 2 * tables else p.ns for p in odd.sit_outs())
    assert outs == list(odd.present), "everybody sits out once"
    assert quality(howell(tables)) == BEST_POSSIBLE[tables]
    assert tables > 2 or quality(odd) == 0, "a board played once compares nobody"


def test_one_contestant_never_leaves_table_1_and_the_others_follow_one_another():
    for tables in (4, 5, 6, 7):
        plan = howell(tables)
        assert {p.ns for p in plan.schedule if p.table == 1} == {2 * tables}
        for r in range(1, plan.rounds):
            for before, after in zip(plan.round(r), plan.round(r + 1), strict=True):
                assert after.ew == before.ew % plan.rounds + 1
                assert after.boardset == before.boardset % plan.rounds + 1


@pytest.mark.parametrize(("tables", "rounds"), [(1, None), (15, None), (4, 8), (4, 0)])
def test_sizes_that_do_not_exist_are_refused(tables, rounds):
    with pytest.raises(MovementError, match=f"not {tables if rounds is None else rounds}"):
        howell(tables, rounds)
