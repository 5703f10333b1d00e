"""Clauses based on the field's results, the cards and the solver's values of contracts."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.calls import STRAINS
from games.cards import CARD_BY_TEXT
from games.players import PLAYERS
from scoring.contracts import PASSED_OUT
from solver import Position
from solver.analysis import CardVerdict, best_value
from solver.auction import BOOK
from solver.by_eye import values_by_eye
from solver.verdicts.booklet.clauses import (
    LEAST_TOLD,
    BeatingLeads,
    BoardPar,
    Clause,
    ContractMade,
    ContractValue,
    ManyContracts,
    ParScored,
    ScoreRange,
    UnbidContract,
    UsualContract,
)
from solver.verdicts.booklet.field import ALL_TRICKS, BookletLine, JudgedLine, SolvedBoard, bid_of, needed, was_made
from solver.verdicts.booklet.play_clauses import BestLine, BestPlay, HoldingCards, TurningCard, TurnsAlike
from solver.verdicts.judge import low_first

MAX_USUAL_CONTRACTS = 2
"""The number of equally frequent contracts that are still named as usual."""
MAX_BEATING_LEADS = 4
MIN_BEATEN_SHARE = Fraction(3, 4)
"""The share of the tables that a contract would have beaten, from which on it is told that nobody bid it."""
Bid = tuple[str, str]


def scores_of(lines: Sequence[BookletLine]) -> list[int]:
    """Return the points to South for each compared line. Every result as played has them."""
    return [points for line in lines if (points := line.result.ns_score) is not None]


def played_contract(line: BookletLine) -> Bid:
    """Return the bid and the declarer, or ("PASS", "")."""
    return bid_of(line), line.result.declarer


def usual_contracts(lines: Sequence[BookletLine]) -> list[Bid]:
    """Return the most frequent contract, or two that are equally frequent, or none if no contract was usual."""
    counted = Counter(map(played_contract, lines)).most_common()
    most = [contract for contract, count in counted if count == counted[0][1]]
    return most if len(most) <= MAX_USUAL_CONTRACTS else []


def usual_clause(lines: Sequence[BookletLine], usual: Sequence[Bid]) -> UsualContract | ManyContracts:
    """Return the clause on the contracts that the field played."""
    usual_lines = [line for line in lines if played_contract(line) in usual]
    if not usual:
        return ManyContracts(len(set(map(played_contract, lines))), len(lines))
    doubled = sum(line.result.contract.endswith("X") for line in usual_lines)
    return UsualContract(tuple(usual), len(usual_lines) // len(usual), len(lines), doubled)


def made_clause(lines: Sequence[BookletLine], contract: Bid) -> ContractMade:
    """Return how many of the tables that played this contract made it."""
    played = [line for line in lines if played_contract(line) == contract]
    return ContractMade(*contract, sum(map(was_made, played)), len(played))


def value_clause(solved: SolvedBoard, contract: Bid) -> ContractValue:
    """Return the tricks of this contract with best play."""
    bid, declarer = contract
    return ContractValue(bid, declarer, solved.values[bid[1]][declarer])


def par_clauses(solved: SolvedBoard, lines: Sequence[BookletLine]) -> tuple[Clause, ...]:
    """Return par, and how many tables scored it."""
    contracts = tuple((bid or PASSED_OUT, who) for bid, who in solved.auction.contracts(solved.start))
    count = sum(line.result.ns_score == solved.par for line in lines)
    return BoardPar(solved.par, contracts), ParScored(solved.par, count, len(lines))


def leads_clause(solved: SolvedBoard, lines: Sequence[BookletLine], contract: Bid) -> BeatingLeads | None:
    """Return the few leads that beat a contract, or None if it makes or many leads beat it."""
    bid, declarer = contract
    values = solved.engine.values(solved.before_lead(bid, declarer))
    of_declarer = {card.text: south if declarer == "S" else ALL_TRICKS - south for card, south in values.items()}
    beating = [text for text, tricks in of_declarer.items() if tricks < needed(bid)]
    leads = tuple(sorted(beating, key=lambda card: (card[0], -CARD_BY_TEXT[card].strength)))
    if not leads or len(leads) > MAX_BEATING_LEADS:
        return None
    made = [line.result.lead for line in lines if played_contract(line) == contract]
    known = [lead for lead in made if lead in of_declarer]  # some program may have noted a card that the leader lacked
    return BeatingLeads(bid, declarer, leads, sum(lead in leads for lead in known), len(known))


def unbid_clause(solved: SolvedBoard, lines: Sequence[BookletLine]) -> UnbidContract | None:
    """Return a contract that makes, that nobody played and that would have beaten most tables, or None."""
    played = set(map(played_contract, lines))
    clauses = [
        clause
        for strain in STRAINS
        for declarer in PLAYERS
        if (level := solved.values[strain][declarer] - BOOK) > 0 and (f"{level}{strain}", declarer) not in played
        if (clause := _unbid(solved, lines, f"{level}{strain}", declarer))
        and clause.better_than >= MIN_BEATEN_SHARE * clause.of
    ]
    return max(clauses, key=lambda clause: (clause.better_than, clause.points), default=None)


def _unbid(solved: SolvedBoard, lines: Sequence[BookletLine], bid: str, declarer: str) -> UnbidContract:
    sign = 1 if declarer == "S" else -1
    points = sign * solved.score(bid, declarer, needed(bid))
    less = sum(sign * south < points for south in scores_of(lines))
    never = not any((call.player, call.call) == (declarer, bid) for judged in solved.judged for call in judged.calls)
    return UnbidContract(bid, declarer, points, less, len(lines), never and len(solved.judged) == len(lines))


def range_clause(lines: Sequence[BookletLine]) -> ScoreRange | None:
    """Return the best, the worst and the most frequent score, or None if no table has a score."""
    points = Counter(scores_of(lines))
    if not points:
        return None
    (usual, count), *others = points.most_common(2)
    alone = count > 1 and (not others or others[0][1] < count)
    return ScoreRange(max(points), min(points), usual if alone else None, count if alone else 0, len(lines))


FEWEST_CARDS_TO_CHOOSE = 3
MOST_HOLDING_CARDS = 2
LAST_TRICK_TO_TELL = 10
MAX_HOLDING_NAMED = 3
CARDS_IN_TRICK = 4


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The card, the `place`-th of a play, after which a table no longer had the result of best play."""

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
    recorded = [judged for judged in solved.judged if judged.line in wrong]
    points = [point for judged in recorded if (point := _turning_point(judged, made=not makes))]
    if not points:
        return ()
    alike, turns = _most_alike(points)
    first = turns[0]
    cards = tuple(card.text for card, _ in Counter(point.verdict.card for point in turns).most_common())
    places = tuple((point.judged.line.key, point.place) for point in turns)
    seat = str(first.verdict.seat)
    turning = TurningCard(bid, declarer, not makes, alike, places, seat, cards, len(points), len(recorded), len(wrong))
    better = () if alike is TurnsAlike.CARD and len(turns) > 1 else _better(solved, turning, first)
    return (turning, *better)


def _turning_point(judged: JudgedLine, *, made: bool) -> TurningPoint | None:
    """Return the last card that changed the result to `made`, or None if a claim changed it."""
    results = [judged.declarers(verdict.values[verdict.card]) >= judged.needs for verdict in judged.cards]
    if not results or results[-1] != made:
        return None
    place = len(results) - 1
    while place and results[place - 1] == made:
        place -= 1
    return TurningPoint(judged, place)


def _most_alike(points: Sequence[TurningPoint]) -> tuple[TurnsAlike, list[TurningPoint]]:
    """Return the largest group of points in one position, or else with one card, or else the earliest point."""
    for alike, key in (
        (TurnsAlike.POSITION, lambda point: point.at.now),
        (TurnsAlike.CARD, lambda point: point.same_card),
    ):
        largest = _largest(points, key)
        if len(largest) > 1 or len(points) == 1:
            return alike, largest
    return TurnsAlike.FIRST, [min(points, key=lambda point: point.place)]


def _largest(points: Sequence[TurningPoint], key: Callable[[TurningPoint], Hashable]) -> list[TurningPoint]:
    groups: defaultdict[Hashable, list[TurningPoint]] = defaultdict(list)
    for point in points:
        groups[key(point)].append(point)
    return max(groups.values(), key=len)


def _better(solved: SolvedBoard, turning: TurningCard, point: TurningPoint) -> tuple[Clause, ...]:
    """Return the cards that kept the result of best play, if there are few, and the line that follows."""
    judged, needs, place = point.judged, point.judged.needs, turning.turns[0]
    values = point.verdict.values
    held = [card for card, south in values.items() if (judged.declarers(south) >= needs) != turning.made]
    line = tuple(_line(solved, point.at))
    best_line = BestLine(turning.bid, turning.declarer, turning.made, place, line)
    if not held or len(held) > MAX_HOLDING_NAMED:
        return (best_line,)
    texts = tuple(card.text for card in sorted(held, key=lambda card: (card.suit, -card.strength)))
    return HoldingCards(turning.bid, turning.declarer, turning.made, place, texts, len(values)), best_line


def _line(solved: SolvedBoard, at: Position) -> Iterator[tuple[str, str]]:
    """Yield (seat, card) for best play up to the end of the next trick, with the lowest of equal cards."""
    last = min(len(at.hands[0]), len(at.played) // CARDS_IN_TRICK + 2) * CARDS_IN_TRICK
    while len(at.played) < last:
        values = solved.engine.values(at)
        best = best_value(at, values)
        card = min((card for card, value in values.items() if value == best), key=low_first)
        yield str(at.now.trick.to_play), card.text
        at = at.after(card)


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card that cost nothing: one of `holding` such cards out of `of`. Every other card costs at least `points`."""

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
    """Return the best play of the board: the card that saved most, among those that a glance would not find.

    If plays are equally good, the first in the field is named. Return None if the best is not worth telling.
    """
    held = [card for judged in solved.judged for card in _held_cards(solved, judged)]
    hidden = (card for card in sorted(held, key=lambda card: -card.merit) if not card.is_found_by_eye)
    best, other = next(hidden, None), next(hidden, None)
    if best is None or best.points < LEAST_TOLD:
        return None
    verdict, line = best.judged.cards[best.place], best.judged.line
    return BestPlay(
        place=(line.key, best.place),
        club=line.club,
        name=line.name(verdict.player),
        player=verdict.player,
        contract=line.result.contract,
        declarer=line.result.declarer,
        seat=str(verdict.seat),
        card=verdict.card.text,
        holding=best.holding,
        of=best.of,
        points=best.points,
        alone=other is None or other.merit < best.merit,
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
