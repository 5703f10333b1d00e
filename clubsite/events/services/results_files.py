"""The results of a heat from the file of its club's scoring program: looking into it, and taking its lines.

A corrected file replaces the one before until the correction period ends. A file that is refused changes nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.refused import Refused
from clubsite.duplicate.models import SessionStatus
from clubsite.events.heat_state import StateLine, effects, stored_state
from clubsite.events.models import EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.players import barred_from, names_of_file
from clubsite.events.selectors.results_files import HeatFileResults, heat_file_results, people_of_file, strange_cards
from clubsite.events.services.event_requests import event_log_add, heat_locked, heat_tell_ask
from clubsite.events.services.events import corrections_check
from clubsite.events.services.heat_put import heat_put
from clubsite.exchange.services.file_reading import file_of_one_evening
from clubsite.exchange.services.import_preview import result_words
from games.boards import vulnerability_of
from games.wording import counted
from scoring.errors import FileError
from scoring.files.model import FileContestant, FileSection


@dataclass(frozen=True, slots=True)
class HeatFileLook:
    """A file and its effect on a heat. `changed` has the lines whose result differs from the stored one, in words.
    `todo` counts results that are new, different, or would no longer count; `tally` has the effects, with counts.
    """

    sections: Sequence[FileSection]
    found: HeatFileResults
    changed: list[tuple[StateLine, str]]
    todo: int
    tally: list[tuple[str, int]]
    notes: list[str]


def heat_file_look(*, heat: Heat, data: bytes, kind: str, file_name: str, user: User) -> HeatFileLook:
    """Return the effect of a file. Raise FileError with all faults, or Refused, with a line in the event's log."""
    with _refusal_logged(heat, file_name, user):
        _refuse_heat(heat)
        vulnerabilities = {number: vulnerability_of(number) for number in range(1, heat.event.boards + 1)}
        read = file_of_one_evening(data, vulnerabilities)
        if strange := strange_cards(heat.event, read.boards):
            raise FileError(strange)
        found = heat_file_results(heat, read.sections, kind)
    changed, counts = effects(heat, found.state)
    told = [(line, result_words(line.result, found.four_handed) or "not played") for line in changed]
    new, same, *others = counts.items()
    others.append(("Of boards that are not of the event: they count at the club only", found.extra))
    others.append(("Sit-outs, passed over", found.sit_outs))
    tally, todo = [new, same, *(one for one in others if one[1])], sum(counts.values()) - same[1]
    notes = [*found.notes, *_barred(heat, found), *read.notes]
    return HeatFileLook(read.sections, found, told, todo, tally, notes)


def heat_file_take(
    *, heat: Heat, sections: Sequence[FileSection], kind: str, file_name: str, user: User
) -> HeatFileResults:
    """Store what a file has in place of an earlier one. Raise Refused or FileError, with a line in the event's log."""
    with _refusal_logged(heat, file_name, user), transaction.atomic():
        heat = heat_locked(heat)
        _refuse_heat(heat)
        found = heat_file_results(heat, sections, kind)
        heat.results_file, heat.results_file_at = file_name[:100], timezone.now()
        heat.save(update_fields=["results_file", "results_file_at"])
        heat_put(heat=heat, state=found.state)
        event_log_add(heat.event, EventAction.FILE_TAKEN, counted(len(found.lines), "result"), heat=heat, user=user)
    return found


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


def _barred(heat: Heat, found: HeatFileResults) -> list[str]:
    """Return a sentence for each person who may not play here."""
    named = [one.person for contestant in found.contestants for one in contestant.people or () if one.person]
    people = list(Person.objects.filter(pk__in=named).select_related("user"))
    return [f"{one} Tell the organiser if that is not so." for one in barred_from(heat, people)]
