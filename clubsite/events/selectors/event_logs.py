"""What happened in an event, for everybody: releases of cards, starts, and every look at a card through the site.

No line names a person: it says what part they had.
"""

from collections import defaultdict
from typing import Any

from clubsite.clubs.models import Membership
from clubsite.clubs.selectors import DIRECTING
from clubsite.duplicate.selectors.boards import numbers_told
from clubsite.events.models import Event, EventAction
from clubsite.events.selectors.event_field import event_boards_here
from clubsite.events.selectors.event_reader import EventReader, event_or_404
from clubsite.looks.models import Look
from clubsite.members.visitor import Visitor

NOT_PUBLIC = ("made", "declined", "file_refused", "token_revoked", "other_address", "names_changed")
WITHOUT_NAME = {
    EventAction.DEALER_NAMED: "named its dealer, who handles the cards and does not play",
    EventAction.PLAYED_TWICE: "found somebody who plays a second time",
    EventAction.CORRECTED: "corrected results",
}
"""Actions whose subject may name a person, and is left out."""
Line = dict[str, Any]


def log_page(public_id: str, visitor: Visitor) -> Line:
    """Return the whole log, newest line first. Raise Http404 if there is no such event.

    `who` and `what` of a line make a sentence, such as "A director of Quay Street printed the slips". `subject` is what
    it was about, and `heat` the club. `look` is True for a look at cards.
    """
    reader = EventReader(event_or_404(public_id), visitor)
    lines = [*_acts(reader.event), *_looks(reader.event)]
    return reader.page(lines=sorted(lines, key=lambda line: line["at"], reverse=True))


def _acts(event: Event) -> list[Line]:
    directs = set(Membership.objects.filter(club__heats__event=event, role__in=DIRECTING).values_list("club", "user"))
    lines = []
    rows = event.log.filter(at__gte=event.announced_at).exclude(action__in=NOT_PUBLIC)
    for row in rows.select_related("heat"):
        heat, subject = row.heat, row.subject.replace("_", " ")
        who = f"The organiser, {event.organiser_name},"
        if row.user_id is None:
            who = row.actor[:1].upper() + row.actor[1:]
        elif heat is not None and (heat.club_id, row.user_id) in directs:
            who = f"A director of {heat.club_name}"
        what = row.get_action_display().rstrip(":")
        if row.action in WITHOUT_NAME:
            what, subject = WITHOUT_NAME[EventAction(row.action)], ""
        at_heat = heat.club_name if heat is not None else ""
        lines.append({"at": row.at, "who": who, "what": what, "subject": subject, "heat": at_heat})
    return lines


def _looks(event: Event) -> list[Line]:
    """Return the looks at cards of the event's boards, together where one person looked at several at once."""
    rows = Look.objects.filter(board__in=event_boards_here(event)).order_by("at", "board__number")
    together: defaultdict[tuple[object, ...], list[Look]] = defaultdict(list)
    for row in rows.select_related("board__board_set__session__heat"):
        together[row.at, row.kind, row.user_id, row.contestant_id, row.device_id, row.board.board_set_id].append(row)
    lines = []
    for first, *more in together.values():
        club = first.board.board_set.session.heat.club_name
        who = f"A director of {club}" if first.user_id else f"A player’s device at {club}"
        boards = f"board{'s' if more else ''} {numbers_told(row.board.number for row in (first, *more))}"
        what = first.get_kind_display()
        lines.append({"at": first.at, "who": who, "what": what, "subject": boards, "heat": club, "look": True})
    return lines
