"""What a results file of a scoring program says about a heat: its contestants, and a line for each result.

Nothing is stored here. A club that plays with its own program has no movement on this site, so the file alone says who
played whom. A file with a fault is refused whole.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import KeyMissing
from clubsite.duplicate.models import SectionKind
from clubsite.events.heat_state import MAX_ROUNDS, HeatState, StateEntrant, StateLine, StatePerson
from clubsite.events.models import Event, Heat
from clubsite.events.models.events import MAX_TABLES_OF_A_HEAT
from clubsite.events.sealing import NotUnsealed, dealt_boards_of
from clubsite.events.selectors.event_field import may_still_be_played
from clubsite.events.selectors.players import person_key
from clubsite.exchange.services.file_names import people_in_file
from clubsite.exchange.services.import_preview import result_of_line, result_words
from games.boards import vulnerability_of
from games.deals import Deal
from games.notation.records import BareBoard, DealRecord
from games.seats import Seat
from scoring.errors import FileError
from scoring.files.model import FileContestant, FileLine, FileSection
from scoring.lines import Status
from scoring.result import BoardResult

LONGEST_LABEL = 14
LONGEST_SECTION_NAME = 3


@dataclass(slots=True)
class HeatFileResults:
    """The contestants who have a result, and the lines of a file. If the file does not say the table of a line, it is
    "", and the round counts the board's results. `extra` counts lines of boards that are not of the event, and
    `sit_outs` those in which nobody played. `notes` are sentences about what was left out.
    """

    kind: str
    contestants: list[StateEntrant] = field(default_factory=list)
    lines: list[StateLine] = field(default_factory=list)
    extra: int = 0
    sit_outs: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def state(self) -> HeatState:
        return HeatState(tuple(self.contestants), tuple(self.lines), complete=True)

    def words(self, line: StateLine) -> str:
        return result_words(line.result, self.kind == SectionKind.FOUR_HANDED) or "not played"


def heat_file_results(heat: Heat, sections: Sequence[FileSection], kind: str) -> HeatFileResults:
    """Return what these sections of a file say about a heat whose contestants are of this kind.

    Raise FileError with a sentence for each line that cannot be a result of the event.
    """
    reader, lettered = _HeatFileReader(heat, kind), list(_lettered(sections))
    for letter, section in lettered:
        reader.take(letter, section)
    found, faults = reader.found, reader.faults
    if not faults and not found.lines:
        faults.append(f"no line of the file is a result of a board from 1 to {heat.event.boards}.")
    faults += _tables_too_many(found.lines)
    if faults:
        raise FileError(faults)
    for letter, section in lettered:
        found.contestants += reader.contestants(letter, section)
    found.contestants.sort(key=lambda one: (len(one.label), one.label))
    if kind == SectionKind.TWO_HANDED and any(len(one.people or ()) > 1 for one in found.contestants):
        found.notes.append(
            "The file has two names for one number. If two pairs sat at each table, choose “two pairs” above."
        )
    return found


def strange_cards(event: Event, records: Iterable[DealRecord | BareBoard]) -> list[str]:
    """Return a sentence for each board of a file whose cards are not those of the event."""
    dealt = dealt_boards(event)
    return [
        f"board {record.number}: its cards are not those of the event. Was another set of boards played?"
        for record in records
        if isinstance(record, DealRecord)
        and record.number in dealt
        and set(map(frozenset, record.deal.all_hands)) != set(map(frozenset, dealt[record.number].all_hands))
    ]


def without_strange_leads(event: Event, found: HeatFileResults) -> list[str]:
    """Take out of the lines each lead that its leader did not hold. Return a sentence for each of them.

    A sentence reveals something about a card, so the list is empty as long as somebody may still play a board.
    """
    dealt, notes = dealt_boards(event), []
    for at, line in enumerate(found.lines):
        leader, deal = line.result.leader(found.kind == SectionKind.FOUR_HANDED), dealt.get(line.board)
        if not line.result.lead or not leader or deal is None:
            continue
        if line.result.lead not in {card.text for card in deal.hands()[Seat(leader)]}:
            found.lines[at] = replace(line, result=replace(line.result, lead=""))
            notes.append(
                f"board {line.board}, {line.south} against {line.north}: the leader did not hold the card that was "
                "led, so the lead is left out."
            )
    return [] if may_still_be_played(event) else notes


def dealt_boards(event: Event) -> dict[int, Deal]:
    """Return the deals of an event, or {} if they are not known here or no key opens them."""
    try:
        return dealt_boards_of(event)
    except (KeyMissing, NotUnsealed):
        return {}


def _lettered(sections: Sequence[FileSection]) -> Iterator[tuple[str, FileSection]]:
    """Yield each section with what stands before its numbers: nothing, or a letter if there are several sections."""
    for at, section in enumerate(sections):
        name = section.name.strip().upper()
        short = name.isalnum() and len(name) <= LONGEST_SECTION_NAME
        yield "" if len(sections) == 1 else name if short else chr(ord("A") + at % 26), section


def _label(letter: str, number: str) -> str:
    return f"{letter}{number}".upper().replace(" ", "")


class _HeatFileReader:
    """Takes the lines of a file, one section after another."""

    def __init__(self, heat: Heat, kind: str) -> None:
        self.event, self.kind, self.four_handed = heat.event, kind, kind == SectionKind.FOUR_HANDED
        self.known = list(people_of(heat.club)) if heat.club is not None else []
        self.found = HeatFileResults(kind)
        self.faults: list[str] = []
        self._played: Counter[tuple[int, str]] = Counter()
        self._of_board: Counter[int] = Counter()
        self._places: set[tuple[int, int, str]] = set()

    def take(self, letter: str, section: FileSection) -> None:
        for line in section.lines:
            if line.board > self.event.boards:
                self.found.extra += 1
            elif line.parsed.status is Status.SIT_OUT:
                self.found.sit_outs += 1
            elif line.erased:
                self.found.notes.append(f"{line.where}: its score was erased there, so it does not count.")
            else:
                self._take(letter, line)

    def _take(self, letter: str, line: FileLine) -> None:
        south, north = _label(letter, line.ns), _label(letter, line.ew)
        result = self._result(line)
        self.faults += [f"{line.where}: {fault}" for fault in self._faults_of(line, south, north)]
        if result is not None:
            table, number = self._place(letter, line)
            self.found.lines.append(StateLine(line.board, number, table, south, north, result))

    def _result(self, line: FileLine) -> BoardResult | None:
        """Return the result with the vulnerability of the event's board, or note why it is not possible."""
        try:
            result = result_of_line(line, vulnerability_of(line.board), four_handed=self.four_handed)
        except Refused as no:
            self.faults += [f"{line.where}, {name}: {sentence}" for name, sentence in no.problems.items()]
            return None
        if line.parsed.status is Status.PLAYED and line.parsed.ns_score != result.ns_score:
            self.faults.append(
                f"{line.where}: {line.contract} by {line.declarer} with {line.tricks} tricks is worth "
                f"{result.ns_score} on the event’s board, and not {line.parsed.ns_score}. Was another board played?"
            )
        return result

    def _faults_of(self, line: FileLine, south: str, north: str) -> Iterator[str]:
        for label in (south, north):
            self._played[line.board, label] += 1
            if self._played[line.board, label] == 2:
                yield f"contestant {label} has more than one result on this board."
            if len(label) > LONGEST_LABEL:
                yield f"{label} is longer than a contestant’s number, which has at most {LONGEST_LABEL} characters."

    def _place(self, letter: str, line: FileLine) -> tuple[str, int]:
        """Return the line's table and round, or "" and a count of the board's lines if the file does not say both."""
        self._of_board[line.board] += 1
        if line.table is None or line.round is None or line.round > MAX_ROUNDS:
            return "", self._of_board[line.board]
        table = f"{letter}{line.table}"
        if (line.board, line.round, table) in self._places:
            self.faults.append(f"{line.where}: the file has another result from that table in that round.")
        self._places.add((line.board, line.round, table))
        return table, line.round

    def contestants(self, letter: str, section: FileSection) -> Iterator[StateEntrant]:
        """Yield the section's contestants who have a result, named or not."""
        named = {_label(letter, one.number): one for one in section.contestants}
        own = {_label(letter, number) for line in section.lines for number in (line.ns, line.ew)}
        sides: defaultdict[str, set[str]] = defaultdict(set)
        for line in self.found.lines:
            if line.south in own and line.north in own:
                sides[line.south].add("NS")
                sides[line.north].add("EW")
        apart = all(len(both) == 1 for both in sides.values())
        for label, both in sorted(sides.items()):
            people = people_of_file(self.event, self.known, named[label]) if label in named else ()
            # A file without names leaves the names that a director has typed.
            yield StateEntrant(label, self.kind, both.pop() if apart else "ALL", stratum=None, people=people or None)


def _tables_too_many(lines: list[StateLine]) -> list[str]:
    contestants = {label for line in lines for label in (line.south, line.north)}
    tables = max(len({line.table for line in lines}), (len(contestants) + 1) // 2)
    if tables <= MAX_TABLES_OF_A_HEAT:
        return []
    return [f"the file has {tables} tables, and a heat has at most {MAX_TABLES_OF_A_HEAT}. Is it of one club?"]


def people_of_file(event: Event, known: list[Person], contestant: FileContestant) -> tuple[StatePerson, ...]:
    """Return the people whom a file names for a contestant: those on the club's list who are meant, or the names."""
    return tuple(
        StatePerson(name=name[:80])
        if person is None
        else StatePerson(person_key(event.public_id, person.user_id) if person.user_id is not None else "", person.pk)
        for name, _, person in people_in_file(known, contestant)
        if name or person is not None
    )
