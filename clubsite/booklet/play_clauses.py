"""Clauses on the cards: where tables lost a contract, the line that makes it, and the best play of the board."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubsite.analysis.judge import low_first
from clubsite.booklet.clauses import LEAST_TOLD, BestLine, BestPlay, Clause, HoldingCards, TurningCard, TurnsAlike
from clubsite.booklet.field import BookletLine
from clubsite.booklet.result_clauses import Bid, played_contract
from clubsite.booklet.solved_board import JudgedLine, SolvedBoard, needed, was_made
from solver import Position
from solver.analysis import CardVerdict, best_value
from solver.by_eye import values_by_eye

FEWEST_CARDS_TO_CHOOSE = 3
MOST_HOLDING_CARDS = 2
LAST_TRICK_TO_TELL = 10
MAX_HOLDING_NAMED = 3
CARDS_IN_TRICK = 4


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The card, the `place`-th of a play, after which a table's result was no longer that of best play."""

    judged: JudgedLine
    place: int

    @property
    def at(self) -> Position:
        return self.judged.positions[self.place]

    @property
    def verdict(self) -> CardVerdict:
        return self.judged.cards[self.place]

    @property
    def same_card(self) -> Hashable:
        return self.verdict.seat, self.verdict.card


def turning_clauses(solved: SolvedBoard, lines: Sequence[BookletLine], contract: Bid) -> tuple[Clause, ...]:
    """Return the card at which most tables lost a contract that makes, or made one that fails, and a better line.

    Return () if every table came to the result of best play, or if no play is known.
    """
    bid, declarer = contract
    makes = solved.values[bid[1]][declarer] >= needed(bid)
    wrong = [line for line in lines if played_contract(line) == contract and was_made(line) != makes]
    recorded = [one for one in solved.judged if one.line in wrong]
    points = [point for one in recorded if (point := _turning_point(one, made=not makes))]
    if not points:
        return ()
    alike, found = _most_alike(points)
    first = found[0]
    cards = tuple(card.text for card, _ in Counter(point.verdict.card for point in found).most_common())
    places = tuple((point.judged.line.key, point.place) for point in found)
    seat = str(first.verdict.seat)
    turning = TurningCard(bid, declarer, not makes, alike, places, seat, cards, len(points), len(recorded), len(wrong))
    better = () if alike is TurnsAlike.CARD and len(found) > 1 else _better(solved, turning, first)
    return (turning, *better)


def _turning_point(judged: JudgedLine, *, made: bool) -> TurningPoint | None:
    """Return the last card that changed the result to `made`, or None if a claim did."""
    results = [judged.declarers(verdict.values[verdict.card]) >= judged.needs for verdict in judged.cards]
    if not results or results[-1] != made:
        return None
    place = len(results) - 1
    while place and results[place - 1] == made:
        place -= 1
    return TurningPoint(judged, place)


def _most_alike(points: Sequence[TurningPoint]) -> tuple[TurnsAlike, list[TurningPoint]]:
    """Return the largest group of points in one position, or else of one card, or else the earliest point."""
    for alike, key in (
        (TurnsAlike.POSITION, lambda point: point.at.now),
        (TurnsAlike.CARD, lambda point: point.same_card),
    ):
        found = _largest(points, key)
        if len(found) > 1 or len(points) == 1:
            return alike, found
    return TurnsAlike.FIRST, [min(points, key=lambda point: point.place)]


def _largest(points: Sequence[TurningPoint], key: Callable[[TurningPoint], Hashable]) -> list[TurningPoint]:
    groups: defaultdict[Hashable, list[TurningPoint]] = defaultdict(list)
    for point in points:
        groups[key(point)].append(point)
    return max(groups.values(), key=len)


def _better(solved: SolvedBoard, turning: TurningCard, point: TurningPoint) -> tuple[Clause, ...]:
    """Return the cards that kept the result of best play, if they are few, and the line that follows."""
    judged, needs, place = point.judged, point.judged.needs, turning.turns[0]
    values = point.verdict.values
    held = [card for card, south in values.items() if (judged.declarers(south) >= needs) != turning.made]
    line = tuple(_line(solved, point.at))
    told = BestLine(turning.bid, turning.declarer, turning.made, place, line)
    if not held or len(held) > MAX_HOLDING_NAMED:
        return (told,)
    texts = tuple(card.text for card in sorted(held, key=lambda card: (card.suit, -card.strength)))
    return HoldingCards(turning.bid, turning.declarer, turning.made, place, texts, len(values)), told


def _line(solved: SolvedBoard, at: Position) -> Iterator[tuple[str, str]]:
    """Yield (seat, card) for the cards of best play up to the end of the next trick, the lowest of equal cards."""
    last = min(len(at.hands[0]), len(at.played) // CARDS_IN_TRICK + 2) * CARDS_IN_TRICK
    while len(at.played) < last:
        values = solved.engine.values(at)
        best = best_value(at, values)
        card = min((card for card, value in values.items() if value == best), key=low_first)
        yield str(at.now.trick.to_play), card.text
        at = at.after(card)


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card that cost nothing where `holding` of `of` cards did, and each of the others cost at least `points`."""

    judged: JudgedLine
    place: int
    holding: int
    of: int
    points: int

    @property
    def merit(self) -> Fraction:
        return Fraction(self.points * (self.of - self.holding), self.of)

    @property
    def is_found_by_eye(self) -> bool:
        """True if no card looks better than this one at a glance."""
        at = self.judged.positions[self.place]
        values = {card: value if at.now.player == "S" else -value for card, value in values_by_eye(at).items()}
        return values[self.judged.cards[self.place].card] == max(values.values())


def best_play_clause(solved: SolvedBoard) -> BestPlay | None:
    """Return the best play of the board: of the cards that a glance would not find, the one that saved most.

    Of equally good plays the first one in the field is named. Return None if the best one is not worth telling.
    """
    held = [card for judged in solved.judged for card in _held_cards(solved, judged)]
    hidden = (one for one in sorted(held, key=lambda card: -card.merit) if not one.is_found_by_eye)
    one, other = next(hidden, None), next(hidden, None)
    if one is None or one.points < LEAST_TOLD:
        return None
    verdict, line = one.judged.cards[one.place], one.judged.line
    return BestPlay(
        place=(line.key, one.place),
        club=line.club,
        name=line.name(verdict.player),
        player=verdict.player,
        contract=line.result.contract,
        declarer=line.result.declarer,
        seat=str(verdict.seat),
        card=verdict.card.text,
        holding=one.holding,
        of=one.of,
        points=one.points,
        alone=other is None or other.merit < one.merit,
    )


def _held_cards(solved: SolvedBoard, judged: JudgedLine) -> Iterator[HeldCard]:
    result = judged.line.result
    for place, verdict in enumerate(judged.cards[: LAST_TRICK_TO_TELL * CARDS_IN_TRICK]):
        holding, of = len(verdict.held), len(verdict.values)
        if verdict.tricks or of < FEWEST_CARDS_TO_CHOOSE or holding > MOST_HOLDING_CARDS or holding == of:
            continue
        worth = {
            card: solved.score(result.contract, result.declarer, judged.declarers(south))
            for card, south in verdict.values.items()
        }
        points = min(abs(worth[card] - worth[verdict.card]) for card in worth if card not in verdict.held)
        if points:
            yield HeldCard(judged, place, holding, of, points)
