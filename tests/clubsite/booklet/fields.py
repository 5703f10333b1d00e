"""Hand-made fields. Their deal is so one-sided that the engine in Python solves it, too."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from games.cards import CARD_BY_TEXT, Card, parse_cards
from games.deals import Deal
from games.options import usual
from games.registry import rules_for
from scoring.result import BoardResult
from solver.verdicts.booklet.field import BookletBoard, BookletLine, BookletLog

SOLO = rules_for("solo")
OPTIONS = usual(SOLO.options)
NUMBER, DEALER, VUL = 3, "S", "None"
# South makes nine tricks in spades, and North twelve in clubs.
DEAL = Deal.of(
    [
        parse_cards("DA DK DQ DJ DT D9 D8 D7 D6 SQ HK CA C2"),
        parse_cards("HA HQ HJ HT H9 H8 H7 H6 H5 D3 D4 C3 C4"),
        parse_cards("SA SK SJ ST S9 S8 S7 S6 S5 D2 D5 H2 C5"),
        parse_cards("CK CQ CJ CT C9 C8 C7 C6 H3 H4 S4 S3 S2"),
    ]
)
Pick = Callable[[Sequence[Card]], Card]


def highest(cards: Sequence[Card]) -> Card:
    return max(cards, key=lambda card: (card.strength, card.suit))


def lowest(cards: Sequence[Card]) -> Card:
    return min(cards, key=lambda card: (card.strength, card.suit))


def logged(calls: str, south: Pick = highest, north: Pick = highest, first: str = "") -> BookletLog:
    """Return a log of these calls, such as `3S P P`, and then of the cards that each player picks.

    `first` are cards that are played first, whoever is on turn.
    """
    setup = DEAL.to_setup(NUMBER, DEALER, VUL)
    state, events = SOLO.start(setup, OPTIONS), list[dict[str, Any]]()
    waiting = [CARD_BY_TEXT[text] for text in first.split()]
    for call in calls.split():
        state = _acted(state, events, f"c:{call}")
    while (player := SOLO.turn(state)) is not None:
        legal = [CARD_BY_TEXT[act[2:]] for act in SOLO.legal(state, player) if act.startswith("p:")]
        card = waiting.pop(0) if waiting else {"S": south, "N": north}[player](legal)
        state = _acted(state, events, f"p:{card.text}")
    return BookletLog(setup, OPTIONS, events)


def _acted(state: Any, events: list[dict[str, Any]], action: str) -> Any:
    player = SOLO.turn(state)
    assert player is not None
    events.append({"seq": len(events) + 1, "actor": player, "a": action})
    return SOLO.apply(state, player, action)


def result_of(log: BookletLog) -> BoardResult:
    """Return the result in which a log ends."""
    state = SOLO.start(log.setup, log.options)
    for event in log.events:
        state = SOLO.apply(state, event["actor"], event["a"])
    return BoardResult.of_play(SOLO.outcome(state) or {}, VUL)


def recorded_line(key: str, log: BookletLog, **changes: Any) -> BookletLine:
    """Return the line of a table that was played on screens."""
    result = result_of(log)
    return BookletLine(key, f"Club {key}", result, Fraction(50), Fraction(50), log, **changes)


def card_line(key: str, contract: str, declarer: str = "", tricks: int | None = None, lead: str = "") -> BookletLine:
    """Return the line of a table that was played with cards."""
    return BookletLine(key, f"Club {key}", BoardResult.of_contract(contract, declarer, tricks, VUL, lead=lead))


def board_of(lines: Sequence[BookletLine]) -> BookletBoard:
    return BookletBoard(NUMBER, DEALER, VUL, DEAL, lines, OPTIONS)
