"""The ranks on which an answer depends, as bits for the cards that matter or for the pattern of owners.

See docs/solver.md, "Partition search". In a pattern each suit has its own lane, with two bits for each card
from the top of the suit downwards.
"""

from collections.abc import Iterator

from solver.bits import LANE, SUIT_MASK, SUITS, WIDTH

OWNER_BITS = 2


def _lanes(cards: int) -> Iterator[tuple[int, int]]:
    return ((suit, lane) for suit in SUITS if (lane := cards >> WIDTH * suit & LANE))


def ranks_of(matter: int, alive: int) -> int:
    """Return the pattern bits for all ranks from the top of each suit down to the lowest rank that matters."""
    needed = 0
    for suit, lane in _lanes(matter):
        lowest = (lane & -lane).bit_length() - 1
        ranks = (alive >> WIDTH * suit & LANE & ~((1 << lowest) - 1)).bit_count()
        needed |= (1 << OWNER_BITS * ranks) - 1 << 2 * WIDTH * suit
    return needed


def cards_of(needed: int, alive: int) -> int:
    """Return the lowest card that matters in each suit, from a mask made by `ranks_of`."""
    cards = 0
    for suit in SUITS:
        ranks = (needed >> 2 * WIDTH * suit & (1 << 2 * WIDTH) - 1).bit_length() // OWNER_BITS
        lane = alive >> WIDTH * suit & LANE
        for _ in range(ranks - 1):
            lane ^= 1 << lane.bit_length() - 1
        if ranks:
            cards |= 1 << WIDTH * suit + lane.bit_length() - 1
    return cards


def as_bad_as(card: int, matter: int) -> int:
    """Return the cards that fail as this card does: the cards in its suit below the cards that mattered."""
    lane = SUIT_MASK[card // WIDTH]
    marked = matter & lane
    below = ((marked & -marked) - 1) & lane if marked else lane
    return below if below >> card & 1 else 0


def down_to_whole_runs(runs: list[int], matter: int) -> int:
    """Extend the ranks that matter to whole runs, because only one card of a run was tried."""
    for run in runs:
        top = run.bit_length() - 1
        marked = matter & SUIT_MASK[top // WIDTH]
        below = (marked & -marked) - 1 if marked else 0
        if run & below and run & ~below:
            matter |= run & -run
    return matter
