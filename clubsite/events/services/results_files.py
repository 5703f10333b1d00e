"""The results of a heat from the file of its club's scoring program: looking into it, and taking its lines.

A corrected file replaces the one before until the correction period ends. A file that is refused changes nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.refused import Refused
from clubsite.duplicate.models import SessionStatus
from clubsite.events.heat_state import StateLine, stored_state
from clubsite.events.models import EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.players import barred_from, names_of_file
from clubsite.events.selectors.results_files import (
    HeatFileResults,
    heat_file_results,
    people_of_file,
    strange_cards,
    without_strange_leads,
)
from clubsite.events.services.at_hub_requests import heat_tell_ask
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.heat_put import heat_put
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.publications import corrections_check
from clubsite.exchange.services.file_reading import MOST_BYTES, MOST_LINES
from games.boards import vulnerability_of
from games.wording import counted
from scoring.errors import FileError
from scoring.files.model import FileContestant, FileSection, ResultFile
from scoring.files.reading import read_results
from scoring.lines import Status
from scoring.result import BoardResult

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
    changed: list[tuple[StateLine, str]]
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
    with _refusal_logged(heat, file_name, user):
        _refuse_heat(heat)
        if len(data) > MOST_BYTES:
            raise FileError(["the file is larger than 5 MB. A file of one heat is far smaller."])
        vuls = {number: vulnerability_of(number) for number in range(1, heat.event.boards + 1)}
        found = read_results(data, vuls)
        if len(found.lines) > MOST_LINES:
            raise FileError([f"the file has {len(found.lines)} lines, more than {MOST_LINES}."])
        if strange := strange_cards(heat.event, found.boards):
            raise FileError(strange)
    return found


def heat_file_look(
    *, heat: Heat, sections: Sequence[FileSection], kind: str, file_name: str, user: User
) -> HeatFileLook:
    """Return what taking these sections of a file would do. `kind` is that of the heat's contestants.

    Raise FileError with a sentence for each fault, after writing a line in the event's log.
    """
    with _refusal_logged(heat, file_name, user):
        found = heat_file_results(heat, sections, kind)
    leads = without_strange_leads(heat.event, found)
    named = [one.person for contestant in found.contestants for one in contestant.people or () if one.person]
    people = list(Person.objects.filter(pk__in=named).select_related("user"))
    barred = [f"{one} Tell the organiser if that is not so." for one in barred_from(heat, people)]
    stored = _stored(heat)
    changed = [(line, found.words(line)) for line in found.lines if stored.get(_key(line), line.result) != line.result]
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


def heat_players_set(
    *, heat: Heat, names: Mapping[int, tuple[str, ...]] | None = None, strata: Mapping[int, str] | None = None
) -> None:
    """Set the names and strata of entrants of a results file, given by entrant id. "" is the highest stratum.

    A name on the club's list means that person. Raise Refused if the results came from no file, for a stratum that the
    event does not have, or after the correction period.
    """
    names, strata = names or {}, strata or {}
    with transaction.atomic():
        heat = heat_locked(heat)
        if not heat.results_file:
            raise Refused("The results of this heat came from no file. Give the names and strata in the night.")
        corrections_check(event=heat.event)
        if unknown := set(strata.values()) - {"", *event_settings(heat.event).strata}:
            raise Refused(f"The event has no stratum {', '.join(sorted(unknown))}.")
        known = list(people_of(heat.club)) if heat.club is not None else []
        state, entrants = stored_state(heat), []
        for one, (entrant, stored) in zip(state.entrants, names_of_file(heat).items(), strict=True):
            typed = names.get(entrant.pk, stored)
            if typed != stored:
                one = replace(one, people=people_of_file(heat.event, known, FileContestant(one.label, typed)))
            entrants.append(replace(one, stratum=strata.get(entrant.pk, one.stratum)))
        heat_put(heat=heat, state=replace(state, entrants=tuple(entrants)))
        if names:
            heat_tell_ask(heat=heat)


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


def _heats_alike(heat: Heat, found: HeatFileResults) -> list[str]:
    """Return a sentence for each other heat of the event that has exactly these results, as if by a wrong choice."""
    if len(found.lines) < MIN_LINES_ALIKE:
        return []
    said = {_key(line): line.result for line in found.lines}
    played = Count("lines", filter=~Q(lines__status=Status.SIT_OUT))
    others = heat.event.heats.exclude(pk=heat.pk).annotate(played=played).filter(played=len(said))
    return [
        f"The heat of {other.club_name} has exactly the same results. Is this the file of {heat.club_name}?"
        for other in others
        if _stored(other) == said
    ]


def _stored(heat: Heat) -> dict[LineKey, BoardResult]:
    return {_key(line): line.result for line in stored_state(heat).lines}
