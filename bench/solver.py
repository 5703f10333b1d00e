"""The solver's ten values and post-mortems, beside DDS's twenty values of ordinary deals from the same packs.

    python bench/solver.py [--deals 200] [--plays 100]

Means of CPU time of this process, one thread. The two take turns deal by deal, so that a busy machine slows both. DDS
comes with endplay (`pip install endplay`, the extra `bench`). Without it only the solver is measured. A post-mortem
judges all 52 cards of a play in which most cards are the best and three in ten are any card.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.cards import FULL_DECK, RANKS, SUITS
from games.end_dummies import Cards
from solver.analysis import analyse_play
from solver.engines import backend, engine
from solver.position import Position
from solver.strengths import best_card
from solver.tables import ten_values

Hands = tuple[Cards, ...]
BLUNDERS = 0.3
NODES = 20_000  # for the best card of a recorded play


def shuffled(rng: random.Random) -> Hands:
    """Return four hands N E S W."""
    deck = list(FULL_DECK)
    rng.shuffle(deck)
    return tuple(tuple(deck[place * 13 : (place + 1) * 13]) for place in range(4))


def double_dummy() -> Callable[[Hands], object] | None:
    """Return DDS's table of an ordinary deal, one thread, or None without endplay."""
    try:
        from endplay import _dds
        from endplay.dds import calc_dd_table
        from endplay.types import Deal
    except ImportError:
        return None
    _dds.SetMaxThreads(1)

    def table(hands: Hands) -> object:
        return calc_dd_table(Deal("N:" + " ".join(by_suit(hand) for hand in hands)))

    return table


def by_suit(hand: Cards) -> str:
    """Return `AK52.QT.9.J87643`."""
    held = {card.text for card in hand}
    return ".".join("".join(rank for rank in RANKS if suit + rank in held) for suit in SUITS)


def cpu_ms(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def figures(name: str, times: list[float]) -> str:
    """Return one line of a table."""
    ordered = sorted(times)
    p90, p99 = (ordered[min(len(ordered) - 1, round(share * len(ordered)))] for share in (0.9, 0.99))
    mean, median = statistics.mean(times), statistics.median(times)
    return f"{name:<28} {mean:8.1f} {median:8.1f} {p90:8.1f} {p99:8.1f} {ordered[-1]:8.1f}"


def tables(deals: int) -> None:
    rng, dds, solver = random.Random("bench"), double_dummy(), engine()
    ours, theirs = list[float](), list[float]()
    for _ in range(deals):
        hands = shuffled(rng)
        ours.append(cpu_ms(partial(ten_values, hands, solver)))
        if dds:
            theirs.append(cpu_ms(partial(dds, hands)))
    print(figures("ten values", ours))
    if theirs:
        print(figures("DDS's twenty values", theirs))
        print(f"mean to mean {statistics.mean(ours) / statistics.mean(theirs):.2f}")


def post_mortems(plays: int) -> None:
    rng = random.Random("bench")
    times = list[float]()
    for _ in range(plays):
        start = Position.of(shuffled(rng), rng.choice("CDHSN"), rng.choice("NS"))
        cards = played(start, rng)
        times.append(cpu_ms(partial(analyse_play, start, cards, engine())))
    print(figures("post-mortem of 52 cards", times))


def played(at: Position, rng: random.Random) -> Cards:
    """Play like people: mostly the best card."""
    solver = engine()
    while at.now.left:
        blunder = rng.random() < BLUNDERS
        at = at.after(rng.choice(at.now.legal) if blunder else best_card(at, solver, NODES))
    return at.played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--plays", type=int, default=100)
    options = parser.parse_args()
    print(backend())
    print(f"{'CPU ms':<28} {'mean':>8} {'median':>8} {'p90':>8} {'p99':>8} {'most':>8}")
    tables(options.deals)
    post_mortems(options.plays)


if __name__ == "__main__":
    main()
