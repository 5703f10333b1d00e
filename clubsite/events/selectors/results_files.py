"""A results file of a scoring program, read as a heat. Nothing is stored, and a file with a fault is refused whole.

A club that plays with its own program has no movement on this site, so the file alone says who played whom.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import KeyMissing
from clubsite.duplicate.models import SectionKind
from clubsite.events.heat_state import MAX_ROUNDS, HeatState, StateEntrant, StateLine, StatePerson, heat_state_faults
from clubsite.events.models import Event, Heat
from clubsite.events.models.events import MAX_TABLES_OF_A_HEAT
from clubsite.events.sealing import NotUnsealed, dealt_boards_of
from clubsite.events.selectors.players import person_key
from clubsite.exchange.services.file_names import people_in_file
from clubsite.exchange.services.import_preview import result_of_line
from games.boards import vulnerability_of
from games.deals import Deal
from games.notation.records import BareBoard, DealRecord
from scoring.errors import FileError
from scoring.files.model import FileContestant, FileLine, FileSection
from scoring.lines import Status

TWO_NAMES = "The file has two names for one number. If two pairs sat at each table, choose “two pairs” above."


@dataclass(slots=True)
class HeatFileResults:
    """The contestants who have a result, and the lines of a file. `extra` counts lines of boards that are not of the
    event, and `sit_outs` those in which nobody played. `notes` are sentences about what was left out.
    """

    four_handed: bool
    contestants: list[StateEntrant] = field(default_factory=list)
    lines: list[StateLine] = field(default_factory=list)
    extra: int = 0
    sit_outs: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def state(self) -> HeatState:
        return HeatState(tuple(self.contestants), tuple(self.lines), complete=True)


def heat_file_results(heat: Heat, sections: Sequence[FileSection], kind: str) -> HeatFileResults:
    """Return the results of contestants of this kind in a file. Raise FileError with a sentence for each fault."""
    found, faults, times = HeatFileResults(kind == SectionKind.FOUR_HANDED), list[str](), Counter[Any]()
    known = list(people_of(heat.club)) if heat.club is not None else []
    for at, section in enumerate(sections):
        name = section.name.strip().upper()
        letter = "" if len(sections) == 1 else name if name.isalnum() and len(name) <= 3 else chr(ord("A") + at % 26)
        sides = _lines_take(found, faults, times, heat.event.boards, letter, section.lines)
        named = {_label(letter, one.number): one for one in section.contestants}
        apart = all(len(both) == 1 for both in sides.values())
        for label, both in sides.items():
            people = people_of_file(heat.event, known, named[label]) if label in named else ()
            line = both.pop() if apart else "ALL"
            # A file without names leaves the names that a director has typed.
            found.contestants.append(StateEntrant(label, kind, line, stratum=None, people=people or None))
    found.contestants.sort(key=lambda one: (len(one.label), one.label))
    if not faults and not found.lines:
        faults.append(f"no line of the file is a result of a board from 1 to {heat.event.boards}.")
    if (count := (len(found.contestants) + 1) // 2) > MAX_TABLES_OF_A_HEAT:
        faults.append(f"the file has {count} tables, and a heat has at most {MAX_TABLES_OF_A_HEAT}. Is it of one club?")
    if faults := faults or heat_state_faults(heat.event, found.state):
        raise FileError(faults)
    if not found.four_handed and any(len(one.people or ()) > 1 for one in found.contestants):
        found.notes.append(TWO_NAMES)
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


def dealt_boards(event: Event) -> dict[int, Deal]:
    """Return the deals of an event, or {} if they are not known here or no key opens them."""
    try:
        return dealt_boards_of(event)
    except (KeyMissing, NotUnsealed):
        return {}


def _label(letter: str, number: str) -> str:
    return f"{letter}{number}".upper().replace(" ", "")


def _lines_take(
    found: HeatFileResults, faults: list[str], times: Counter[Any], boards: int, letter: str, lines: Iterable[FileLine]
) -> dict[str, set[str]]:
    """Add the lines of a section, or a sentence to the faults for each that is not possible. Return the sides on which
    its contestants sat. `times` counts the results of each board, and of each contestant on it.
    """
    sides: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines:
        if line.board > boards:
            found.extra += 1
        elif line.parsed.status is Status.SIT_OUT:
            found.sit_outs += 1
        elif line.erased:
            found.notes.append(f"{line.where}: its score was erased there, so it does not count.")
        else:
            times[line.board] += 1
            read = _line(letter, line, times[line.board], found.four_handed, faults)
            found.lines += [read] if read is not None else []
            for side, label in (("NS", _label(letter, line.ns)), ("EW", _label(letter, line.ew))):
                sides[label].add(side)
                times[line.board, label] += 1
                if times[line.board, label] == 2:
                    faults.append(f"{line.where}: contestant {label} has more than one result on this board.")
    return sides


def _line(letter: str, line: FileLine, count: int, four_handed: bool, faults: list[str]) -> StateLine | None:
    """Return a line with the vulnerability of the event's board, or None after adding why it is not possible to the
    faults. If the file does not say both table and round, they are "" and the `count` of the board's lines.
    """
    try:
        result = result_of_line(line, vulnerability_of(line.board), four_handed=four_handed)
    except Refused as no:
        faults += [f"{line.where}, {name}: {sentence}" for name, sentence in no.problems.items()]
        return None
    if line.parsed.status is Status.PLAYED and line.parsed.ns_score != result.ns_score:
        faults.append(
            f"{line.where}: {line.contract} by {line.declarer} with {line.tricks} tricks is worth "
            f"{result.ns_score} on the event’s board, and not {line.parsed.ns_score}. Was another board played?"
        )
    number, table = count, ""
    if line.table is not None and line.round is not None and line.round <= MAX_ROUNDS:
        number, table = line.round, f"{letter}{line.table}"
    return StateLine(line.board, number, table, _label(letter, line.ns), _label(letter, line.ew), result)


def people_of_file(event: Event, known: list[Person], contestant: FileContestant) -> tuple[StatePerson, ...]:
    """Return the people whom a file names for a contestant: those on the club's list who are meant, or the names."""
    return tuple(
        StatePerson(name=name[:80])
        if person is None
        else StatePerson(person_key(event.public_id, person.user_id) if person.user_id is not None else "", person.pk)
        for name, _, person in people_in_file(known, contestant)
        if name or person is not None
    )
