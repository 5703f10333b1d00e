"""Deals and endings for tests, and the engines to test."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from games.cards import FULL_DECK
from games.end_dummies import Cards
from scoring.contracts import score
from solver.auction import Score
from solver.compiled import Compiled, why_not_compiled
from solver.engines import Engine
from solver.position import Position
from solver.reference import ReferenceEngine

STRAINS = "CDHSN"
SEATS = "NESW"
Hands = tuple[Cards, ...]

MAKERS: dict[str, Callable[[], Engine]] = {"reference": ReferenceEngine}
if not why_not_compiled():
    MAKERS |= {"compiled": Compiled, "portable": lambda: Compiled(portable=True)}
each_engine = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def ending(seed: object, size: int) -> Hands:
    """Return four hands of this size from a shuffled pack."""
    deck = list(FULL_DECK)
    random.Random(f"{seed}").shuffle(deck)
    return tuple(tuple(deck[place * size : (place + 1) * size]) for place in range(4))


def somewhere(seed: object, size: int, cards: int) -> Position:
    """Return a position in a random ending after this many random cards."""
    rng = random.Random(f"{seed} play")
    at = Position.of(ending(seed, size), rng.choice(STRAINS), rng.choice(SEATS))
    for _ in range(cards):
        at = at.after(rng.choice(at.now.legal))
    return at


SIDE = {"S": "NS", "N": "EW"}


def scores(vul: str) -> Score:
    return lambda contract, declarer, tricks: score(contract, SIDE[declarer], vul, tricks)


SPADES = {strain: {"S": 5, "N": 4} for strain in STRAINS} | {"S": {"S": 8, "N": 3}}


EXACT = json.loads((Path(__file__).parent / "data" / "exact-values.json").read_text(encoding="utf-8"))
