"""The choice of the decisions that become puzzles. The functions are pure.

A decision is a call or a card. A claim is not a decision, because there was nothing to choose from.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from clubsite.nights.models import Board, ContestantPerson, SessionStatus
from clubsite.play.models import PlayEvent
from clubsite.practice.models import Repetition
from clubsite.rankings.models import PublishedLine, PublishedResult
from clubsite.rankings.selectors.published import hidden_boards
from clubsite.readers.visitor import KnownBy, Visitor
from solver.thread_engines import solves_whole_deals

LEAST_POINTS = 50
"""The least cost of a decision: a trick that goes down, or a part score's bonus."""
MAX_PER_SESSION = 3
"""Limit of puzzles from one session: the costliest decision of each board."""
RECENT_SESSIONS = 20
"""Number of a person's newest published sessions that give puzzles."""
MAX_PER_DAY = 9
"""Limit of puzzles on one day: returning ones first, then those of the newest sessions."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: the act `seq` by S or N in a play, and its cost in points. `session` and `table_board` are ids."""

    session: int
    table_board: int
    play: int
    seq: int
    by: str
    points: int


def dear_enough(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions that cost enough to become puzzles."""
    return [decision for decision in decisions if decision.points >= LEAST_POINTS]


def chosen(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions that become puzzles: the costliest of each session, at most one per board, in the order in
    which they were made.
    """
    by_session: defaultdict[int, dict[int, Decision]] = defaultdict(dict)
    for mistake in sorted(dear_enough(decisions), key=_dearest):
        if len(by_session[mistake.session]) < MAX_PER_SESSION:
            by_session[mistake.session].setdefault(mistake.table_board, mistake)
    return [decision for boards in by_session.values() for decision in sorted(boards.values(), key=_place)]


def _dearest(decision: Decision) -> tuple[int, int, int]:
    return -decision.points, decision.table_board, decision.seq


def _place(decision: Decision) -> tuple[int, int]:
    return decision.table_board, decision.seq


AFTER_WRONG = 1
AFTER_RIGHT = (3, 10)
"""Days until it comes back, after the first right answer in a row, the second, and so on. After one
more it is solved.
"""


def next_time(today: date, in_row: int) -> date | None:
    """Return the day on which a puzzle comes back after an answer, or None if the puzzle is solved. `in_row` is the
    number of right answers in a row, including this one.
    """
    if in_row == 0:
        return today + timedelta(days=AFTER_WRONG)
    if in_row > len(AFTER_RIGHT):
        return None
    return today + timedelta(days=AFTER_RIGHT[in_row - 1])


class Empty(StrEnum):
    """The reason why there is no puzzle at all."""

    NOBODY = "nobody"  # the reader is unknown
    MEMBERS_ONLY = "members_only"  # known only by a device, at clubs whose results are for members only
    NO_SESSION = "no_session"  # none of their sessions is published
    CARDS = "cards"  # all of them were played with cards on the table
    NO_SOLVER = "no_solver"
    COMING = "coming"  # there is no analysis yet
    NOTHING = "nothing"  # nothing cost enough


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of answers: an account that is joined to the person, or else the device alone."""

    person: int
    proved: bool


@dataclass(frozen=True, slots=True)
class PuzzleSession:
    public_id: str
    name: str
    date: date
    club: str


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle made from one of the reader's own decisions. `last` is the reader's last answer to the puzzle."""

    owner: Owner
    decision: Decision
    source: PuzzleSession
    board: int
    last: Repetition | None = None

    @property
    def solved(self) -> bool:
        return self.last is not None and self.last.due is None

    def is_due(self, today: date) -> bool:
        """True if the puzzle is to be asked today, because it was never answered or is due again."""
        return self.last is None or (self.last.due is not None and self.last.due <= today)


@dataclass(slots=True)
class Puzzles:
    """All of a reader's puzzles. `due` has today's puzzles, and `later` counts the puzzles kept for another day.

    `coming` has the answered puzzles, in the order in which they will come back.
    """

    due: list[Puzzle] = field(default_factory=list)
    later: int = 0
    coming: list[Puzzle] = field(default_factory=list)
    solved: list[Puzzle] = field(default_factory=list)
    empty: Empty | None = None
    proved: bool = False
    """True if the answers are kept with an account."""


def puzzles_of(visitor: Visitor, today: date | None = None) -> Puzzles:
    """Return the reader's puzzles for a day (today by default), with those from the newest sessions first."""
    day = today or timezone.localdate()
    puzzles, empty = _found(visitor, chosen)
    due = [puzzle for puzzle in puzzles if puzzle.is_due(day)]
    due.sort(key=lambda puzzle: puzzle.last is None)
    coming = [puzzle for puzzle in puzzles if not puzzle.solved and not puzzle.is_due(day)]
    coming.sort(key=lambda puzzle: (puzzle.last and puzzle.last.due) or day)
    solved = [puzzle for puzzle in puzzles if puzzle.solved]
    proved = any(puzzle.owner.proved for puzzle in puzzles)
    return Puzzles(due[:MAX_PER_DAY], len(due[MAX_PER_DAY:]), coming, solved, empty, proved)


def puzzle_of(visitor: Visitor, table_board: int, seq: int) -> Puzzle | None:
    """Return the reader's puzzle about this act, or None if the act is not one of the reader's decisions.

    A puzzle is found even if it has left the list because a play analysed later has a costlier mistake.
    """
    puzzles, _ = _found(visitor, dear_enough)
    wanted = (table_board, seq)
    return next((puzzle for puzzle in puzzles if (puzzle.decision.table_board, puzzle.decision.seq) == wanted), None)


def _found(
    visitor: Visitor, choose: Callable[[Iterable[Decision]], list[Decision]]
) -> tuple[list[Puzzle], Empty | None]:
    known = visitor.at_known_clubs()
    if not known:
        return [], Empty.NOBODY
    owners = {
        there.person.pk: Owner(there.person.pk, there.known_by == KnownBy.ACCOUNT)
        for there in known
        if there.person and there.may_read
    }
    if not owners:
        return [], Empty.MEMBERS_ONLY
    sessions = _sessions(set(owners))
    if not sessions:
        return [], Empty.NO_SESSION
    lines = list(_lines(sessions, set(owners)))
    decisions = choose(_decisions(lines))
    if not decisions:
        return [], _why_none(lines)
    return _with_answers(decisions, lines, owners, visitor), None


def _sessions(people: set[int]) -> dict[int, set[int]]:
    """Return the newest published sessions, newest first, each with the contestants that these people played as."""
    rows = PublishedResult.objects.filter(person__in=people, published__session__status=SessionStatus.ENDED).order_by(
        "-date", "-published"
    )
    sessions: dict[int, set[int]] = {}
    for session, contestant in rows.values_list("published", "contestant").distinct()[: 3 * RECENT_SESSIONS]:
        if session in sessions or len(sessions) < RECENT_SESSIONS:
            sessions.setdefault(session, set()).add(contestant)
    return sessions


@dataclass(frozen=True, slots=True)
class SatLine:
    """A published line for a board on which one of the people sat as `by`, S or N.

    `costly` is as in the PlayAnalysis, or None if there is no analysis. `play` is None if the board was played with
    real cards.
    """

    person: int
    by: str
    session: int
    source: PuzzleSession
    table_board: int
    board: int
    number: int
    play: int | None
    costly: list[dict[str, Any]] | None


def _lines(sessions: dict[int, set[int]], people: set[int]) -> Iterator[SatLine]:
    """Yield the lines on boards that may be shown, in session order."""
    own = {pk for contestants in sessions.values() for pk in contestants}
    spells = _spells(own)
    log = PlayEvent.objects.filter(play=OuterRef("table_board__play"), seq=1)
    lines = PublishedLine.objects.filter(Q(ns__in=own) | Q(ew__in=own), published__in=sessions)
    rows: Any = list(
        lines.annotate(kept=Exists(log)).values_list(
            "published", "published__session__public_id", "published__session__name", "published__date",
            "published__club__name", "table_board", "board", "board__number", "ns", "ew",
            "table_board__round__number", "table_board__play", "table_board__play__analysis__costly", "kept",
        )
    )  # fmt: skip
    shut = hidden_boards(Board.objects.filter(pk__in={row[6] for row in rows if row[12]}))
    order = {session: place for place, session in enumerate(sessions)}
    for session, public_id, name, day, club, *rest in sorted(rows, key=lambda row: (order[row[0]], row[5])):
        table_board, board, number, ns, ew, round_, play, costly, kept = rest
        for by, contestant in (("S", ns), ("N", ew)):
            person = _only(spells.get(contestant, []), round_)
            if person in people and board not in shut:
                shown = play if kept else None
                source = PuzzleSession(public_id, name, day, club)
                yield SatLine(person, by, session, source, table_board, board, number, shown, costly)


Spell = tuple[int, int | None, int]
"""From which round, to which, and the person."""


def _spells(contestants: set[int]) -> dict[int, list[Spell]]:
    rows = ContestantPerson.objects.filter(contestant__in=contestants).order_by("from_round", "pk")
    spells: defaultdict[int, list[Spell]] = defaultdict(list)
    for contestant, first, last, person in rows.values_list("contestant", "from_round", "to_round", "person"):
        spells[contestant].append((first, last, person))
    return spells


def _only(spells: list[Spell], number: int) -> int | None:
    """Return the only person who plays in this round, or None for a pair. Substitutes count from their first round."""
    here = [spell for spell in spells if spell[0] <= number and (spell[1] is None or number <= spell[1])]
    latest = max((first for first, _, _ in here), default=0)
    people = {person for first, _, person in here if first == latest}
    return people.pop() if len(people) == 1 else None


def _decisions(lines: list[SatLine]) -> Iterator[Decision]:
    for line in lines:
        for act in line.costly or ():
            if line.play is not None and act["by"] == line.by:
                yield Decision(line.session, line.table_board, line.play, act["seq"], act["by"], act["points"])


def _why_none(lines: list[SatLine]) -> Empty:
    played = [line for line in lines if line.play is not None]
    if not played:
        return Empty.CARDS
    if all(line.costly is None for line in played):
        return Empty.COMING if solves_whole_deals() else Empty.NO_SOLVER
    return Empty.NOTHING


def _with_answers(
    decisions: list[Decision], lines: list[SatLine], owners: dict[int, Owner], visitor: Visitor
) -> list[Puzzle]:
    of_lines = {(line.table_board, line.by): line for line in lines}
    given = _answers(decisions, visitor)
    puzzles = []
    for decision in decisions:
        line = of_lines[decision.table_board, decision.by]
        owner = owners[line.person]
        kept = given.get((owner.proved, line.person, decision.play, decision.seq))
        puzzles.append(Puzzle(owner, decision, line.source, line.number, kept))
    return puzzles


def _answers(decisions: list[Decision], visitor: Visitor) -> dict[tuple[bool, int, int, int], Repetition]:
    """Return {(is_account, person, play, act): answer}. The first item of a key is True for the account's answers.

    If the account has not answered a puzzle, the answer given on the device is used.
    """
    of_device = Q(device=visitor.device, device__isnull=False)
    own = Q(user=visitor.user) | of_device if visitor.user.is_authenticated else of_device
    rows = Repetition.objects.filter(own, play__in={decision.play for decision in decisions})
    answers: dict[tuple[bool, int, int, int], Repetition] = {}
    for row in rows.order_by("pk"):
        act = (row.person_id, row.play_id, row.seq)
        if row.user_id is None:
            answers[False, *act] = row
            answers.setdefault((True, *act), row)
        else:
            answers[True, *act] = row
    return answers
