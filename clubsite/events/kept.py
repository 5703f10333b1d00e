"""How long events recognise their players, and each person's data in events."""

from datetime import datetime

from django.db.models import Q

from clubsite.core.data_map import LostRows, Row, Subject, by_club, on_account_end, own_data_part, retention_rule, when
from clubsite.events.models import Event, EventEntrant, EventLogLine, EventPerson, Heat, HeatAccess, KeptState
from clubsite.events.selectors.players import person_key


@retention_rule(77, "event_keys", "players of events no longer recognised")
def event_keys_forget(before: datetime) -> LostRows:
    """Remove keys of players, states kept with them, and server addresses of events that closed before this time."""
    rows = EventPerson.objects.filter(~Q(key=""), entrant__heat__event__window_closes__lt=before)
    counts = by_club(rows, "entrant__heat__club")
    rows.update(key="")
    KeptState.objects.filter(heat__event__window_closes__lt=before).delete()
    HeatAccess.objects.filter(heat__event__window_closes__lt=before).update(seen_from="", waiting=None)
    return counts


REASON = "So that a ranking over all clubs has its players, nobody plays twice, and who handled the cards can be read."


@own_data_part(31, "events", "Events over many clubs", REASON)
def event_rows(subject: Subject) -> list[Row]:
    """Return where the person played or dealt, and log lines without their subjects, who may be other people."""
    mine = Q(contestant__persons__person__in=subject.people) | Q(people__person__in=subject.people)
    played = EventEntrant.every.filter(mine).distinct().select_related("heat__event")
    rows: list[tuple[Event, Heat | None, datetime, str]] = []
    for entrant in played.order_by("-heat__event__window_opens", "-pk"):
        again = ", for the second time" if entrant.second_play else ""
        rows.append(
            (
                entrant.heat.event,
                entrant.heat,
                entrant.heat.event.window_opens,
                f"played as number {entrant.label}{again}",
            )
        )
    dealt = Heat.objects.filter(dealer__in=subject.people).select_related("event")
    dealt = dealt.order_by("-event__window_opens", "-pk")
    rows += [(heat.event, heat, heat.event.window_opens, "handled the cards as the dealer") for heat in dealt]
    done = EventLogLine.objects.filter(user=subject.user, user__isnull=False).select_related("event", "heat")[:200]
    rows += [(line.event, line.heat, line.at, line.get_action_display().removesuffix(":")) for line in done]
    return [
        {"event": event.name, "club": part.club_name if part else event.organiser_name, "at": when(at), "what": what}
        for event, part, at, what in rows
    ]


@on_account_end
def forget_keys(subject: Subject) -> None:
    """Remove the keys with which events recognise the account."""
    if subject.user is not None:
        events = Event.objects.filter(heats__entrants__people__key__gt="").distinct()
        keys = [person_key(public_id, subject.user) for public_id in events.values_list("public_id", flat=True)]
        EventPerson.objects.filter(key__in=keys).update(key="")
