"""A simultaneous event over many clubs, scored as one field: points for each line, and lists of everybody's place.

A heat is what one club plays. All heats together are scored as one session without heats
(`scoring.session_scores`), so every rule of a session applies: every line is compared with all other lines of its
kind, and a board with fewer results than the largest board is converted as the settings say.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from games.boards import vulnerability_of
from scoring.board import BoardMP
from scoring.errors import ScoreError
from scoring.evening import Entry
from scoring.lines import FOULED_GROUP, Status, check
from scoring.plausible import is_possible
from scoring.result import BoardResult
from scoring.session import EntryPenalty, Extras
from scoring.session_scores import (
    BOTH,
    NS,
    Outcome,
    PlacesList,
    PlayedLine,
    ScoredBoards,
    SectionFacts,
    SessionFacts,
    session_lists,
)
from scoring.settings import ScoringSettings

FOUR_HANDED = "four_handed"
"""The kind of contestants of whom each sits at one hand. Of any other kind there are two at a table."""


class HeatLine(NamedTuple):
    """A result of a heat, read by `check_heat`. `south` and `north` are contestants' labels. `table` may be ""."""

    board: int
    south: str
    north: str
    table: str
    result: BoardResult


class EventFieldLine(NamedTuple):
    """One table's result on a board of the event. The outcome is None until there is a result."""

    key: Hashable
    heat: Hashable
    board: int
    south: Entry
    north: Entry
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class EventEntry:
    """A contestant of the event. `key` is unique in the whole event, not only in the heat.

    Only contestants of the same `kind` (such as "two_handed" or "four_handed") are compared. `line` is "NS" or "EW"
    for a contestant of a Mitchell, and "ALL" for one who plays in both columns. `stratum` is a name from the settings,
    or "" for the highest.

    `ranked` is False for a robot and for a second play of the same person. Such a contestant is listed without a
    place. The results still count in the field: the opponent played an ordinary board, and both sides of a line need
    to be compared with the same results. A second play that becomes known the next day changes nobody else's score.
    """

    key: Entry
    heat: Hashable
    kind: str
    line: str
    stratum: str = ""
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The facts from which an event is scored. `lines` has only the lines of the event's own boards.

    `winners` is 2 if South and North players have separate lists, and 1 if they share a list. A contestant with fewer
    than `minimum_boards` boards is listed without a place; leave it at 0 for the ranking during play. `settings` says
    how boards are scored, and names the strata. Its settings for several sections, handicaps, carry-over and trophies
    have no effect. `penalties` are given by the directors of the heats: in percent of a board's top in the event, in
    percent of what the contestant's boards are worth, or in points of the event's own field.
    """

    entries: Sequence[EventEntry]
    lines: Sequence[EventFieldLine]
    settings: ScoringSettings
    winners: int
    minimum_boards: int = 0
    penalties: Sequence[EntryPenalty] = ()


@dataclass(frozen=True, slots=True)
class EventRow:
    """A contestant's row in a list. `entry` is the contestant's key. `boards` is the number of boards that counted.

    `place` is text such as `1` or `2=`, or "" for a contestant who is not ranked. For IMPs, `won` is the IMPs won, and
    `possible` is a number of boards.
    """

    entry: Entry
    place: str
    won: Fraction
    possible: int
    boards: int

    @property
    def percentage(self) -> Fraction:
        """The exact percentage, or 0 if no board counted. For IMPs, a hundred times the mean per board."""
        return 100 * self.won / self.possible if self.possible else Fraction(0)


@dataclass(frozen=True, slots=True)
class EventRankingList:
    """A list of places, best first. `line` is "NS", "EW" or "ALL". If `stratum` is "", the list is for everybody.

    Contestants without a place follow, and those without a board come last. Contestants who are level keep the order
    of the event's entries.
    """

    kind: str
    line: str
    stratum: str
    rows: Sequence[EventRow]


@dataclass(frozen=True, slots=True)
class EventScores:
    """The points of each line with a result, for both sides or for neither, and every list of places.

    As in a session, `points` has average plus and minus as percentages of the event's top. A contestant's total
    includes their final values under Law 12C2.
    """

    points: Mapping[Hashable, BoardMP]
    rankings: Sequence[EventRankingList]


class EventFrequency(NamedTuple):
    """One distinct result on a board, how often it occurred, and its points.

    `heat` is the heat in which the board was fouled, or None for a result that was compared with the whole field.
    """

    outcome: Outcome
    heat: Hashable | None
    times: int
    points: BoardMP


def check_heat(kinds: Mapping[str, str], lines: Sequence[HeatLine], boards: int) -> list[str]:
    """Return a sentence for each reason why a heat cannot be scored, or [].

    `kinds` maps contestants' labels to kinds. A line's contestants have to be of one kind. They play a board once, and
    only the event's `boards`. A ruling has to be readable, and points correct for the contract and vulnerability.
    """
    faults, played = list[str](), Counter[tuple[int, str]]()
    for line in lines:
        where = f"Board {line.board}, {line.south} against {line.north}"
        for label in (line.south, line.north):
            played[line.board, label] += 1
            if played[line.board, label] == 2:
                faults.append(f"Contestant {label} has more than one result on board {line.board}.")
        kind = kinds.get(line.south)
        if line.south == line.north or kind is None or kind != kinds.get(line.north):
            faults.append(f"{where}: they cannot play against each other. Are they of one kind?")
        elif not 1 <= line.board <= boards:
            faults.append(f"Board {line.board} is not in this event, which has the boards 1 to {boards}.")
        else:
            faults += [f"{where}: {fault}" for fault in _result_faults(line, kind == FOUR_HANDED)]
    return faults


def _result_faults(line: HeatLine, four_handed: bool) -> Iterator[str]:
    result = line.result
    try:
        if result.status != Status.PLAYED:
            check([result.line("")], 1)
        elif result.ruling:
            yield "a board that was played has no ruling."
        elif result.ns_score is None:
            yield "a board that was played has a score."
        due = _points_due(line, four_handed)
    except (ScoreError, KeyError, ValueError) as no:
        yield f"the result is not possible ({no})."
        return
    if due is not None and result.ns_score != due:
        yield f"{result.contract} by {result.declarer} is worth {due} on this board, and not {result.ns_score}."
    elif due is None and result.ns_score is not None and not is_possible(result.ns_score):
        yield f"no contract is worth {result.ns_score}."


def _points_due(line: HeatLine, four_handed: bool) -> int | None:
    """Return N/S's points for a contract that counts as played, or None if there is no such contract."""
    result = line.result
    if result.status not in (Status.PLAYED, Status.PASSED_OUT) or not result.contract:
        return None
    vul = vulnerability_of(line.board)
    due = BoardResult.of_contract(result.contract, result.declarer, result.tricks, vul, four_handed=four_handed)
    return due.ns_score


def score_event(facts: EventFacts) -> EventScores:
    """Compute all scores of an event.

    Raise ScoreError for an unreadable ruling, and for a line whose contestants are not two entries of one kind.
    """
    session = _session_of(facts)
    boards = ScoredBoards(session)
    played = _boards_played(facts.lines, boards.points)
    extras = Extras(
        penalties=facts.penalties,
        strata={entry.key: entry.stratum for entry in facts.entries if entry.stratum},
        unplaced=frozenset(
            entry.key for entry in facts.entries if not entry.ranked or played[entry.key] < facts.minimum_boards
        ),
    )
    lists = session_lists(replace(session, extras=extras), boards)
    return EventScores(boards.points, [_ranking(places, played) for places in lists])


def board_frequencies(lines: Iterable[EventFieldLine], points: Mapping[Hashable, BoardMP]) -> list[EventFrequency]:
    """Return the distinct results on one board, best for South first. Results that do not count come last.

    `lines` has the lines of one board and one kind of contestant. Lines without a result are left out.
    """
    counts: dict[tuple[Outcome, Hashable | None], tuple[Hashable, int]] = {}
    for line in lines:
        if line.outcome is not None:
            which = line.outcome, line.heat if _is_fouled(line.outcome) else None
            key, times = counts.get(which, (line.key, 0))
            counts[which] = key, times + 1
    rows = [EventFrequency(*which, times, points[key]) for which, (key, times) in counts.items()]
    return sorted(rows, key=lambda row: (row.points.ns is None, -(row.points.ns or 0)))


def _session_of(facts: EventFacts) -> SessionFacts:
    """Return the event as one session with a section for each kind of contestant."""
    kinds: dict[str, list[EventEntry]] = {}
    for entry in facts.entries:
        kinds.setdefault(entry.kind, []).append(entry)
    settings = replace(
        facts.settings,
        winners=None,
        field="session",
        sections="together",
        handicap=None,
        carry_over=Fraction(0),
        ties="shared",
    )
    sections = [_section_of(kind, entries, facts.winners) for kind, entries in kinds.items()]
    return SessionFacts(sections, _played_lines(facts), dict.fromkeys({line.board for line in facts.lines}), settings)


def _section_of(kind: str, entries: Sequence[EventEntry], winners: int) -> SectionFacts:
    """Return all contestants of one kind as a section, with one list if anybody plays in both columns."""
    both = any(entry.line == BOTH for entry in entries)
    south = frozenset(entry.key for entry in entries if entry.line == NS)
    return SectionFacts(kind, kind, [entry.key for entry in entries], 1 if both else winners, south)


def _played_lines(facts: EventFacts) -> list[PlayedLine]:
    kind_of = {entry.key: entry.kind for entry in facts.entries}
    number = {heat: n for n, heat in enumerate(dict.fromkeys(line.heat for line in facts.lines))}
    lines: list[PlayedLine] = []
    for key, heat, board, south, north, outcome in facts.lines:
        kind = kind_of.get(south)
        if kind is None or kind != kind_of.get(north):
            raise ScoreError(f"Board {board}: {south} and {north} are not entries of the same kind. Enter both alike.")
        if outcome is not None and _is_fouled(outcome):
            outcome = outcome._replace(group=f"{number[heat]} {outcome.group or FOULED_GROUP}")
        lines.append(PlayedLine(key, board, kind, south, north, outcome))
    return lines


def _is_fouled(outcome: Outcome) -> bool:
    """True if the line is compared only with lines of its own heat, because the board was fouled there."""
    return outcome.group != "" or outcome.status == Status.FOULED


def _boards_played(lines: Iterable[EventFieldLine], points: Mapping[Hashable, BoardMP]) -> Counter[Entry]:
    """Return the number of boards on which each contestant has a result that counts."""
    counted = [line for line in lines if line.outcome is not None and points[line.key].ns is not None]
    return Counter([line.south for line in counted] + [line.north for line in counted])


def _ranking(places: PlacesList, played: Mapping[Entry, int]) -> EventRankingList:
    rows = [
        EventRow(row.contestant, row.place_text, row.won, row.possible, played[row.contestant]) for row in places.rows
    ]
    rows.sort(key=lambda row: (not row.place, not row.possible))
    return EventRankingList(str(places.section), places.line, places.stratum, rows)
