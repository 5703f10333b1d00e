"""Clauses from the field's results, and from what the solver says of a contract without looking at any play."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from clubsite.booklet.clauses import (
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
from clubsite.booklet.field import BookletLine
from clubsite.booklet.solved_board import ALL_TRICKS, JudgedLine, SolvedBoard, bid_of, needed, was_made
from games.calls import STRAINS
from games.cards import CARD_BY_TEXT
from games.players import PLAYERS
from scoring.contracts import PASSED_OUT
from solver.auction import BOOK

MAX_USUAL_CONTRACTS = 2
"""The number of equally frequent contracts that are still named as usual."""
MAX_BEATING_LEADS = 4
MIN_BEATEN_SHARE = Fraction(3, 4)
"""The share of the tables that a contract would have beaten, from which on it is told that nobody bid it."""
Bid = tuple[str, str]


def scores_of(lines: Sequence[BookletLine]) -> list[int]:
    """Return the points to South of compared lines, which every result as played has."""
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
    found = [line for line in lines if played_contract(line) in usual]
    if not usual:
        return ManyContracts(len(set(map(played_contract, lines))), len(lines))
    doubled = sum(line.result.contract.endswith("X") for line in found)
    return UsualContract(tuple(usual), len(found) // len(usual), len(lines), doubled)


def made_clause(lines: Sequence[BookletLine], contract: Bid) -> ContractMade:
    """Return how many of the tables that played this contract made it."""
    found = [line for line in lines if played_contract(line) == contract]
    return ContractMade(*contract, sum(map(was_made, found)), len(found))


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
    leads = tuple(sorted((text for text, tricks in of_declarer.items() if tricks < needed(bid)), key=_high_first))
    if not leads or len(leads) > MAX_BEATING_LEADS:
        return None
    made = [line.result.lead for line in lines if played_contract(line) == contract]
    known = [lead for lead in made if lead in of_declarer]  # some program may have noted a card that the leader lacked
    return BeatingLeads(bid, declarer, leads, sum(lead in leads for lead in known), len(known))


def _high_first(card: str) -> tuple[str, int]:
    return card[0], -CARD_BY_TEXT[card].strength


def unbid_clause(solved: SolvedBoard, lines: Sequence[BookletLine]) -> UnbidContract | None:
    """Return the contract that makes, that nobody played and that would have beaten most tables, or None."""
    played = set(map(played_contract, lines))
    found = [
        clause
        for strain in STRAINS
        for declarer in PLAYERS
        if (level := solved.values[strain][declarer] - BOOK) > 0 and (f"{level}{strain}", declarer) not in played
        if (clause := _unbid(solved, lines, f"{level}{strain}", declarer))
        and clause.better_than >= MIN_BEATEN_SHARE * clause.of
    ]
    return max(found, key=lambda clause: (clause.better_than, clause.points), default=None)


def _unbid(solved: SolvedBoard, lines: Sequence[BookletLine], bid: str, declarer: str) -> UnbidContract:
    sign = 1 if declarer == "S" else -1
    points = sign * solved.score(bid, declarer, needed(bid))
    less = sum(sign * south < points for south in scores_of(lines))
    never = all((declarer, bid) not in _bids(one) for one in solved.judged)
    return UnbidContract(bid, declarer, points, less, len(lines), never and len(solved.judged) == len(lines))


def _bids(judged: JudgedLine) -> set[tuple[str, str]]:
    return {(verdict.player, verdict.call) for verdict in judged.calls}


def range_clause(lines: Sequence[BookletLine]) -> ScoreRange | None:
    """Return the best and worst score and the most frequent one, or None if no table has a score."""
    points = Counter(scores_of(lines))
    if not points:
        return None
    (usual, count), *others = points.most_common(2)
    alone = count > 1 and (not others or others[0][1] < count)
    return ScoreRange(max(points), min(points), usual if alone else None, count if alone else 0, len(lines))
