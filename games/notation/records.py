"""Data classes for the content of a deal file, whatever its format."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.boards import dealer_of, vulnerability_of
from games.cards import FULL_DECK, Card, parse_cards
from games.deals import Deal, deal_problems
from games.notation.faults import Problem
from games.seats import SEATS, Seat
from games.wording import seat_name

Hands = Mapping[Seat, tuple[Card, ...]]
HIGHEST_BOARD = 9999
FILE_SEAT = {"S": "S", "N": "W"}  # SOLO-11a: the seat under which other programs expect a player's contract


@dataclass(frozen=True, slots=True)
class Optimum:
    """The result of a board with the best calls and the best play.

    It contains the tricks by strain and declarer, South's points, and the contracts that lead to that score as
    (contract, declarer); a passed-out board has no contracts. Declarers are the players, `S` and `N`.
    """

    tricks: Mapping[str, Mapping[str, int]]
    points: int
    contracts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One board in a file.

    If `sequences` is False, the file gave no order for the dummies, and E and W in `deal` are in the order written.
    """

    number: int
    dealer: Seat
    vul: str
    deal: Deal
    sequences: bool = False
    optimum: Optimum | None = None

    @property
    def usual(self) -> bool:
        """True if the dealer and vulnerability are the usual ones for the board's number."""
        return (self.dealer, self.vul) == (dealer_of(self.number), vulnerability_of(self.number))


@dataclass(frozen=True, slots=True)
class BareBoard:
    """A board that was shuffled and dealt at the table and whose cards were never recorded."""

    number: int
    dealer: Seat
    vul: str


@dataclass(frozen=True, slots=True)
class Deals:
    """The boards in a file, in order, and the format that was found: `PBN`, `LIN`, `DUP`, `BRI`, `DGE` or `DLM`."""

    format: str
    boards: tuple[DealRecord, ...]

    @property
    def asks_first(self) -> str:
        """A sentence that asks for the number of the first board, or "" if the file states it for certain."""
        if self.format not in ("DUP", "BRI", "DGE") or self.boards[0].number > 1:
            return ""
        return f"A {self.format} file does not say which numbers its boards have. Give the number of the first one."


def rest_of_pack(*hands: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that are not in any of the hands."""
    held = {card for hand in hands for card in hand}
    return tuple(card for card in FULL_DECK if card not in held)


def record_of(number: int, hands: Hands, dealer: Seat | None = None, vul: str | None = None) -> DealRecord:
    """Return a record of four checked hands. By default, the dealer and vulnerability are the board's usual ones."""
    deal = Deal(*(hands[seat] for seat in SEATS))
    return DealRecord(number, dealer or dealer_of(number), vul or vulnerability_of(number), deal)


def hand_faults(number: int, where: str, field: str, hands: Hands) -> list[Problem]:
    """Return the faults in four hands, in the form used to list a file's problems."""
    return [(number, field, f"{where}, {field}: {message}.") for _, message in deal_problems(hands)]


def sequence_of(text: str, hand: tuple[Card, ...], seat: Seat) -> tuple[Card, ...]:
    """Return a dummy's cards in their recorded order (SOLO-3). Raise ValueError unless they match the hand exactly."""
    if not text:
        raise ValueError("it is missing although the other dummy's sequence is given")
    cards = parse_cards(text)
    strangers = [card for card in cards if card not in hand]
    if strangers:
        raise ValueError(f"{seat_name(seat)} does not hold {strangers[0].name}")
    twice = [card for card in hand if cards.count(card) > 1]
    if twice:
        raise ValueError(f"{twice[0].name} comes twice")
    missing = [card for card in hand if card not in cards]
    if missing:
        raise ValueError(f"{missing[0].name} is missing ({len(missing)} of 13)")
    return cards


def same_deal(board: DealRecord, other: DealRecord) -> bool:
    """True if two records in a file have the same deal: the same cards, and the same order of each dummy if known."""
    if board.sequences and other.sequences and (board.deal.east, board.deal.west) != (other.deal.east, other.deal.west):
        return False
    return all(set(a) == set(b) for a, b in zip(board.deal.all_hands, other.deal.all_hands, strict=True))


def one_line(text: str) -> str:
    """Return the text as a single line of printable characters, the only form that a value in a file may take."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
