"""The cost of each call, each card and the claim in a finished play of Two Handed Solo Bridge, as JSON values.

Pure functions: they take a setup, options and a log, and return lists in the form of `PlayAnalysis`. Acts that
were taken back are left out.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS, Card
from games.claims_and_undo import MISCLICK
from games.deals import Deal
from games.players import DIRECTOR, OPPONENT
from games.replay import Event
from scoring.imps import imps
from solver import Engine, Position
from solver.analysis import PointsOf, analyse_auction, analyse_play, best_value, points_of
from solver.auction import Score, SolvedAuction, Tricks, stand_after
from solver.tables import leader_against

Json = dict[str, Any]
FULL_DEAL_TRICKS = 13
PASSED_OUT = "PASS"


@dataclass(frozen=True, slots=True)
class Judged:
    """The lists `calls` and `cards` of a `PlayAnalysis`."""

    calls: list[Json]
    cards: list[Json]


def standing(log: Iterable[Event]) -> list[Event]:
    """Return the calls and cards in the log that were not taken back, and the claim that ended the play, with its
    answer.
    """
    stood: list[Event] = []
    claim: Event | None = None
    for event in log:
        action = event["a"]
        if action in CALL_TEXTS or action in CARD_TEXTS:
            stood.append(event)
        elif action in ("undo:yes", MISCLICK) or (action == "undo" and event["actor"] == DIRECTOR):
            stood.pop()
        elif action.startswith("claim:"):
            claim = event
        elif action == "accept" and claim is not None:
            stood += [claim, event]
    return stood


def judge_play(
    setup: Mapping[str, Any],
    options: Mapping[str, str],
    log: Iterable[Event],
    outcome: Mapping[str, Any],
    *,
    engine: Engine,
    tricks: Tricks,
    score: Score,
) -> Judged:
    """Return every verdict on a finished play. `tricks` is the deal's ten values; `score` allows for vulnerability."""
    stood = standing(log)
    auction = SolvedAuction(tricks, score, options.get("auction_end", "two_passes"))
    calls = [event for event in stood if event["a"] in CALL_TEXTS]
    entries = list(_calls(auction, setup["dealer"], calls))
    if outcome["contract"] == PASSED_OUT:
        return Judged(entries, [])
    declarer = outcome["declarer"]
    hands = Deal.from_setup(setup).all_hands
    start = Position.of(hands, outcome["contract"][1], leader_against(declarer))
    worth = points_of(outcome["contract"], declarer, score, FULL_DEAL_TRICKS)
    cards = CardPlay(start, declarer, worth, engine)
    played = [event for event in stood if event["a"] in CARD_TEXTS]
    return Judged(entries, cards.entries(played) + cards.claim([e for e in stood if _is_claim(e)], played))


def _is_claim(event: Event) -> bool:
    return event["a"] not in CALL_TEXTS and event["a"] not in CARD_TEXTS


def _calls(auction: SolvedAuction, dealer: str, events: Sequence[Event]) -> Iterator[Json]:
    texts = [CALL_TEXTS[event["a"]] for event in events]
    for place, (event, verdict) in enumerate(zip(events, analyse_auction(auction, dealer, texts), strict=True)):
        entry = {
            "seq": event["seq"],
            "by": verdict.player,
            "a": event["a"],
            "points": verdict.points,
            "held": [f"c:{call}" for call in verdict.held],
            "of": len(verdict.worths),
            "before": verdict.worths[verdict.held[0]],
            "after": verdict.worths[verdict.call],
            "risk": _risk(verdict.worths.values(), verdict.worths[verdict.held[0]]),
        }
        if verdict.points:
            entry["line"] = list(auction.line(stand_after(dealer, texts[:place])))
            entry["worth"] = {f"c:{call}": worth for call, worth in verdict.worths.items()}
        yield entry


@dataclass(frozen=True, slots=True)
class CardPlay:
    """The cards of a play, from the opening lead on. The entries give declarer's tricks in the whole play."""

    start: Position
    declarer: str
    points: PointsOf
    engine: Engine

    def entries(self, events: Sequence[Event]) -> list[Json]:
        """Return an entry for each card that a player played. The cards of an automatic last trick cost nothing."""
        cards = [CARD_TEXTS[event["a"]] for event in events]
        entries, at = [], self.start
        for event, verdict in zip(events, analyse_play(self.start, cards, self.engine, self.points), strict=True):
            entry = {
                "seq": event["seq"],
                "by": verdict.player,
                "seat": str(verdict.seat),
                "a": event["a"],
                "trick": len(at.played) // 4 + 1,
                "tricks": verdict.tricks,
                "points": verdict.points,
                "held": [f"p:{card.text}" for card in verdict.held],
                "of": len(verdict.values),
                "before": self._declarers(verdict.values[verdict.held[0]]),
                "after": self._declarers(verdict.values[verdict.card]),
                "risk": self._risk(verdict.values, verdict.held[0]),
            }
            if verdict.tricks:
                entry["line"] = self._line(at)
                entry["worth"] = {f"p:{c.text}": self._declarers(v) for c, v in verdict.values.items()}
            entries.append(entry)
            at = at.after(verdict.card)
        return entries

    def claim(self, events: Sequence[Event], played: Sequence[Event]) -> list[Json]:
        """Return the claim and its answer. Claiming too little costs the claimant, and accepting too much costs the
        opponent.
        """
        if not events:
            return []
        claim, answer = events
        by, takes = claim["actor"], int(claim["a"].partition(":")[2])
        at = self.start
        for event in played:
            at = at.after(CARD_TEXTS[event["a"]])
        best = self.engine.value(at)
        had = at.now.south + (takes if by == "S" else at.now.left - takes)
        right = best - at.now.south if by == "S" else at.now.left - (best - at.now.south)
        given = {by: max(0, right - takes), OPPONENT[by]: max(0, takes - right)}
        worth = abs(self.points(best) - self.points(had))
        rows = ((claim, f"claim:{right}"), (answer, "accept" if takes <= right else "refuse"))
        return [
            {
                "seq": event["seq"],
                "by": event["actor"],
                "a": event["a"],
                "tricks": given[event["actor"]],
                "points": worth if given[event["actor"]] else 0,
                "held": [held],
                "of": at.now.left,
                "before": self._declarers(best),
                "after": self._declarers(had),
            }
            for event, held in rows
        ]

    def _risk(self, values: Mapping[Card, int], best: Card) -> float:
        return _risk([self.points(tricks) for tricks in values.values()], self.points(values[best]))

    def _declarers(self, south: int) -> int:
        return south if self.declarer == "S" else len(self.start.hands[0]) - south

    def _line(self, at: Position) -> list[Json]:
        """Return a line of best play from here to the end of the next trick, with the lowest of equivalent cards."""
        last = min(len(at.hands[0]), len(at.played) // 4 + 2) * 4
        line = []
        while len(at.played) < last:
            values = self.engine.values(at)
            best = best_value(at, values)
            card: Card = min((c for c, value in values.items() if value == best), key=low_first)
            line.append({"seat": str(at.now.trick.to_play), "card": card.text})
            at = at.after(card)
        return line


def _risk(worths: Collection[int], best: int) -> float:
    """Return what a blind choice among these costs on average, in IMPs. `worths` and `best` are South's points."""
    return round(sum(imps(abs(best - worth)) for worth in worths) / len(worths), 2)


def low_first(card: Card) -> tuple[int, str]:
    """Return a key that sorts cards from the lowest on."""
    return card.strength, card.suit
