"""Best results in files: tricks by declarer and strain, South's points, and the contracts that lead to that score.

The declarers are the two players; North is written as West (SOLO-11a). Other programs write solutions for four
players in the same places, and those solutions are skipped.
"""

from collections.abc import Mapping

from games.calls import STRAINS
from games.notation.records import FILE_SEAT, Optimum
from games.players import PLAYERS

PLAYER_OF = {seat: player for player, seat in FILE_SEAT.items()}
MOST_TRICKS = 13


def tricks_rows(optimum: Optimum) -> list[tuple[str, dict[str, str]]]:
    """Return, for each declarer, the seat used in files and the tricks in each denomination, no trumps first."""
    return [
        (
            FILE_SEAT[player],
            {in_file(strain): str(optimum.tricks[strain][player]) for strain in reversed(STRAINS)},
        )
        for player in PLAYERS
    ]


def contracts_text(optimum: Optimum) -> str:
    """Return the contracts as `S 2S,W 3NT`, or "" if the best result is a passed-out board."""
    return ",".join(f"{FILE_SEAT[declarer]} {in_file(contract)}" for contract, declarer in optimum.contracts)


def in_file(text: str) -> str:
    """Return a strain or contract as it is written in a file, with NT for no trumps."""
    return text.replace("N", "NT")


def optimum_of(rows: Mapping[str, Mapping[str, str]], points: str, contracts: str) -> Optimum | None:
    """Return the solution if it was written by this library, else None.

    `rows` holds the tricks by seat, as written in the file, and by denomination.
    """
    if set(rows) != set(PLAYER_OF):
        return None
    try:
        tricks = {
            strain: {PLAYER_OF[seat]: int(values[in_file(strain)]) for seat, values in rows.items()}
            for strain in STRAINS
        }
        words = [text.split() for text in contracts.split(",") if text.strip()]
        reached = tuple((contract.replace("NT", "N"), PLAYER_OF[seat]) for seat, contract in words)
        optimum = Optimum(tricks, int(points), reached)
    except (KeyError, ValueError):
        return None
    every = [number for row in tricks.values() for number in row.values()]
    return optimum if all(0 <= number <= MOST_TRICKS for number in every) else None
