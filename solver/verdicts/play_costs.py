"""The cost of one player's calls and cards in an analysed play, by kind, and their use of the dummy.

Pure functions from the lists of a `PlayAnalysis` to figures. The costs are relative to perfect play by both
sides, so they do not depend on the results at other tables.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS, Card
from games.end_dummies import DUMMIES, DUMMY_OF, OWNER, Cards, ends
from games.players import OPPONENT
from games.seats import SEATS, Seat
from games.tricks import Trick, winning_place
from scoring.imps import imps
from scoring.ratings import Reference, RobotBoards, hardness
from solver import Position

Entry = Mapping[str, Any]


def sums_of(entries: Iterable[Entry], player: str, declarer: str | None) -> dict[str, tuple[int, int]]:
    """Return the number of this player's decisions and their total cost for each class of hardness.

    `entries` are the calls and cards of a `PlayAnalysis`. Claims and their answers are left out, because they are not
    choices between actions of known worth.
    """
    sums: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for entry in entries:
        if entry["by"] == player and entry.get("risk"):
            what = "call" if entry["a"] in CALL_TEXTS else "declaring" if player == declarer else "defending"
            kind = hardness(what, entry["risk"])
            number, cost = sums[kind]
            sums[kind] = number + 1, cost + imps(entry["points"])
    return dict(sums)


ROBOTS_FILE = Path(__file__).with_name("robots.json")


@lru_cache(1)
def robots_reference() -> Reference:
    """Return the robots, weakest first."""
    data = json.loads(ROBOTS_FILE.read_text())
    robots = {
        name: RobotBoards(robot["boards"], {kind: (number, cost) for kind, (number, cost) in robot["sums"].items()})
        for name, robot in data["robots"].items()
    }
    return Reference(robots, data["overdispersion"])


def costs_of(entries: Iterable[Entry], player: str, kind: str) -> dict[str, int]:
    """Return the columns of `PlayFigures` for the "calls", or the "cards" and claims, made by player S or N.

    `<kind>` counts calls, cards, claims and answers to claims with two or more choices, and `<kind>_free` counts those
    that cost nothing. `<kind>_points` is the total given away. A lost trick is a cost even if it did not change the
    score.
    """
    own = [entry for entry in entries if entry["by"] == player]
    chosen = [entry for entry in own if entry["of"] > 1]
    return {
        kind: len(chosen),
        f"{kind}_free": sum(not (entry["points"] or entry.get("tricks")) for entry in chosen),
        f"{kind}_points": sum(entry["points"] for entry in own),
    }


def tricks_given(entries: Iterable[Entry], player: str) -> int:
    """Return the tricks that the player's cards and claims gave away. Calls give away none."""
    return sum(entry.get("tricks", 0) for entry in entries if entry["by"] == player)


HONOURS = "AKQJ"  # the honours whose depth the table shows (SOLO-29)
BOTH_ENDS = 2


@dataclass(frozen=True, slots=True)
class CompleteTrick:
    """A complete trick: its cards, and the `hands` N E S W when it began."""

    hands: tuple[Cards, ...]
    trick: Trick

    def held_at_turn(self, seat: Seat) -> Cards:
        """Return the cards that this seat held when it played to the trick. A seat plays only once in a trick, so these
        are its cards when the trick began.
        """
        return self.hands[SEATS.index(seat)]


def craft_of(start: Position, entries: Iterable[Entry], player: str) -> dict[str, int]:
    """Return the columns of `PlayFigures` for the use of the dummy, from the cards of a `PlayAnalysis` from `start` on.

    `ends` counts the cards played from dummy when both ENDS were legal and one cost tricks under best play,
    `wrong_ends` how often the costly END was played, and `wrong_end_tricks` the tricks that this lost. `buried`
    counts tricks the side lost that an honour inside its dummy would have won (`buried_tricks`). `blocked` counts
    suits with a winner that dummy could not lead and that took no trick (`blocked_suits`).
    """
    cards = [entry for entry in entries if "seat" in entry]
    turns = tricks_of(start, [CARD_TEXTS[entry["a"]] for entry in cards])
    dummy = DUMMY_OF[player]
    mattered = [
        entry for entry in cards if entry["seat"] == str(dummy) and entry["of"] == BOTH_ENDS and len(entry["held"]) == 1
    ]
    wrong = [entry["tricks"] for entry in mattered if entry["tricks"]]
    return {
        "ends": len(mattered),
        "wrong_ends": len(wrong),
        "wrong_end_tricks": sum(wrong),
        "buried": len(buried_tricks(turns, start.strain, dummy)),
        "blocked": len(blocked_suits(turns, start.strain, dummy)),
    }


def tricks_of(start: Position, cards: Iterable[Card]) -> list[CompleteTrick]:
    """Return the complete tricks of a play, in order. Raise BadPosition if a card is illegal."""
    at, turns = start, []
    for card in cards:
        if not at.now.trick.cards:
            hands = at.now.hands
        if len(at.now.trick.cards) == len(SEATS) - 1:
            turns.append(CompleteTrick(hands, at.now.trick.with_card(card)))
        at = at.after(card)
    return turns


def buried_tricks(turns: Iterable[CompleteTrick], strain: str, dummy: Seat) -> list[CompleteTrick]:
    """Return the lost tricks that a buried honour in the dummy would have won.

    The honour (ace, king, queen, jack) of the suit led was in the dummy but at neither END. It would have won the
    trick if played instead of the dummy's card, with the other three cards unchanged. Tricks in which the dummy led
    are left out.
    """
    return [
        turn
        for turn in turns
        if turn.trick.leader != dummy
        and OWNER[turn.trick.winner(strain)] != OWNER[dummy]
        and any(_would_win(turn, card, strain, dummy) for card in _inside(turn.held_at_turn(dummy)))
    ]


def _would_win(turn: CompleteTrick, card: Card, strain: str, dummy: Seat) -> bool:
    if card.rank not in HONOURS or card.suit != turn.trick.led:
        return False
    cards = [card if seat == dummy else played for seat, played in turn.trick.plays()]
    return turn.trick.plays()[winning_place(cards, strain)][0] == dummy


def blocked_suits(turns: Iterable[CompleteTrick], strain: str, dummy: Seat) -> set[str]:
    """Return the suits in which the dummy, on lead, had a sure winner at neither END and no winner of that suit at an
    END, if that sure winner was played later and took no trick.

    A sure winner is a card that no opposing card of its suit beats, and that no opponent could have ruffed in this
    trick. At no trump and in the trump suit, no ruff is possible. Otherwise the opponent's hand must have the suit
    or no trump, and their dummy an END of the suit or no trump at an END. A card left unplayed by a claim does not
    count.
    """
    all_turns = list(turns)
    taken = {turn.trick.cards[winning_place(turn.trick.cards, strain)] for turn in all_turns}
    played = {card for turn in all_turns for card in turn.trick.cards}
    return {
        card.suit
        for turn in all_turns
        if turn.trick.leader == dummy
        for card in _shut_in(turn, strain, dummy)
        if card in played and card not in taken
    }


def _shut_in(turn: CompleteTrick, strain: str, dummy: Seat) -> list[Card]:
    held = turn.held_at_turn(dummy)
    open_suits = {card.suit for card in ends(held) if _sure(turn, card, strain, dummy)}
    return [card for card in _inside(held) if card.suit not in open_suits and _sure(turn, card, strain, dummy)]


def _sure(turn: CompleteTrick, card: Card, strain: str, dummy: Seat) -> bool:
    against = [seat for seat in SEATS if OWNER[seat] == OPPONENT[OWNER[dummy]]]
    hands = {seat: turn.held_at_turn(seat) for seat in against}
    if any(other.suit == card.suit and other.strength > card.strength for h in hands.values() for other in h):
        return False
    return strain in ("N", card.suit) or not any(_ruffs(seat, h, card, strain) for seat, h in hands.items())


def _ruffs(seat: Seat, held: Cards, card: Card, strain: str) -> bool:
    reach = ends(held) if seat in DUMMIES else held
    return all(other.suit != card.suit for other in reach) and any(other.suit == strain for other in reach)


def _inside(held: Cards) -> Cards:
    return held[1:-1]
