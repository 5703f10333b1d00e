"""The results of a heat from a file of its club's scoring program: read, previewed, and stored.

Such a club has no movement on this site, so only the file says who played whom. A file with a fault is refused as a
whole and changes nothing. A corrected file replaces the previous one until the correction period ends.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import KeyMissing
from clubsite.events.heat_state import (
    MAX_ROUNDS,
    HeatState,
    StateEntrant,
    StateLine,
    StatePerson,
    effects,
    heat_state_faults,
    stored_state,
)
from clubsite.events.models import Event, EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.models.events import MAX_TABLES_OF_A_HEAT
from clubsite.events.sealing import NotUnsealed, dealt_boards_of
from clubsite.events.selectors.players import barred_from, names_of_file, person_key
from clubsite.events.services.event_requests import event_log_add, heat_locked, heat_tell_ask
from clubsite.events.services.events import corrections_check
from clubsite.events.services.heat_put import heat_put
from clubsite.files.services.import_preview import result_of_line, result_words
from clubsite.files.services.import_results import file_of_one_evening, people_in_file
from clubsite.nights.models import SectionKind, SessionStatus
from games.boards import vulnerability_of
from games.deals import Deal
from games.notation.records import BareBoard, DealRecord
from scoring.errors import FileError
from scoring.files.model import FileContestant, FileLine, FileSection
from scoring.lines import Status

TWO_NAMES = "The file has two names for one number. If two pairs sat at each table, choose “two pairs” above."


@dataclass(slots=True)
class HeatFileResults:
    """The contestants who have a result, and the lines of a file. `extra` counts lines for boards outside the event,
    and `sit_outs` those in which nobody played. `notes` has sentences about what was left out.
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
    """Return the results of this kind of contestants in a file. Raise FileError with a sentence for each fault."""
    results, faults, times = HeatFileResults(kind == SectionKind.FOUR_HANDED), list[str](), Counter[Any]()
    known = list(people_of(heat.club)) if heat.club is not None else []
    for at, section in enumerate(sections):
        name = section.name.strip().upper()
        letter = "" if len(sections) == 1 else name if name.isalnum() and len(name) <= 3 else chr(ord("A") + at % 26)
        sides = _lines_take(results, faults, times, heat.event.boards, letter, section.lines)
        named = {_label(letter, contestant.number): contestant for contestant in section.contestants}
        apart = all(len(both) == 1 for both in sides.values())
        for label, both in sides.items():
            people = people_of_file(heat.event, known, named[label]) if label in named else ()
            line = both.pop() if apart else "ALL"
            # A file without names leaves the names that a director has typed.
            results.contestants.append(StateEntrant(label, kind, line, stratum=None, people=people or None))
    results.contestants.sort(key=lambda entrant: (len(entrant.label), entrant.label))
    if not faults and not results.lines:
        faults.append(f"no line of the file is a result of a board from 1 to {heat.event.boards}.")
    if (count := (len(results.contestants) + 1) // 2) > MAX_TABLES_OF_A_HEAT:
        faults.append(f"the file has {count} tables, and a heat has at most {MAX_TABLES_OF_A_HEAT}. Is it of one club?")
    if faults := faults or heat_state_faults(heat.event, results.state):
        raise FileError(faults)
    if not results.four_handed and any(len(entrant.people or ()) > 1 for entrant in results.contestants):
        results.notes.append(TWO_NAMES)
    return results


def strange_cards(event: Event, records: Iterable[DealRecord | BareBoard]) -> list[str]:
    """Return a sentence for each board in a file whose cards differ from the event's."""
    dealt = dealt_boards(event)
    return [
        f"board {record.number}: its cards are not those of the event. Was another set of boards played?"
        for record in records
        if isinstance(record, DealRecord)
        and record.number in dealt
        and set(map(frozenset, record.deal.all_hands)) != set(map(frozenset, dealt[record.number].all_hands))
    ]


def dealt_boards(event: Event) -> dict[int, Deal]:
    """Return the deals of an event, or {} if they are not known here or no key decrypts them."""
    try:
        return dealt_boards_of(event)
    except (KeyMissing, NotUnsealed):
        return {}


def _label(letter: str, number: str) -> str:
    return f"{letter}{number}".upper().replace(" ", "")


def _lines_take(
    results: HeatFileResults,
    faults: list[str],
    times: Counter[Any],
    boards: int,
    letter: str,
    lines: Iterable[FileLine],
) -> dict[str, set[str]]:
    """Add the lines of a section, or add a sentence to `faults` for each impossible line. Return the sides on which its
    contestants sat. `times` counts the results of each board, and of each contestant on it.
    """
    sides: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines:
        if line.board > boards:
            results.extra += 1
        elif line.parsed.status is Status.SIT_OUT:
            results.sit_outs += 1
        elif line.erased:
            results.notes.append(f"{line.where}: its score was erased there, so it does not count.")
        else:
            times[line.board] += 1
            read = _line(letter, line, times[line.board], results.four_handed, faults)
            results.lines += [read] if read is not None else []
            for side, label in (("NS", _label(letter, line.ns)), ("EW", _label(letter, line.ew))):
                sides[label].add(side)
                times[line.board, label] += 1
                if times[line.board, label] == 2:
                    faults.append(f"{line.where}: contestant {label} has more than one result on this board.")
    return sides


def _line(letter: str, line: FileLine, count: int, four_handed: bool, faults: list[str]) -> StateLine | None:
    """Return a line with the vulnerability of the event's board. If it is impossible, add the reason to `faults` and
    return None. If the file does not give both table and round, they are "" and the `count` of the board's lines.
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
    """Return the people whom a file names for a contestant: the matching people on the club's list, or the names."""
    return tuple(
        StatePerson(name=name[:80])
        if person is None
        else StatePerson(person_key(event.public_id, person.user_id) if person.user_id is not None else "", person.pk)
        for name, _, person in people_in_file(known, contestant)
        if name or person is not None
    )


@dataclass(frozen=True, slots=True)
class HeatFileLook:
    """A file and its effect on a heat. `changed` has the lines whose result differs from the stored one, in words.
    `todo` counts results that are new, different, or would no longer count. `tally` has the effects, with counts.
    """

    sections: Sequence[FileSection]
    found: HeatFileResults
    changed: list[tuple[StateLine, str]]
    todo: int
    tally: list[tuple[str, int]]
    notes: list[str]


def heat_file_look(*, heat: Heat, data: bytes, kind: str, file_name: str, user: User) -> HeatFileLook:
    """Return the effect of a file. Raise FileError with all faults, or Refused. The event's log notes either."""
    with _refusal_logged(heat, file_name, user):
        _refuse_heat(heat)
        vulnerabilities = {number: vulnerability_of(number) for number in range(1, heat.event.boards + 1)}
        read = file_of_one_evening(data, vulnerabilities)
        if strange := strange_cards(heat.event, read.boards):
            raise FileError(strange)
        results = heat_file_results(heat, read.sections, kind)
    changed, counts = effects(heat, results.state)
    lines = [(line, result_words(line.result, results.four_handed) or "not played") for line in changed]
    new, same, *others = counts.items()
    others.append(("Of boards that are not of the event: they count at the club only", results.extra))
    others.append(("Sit-outs, passed over", results.sit_outs))
    tally, todo = [new, same, *(pair for pair in others if pair[1])], sum(counts.values()) - same[1]
    notes = [*results.notes, *_barred(heat, results), *read.notes]
    return HeatFileLook(read.sections, results, lines, todo, tally, notes)


def heat_file_take(
    *, heat: Heat, sections: Sequence[FileSection], kind: str, file_name: str, user: User
) -> HeatFileResults:
    """Store a file's results in place of earlier ones. Raise Refused or FileError, and note it in the event's log."""
    with _refusal_logged(heat, file_name, user), transaction.atomic():
        heat = heat_locked(heat)
        _refuse_heat(heat)
        results = heat_file_results(heat, sections, kind)
        heat.results_file, heat.results_file_at = file_name[:100], timezone.now()
        heat.save(update_fields=["results_file", "results_file_at"])
        heat_put(heat=heat, state=results.state)
        event_log_add(heat.event, EventAction.FILE_TAKEN, {"results": len(results.lines)}, heat=heat, user=user)
    return results


def heat_players_set(
    *, heat: Heat, names: Mapping[int, tuple[str, ...]] | None = None, strata: Mapping[int, str] | None = None
) -> None:
    """Set names and strata of entrants of a results file, by entrant id. A name on the club's list means that person.
    Raise Refused if the results came from no file, for an unknown stratum, or after the correction period.
    """
    names, strata = names or {}, strata or {}
    with transaction.atomic():
        heat = heat_locked(heat)
        if not heat.results_file:
            raise Refused("The results of this heat came from no file. Give the names and strata in the night.")
        corrections_check(event=heat.event)
        if unknown := set(strata.values()) - {"", *heat.event.scoring_settings.strata}:
            raise Refused(f"The event has no stratum {', '.join(sorted(unknown))}.")
        known = list(people_of(heat.club)) if heat.club is not None else []
        state, entrants = stored_state(heat), []
        for row, (entrant, stored) in zip(state.entrants, names_of_file(heat).items(), strict=True):
            typed = names.get(entrant.pk, stored)
            if typed != stored:
                row = replace(row, people=people_of_file(heat.event, known, FileContestant(row.label, typed)))
            entrants.append(replace(row, stratum=strata.get(entrant.pk, row.stratum)))
        heat_put(heat=heat, state=replace(state, entrants=tuple(entrants)))
        if names:
            heat_tell_ask(heat=heat)


@contextmanager
def _refusal_logged(heat: Heat, file_name: str, user: User) -> Iterator[None]:
    """Add a line to the event's log if the file is refused, with the first reason."""
    try:
        yield
    except (FileError, Refused) as no:
        faults = str(no).splitlines()
        about = {"file": file_name[:80], "fault": faults[0][:180], "faults": len(faults)}
        event_log_add(heat.event, EventAction.FILE_REFUSED, about, heat=heat, user=user)
        raise


def _refuse_heat(heat: Heat) -> None:
    """Raise Refused if no results file can be accepted for the heat now."""
    event, session = heat.event, heat.session
    if heat.club is None:
        raise Refused("This heat is of another server, which sends its results itself.")
    if heat.status != HeatStatus.ACCEPTED or event.status not in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED):
        raise Refused("This heat does not take part in the event, so no results are taken for it.")
    if session is not None and session.status != SessionStatus.DRAFT:
        raise Refused(
            f"This heat is played in the night “{session.name}” on this site. Bring the file in there, under Files."
        )
    if timezone.now() < event.window_opens:
        raise Refused("The window of the event has not opened yet, so there are no results.")
    corrections_check(event=event)


def _barred(heat: Heat, results: HeatFileResults) -> list[str]:
    """Return a sentence for each person who may not play in this heat."""
    named = [player.person for contestant in results.contestants for player in contestant.people or () if player.person]
    people = list(Person.objects.filter(pk__in=named).select_related("user"))
    return [f"{sentence} Tell the organiser if that is not so." for sentence in barred_from(heat, people)]
