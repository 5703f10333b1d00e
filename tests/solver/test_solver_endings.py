"""Every engine compared with brute force, for all leaders and all strains (SOLO-13 to SOLO-20)."""

import pytest

from games.cards import parse_cards
from solver.position import Position
from solver.tables import ten_values
from tests.long import LONG, long
from tests.needs import compiled_solver
from tests.solver.solver_brute import Memo, brute
from tests.solver.solver_positions import EXACT, MAKERS, SEATS, STRAINS, Hands, each_engine, ending

SAMPLE = {1: 10, 2: 40, 3: 15, 4: 3}  # endings of so many cards each in the normal run
QUICK = 10  # a golden deal that the Python engine solves in half a second
FULL = {1: 100, 2: 500, 3: 600, 4: 500, 5: 300}


def hands_of(row: dict[str, str]) -> Hands:
    return tuple(parse_cards(row[seat]) for seat in SEATS)


def check(hands: Hands, strains: str = STRAINS):
    engines = {name: make() for name, make in MAKERS.items()}
    for strain in strains:
        memo: Memo = {}
        for place, leader in enumerate(SEATS):
            truth = brute(hands, strain, place, memo)
            at = Position.of(hands, strain, leader)
            found = {name: engine.value(at) for name, engine in engines.items()}
            assert set(found.values()) == {truth}, (hands, strain, leader, truth, found)


@pytest.mark.parametrize("size", SAMPLE)
def test_values_are_those_of_brute_force(size):
    for number in range(SAMPLE[size]):
        check(ending(f"sample {number}", size))


def test_values_of_five_cards_are_those_of_brute_force():
    for number, strain in enumerate("SHN"):
        check(ending(f"five {number}", 5), strain)


@long
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("size", FULL)
def test_two_thousand_endings(size, part):
    for number in range(part, FULL[size], 20):
        check(ending(f"full {number}", size))


@each_engine
def test_golden_endings(make):
    engine = make()
    for row in EXACT["endings"]:
        for strain, by_leader in row["se_tricks_by_leader"].items():
            for leader, tricks in by_leader.items():
                at = Position.of(hands_of(row), strain[0], leader)
                assert engine.value(at) == tricks, (row, strain, leader)


@compiled_solver
@pytest.mark.parametrize("number", range(len(EXACT["deals"])) if LONG else range(5))
def test_golden_deals(number):
    row = EXACT["deals"][number]
    found = ten_values(hands_of(row), MAKERS["compiled"]())
    assert found == {strain[0]: values for strain, values in row["table"].items()}


@pytest.mark.parametrize("number", range(len(EXACT["deals"])) if LONG else (QUICK,))
def test_golden_deals_of_the_reference(number):
    row = EXACT["deals"][number]
    engine = MAKERS["reference"]()
    for strain, values in row["table"].items() if LONG else ((s, row["table"][s]) for s in ("S", "NT")):
        for declarer, leader in ("SN", "NS") if LONG else ("SN",):
            south = engine.value(Position.of(hands_of(row), strain[0], leader))
            assert (south if declarer == "S" else 13 - south) == values[declarer], (strain, declarer)
