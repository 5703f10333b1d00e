"""Exact play of Two Handed Solo Bridge: what every card and every call of a board is worth.

During the auction both players see all the cards (SOLO-6), so auction and play are games of perfect information.
`clubsite` shows the possible result of a board and the cost of a play or an auction, and `python -m solver` prints
them. Two engines give the same answers: a compiled engine, if `python -m solver.build` found a compiler, and a Python
engine that is always available.

>>> from games.cards import parse_cards
>>> from solver import Position, backend, engine
>>> hands = tuple(parse_cards(text) for text in ("D8 DJ", "DT CA", "C6 D9", "C8 C7"))
>>> lead = Position.of(hands, "D", "N")
>>> engine().value(lead)
0
>>> {card.text: tricks for card, tricks in engine().values(lead.after(hands[0][0])).items()}
{'DT': 1, 'CA': 0}
>>> backend().split(":")[0] in ("solver", "solver, slow")
True
"""

from solver.engines import Engine, backend, engine
from solver.errors import BadPosition, OutOfNodes, SolverError
from solver.position import Position

__all__ = ["BadPosition", "Engine", "OutOfNodes", "Position", "SolverError", "backend", "engine"]
