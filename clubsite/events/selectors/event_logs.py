"""What happened in an event, for everybody: releases of cards, starts, and every look at a card through the site.

No line names a person: it says what part they had.
"""

import datetime
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from clubsite.clubs.models import Membership
from clubsite.clubs.selectors import DIRECTING
from clubsite.duplicate.selectors.boards import numbers_told
from clubsite.events.models import Event, EventAction, EventLogLine
from clubsite.events.selectors.event_field import event_boards_here
from clubsite.events.selectors.event_reader import EventReader, event_or_404
from clubsite.looks.models import Look
from clubsite.members.visitor import Visitor

NOT_PUBLIC = (
    EventAction.MADE,
    EventAction.DECLINED,
    EventAction.FILE_REFUSED,
    EventAction.TOKEN_REVOKED,
    EventAction.OTHER_ADDRESS,
    EventAction.NAMES_CHANGED,
)
WITHOUT_NAME = {
    EventAction.DEALER_NAMED: "named its dealer, who handles the cards and does not play",
    EventAction.PLAYED_TWICE: "found somebody who plays a second time",
    EventAction.CORRECTED: "corrected results",
}
"""Actions whose subject may name a person, and is left out."""


@dataclass(frozen=True, slots=True)
class PublicLogLine:
    """One line: `who` and `what` make a sentence, such as "A director of Quay Street printed the slips". `subject` is
    what it was about, and `heat` the club. `look` is True for a look at cards.
    """

    at: datetime.datetime
    who: str
    what: str
    subject: str
    heat: str
    look: bool = False


def log_page(public_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return the whole log, newest line first. Raise Http404 if there is no such event."""
    reader = EventReader(event_or_404(public_id), visitor)
    lines = [*_acts(reader.event), *_looks(reader.event)]
    return reader.page(lines=sorted(lines, key=lambda line: line.at, reverse=True))


def _acts(event: Event) -> list[PublicLogLine]:
    rows = event.log.filter(at__gte=event.announced_at).exclude(action__in=NOT_PUBLIC).select_related("heat")
    directs = _directors(event)
    return [
        PublicLogLine(
            at=row.at,
            who=_who(event, row, directs),
            what=WITHOUT_NAME.get(EventAction(row.action), row.get_action_display().rstrip(":")),
            subject="" if row.action in WITHOUT_NAME else row.subject.replace("_", " "),
            heat=row.heat.club_name if row.heat is not None else "",
        )
        for row in rows
    ]


def _who(event: Event, row: EventLogLine, directs: dict[int, set[int]]) -> str:
    if row.user_id is None:
        return row.actor[:1].upper() + row.actor[1:]
    if row.heat is not None and row.user_id in directs.get(row.heat.club_id or 0, ()):
        return f"A director of {row.heat.club_name}"
    return f"The organiser, {event.organiser_name},"


def _directors(event: Event) -> dict[int, set[int]]:
    """Return a dict from the id of each heat's club to the users who direct it."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    rows = Membership.objects.filter(club__heats__event=event, role__in=DIRECTING)
    for club, user in rows.values_list("club", "user"):
        found[club].add(user)
    return found


def _looks(event: Event) -> list[PublicLogLine]:
    """Return the looks at cards of the event's boards, together where one person looked at several at once."""
    rows = Look.objects.filter(board__in=event_boards_here(event)).order_by("at", "board__number")
    together: defaultdict[tuple[object, ...], list[Look]] = defaultdict(list)
    for row in rows.select_related("board__board_set__session__heat"):
        together[row.at, row.kind, row.user_id, row.contestant_id, row.device_id, row.board.board_set_id].append(row)
    lines = []
    for found in together.values():
        heat = found[0].board.board_set.session.heat
        who = f"A director of {heat.club_name}" if found[0].user_id else f"A player’s device at {heat.club_name}"
        numbers = numbers_told(row.board.number for row in found)
        boards = f"board{'s' if len(found) > 1 else ''} {numbers}"
        lines.append(PublicLogLine(found[0].at, who, found[0].get_kind_display(), boards, heat.club_name, look=True))
    return lines
