"""A list, made for a player, of who has looked at the cards of that player's boards (SOLO-31)."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from clubsite.clubs.models import Membership, Person, Role
from clubsite.rankings.selectors.published import Published
from clubsite.readers.visitor import KnownBy, names_shown
from clubsite.visibility.models import Look
from games.wording import numbers_told

ROLES: dict[str, str] = {Role.OWNER: "An owner of the club", Role.DIRECTOR: "A director"}
NO_ACCOUNT = "A device without an account"
NO_ROLE = "Somebody who directed then"


def reads_looks(published: Published) -> bool:
    """True if the reader played in the session, and is known by an account or a seat, not only by "this is me"."""
    visitor = published.visitor
    return visitor.contestant is not None and visitor.known_by != KnownBy.DEVICE


def looks_at_own_boards(published: Published) -> list[dict[str, Any]]:
    """Return the looks at the cards of the boards that this reader played, oldest first. Hidden boards are left out.

    `who` and `what` make a sentence: "Dee printed the slips".
    """
    own = published.visitor.contestant
    if own is None:
        return []
    boards = {board.id for board in published.boards if any(line.side_of(own) for line in board.lines)}
    rows = Look.objects.filter(board__in=boards).select_related("board", "table__section", "user", "contestant")
    groups: defaultdict[tuple[object, ...], list[Look]] = defaultdict(list)
    for row in rows.order_by("at", "board__number"):
        groups[row.at, row.kind, row.user_id, row.contestant_id, row.device_id].append(row)
    names = _names(published, rows)
    return [
        {
            "at": look.at,
            "who": names[look.pk],
            "what": look.get_kind_display(),
            "boards": numbers_told(row.board.number for row in together),
            "table": str(look.table.label) if look.table is not None else "",
        }
        for together in groups.values()
        for look in together[:1]
    ]


def _names(published: Published, rows: Iterable[Look]) -> dict[int, str]:
    """Return the name of the person who made each look, as the reader may see it, or else their role."""
    users = {row.user_id for row in rows if row.user_id is not None}
    people = {person.user_id: person for person in Person.objects.filter(club=published.club, user__in=users)}
    parts = dict(Membership.objects.filter(club=published.club, user__in=users).values_list("user", "role"))
    players = names_shown([row.contestant_id for row in rows if row.contestant_id is not None], published.visitor)
    names = {}
    for row in rows:
        if row.user_id is not None and row.user == published.visitor.visitor.user:
            names[row.pk] = "You"
        elif row.contestant_id is not None:
            names[row.pk] = players.get(row.contestant_id, NO_ACCOUNT)
        elif row.user_id in people:
            names[row.pk] = published.visitor.called_person(people[row.user_id])
        elif row.user_id is None:
            names[row.pk] = NO_ACCOUNT
        else:
            names[row.pk] = ROLES.get(parts.get(row.user_id, ""), NO_ROLE)
    return names
