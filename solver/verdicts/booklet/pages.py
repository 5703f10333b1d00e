"""The pages of a booklet: for each board its facts, frequencies and sentences, and the JSON that stores them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, get_args

from games.cards import SUITS, hcp, sorted_hand
from games.deals import Deal
from games.end_dummies import DUMMY_OF, HAND_OF
from games.players import is_vulnerable
from games.wording import over_text
from scoring.contracts import PASSED_OUT
from scoring.field_tree import field_tree
from scoring.figures import exact_text
from scoring.ruling_text import status_words
from solver import engine
from solver.thread_engines import solves_whole_deals
from solver.verdicts.booklet.clauses import LEAST_TOLD, BookletSentence, Clause
from solver.verdicts.booklet.field import AS_PLAYED, BookletBoard, BookletLine, JudgedLine, SolvedBoard
from solver.verdicts.booklet.finding import (
    Bid,
    best_play_clause,
    leads_clause,
    made_clause,
    par_clauses,
    range_clause,
    turning_clauses,
    unbid_clause,
    usual_clause,
    usual_contracts,
    value_clause,
)
from solver.verdicts.booklet.play_clauses import AuctionsDiffer, BetterCalls, DearestCall, TurnsAlike
from solver.verdicts.solution import Solution, par_in


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A contract with its doubles, its declarer (or ""), its overtricks, and the number of tables that played it.

    `alone` is True if all tables with the same score played it.
    """

    contract: str
    declarer: str
    over: int
    count: int
    alone: bool

    @property
    def over_text(self) -> str:
        """The tricks over the contract, such as `=`, `+1` or `−2`."""
        return over_text(self.over) if self.declarer else ""

    @property
    def by(self) -> str:
        """The declarer, with the number of tables if other tables played something else: `S (3)`."""
        return self.declarer if self.alone else f"{self.declarer} ({self.count})".strip()

    @property
    def printed(self) -> tuple[str, str]:
        """The code of the contract, such as 4SX (or "" if the board was passed out), and the text after it."""
        return (
            (self.contract, f"{self.over_text} {self.by}") if self.declarer else ("", f"Passed out {self.by}".strip())
        )


@dataclass(frozen=True, slots=True)
class Frequency:
    """One or more tables with the same score and the same percentages.

    `score` is South's, or None if `words` says why there is none. `played` has the contracts, the most frequent first.
    """

    score: int | None
    count: int
    played: tuple[PlayedContract, ...]
    percent_south: Fraction | None
    percent_north: Fraction | None
    words: str = ""


def frequencies_of(lines: Sequence[BookletLine]) -> tuple[Frequency, ...]:
    """Return the frequencies of all lines, with the best score for South first and lines without a score last."""
    groups: dict[tuple[object, ...], list[BookletLine]] = {}
    for line in lines:
        key = (line.result.ns_score, _words(line), line.percent_south, line.percent_north)
        groups.setdefault(key, []).append(line)
    frequencies = [_frequency(group) for group in groups.values()]
    return tuple(sorted(frequencies, key=lambda row: (row.score is None, -(row.score or 0), row.words)))


def _frequency(group: Sequence[BookletLine]) -> Frequency:
    results = [line.result for line in group if line.result.contract]
    contracts = Counter((result.contract, result.declarer, result.over or 0) for result in results)
    alone = len(contracts) == 1
    played = tuple(PlayedContract(*contract, count, alone) for contract, count in contracts.most_common())
    first = group[0]
    return Frequency(first.result.ns_score, len(group), played, first.percent_south, first.percent_north, _words(first))


def _words(line: BookletLine) -> str:
    """Return the words for a line that was not played, or not compared with the whole field."""
    if line.result.status in AS_PLAYED:
        return "Compared apart" if line.result.group else ""
    return status_words(line.result.status, line.result.ruling)


MAX_BETTER_CALLS = 3


def differ_clause(judged: Sequence[JudgedLine]) -> AuctionsDiffer | None:
    """Return the first call at which the auctions differ, or None if fewer than two auctions differ."""
    if not judged:
        return None
    root = field_tree({place: line.call_texts for place, line in enumerate(judged)})
    if len(root.branches) < 2:
        return None
    ways = tuple((branch.steps[0], len(branch.keys)) for branch in root.branches)
    return AuctionsDiffer(root.steps, ways, len(judged))


def dearest_clauses(judged: Sequence[JudgedLine]) -> tuple[Clause, ...]:
    """Return the call that cost most, and the calls that would have cost nothing, or () if no call cost enough to be
    told.

    Among equally costly calls, the call made at most tables is named, and then the call of the first line.
    """
    made = [
        (line.call_texts[: place + 1], verdict)
        for line in judged
        for place, verdict in enumerate(line.calls)
        if verdict.points >= LEAST_TOLD
    ]
    if not made:
        return ()
    times = Counter(calls for calls, _ in made)
    calls, verdict = max(made, key=lambda call: (call[1].points, times[call[0]]))
    alone = len({auction for auction, cost in made if cost.points == verdict.points}) == 1
    dearest = DearestCall(verdict.player, calls[:-1], calls[-1], verdict.points, times[calls], len(judged), alone)
    if len(verdict.held) > MAX_BETTER_CALLS:
        return (dearest,)
    return dearest, BetterCalls(calls[:-1], verdict.held)


MAX_SENTENCES = 6
FEW_SENTENCES = 3
"""With fewer sentences than this, the range of the scores is told too."""


def board_sentences(board: BookletBoard, solved: SolvedBoard | None) -> list[BookletSentence]:
    """Return up to six sentences. Without a solver, they say only what the field did."""
    lines = board.compared
    if not lines:
        return [BookletSentence(par_clauses(solved, lines)[:1])] if solved else []
    sentences = [BookletSentence(clauses) for clauses in _told(lines, solved) if clauses]
    if len(sentences) < FEW_SENTENCES and (scores := range_clause(lines)):
        sentences.append(BookletSentence((scores,)))
    return sentences[:MAX_SENTENCES]


def _told(lines: Sequence[BookletLine], solved: SolvedBoard | None) -> Iterator[tuple[Clause, ...]]:
    usual = usual_contracts(lines)
    if solved:
        yield par_clauses(solved, lines)
    yield tuple(_usual(lines, solved, usual))
    if solved:
        contracts = [contract for contract in usual[:1] if contract[0] != PASSED_OUT]
        yield from (turning_clauses(solved, lines, contract) for contract in contracts)
        yield from (_one(leads_clause(solved, lines, contract)) for contract in contracts)
        yield dearest_clauses(solved.judged)
        yield _one(best_play_clause(solved))
        yield _one(unbid_clause(solved, lines))
        yield _one(differ_clause(solved.judged))


def _usual(lines: Sequence[BookletLine], solved: SolvedBoard | None, usual: Sequence[Bid]) -> Iterator[Clause]:
    yield usual_clause(lines, usual)
    if len(usual) == 1 and usual[0][0] != PASSED_OUT:
        if solved:
            yield value_clause(solved, usual[0])
        yield made_clause(lines, usual[0])


def _one(clause: Clause | None) -> tuple[Clause, ...]:
    return (clause,) if clause else ()


@dataclass(frozen=True, slots=True)
class BookletPage:
    """A page of facts about one board. `solution` is None without a fast solver."""

    number: int
    dealer: str
    vulnerability: str
    deal: Deal
    solution: Solution | None
    frequencies: tuple[Frequency, ...]
    sentences: tuple[BookletSentence, ...]

    @property
    def texts(self) -> list[str]:
        """The sentences in words."""
        return [sentence.text for sentence in self.sentences]

    @property
    def board(self) -> "BookletPage":
        """The board's number, dealer and vulnerability, in the form that `results/_deal.html` uses."""
        return self

    @property
    def suits(self) -> dict[str, list[tuple[str, list[str]]]]:
        """The players' own hands by suit."""
        hands = self.deal.hands()
        return {
            str(seat): [(suit, [card.rank for card in sorted_hand(hands[seat]) if card.suit == suit]) for suit in SUITS]
            for seat in HAND_OF.values()
        }

    @property
    def sequences(self) -> dict[str, list[str]]:
        """The dummies' cards in sequence."""
        hands = self.deal.hands()
        return {str(seat): [card.text for card in hands[seat]] for seat in DUMMY_OF.values()}

    @property
    def points(self) -> dict[str, int]:
        return {str(seat): hcp(cards) for seat, cards in self.deal.hands().items()}

    @property
    def south_vul(self) -> bool:
        return is_vulnerable("S", self.vulnerability)

    @property
    def north_vul(self) -> bool:
        return is_vulnerable("N", self.vulnerability)


def booklet_page(board: BookletBoard) -> BookletPage:
    """Return the page of one board. Without a fast solver, it says only what the field did."""
    solved = SolvedBoard(board, engine()) if solves_whole_deals() else None
    return BookletPage(
        number=board.number,
        dealer=board.dealer,
        vulnerability=board.vulnerability,
        deal=board.deal,
        solution=Solution.read(solved.values, par_in(solved.auction, solved.start)) if solved else None,
        frequencies=frequencies_of(board.lines),
        sentences=tuple(board_sentences(board, solved)),
    )


Json = dict[str, Any]
KINDS = {kind.__name__: kind for kind in get_args(Clause)}


def page_json(page: BookletPage) -> Json:
    """Return the page as JSON values that `page_of` reads. They contain the names that strangers may read."""
    return {
        **page.deal.to_setup(page.number, page.dealer, page.vulnerability),
        "solution": asdict(page.solution) if page.solution else None,
        "frequencies": [_frequency_json(row) for row in page.frequencies],
        "sentences": [
            [{"kind": type(clause).__name__, **asdict(clause)} for clause in sentence.clauses]
            for sentence in page.sentences
        ],
    }


def page_of(stored: Mapping[str, Any]) -> BookletPage:
    """Return a page stored by `page_json`. Raise KeyError or TypeError if another version stored it."""
    return BookletPage(
        number=stored["board"],
        dealer=stored["dealer"],
        vulnerability=stored["vul"],
        deal=Deal.from_setup(stored),
        solution=(solution := stored["solution"]) and Solution.read(solution["values"], solution),
        frequencies=tuple(_frequency_of(row) for row in stored["frequencies"]),
        sentences=tuple(BookletSentence(tuple(map(_clause, clauses))) for clauses in stored["sentences"]),
    )


def _clause(stored: Mapping[str, Any]) -> Clause:
    values = {name: _tuples(value) for name, value in stored.items() if name != "kind"}
    if "alike" in values:
        values["alike"] = TurnsAlike(values["alike"])
    clause: Clause = KINDS[stored["kind"]](**values)
    return clause


def _tuples(value: Any) -> Any:
    """Return the value with its lists, which come from JSON, changed back to tuples."""
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


def _frequency_json(row: Frequency) -> Json:
    percents = {name: getattr(row, name) for name in ("percent_south", "percent_north")}
    return asdict(row) | {name: None if share is None else exact_text(share) for name, share in percents.items()}


def _frequency_of(stored: Mapping[str, Any]) -> Frequency:
    south, north = (
        None if stored[name] is None else Fraction(stored[name]) for name in ("percent_south", "percent_north")
    )
    played = tuple(PlayedContract(**contract) for contract in stored["played"])
    return Frequency(stored["score"], stored["count"], played, south, north, stored["words"])
