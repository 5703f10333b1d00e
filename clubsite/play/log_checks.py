"""Checking the logs of plays for events that were changed, deleted, inserted or swapped directly in the database."""

from collections.abc import Iterable, Iterator
from copy import copy
from uuid import UUID

from django.db.models import QuerySet

from clubsite.chains.checking import Difference, DifferenceCode
from clubsite.play.log_links import event_link, start_link
from clubsite.play.models import Play, PlayEvent
from games.errors import BadLog, BadSetup
from games.players import DIRECTOR
from games.registry import rules_for
from games.replay import replay

LOG_REMOVED = "play.log_removed"
"""The kind of a link that names the plays whose calls and cards retention deleted."""
ID_OR_TIME = "client_id or at"


def plays_differences(plays: QuerySet[Play], removed: set[int]) -> Iterator[Difference]:
    """Yield the differences in these plays' logs. `removed` holds plays whose logs a retention rule deleted."""
    logs: dict[int, list[PlayEvent]] = {}
    for event in PlayEvent.objects.filter(play__in=plays.order_by().values("pk")).order_by("play", "seq"):
        logs.setdefault(event.play_id, []).append(event)
    for play in plays:
        log = logs.get(play.pk, [])
        if log or play.pk not in removed:
            yield from play_differences(play, log)


def play_differences(play: Play, log: list[PlayEvent]) -> Iterator[Difference]:
    """Yield the differences in one play's row and log."""
    if start_link(play) != play.start_link:
        yield Difference(
            DifferenceCode.CHANGED, _called(play), "its start", "another", "game, options, deal or seats that differ"
        )
    before, expected, known = play.start_link, 1, True
    for place, event in enumerate(log):
        for seq in range(expected, event.seq):
            yield Difference(DifferenceCode.DELETED, _called(play, seq))
            known = False
        if event.seq > play.seq and play.link == before:
            yield Difference(DifferenceCode.INSERTED, _called(play, event.seq))
            return
        if known and event_link(before, event) != event.link:
            yield from _event_differences(play, log, place, before)
        before, expected, known = event.link, event.seq + 1, True
    for seq in range(expected, play.seq + 1):
        yield Difference(DifferenceCode.DELETED, _called(play, seq))
    if expected > play.seq + 1:
        yield Difference(DifferenceCode.CHANGED, _called(play), "seq", str(play.seq), str(expected - 1))
    elif expected == play.seq + 1 and play.link != before:
        yield Difference(DifferenceCode.CHANGED, _called(play), "link", play.link, before)


def _called(play: Play, seq: int | None = None) -> str:
    return f"play {play.public_id}" if seq is None else f"event {seq} of play {play.public_id}"


def _event_differences(play: Play, log: list[PlayEvent], place: int, before: str) -> Iterator[Difference]:
    """Yield an event's differences if it does not follow from `before`; nothing if only its neighbour has moved."""
    event, name = log[place], _called(play, log[place].seq)
    for link in (play.start_link, *(one.link for one in log)):
        for other in _at_other_places(event, log):
            if event_link(link, other) == event.link:
                if other.seq != event.seq:
                    yield Difference(DifferenceCode.CHANGED, name, "seq", str(event.seq), str(other.seq))
                return
    after = log[place + 1] if place + 1 < len(log) else None
    if after is not None and any(event_link(before, one) == after.link for one in _at_other_places(after, log)):
        yield Difference(DifferenceCode.INSERTED, name)
        return
    for field, other in _otherwise(play, log, place):
        if event_link(before, other) == event.link:
            yield Difference(
                DifferenceCode.CHANGED, name, field, str(getattr(event, field)), str(getattr(other, field))
            )
            return
    stored = f"{event.client_id} or {event.at.isoformat()}"
    yield Difference(DifferenceCode.CHANGED, name, ID_OR_TIME, stored, "another id or time")


def _otherwise(play: Play, log: list[PlayEvent], place: int) -> Iterator[tuple[str, PlayEvent]]:
    """Yield copies of the event with one field changed to another possible player, action, device or account."""
    event = log[place]
    seen = (
        play.events.model.objects.filter(play__room=play.room_id).values_list(name, flat=True).distinct()
        for name in ("ticket_id", "user_id")
    )
    tickets, users = ({None, *found} for found in seen)
    for field, values in (
        ("actor", (*rules_for(play.game).players, DIRECTOR)),
        ("action", _actions_at(play, log[:place], log)),
        ("ticket_id", tickets),
        ("user_id", users),
    ):
        for value in values:
            yield field, _with(event, field, value)


def _actions_at(play: Play, earlier: list[PlayEvent], log: list[PlayEvent]) -> Iterable[str]:
    """Return the actions that were possible after these events, and the actions that are in the log."""
    rules, found = rules_for(play.game), {event.action for event in log}
    try:
        state = replay(rules, play.setup, play.options, [{"actor": one.actor, "a": one.action} for one in earlier])
    except (BadLog, BadSetup):
        return found
    return found.union(*(rules.legal(state, player) for player in (*rules.players, DIRECTOR)))


def _at_other_places(event: PlayEvent, log: list[PlayEvent]) -> Iterator[PlayEvent]:
    """Yield copies of the event with each number that it could have had."""
    for seq in range(1, len(log) + 2):
        yield _with(event, "seq", seq)


def _with(event: PlayEvent, field: str, value: str | int | UUID | None) -> PlayEvent:
    other = copy(event)
    setattr(other, field, value)
    return other
