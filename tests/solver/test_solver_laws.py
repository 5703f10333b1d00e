"""The laws of every deal (invariants), and the engines' agreement in mid-play, their limits and their memory."""

import random

import pytest

from games.cards import Card
from solver.compiled import Compiled
from solver.errors import OutOfNodes
from solver.position import Position
from solver.reference import ReferenceEngine
from solver.tables import by_leader, ten_values
from tests.long import LONG, long
from tests.needs import compiled_solver
from tests.solver.solver_positions import MAKERS, STRAINS, Hands, each_engine, ending, somewhere

OTHER = {"N": "S", "S": "N", "E": "W", "W": "E"}
SIZE = 5
DEALS = 20 if LONG else 2
SWAPPED = {"C": "D", "D": "C", "H": "S", "S": "H"}


def leaders(hands: Hands, make) -> dict[str, dict[str, int]]:
    return by_leader(hands, make())


@each_engine
def test_a_sequence_may_be_read_from_either_end(make):  # type: ignore[no-untyped-def]  # SOLO-5
    for number in range(DEALS):
        north, east, south, west = ending(number, SIZE)
        assert leaders((north, east, south, west), make) == leaders((north, east[::-1], south, west[::-1]), make)


@each_engine
def test_the_order_of_a_hand_means_nothing(make):
    north, east, south, west = ending("order", SIZE)
    assert leaders((north, east, south, west), make) == leaders((north[::-1], east, south[::-1], west), make)


@each_engine
def test_changing_seats_changes_sides(make):
    for number in range(DEALS):
        north, east, south, west = ending(number, SIZE)
        ours, theirs = leaders((north, east, south, west), make), leaders((south, west, north, east), make)
        for strain in STRAINS:
            assert ours[strain] == {seat: SIZE - theirs[strain][OTHER[seat]] for seat in OTHER}


@each_engine
def test_permuted_suits_permute_the_strains(make):
    for number in range(DEALS):
        hands = ending(number, SIZE)
        moved = tuple(tuple(Card(SWAPPED[card.suit], card.rank) for card in hand) for hand in hands)
        ours, theirs = leaders(hands, make), leaders(moved, make)
        assert ours == {strain: theirs[SWAPPED.get(strain, strain)] for strain in STRAINS}


@compiled_solver
@pytest.mark.parametrize("number", range(100 if LONG else 1))
def test_the_laws_hold_of_whole_deals(number):
    north, east, south, west = ending(f"deal {number}", 13)
    table = ten_values((north, east, south, west), Compiled())
    assert ten_values((north, east[::-1], south, west[::-1]), Compiled()) == table
    rotated = ten_values((south, west, north, east), Compiled())
    assert rotated == {strain: {"S": row["N"], "N": row["S"]} for strain, row in table.items()}
    moved = [tuple(Card(SWAPPED[card.suit], card.rank) for card in hand) for hand in (north, east, south, west)]
    assert ten_values(moved, Compiled()) == {strain: table[SWAPPED.get(strain, strain)] for strain in STRAINS}


@each_engine
def test_a_guess_changes_nothing(make):
    at = somewhere("guess", 6, 5)
    assert len({make().value(at, guess) for guess in range(-1, 9)}) == 1


@each_engine
def test_the_value_is_that_of_the_best_card(make):
    engine = make()
    for cards in range(24):
        at = somewhere("best", 6, cards)
        values = engine.values(at)
        assert tuple(values) == at.now.legal
        assert engine.value(at) == (max if at.now.player == "S" else min)(values.values())
        assert all(engine.value(at.after(card)) == value for card, value in values.items())


@each_engine
def test_a_play_that_is_over_has_its_tricks(make):
    at = somewhere("over", 3, 12)
    assert make().value(at) == at.now.south == 3 - at.now.north
    assert make().values(at) == {}


@compiled_solver
@pytest.mark.parametrize("number", range(400 if LONG else 10))
def test_engines_agree_in_mid_play(number):
    engines = [make() for make in MAKERS.values()]
    at = somewhere(f"agree {number}", 13, 26 + number % 20)
    while at.now.left:
        first, *others = [engine.values(at) for engine in engines]
        assert all(values == first for values in others), (at.hands, at.strain, at.leader, at.played)
        at = at.after(random.Random(number).choice(at.now.legal))


@compiled_solver
@long
@pytest.mark.parametrize("number", range(10))
def test_engines_agree_on_whole_deals(number):
    rng = random.Random(number)
    at = Position.of(ending(f"whole {number}", 13), rng.choice(STRAINS), rng.choice("NS"))
    assert ReferenceEngine().value(at) == Compiled().value(at) == Compiled(portable=True).value(at)


@each_engine
def test_out_of_nodes_says_so_and_spoils_nothing(make):
    at = somewhere("nodes", 8, 2)
    truth, engine = make().values(at), make()
    for nodes in (0, 1, 10, 100):
        with pytest.raises(OutOfNodes):
            engine.values(at, nodes=nodes)
    assert engine.values(at) == truth


@each_engine
def test_a_budget_that_suffices_is_not_noticed(make):
    at = somewhere("budget", 6, 3)
    engine = make()
    truth = engine.value(at)
    assert 0 < engine.nodes < 10**6
    assert make().value(at, nodes=engine.nodes) == truth


@each_engine
def test_one_engine_serves_many_deals(make):
    engine = make()
    asked = [somewhere(number, 5, number) for number in range(8)] * 2
    assert [engine.value(at) for at in asked] == [make().value(at) for at in asked]


@compiled_solver
def test_the_table_grows_and_starts_again():
    engine = Compiled()
    big = Position.of(ending("deal 1", 13), "N", "N")
    truth = engine.value(big)
    filled, looked_at = engine.entries, engine.nodes
    assert filled > 4096
    small = somewhere("small", 2, 0)
    engine.value(small)
    assert engine.entries < 100
    assert engine.value(big) == truth
    assert (engine.entries, engine.nodes) == (filled, looked_at)


@compiled_solver
def test_a_question_asked_again_costs_nothing():
    engine = Compiled()
    at = Position.of(ending("deal 2", 13), "H", "N")
    value = engine.value(at)
    before = engine.nodes
    assert engine.value(at, value) == value
    assert engine.nodes == before


@compiled_solver
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 8])
def test_what_the_bounds_promise_is_taken(size):
    engine, promised = Compiled(), 0
    for number in range(3000 if LONG else 200):
        at = somewhere(f"bounds {number}", size, 0)
        south = engine.value(at)
        for_leader = south if at.leader in "ES" else size - south
        leader, other = engine.sure(at, True), engine.sure(at, False)
        assert leader <= for_leader, (at.hands, at.strain, at.leader)
        assert other <= size - for_leader, (at.hands, at.strain, at.leader)
        promised += (leader > 0) + (other > 0)
    assert promised > 100
