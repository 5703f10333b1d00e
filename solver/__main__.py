"""The command `python -m solver [FILE]`: it reads four lines, a deal or ending, and prints its ten values as JSON."""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from typing import Any

from games.boards import VULNERABILITIES
from games.calls import STRAINS
from games.cards import parse_card
from games.command_line import ENDING, EXIT_DONE, FILE_HELP, Parser, read_text, run
from games.end_dummies import Cards
from games.seats import SEATS, Seat
from games.wording import seat_name
from scoring.contracts import score
from solver.auction import Score, SolvedAuction, opening
from solver.engines import engine
from solver.errors import SolverError
from solver.position import MAX_TRICKS, checked_hands
from solver.tables import Table, by_leader, ten_values

ABOUT = """\
The tricks that South and North make as declarers of a deal or an ending, in every strain, as JSON.

FILE holds four lines: the cards of North, East, South and West, or lines in any order that begin with
N:, E:, S: and W:. Each has 1 to 13 cards, suit first, such as SA HT D9 C2; East's and West's stand in the
order of their sequence."""
EXAMPLES = f"""\
examples:
  python -m solver ending.txt --leaders
  python -m solver deal.txt --par N None

{ENDING}"""
SIDE = {"S": "NS", "N": "EW"}
LABEL = re.compile(r"([NESW])\s*(?::|\s|$)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Return 0, or print a sentence naming the faulty line to stderr and return 2."""
    return run(_parser(), argv, (SolverError,))


def _solve(arguments: argparse.Namespace) -> int:
    print(json.dumps(answer(read_text(arguments.file), arguments), ensure_ascii=False))
    return EXIT_DONE


def answer(text: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the answer to print for these four lines.

    Raise SolverError if the lines are not hands, or if par is requested for anything but a whole deal.
    """
    hands = read_hands(text)
    if arguments.par and len(hands[0]) != MAX_TRICKS:
        raise SolverError(f"Par is asked of whole deals: each line needs {MAX_TRICKS} cards, not {len(hands[0])}.")
    solver = engine(arguments.reference)
    if arguments.leaders:
        values: dict[str, Any] = _with_nt(by_leader(hands, solver))
        table = ten_values(hands, solver) if arguments.par else {}
    else:
        table = ten_values(hands, solver)
        values = _with_nt(table)
    return values | {"par": par(table, *arguments.par)} if arguments.par else values


def par(table: Table, dealer: str, vul: str) -> dict[str, Any]:
    """Return the value of the auction to South and the contracts that the best calls can reach.

    The value has the form `{"south": 110, "contracts": ["2S by S"]}`.
    """
    auction, start = SolvedAuction(table, scores(vul)), opening(dealer)
    ends = [f"{_nt(contract)} by {declarer}" if contract else "PASS" for contract, declarer in auction.contracts(start)]
    return {"south": auction.worth(start).points, "contracts": ends}


def scores(vul: str) -> Score:
    """Return a function that gives South's points according to `scoring.contracts`.

    Only this command uses both libraries, `solver` and `scoring` (docs/decisions.md, 013).
    """
    return lambda contract, declarer, tricks: score(contract, SIDE[declarer], vul, tricks)


def read_hands(text: str) -> tuple[Cards, ...]:
    """Return hands N, E, S and W from four lines. Raise SolverError naming the faulty line."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) != len(SEATS):
        last = lines[-1][0] if lines else 1
        raise SolverError(f"Line {last}: four lines of cards are needed, N, E, S and W, and there are {len(lines)}.")
    hands: dict[Seat, tuple[int, Cards]] = {}
    for (number, line), usual in zip(lines, SEATS, strict=True):
        label = LABEL.match(line.strip())
        seat = Seat(label[1]) if label else usual
        if seat in hands:
            raise SolverError(f"Line {number}: {seat_name(seat)} is also line {hands[seat][0]}.")
        hands[seat] = number, _read_cards(number, line.strip()[label.end() :] if label else line)
    _check(hands)
    return tuple(hands[seat][1] for seat in SEATS)


def _check(hands: dict[Seat, tuple[int, Cards]]) -> None:
    """Raise SolverError naming the first line that does not fit the lines before it."""
    by_line = sorted((number, seat) for seat, (number, _) in hands.items())
    first, holder = len(hands[by_line[0][1]][1]), dict[str, int]()
    for number, seat in by_line:
        cards = hands[seat][1]
        if not 1 <= len(cards) <= MAX_TRICKS:
            raise SolverError(f"Line {number}: 1 to {MAX_TRICKS} cards are needed, not {len(cards)}.")
        if len(cards) != first:
            raise SolverError(f"Line {number}: it has {len(cards)} cards and line {by_line[0][0]} has {first}.")
        for card in cards:
            if card.text in holder:
                raise SolverError(f"Line {number}: {card.text} is also in line {holder[card.text]}.")
            holder[card.text] = number
    checked_hands([hands[seat][1] for seat in SEATS])


def _read_cards(number: int, text: str) -> Cards:
    try:
        return tuple(parse_card(word) for word in text.split())
    except ValueError as error:
        raise SolverError(f"Line {number}: {error}.") from None


def _with_nt(table: Table) -> Table:
    return {_nt(strain): table[strain] for strain in STRAINS}


def _nt(text: str) -> str:
    return text.replace("N", "NT")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m solver", description=ABOUT, epilog=EXAMPLES)
    parser.set_defaults(run=_solve)
    parser.add_argument("file", nargs="?", metavar="FILE", help=f"four lines of cards {FILE_HELP}")
    parser.add_argument(
        "--leaders",
        action="store_true",
        help="tricks of South and East together for each of the four leaders",
    )
    parser.add_argument("--reference", action="store_true", help="use the engine in Python")
    parser.add_argument(
        "--par",
        nargs=2,
        metavar=("DEALER", "VUL"),
        action=_Par,
        help=f"what best calls come to, for whole deals: N E S W, {' '.join(VULNERABILITIES)}",
    )
    return parser


class _Par(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, given: Any, values: Any, _: Any = None) -> None:
        dealer, vul = values
        if dealer not in SEATS:
            parser.error(f"{dealer!r} is no dealer: N, E, S or W")
        if vul not in VULNERABILITIES:
            parser.error(f"{vul!r} is no vulnerability: {', '.join(VULNERABILITIES)}")
        setattr(given, self.dest, (dealer, vul))


if __name__ == "__main__":
    sys.exit(main())
