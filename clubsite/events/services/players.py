"""The people who play an event: refusing somebody who may not play, and finding those who have played it twice."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.duplicate.models import Repair, Session, SessionStatus
from clubsite.events.heat_state import StatePerson
from clubsite.events.models import Event, EventAction, EventEntrant, EventPerson, Heat
from clubsite.events.selectors.heats import SEAT_SOMEBODY_ELSE
from clubsite.events.selectors.players import barred_from
from clubsite.events.selectors.session_states import session_people
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.scoring_requests import event_scoring_ask


def newcomers_check(*, session: Session) -> None:
    """Raise Refused if the newest change of a running heat seats somebody who may not play in it."""
    heat = Heat.objects.select_related("event").filter(session=session).first()
    newest = Repair.objects.filter(section__session=session).order_by("-pk").first()
    if heat is None or newest is None or newest.undone_at is not None:
        return
    came = Person.objects.filter(pk__in=newest.people.filter(came=True).values("person")).select_related("user")
    if barred := barred_from(heat, list(came)):
        raise Refused(" ".join(f"{one} {SEAT_SOMEBODY_ELSE}" for one in barred), "name")


def heat_people_put(*, heat: Heat, people: Mapping[int, Collection[StatePerson]]) -> None:
    """Store the people who play as these entrants of a heat, given by entrant id, and mark those who play a second
    time. A row that stays keeps its time.
    """
    with transaction.atomic():
        rows = EventPerson.objects.select_for_update().filter(entrant__in=people)
        left = {entrant: Counter(wanted) for entrant, wanted in people.items()}
        gone = list[EventPerson]()
        for row in rows.order_by("pk"):
            said = StatePerson(row.key, row.person_id, row.name)
            if left[row.entrant_id][said]:
                left[row.entrant_id][said] -= 1
            else:
                gone.append(row)
        new = [
            EventPerson(entrant_id=entrant, key=one.key, person_id=one.person, name=one.name)
            for entrant, those in left.items()
            for one in those.elements()
        ]
        EventPerson.objects.filter(pk__in=[row.pk for row in gone]).delete()
        EventPerson.objects.bulk_create(new)
        if new or gone:
            keys = {row.key for row in (*new, *gone)} - {""}
            touched = Q(people__key__in=keys) | Q(pk__in=[row.entrant_id for row in (*new, *gone)])
            _mark(heat.event, EventEntrant.objects.filter(touched, heat__event=heat.event))


def person_accounts_follow(*, person: Person) -> None:
    """Store a person's key as every entrant of an event, because the person has an account from now on."""
    rows = EventEntrant.objects.filter(contestant__persons__person=person).select_related("heat__event").distinct()
    for entrant in rows:
        contestant = entrant.contestant_id
        people = session_people(entrant.heat, [contestant])[contestant]
        heat_people_put(heat=entrant.heat, people={entrant.pk: people})


def _mark(event: Event, entrants: QuerySet[EventEntrant]) -> None:
    """Mark those of these entrants of whom a person has played the event before in another heat, with a line in the
    log, and unmark the others. The heat that began first counts, one on another server when it got the key of the
    boards.
    """
    second = _second_plays(event, entrants)
    marked = EventEntrant.objects.filter(pk__in=entrants, second_play=True)
    changed = marked.exclude(pk__in=second).update(second_play=False)
    found = EventEntrant.objects.filter(pk__in=second, second_play=False).select_related("heat").order_by("pk")
    for entrant in found:
        if EventEntrant.objects.filter(pk=entrant.pk, second_play=False).update(second_play=True):
            event_log_add(event, EventAction.PLAYED_TWICE, f"number {entrant.label}", heat=entrant.heat)
            changed += 1
    if changed:
        event_scoring_ask(event_id=event.pk)


def _second_plays(event: Event, entrants: QuerySet[EventEntrant]) -> set[int]:
    """Return the ids of entrants who share a key of `entrants` with an entrant of a heat that began before theirs."""
    keys = EventPerson.objects.filter(entrant__in=entrants).exclude(key="").values("key")
    rows = EventPerson.objects.filter(entrant__heat__event=event, key__in=keys)
    rows = rows.exclude(entrant__heat__session__status=SessionStatus.DRAFT, entrant__heat__results_file="")
    began = Coalesce("entrant__heat__session__started_at", "entrant__heat__released_at", "since")
    plays: defaultdict[str, list[Any]] = defaultdict(list)
    for key, *play in rows.values_list("key", began, "entrant__heat", "entrant"):
        plays[key].append(play)
    firsts = {key: min(times)[1] for key, times in plays.items()}
    return {entrant for key, times in plays.items() for _, heat, entrant in times if heat != firsts[key]}
