"""The effect of a results file on a session: each line with its place, or a sentence saying why it has no place.

Nothing is stored here. The movement determines who plays which board: a line belongs to the table and round
where its two contestants meet on its board.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.nights.models import (
    Board,
    Seating,
    Section,
    Session,
    SessionStatus,
    TableBoard,
    TableBoardState,
)
from clubsite.nights.services.rounds import boards_of_group
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.entries import latest_entries, tells
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.scores.services.checks import lead_check
from clubsite.scores.services.score_parser import parse_score
from games.wording import signed
from scoring.contracts import side_of
from scoring.errors import FileError
from scoring.files.model import FileLine, FileSection
from scoring.lines import Status, parts_of, percent_of
from scoring.plausible import result_hint
from scoring.result import BoardResult
from scoring.ruling_text import status_words

RULED_STATUSES = (Status.ARTIFICIAL, Status.ASSIGNED)
WRONG_WAY = "they sat the other way round. Type the score as they wrote it, then turn the board in the room."
PLAYER_OF_SIDE = {"NS": "S", "EW": "N"}  # South scores as N/S, North as E/W (SOLO-11a)
Key = tuple[int, str, str]


@dataclass(frozen=True, slots=True)
class ImportPlace:
    """The place where two contestants meet on a board. `row` is None if the round is still to come."""

    section: Section
    round: int
    table: str
    board: Board
    row: TableBoard | None = None


@dataclass(frozen=True, slots=True)
class ImportRow:
    """A line of the file, in its place. `before` is the current score as text; `same` means that both scores are the
    same.

    `covered` means that there is a score, but the importing director still has to play the board and may see
    neither of the two scores (SOLO-31).
    """

    line: FileLine
    place: ImportPlace
    typed: BoardResult
    same: bool
    before: str
    covered: bool = False

    @property
    def after(self) -> str:
        return result_words(self.typed, self.place.section.pairs)


@dataclass(slots=True)
class Incoming:
    """The effect of a file.

    `passed_over` counts the lines for sit-outs, which the movement already shows. `unplayed` counts boards with
    neither a line nor a score, in rounds before the last round in the file; these boards become "not played".
    `left_out` has a sentence for each line that the director has to decide about.
    """

    rows: list[ImportRow] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    passed_over: int = 0
    unplayed: int = 0

    @property
    def fresh(self) -> int:
        """The number of lines for boards that have no score so far."""
        return sum(not row.before for row in self.rows)

    @property
    def same(self) -> int:
        return sum(row.same and not row.covered for row in self.rows)

    @property
    def covered(self) -> int:
        """The number of lines with a score that the importing director may not see or compare."""
        return sum(row.covered for row in self.rows)

    @property
    def changed(self) -> list[ImportRow]:
        """The lines whose score differs from the current one."""
        return [row for row in self.rows if row.before and not row.same and not row.covered]

    @property
    def begun(self) -> int:
        """The number of future rounds that would begin if these lines were imported."""
        last: dict[Section, int] = {}
        for row in self.rows:
            last[row.place.section] = max(last.get(row.place.section, 0), row.place.round)
        return sum(max(0, number - section.round_number) for section, number in last.items())

    @property
    def todo(self) -> int:
        """The number of lines to be stored, including every line that the director may not compare."""
        return len(self.rows) - self.same


def incoming(session: Session, sections: Sequence[FileSection], user: User) -> Incoming:
    """Return the lines in their places, for an import by `user`. Raise FileError with a message for each line that
    has no place.
    """
    if session.status == SessionStatus.DRAFT:
        raise FileError(["this session has not begun. Start it, then bring its results in."])
    places = _places(session)
    latest = latest_entries(place.row.pk for place in places.values() if place.row)
    owed = boards_hidden_from(user, session)
    movement = _Movement(places)
    incoming = Incoming()
    wrong = _strange_sections(session, sections)
    seen: dict[Key, int] = {}
    for line, key in _keyed(session, sections):
        if line.parsed.status is Status.SIT_OUT:
            incoming.passed_over += 1
        elif line.erased:
            incoming.left_out.append(f"{line.where}: {_erased(places.get(key), latest, owed)}")
        elif line.turned and key not in places and (key[0], key[2], key[1]) in places:
            incoming.left_out.append(f"{line.where}: {WRONG_WAY}")
        elif key not in places:
            wrong.append(f"{line.where}: {movement.why_not(key)}")
        elif key in seen:
            wrong.append(f"{line.where}: {key[1]} against {key[2]} is there already, on line {seen[key]}.")
        else:
            seen[key] = line.line
            try:
                incoming.rows.append(_row(line, places[key], latest, user, owed))
            except Refused as no:
                wrong += [f"{line.where}, {name}: {sentence}" for name, sentence in no.problems.items()]
    if not wrong and not incoming.rows and not incoming.left_out:
        wrong.append("no line of the file is a result of this session.")
    if wrong:
        raise FileError(wrong)
    incoming.unplayed = _unplayed(places, seen)
    return incoming


def _keyed(session: Session, sections: Iterable[FileSection]) -> Iterator[tuple[FileLine, Key]]:
    """Yield each line with its board and contestants as the session labels them. Add a section letter if needed."""
    letters = {section.name for section in session.sections.filter(lettered=True)}
    for part in sections:
        letter = part.name.upper() if part.name.upper() in letters else ""
        for line in part.lines:
            ns, ew = (f"{letter}{text}" if text.isdigit() else text.upper() for text in (line.ns, line.ew))
            yield line, (line.board, ns, ew)


def _places(session: Session) -> dict[Key, ImportPlace]:
    """Return the places: from the boards at tables for rounds that have begun, from the seatings for later rounds."""
    places: dict[Key, ImportPlace] = {}
    for section in session.sections.select_related("session", "board_set"):
        opened = TableBoard.objects.filter(round__section=section).exclude(state=TableBoardState.VOID)
        for row in opened.select_related("board", "round", "table__section", "ns__section", "ew__section"):
            place = ImportPlace(section, row.round.number, row.table.label, row.board, row)
            places[row.board.number, row.ns.label, row.ew.label] = place
        groups: dict[int, list[Board]] = {}
        coming = Seating.objects.filter(round__section=section, round__number__gt=section.round_number)
        for seating in coming.select_related("round", "table__section", "ns__section", "ew__section"):
            if seating.ns is None or seating.ew is None:
                continue
            boards = groups.setdefault(seating.board_group, boards_of_group(section, seating.board_group))
            for board in boards:
                place = ImportPlace(section, seating.round.number, seating.table.label, board)
                places.setdefault((board.number, seating.ns.label, seating.ew.label), place)
    return places


def _strange_sections(session: Session, sections: Sequence[FileSection]) -> list[str]:
    """Return a sentence for each section in the file that the session lacks, if its contestants have no letter."""
    letters = [section.name for section in session.sections.filter(lettered=True).order_by("name")]
    known = " and ".join(letters)
    return [
        f"section {part.name}: this session has no such section. It has {known}."
        for part in sections
        if letters and part.name.upper() not in ("", *letters) and any(line.ns.isdigit() for line in part.lines)
    ]


class _Movement:
    """The pairings on each board, computed once and used to explain every line that has no place."""

    def __init__(self, places: dict[Key, ImportPlace]) -> None:
        self.places = places
        self.numbers = sorted({number for number, _, _ in places})
        self.everybody = {label for _, *both in places for label in both}
        self.meets = {(number, label): (label, other, place) for (number, label, other), place in places.items()}
        self.meets |= {(number, other): (other, label, place) for (number, label, other), place in places.items()}

    def why_not(self, key: Key) -> str:
        """Return why a line has no place, with the likely fix."""
        board, ns, ew = key
        if board not in self.numbers:
            known = f"they are {self.numbers[0]} to {self.numbers[-1]}" if self.numbers else "there are none"
            return f"it is not among this session's boards; {known}."
        stranger = next((label for label in (ns, ew) if label not in self.everybody), None)
        if stranger:
            return f"nobody in this session has the number {stranger}."
        if (board, ew, ns) in self.places:
            return f"by the movement {ew} sits N/S and {ns} E/W; the file has them the other way round."
        meeting = self.meets.get((board, ns)) or self.meets.get((board, ew))
        if meeting is None:
            return f"neither {ns} nor {ew} plays it in this movement."
        who, opponent, place = meeting
        where = f"in round {place.round} at table {place.table}"
        return f"{ns} does not play it against {ew}. By the movement {who} meets {opponent} on it, {where}."


def _row(
    line: FileLine, place: ImportPlace, latest: dict[int, ScoreEntry], user: User, owed: frozenset[int]
) -> ImportRow:
    """Return the line in its place. Raise Refused if the board is still being played or the score is not accepted."""
    if place.row is not None and place.row.state == TableBoardState.LIVE:
        raise Refused({"score": f"the board is being played at table {place.table} now. Let it end first."})
    entry = latest.get(place.row.pk) if place.row else None
    typed = _typed(line, place, entry.group if entry else "", user)
    same = entry is not None and _meaning(entry.result) == _meaning(typed)
    covered = entry is not None and tells(entry) and place.board.pk in owed
    return ImportRow(
        line, place, typed, same, result_words(entry.result if entry else None, place.section.pairs), covered
    )


def _meaning(score: BoardResult) -> tuple[Any, ...]:
    """Return the part of a score that is compared. Spaces in a ruling do not count, and `420` equals `100% 420`."""
    line = score.line(0)
    given = [(percent_of(line, side), parts_of(line, side)) for side in ("NS", "EW")]
    return replace(score, ns_score=None, ruling=""), given


def _erased(place: ImportPlace | None, latest: dict[int, ScoreEntry], owed: frozenset[int]) -> str:
    """Return what this session knows about a board whose score was erased in the program that wrote the file."""
    entry = latest.get(place.row.pk) if place and place.row else None
    if place is None or entry is None:
        return "its score was erased there. There is none in here."
    if tells(entry) and place.board.pk in owed:
        return "its score was erased there. The one in here stays until you change it in the room."
    words = result_words(entry.result, place.section.pairs)
    if not words:
        return "its score was erased there. In here it is not played."
    return f"its score was erased there. In here it is {words}, until you change it in the room."


def _typed(line: FileLine, place: ImportPlace, before: str, user: User) -> BoardResult:
    """Return the score as if it had been typed. Raise Refused if it is incomplete or impossible at that place.

    `before` is the current group of a fouled board, which is kept if the file does not give a group.
    """
    typed = result_of_line(line, place.board.vulnerability, four_handed=place.section.pairs, before=before)
    lead_check(board=place.board, result=typed, four_handed=place.section.pairs, typist=user)
    return typed


def result_of_line(line: FileLine, vul: str, *, four_handed: bool, before: str = "") -> BoardResult:
    """Return a line's result with the board's vulnerability; a score alone is enough. Raise Refused if impossible.

    `before` is the group of a fouled board if the file does not give one. The lead is not compared with a hand.
    """
    status = line.parsed.status
    group = before if line.group is None else line.group
    if status == Status.PLAYED and not line.contract:
        points = line.parsed.ns_score or 0
        if hint := result_hint(score=points, vul=vul):
            raise Refused({"score": hint.text})
        return BoardResult(Status.PLAYED, ns_score=points, group=group)
    declarer = line.declarer
    if declarer and not four_handed:
        declarer = PLAYER_OF_SIDE[side_of(declarer)]
    return parse_score(
        vul=vul,
        status=status,
        contract=line.contract,
        declarer=declarer,
        tricks=line.tricks,
        lead=line.lead,
        artificial=_ruling(line) if status in RULED_STATUSES else "",
        four_handed=four_handed,
        group=group,
    )


def _ruling(line: FileLine) -> str:
    """Return a ruling in the form in which it is typed. `100% 420` is returned as the plain score 420."""
    parts = line.parsed.ns_parts
    alone = len(parts) == 1 and not line.parsed.ew_parts and line.parsed.ew_pct is None
    return str(parts[0][1]) if alone else line.score


def result_words(score: BoardResult | None, pairs: bool) -> str:
    """Return the score as text, or "" if the board was not played."""
    if score is None or score.status == Status.NOT_PLAYED:
        return ""
    fouled = f", group {score.group}" if score.group else ""
    if score.status == Status.PLAYED:
        played = f"{score.contract} by {score.declarer}, {score.tricks} tricks"
        return (played if score.contract else signed(score.ns_score or 0)) + fouled
    text = score.ruling or (f"100% {score.ns_score}" if score.status == Status.ASSIGNED else "")
    return status_words(score.status, text, pairs) + fouled


def _unplayed(places: dict[Key, ImportPlace], seen: dict[Key, int]) -> int:
    last: dict[int, int] = {}
    for key in seen:
        place = places[key]
        last[place.section.pk] = max(last.get(place.section.pk, 0), place.round)
    return sum(
        place.round < last.get(place.section.pk, 0)
        and key not in seen
        and (place.row is None or place.row.state == TableBoardState.WAITING)
        for key, place in places.items()
    )
