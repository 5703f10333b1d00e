"""A person's part in events over many clubs, as part of what the site knows about that person."""

from django.db.models import Q

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part, when
from clubsite.events.models import Event, EventEntrant, EventLogLine, EventPerson, Heat
from clubsite.events.selectors.players import person_key

MAX_LOG_LINES_SHOWN = 200  # newest first


@own_data_part(
    31,
    "events",
    "Events over many clubs",
    "So that a ranking over all clubs has its players, nobody plays twice, and who handled the cards can be read.",
)
def event_rows(subject: Subject) -> list[Row]:
    """Return where the person played or was the dealer, and what the account did in the logs of events."""
    return [*_played(subject), *_dealt(subject), *_done(subject)]


def _played(subject: Subject) -> list[Row]:
    mine = Q(contestant__persons__person__in=subject.people) | Q(people__person__in=subject.people)
    rows = EventEntrant.every.filter(mine).distinct()
    return [
        _row(row.heat, f"played as number {row.label}" + (", for the second time" if row.second_play else ""))
        for row in rows.select_related("heat__event").order_by("-heat__event__window_opens", "-pk")
    ]


def _dealt(subject: Subject) -> list[Row]:
    rows = Heat.objects.filter(dealer__in=subject.people).select_related("event")
    return [_row(heat, "handled the cards as the dealer") for heat in rows.order_by("-event__window_opens", "-pk")]


def _row(heat: Heat, what: str) -> Row:
    return {"event": heat.event.name, "club": heat.club_name, "at": when(heat.event.window_opens), "what": what}


def _done(subject: Subject) -> list[Row]:
    """Return lines without their subjects, who may be other people."""
    if subject.user is None:
        return []
    rows = EventLogLine.objects.filter(user=subject.user).select_related("event", "heat")[:MAX_LOG_LINES_SHOWN]
    return [
        {
            "event": line.event.name,
            "club": line.heat.club_name if line.heat else line.event.organiser_name,
            "at": when(line.at),
            "what": line.get_action_display().removesuffix(":"),
        }
        for line in rows
    ]


@on_account_end
def forget_keys(subject: Subject) -> None:
    """Remove the keys by which events recognise the account."""
    if subject.user is not None:
        events = Event.objects.filter(heats__entrants__people__key__gt="").distinct()
        keys = [person_key(public_id, subject.user) for public_id in events.values_list("public_id", flat=True)]
        EventPerson.objects.filter(key__in=keys).update(key="")
