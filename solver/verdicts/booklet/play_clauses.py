"""Clauses about the calls and cards of recorded plays: their codes, figures and words.

A contract is written without doubles, as a bid and a declarer, unless a clause says otherwise. A place in a play is a
line's key and the number of cards played before that place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from games.cards import CARD_BY_TEXT
from games.end_dummies import DUMMIES
from games.seats import Seat
from games.wording import (
    call_name,
    card_label,
    card_name,
    contract_name,
    counted,
    listed,
    number_name,
    rank_name,
    seat_name,
)

Place = tuple[str, int]
CARDS_IN_TRICK = 4
MAX_WAYS_NAMED = 4


class TurnsAlike(StrEnum):
    """What the deciding cards of several tables have in common. Each of these cards lost or won a contract."""

    POSITION = "position"  # they were played in the same position
    CARD = "card"  # they are the same card, played from the same hand
    FIRST = "first"  # nothing: the clause tells of the one that was played earliest


@dataclass(frozen=True, slots=True)
class AuctionsDiffer:
    """The `calls` with which all known auctions begin, and the calls that follow: `ways` has (call, number of tables).

    `of` is the number of known auctions.
    """

    calls: tuple[str, ...]
    ways: tuple[tuple[str, int], ...]
    of: int

    def words(self) -> str:
        ways = [f"{call_name(call)} at {number_name(count)}" for call, count in self.ways]
        if len(ways) > MAX_WAYS_NAMED:
            others = sum(count for _, count in self.ways[MAX_WAYS_NAMED - 1 :])
            ways[MAX_WAYS_NAMED - 1 :] = [f"other calls at {number_name(others)}"]
        differed = f"began with {_calls(self.calls)} and then differed" if self.calls else "differed in the first call"
        return f"the {number_name(self.of)} recorded tables {differed}: {listed(ways, 'and')}"


@dataclass(frozen=True, slots=True)
class DearestCall:
    """The call that cost most of all the calls in the `of` known auctions, after the calls `before`.

    `count` is the number of tables that made the call in this auction. `alone` is True if no other call cost as much.
    """

    player: str
    before: tuple[str, ...]
    call: str
    points: int
    count: int
    of: int
    alone: bool

    def words(self) -> str:
        who = seat_name(self.player)
        after = f" after {_calls(self.before)}" if self.before else ", the first call,"
        dearest = "the most expensive call" if self.alone else "one of the most expensive calls"
        text = f"{dearest} was {who}’s {call_name(self.call)}{after} at "
        if self.count == self.of:
            place = every(self.of, "recorded ")
        else:
            place = f"{number_name(self.count)} of the {number_name(self.of)} recorded tables"
        return f"{text}{place}: it cost {counted(self.points, 'point')}"


@dataclass(frozen=True, slots=True)
class BetterCalls:
    """The only calls that would have cost nothing after the calls `before`."""

    before: tuple[str, ...]
    calls: tuple[str, ...]

    def words(self) -> str:
        calls = listed([call_name(call) for call in self.calls], "or")
        return f", and {'only ' if len(self.calls) == 1 else ''}{calls} would have cost nothing"


@dataclass(frozen=True, slots=True)
class TurningCard:
    """The cards at which tables lost a contract that makes with best play, or made a contract that fails.

    `made` says what happened at these tables. `turns` are the places of cards that have in common what `alike` says.
    `cards` are the cards played there, the most frequent first. `wrong` tables had that result. The play of `recorded`
    of them is known. At `turned` of these, a card and not a claim brought the result about.
    """

    bid: str
    declarer: str
    made: bool
    alike: TurnsAlike
    turns: tuple[Place, ...]
    seat: str
    cards: tuple[str, ...]
    turned: int
    recorded: int
    wrong: int

    def words(self) -> str:
        contract, count = contract_name(self.bid, self.declarer), len(self.turns)
        went = "made it" if self.made else "went down"
        recorded = "recorded " if self.recorded < self.wrong else ""
        of = f"{number_name(self.recorded)} {recorded}tables that {went}"
        if self.recorded == 1:
            return f"in {contract} the one {recorded}table that {went} {_lost(self, 1)} {_turn(self)}"
        if self.alike is TurnsAlike.FIRST:
            some = f"the {of}" if self.turned == self.recorded else f"{number_name(self.turned)} of the {of}"
            return f"in {contract} {some} {_lost(self, 2)} different cards, one of them {_turn(self)}"
        some = f"{number_name(count)} of the {of}"
        if count == self.recorded:
            some = f"{every(count, recorded)} that {went}"
        return f"in {contract} {some} {_lost(self, count)} {_turn(self)}"


@dataclass(frozen=True, slots=True)
class HoldingCards:
    """The only cards, out of `of` legal cards, that would have kept the result of best play at this place."""

    bid: str
    declarer: str
    made: bool
    place: Place
    cards: tuple[str, ...]
    of: int

    def words(self) -> str:
        done = "beaten" if self.made else "made"
        cards = listed([card_name(card) for card in self.cards], "or")
        only = "only " if self.of > len(self.cards) else ""
        return f"; {only}{cards} would have {done} it"


@dataclass(frozen=True, slots=True)
class BestLine:
    """Cards of best play from this place to the end of the next trick, each preceded by the hand that plays it."""

    bid: str
    declarer: str
    made: bool
    place: Place
    cards: tuple[tuple[str, str], ...]

    def words(self) -> str:
        done = "beats" if self.made else "makes"
        return f". A line from there that {done} it: {_tricks(self)}"


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The card that saved most of all the cards that a glance would not have found (`solver.by_eye`).

    Only `holding` of `of` legal cards cost nothing, and this card is one of them. Each of the others costs at least
    `points`. `club` and `name` are the player's; `name` is "" if strangers may not read it. `contract` has its doubles.
    `alone` is True if no other such card saved as much.
    """

    place: Place
    club: str
    name: str
    player: str
    contract: str
    declarer: str
    seat: str
    card: str
    holding: int
    of: int
    points: int
    alone: bool

    @property
    def merit(self) -> Fraction:
        """The points that the card saved, times the share of the legal cards that would not have saved them."""
        return Fraction(self.points * (self.of - self.holding), self.of)

    def words(self) -> str:
        return f"of the plays that are not obvious, {'the' if self.alone else 'one of the'} best was {self.made_text()}"

    def made_text(self) -> str:
        """Return words for where, how and by whom the play was made, for use after `was`."""
        by = f" by {self.name}" if self.name else ""
        at = f" at {self.club}" if self.club else ""
        trick = self.place[1] // CARDS_IN_TRICK + 1
        side = "in" if self.player == self.declarer else "against"
        contract = f"{side} {contract_name(self.contract, self.declarer)}"
        of = number_name(self.of)
        held = f"the only one of {of} cards" if self.holding == 1 else f"one of two cards, out of {of},"
        card = _played_card(self.seat, [self.card])
        return (
            f"made{at}{by}: {contract}, at trick {trick}, {card} was {held} that cost nothing, "
            f"and any other would have cost {counted(self.points, 'point')} or more"
        )


def _calls(calls: Sequence[str]) -> str:
    return ", ".join(map(call_name, calls))


def _lost(clause: "TurningCard", tables: int) -> str:
    if not clause.made:
        return "lost it with"
    return "was given it by" if tables == 1 else "were given it by"


def _turn(clause: "TurningCard") -> str:
    cards = _played_card(clause.seat, clause.cards)
    tricks = sorted({place // CARDS_IN_TRICK + 1 for _, place in clause.turns})
    if len(tricks) == 1:
        same = ", in the same position" if clause.alike is TurnsAlike.POSITION and len(clause.turns) > 1 else ""
        return f"{cards} at trick {tricks[0]}{same}"
    return f"{cards} at tricks {listed(list(map(str, tricks)), 'and')}"


def _tricks(clause: "BestLine") -> str:
    """Return the cards in words, with a semicolon after each trick. A rank alone is in the suit named before it."""
    before = clause.place[1]
    first = CARDS_IN_TRICK - before % CARDS_IN_TRICK
    cards = [text for _, text in clause.cards]
    runs = [cards[:first], *(cards[at : at + CARDS_IN_TRICK] for at in range(first, len(cards), CARDS_IN_TRICK))]
    return "; ".join(_run(run) for run in runs if run)


def _run(cards: Sequence[str]) -> str:
    words, suit = [], ""
    for text in cards:
        words.append(card_label(text) if text[0] != suit else rank_name(CARD_BY_TEXT[text].rank))
        suit = text[0]
    return f"{'the ' if words else ''}{', '.join(words)}"


def _played_card(seat: str, cards: Sequence[str]) -> str:
    """Return `South’s jack of hearts` or `the jack of hearts from the East dummy`."""
    if Seat(seat) in DUMMIES:
        return f"{listed([card_name(card) for card in cards], 'or')} from the {seat_name(seat)} dummy"
    return f"{seat_name(seat)}’s {listed([card_label(card) for card in cards], 'or')}"


def every(tables: int, kind: str = "") -> str:
    """Return `the only table`, `both tables` or `all five tables`, with `kind` before the noun."""
    return {1: f"the only {kind}table", 2: f"both {kind}tables"}.get(tables, f"all {number_name(tables)} {kind}tables")
