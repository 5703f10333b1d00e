"""The results of a heat from the file of its club's scoring program: looking into it, and taking its lines.

A corrected file replaces the one before until the correction period ends. A file that is refused changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.duplicate.models import SessionStatus
from clubsite.events.models import (
    EventAction,
    EventEntrant,
    EventLine,
    EventPerson,
    EventStatus,
    Heat,
    HeatStatus,
)
from clubsite.events.person_keys import person_key
from clubsite.events.selectors.players import barred_from
from clubsite.events.selectors.results_files import (
    HeatFileContestant,
    HeatFileLine,
    HeatFileResults,
    heat_file_results,
    strange_cards,
    without_strange_leads,
)
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.lines import RESULT_COLUMNS, LinePlace, TakenLine, lines_store
from clubsite.events.services.players import second_plays_mark
from clubsite.events.services.publications import corrections_check
from clubsite.events.services.scoring_requests import event_scoring_ask
from clubsite.events.signals import heat_lines_changed
from clubsite.exchange.services.file_reading import MOST_BYTES, MOST_LINES
from games.boards import vulnerability_of
from games.wording import counted
from scoring.errors import FileError
from scoring.files.model import FileSection, ResultFile
from scoring.files.reading import read_results
from scoring.lines import Status

LineKey = tuple[int, str, str]
MIN_LINES_ALIKE = 6
"""With fewer lines two heats may have the same results by chance."""


@dataclass(frozen=True, slots=True)
class HeatFileLook:
    """What a file would do to a heat: `found` is what it says. `changed` are the lines whose result differs from the
    stored one, and `gone` counts stored lines that it does not have.
    """

    found: HeatFileResults
    fresh: int
    same: int
    changed: list[HeatFileLine]
    gone: int
    notes: list[str]

    @property
    def todo(self) -> int:
        """How many results are new, different, or would no longer count."""
        return self.fresh + len(self.changed) + self.gone


def heat_file_read(*, heat: Heat, data: bytes, file_name: str, user: User) -> ResultFile:
    """Return the content of a file. Raise FileError with every fault, after writing a line in the event's log.

    Raise Refused if no file can be taken for this heat.
    """
    try:
        _refuse_heat(heat)
        if len(data) > MOST_BYTES:
            raise FileError(["the file is larger than 5 MB. A file of one heat is far smaller."])
        vuls = {number: vulnerability_of(number) for number in range(1, heat.event.boards + 1)}
        found = read_results(data, vuls)
        if len(found.lines) > MOST_LINES:
            raise FileError([f"the file has {len(found.lines)} lines, more than {MOST_LINES}."])
        if strange := strange_cards(heat.event, found.boards):
            raise FileError(strange)
    except (FileError, Refused) as no:
        heat_file_refused(heat=heat, file_name=file_name, why=str(no), user=user)
        raise
    return found


def heat_file_look(
    *, heat: Heat, sections: Sequence[FileSection], kind: str, file_name: str, user: User
) -> HeatFileLook:
    """Return what taking these sections of a file would do. `kind` is that of the heat's contestants.

    Raise FileError with a sentence for each fault, after writing a line in the event's log.
    """
    try:
        found = heat_file_results(heat, sections, kind)
    except FileError as no:
        heat_file_refused(heat=heat, file_name=file_name, why=str(no), user=user)
        raise
    leads = without_strange_leads(heat.event, found)
    people = [one.person for contestant in found.contestants for one in contestant.people if one.person is not None]
    barred = [f"{one.why} Tell the organiser if that is not so." for one in barred_from(heat, people)]
    stored = _stored(heat)
    changed = [line for line in found.lines if stored.get(_key(line), _said(line)) != _said(line)]
    fresh = sum(_key(line) not in stored for line in found.lines)
    gone = len(stored) - (len(found.lines) - fresh)
    same = len(found.lines) - fresh - len(changed)
    notes = [*found.notes, *leads, *barred, *_heats_alike(heat, found)]
    return HeatFileLook(found, fresh, same, changed, gone, notes)


def heat_file_take(
    *, heat: Heat, sections: Sequence[FileSection], kind: str, file_name: str, user: User
) -> HeatFileResults:
    """Store the contestants and lines of a file, in place of those of an earlier one, and log it.

    Raise Refused or FileError, with a line in the event's log; then nothing is stored.
    """
    try:
        with transaction.atomic():
            heat = heat_locked(heat)
            _refuse_heat(heat)
            found = heat_file_results(heat, sections, kind)
            without_strange_leads(heat.event, found)
            entrants = _entrants_store(heat, found)
            lines_store(heat, {_place(line): _taken(line, entrants) for line in found.lines})
            _entrants_drop(heat, entrants)
            heat.results_file, heat.results_file_at = file_name[:100], timezone.now()
            heat.save(update_fields=["results_file", "results_file_at"])
            second_plays_mark(event=heat.event)
            event_scoring_ask(event_id=heat.event_id)
            heat_lines_changed.send(sender=Heat, heat=heat)
            event_log_add(heat.event, EventAction.FILE_TAKEN, counted(len(found.lines), "result"), heat=heat, user=user)
    except (FileError, Refused) as no:
        heat_file_refused(heat=heat, file_name=file_name, why=str(no), user=user)
        raise
    return found


def heat_file_refused(*, heat: Heat, file_name: str, why: str, user: User) -> None:
    """Write a line in the event's log about a file that was refused, with the first reason."""
    first, _, more = why.partition("\n")
    rest = f" And {counted(len(more.splitlines()), 'more fault')}." if more else ""
    event_log_add(heat.event, EventAction.FILE_REFUSED, f"{file_name[:80]}: {first[:180]}{rest}", heat=heat, user=user)


def _refuse_heat(heat: Heat) -> None:
    """Raise Refused if no file of results can be taken for the heat now."""
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


def _entrants_store(heat: Heat, found: HeatFileResults) -> dict[str, EventEntrant]:
    known = {one.label: one for one in heat.entrants.all()}
    entrants = {}
    for one in found.contestants:
        entrant = known.get(one.label) or EventEntrant(heat=heat, label=one.label)
        if (entrant.pk, entrant.kind, entrant.line) != (entrant.pk or 0, found.kind, one.line):
            entrant.kind, entrant.line = found.kind, one.line
            entrant.save()
        _people_store(heat, entrant, one)
        entrants[one.label] = entrant
    return entrants


def _people_store(heat: Heat, entrant: EventEntrant, one: HeatFileContestant) -> None:
    """Replace the people of an entrant, unless they are the same already."""
    wanted = [
        EventPerson(
            entrant=entrant,
            person=person.person,
            name="" if person.person is not None else person.name,
            key=person_key(heat.event.public_id, person.person.user_id)
            if person.person is not None and person.person.user_id is not None
            else "",
        )
        for person in one.people
    ]
    have = [(row.person_id, row.name, row.key) for row in entrant.people.order_by("pk")]
    if have != [(row.person_id, row.name, row.key) for row in wanted]:
        entrant.people.all().delete()
        EventPerson.objects.bulk_create(wanted)


def _entrants_drop(heat: Heat, entrants: dict[str, EventEntrant]) -> None:
    """Delete the entrants that the file does not have any more, with their lines, which have no result.

    Another server that has their lines still has to hear that they are void, so for its event they stay.
    """
    gone = heat.entrants.exclude(pk__in=[one.pk for one in entrants.values()])
    if heat.event.is_remote:
        gone = gone.filter(lines_ns__isnull=True, lines_ew__isnull=True)
    deletion_lock(gone)
    gone.delete()


def _place(line: HeatFileLine) -> LinePlace:
    return LinePlace(line.board, line.round, line.table)


def _taken(line: HeatFileLine, entrants: dict[str, EventEntrant]) -> TakenLine:
    columns = line.result.columns()
    result = tuple(columns[name] for name in RESULT_COLUMNS)
    return TakenLine(entrants[line.south].pk, entrants[line.north].pk, None, columns["status"], result)


def _key(line: HeatFileLine) -> LineKey:
    return line.board, line.south, line.north


def _said(line: HeatFileLine) -> tuple[object, ...]:
    columns = line.result.columns()
    return (str(columns["status"]), *(columns[name] for name in RESULT_COLUMNS))


def _heats_alike(heat: Heat, found: HeatFileResults) -> list[str]:
    """Return a sentence for each other heat of the event that has exactly these results, as if by a wrong choice."""
    if len(found.lines) < MIN_LINES_ALIKE:
        return []
    said = {_key(line): _said(line) for line in found.lines}
    played = Count("lines", filter=~Q(lines__status=Status.SIT_OUT))
    others = heat.event.heats.exclude(pk=heat.pk).annotate(played=played).filter(played=len(said))
    return [
        f"The heat of {other.club_name} has exactly the same results. Is this the file of {heat.club_name}?"
        for other in others
        if _stored(other) == said
    ]


def _stored(heat: Heat) -> dict[LineKey, tuple[object, ...]]:
    """Return the stored results of a heat, by board and contestants."""
    rows = EventLine.objects.filter(heat=heat).exclude(status=Status.SIT_OUT)
    columns = ("board", "south__label", "north__label", "status", *RESULT_COLUMNS)
    return {(board, south, north): tuple(said) for board, south, north, *said in rows.values_list(*columns)}
