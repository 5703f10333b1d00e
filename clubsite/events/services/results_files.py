"""The results of a heat from the file of its club's scoring program: looking into it, and taking its lines.

A corrected file replaces the one before until the correction period ends. A file that is refused changes nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.duplicate.models import SessionStatus
from clubsite.events.heat_state import RESULT_COLUMNS, StateLine
from clubsite.events.models import EventAction, EventLine, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.players import barred_from
from clubsite.events.selectors.results_files import (
    HeatFileResults,
    heat_file_results,
    strange_cards,
    without_strange_leads,
)
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.heat_put import heat_put
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.publications import corrections_check
from clubsite.exchange.services.file_reading import MOST_BYTES, MOST_LINES
from clubsite.exchange.services.import_preview import result_words
from games.boards import vulnerability_of
from games.wording import counted
from scoring.errors import FileError
from scoring.files.model import FileSection
from scoring.files.reading import read_results
from scoring.lines import Status

LineKey = tuple[int, str, str]
MIN_LINES_ALIKE = 6
"""With fewer lines two heats may have the same results by chance."""


@dataclass(frozen=True, slots=True)
class HeatFileLook:
    """A file and its effect on a heat. `changed` has the lines whose result differs from the stored one, in words, and
    `gone` counts stored lines that the file does not have.
    """

    sections: Sequence[FileSection]
    found: HeatFileResults
    fresh: int
    same: int
    changed: list[tuple[StateLine, str]]
    gone: int
    notes: list[str]

    @property
    def todo(self) -> int:
        """How many results are new, different, or would no longer count."""
        return self.fresh + len(self.changed) + self.gone

    @property
    def tally(self) -> list[tuple[str, int]]:
        """The effects of the file, with counts. Only new and equal results are listed with a 0."""
        rest = {
            "In already, and different": len(self.changed),
            "In so far and not in the file: they would not count any more": self.gone,
            "Of boards that are not of the event: they count at the club only": self.found.extra,
            "Sit-outs, passed over": self.found.sit_outs,
        }
        both = [("New results", self.fresh), ("In already, and the same", self.same)]
        return both + [(words, number) for words, number in rest.items() if number]


def heat_file_look(*, heat: Heat, data: bytes, kind: str, file_name: str, user: User) -> HeatFileLook:
    """Return what taking a file would do. `kind` is that of the heat's contestants.

    Raise FileError with a sentence for each fault, or Refused if no file can be taken for this heat, after writing a
    line in the event's log.
    """
    with _refusal_logged(heat, file_name, user):
        _refuse_heat(heat)
        if len(data) > MOST_BYTES:
            raise FileError(["the file is larger than 5 MB. A file of one heat is far smaller."])
        read = read_results(data, {number: vulnerability_of(number) for number in range(1, heat.event.boards + 1)})
        if len(read.lines) > MOST_LINES:
            raise FileError([f"the file has {len(read.lines)} lines, more than {MOST_LINES}."])
        if strange := strange_cards(heat.event, read.boards):
            raise FileError(strange)
        found = heat_file_results(heat, read.sections, kind)
    leads = without_strange_leads(heat.event, found)
    named = [one.person for contestant in found.contestants for one in contestant.people or () if one.person]
    people = list(Person.objects.filter(pk__in=named).select_related("user"))
    barred = [f"{one.why} Tell the organiser if that is not so." for one in barred_from(heat, people)]
    stored, said = _stored(heat), {_key(line): _said(line) for line in found.lines}
    changed = [
        (line, result_words(line.result, found.four_handed) or "not played")
        for line in found.lines
        if stored.get(_key(line), _said(line)) != _said(line)
    ]
    fresh, gone = len(said.keys() - stored.keys()), len(stored.keys() - said.keys())
    same = len(said) - fresh - len(changed)
    notes = [*found.notes, *leads, *barred, *_heats_alike(heat, said), *read.notes]
    return HeatFileLook(read.sections, found, fresh, same, changed, gone, notes)


def heat_file_take(
    *, heat: Heat, sections: Sequence[FileSection], kind: str, file_name: str, user: User
) -> HeatFileResults:
    """Store the contestants and lines of a file, in place of those of an earlier one, and log it.

    Raise Refused or FileError, with a line in the event's log; then nothing is stored.
    """
    with _refusal_logged(heat, file_name, user), transaction.atomic():
        heat = heat_locked(heat)
        _refuse_heat(heat)
        found = heat_file_results(heat, sections, kind)
        without_strange_leads(heat.event, found)
        heat.results_file, heat.results_file_at = file_name[:100], timezone.now()
        heat.save(update_fields=["results_file", "results_file_at"])
        heat_put(heat=heat, state=found.state)
        event_log_add(heat.event, EventAction.FILE_TAKEN, counted(len(found.lines), "result"), heat=heat, user=user)
    return found


@contextmanager
def _refusal_logged(heat: Heat, file_name: str, user: User) -> Iterator[None]:
    """Write a line in the event's log if the file is refused, with the first reason."""
    try:
        yield
    except (FileError, Refused) as no:
        first, _, more = str(no).partition("\n")
        rest = f" And {counted(len(more.splitlines()), 'more fault')}." if more else ""
        said = f"{file_name[:80]}: {first[:180]}{rest}"
        event_log_add(heat.event, EventAction.FILE_REFUSED, said, heat=heat, user=user)
        raise


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


def _key(line: StateLine) -> LineKey:
    return line.board, line.south, line.north


def _said(line: StateLine) -> tuple[object, ...]:
    columns = line.result.columns()
    return (str(columns["status"]), *(columns[name] for name in RESULT_COLUMNS))


def _heats_alike(heat: Heat, said: Mapping[LineKey, tuple[object, ...]]) -> list[str]:
    """Return a sentence for each other heat of the event that has exactly these results, as if by a wrong choice."""
    played = Count("lines", filter=~Q(lines__status=Status.SIT_OUT))
    others = heat.event.heats.exclude(pk=heat.pk).annotate(played=played).filter(played=len(said))
    return [
        f"The heat of {other.club_name} has exactly the same results. Is this the file of {heat.club_name}?"
        for other in others
        if len(said) >= MIN_LINES_ALIKE and _stored(other) == said
    ]


def _stored(heat: Heat) -> dict[LineKey, tuple[object, ...]]:
    """Return the stored results of a heat, by board and contestants."""
    rows = EventLine.objects.filter(heat=heat).exclude(status=Status.SIT_OUT)
    columns = ("board", "south__label", "north__label", "status", *RESULT_COLUMNS)
    return {(board, south, north): tuple(said) for board, south, north, *said in rows.values_list(*columns)}
