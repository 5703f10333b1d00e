"""How long records of looks at cards are kept, and an account's looks, as shown to its holder."""

from datetime import datetime

from django.db.models import Q

from clubsite.clubs.audit_actions import audit_why
from clubsite.core.data_map import LostRows, Row, Subject, by_club, own_data_part, retention_rule, when
from clubsite.core.triggers import deleting
from clubsite.nights.models import Board, SessionStatus
from clubsite.visibility.models import Look


@retention_rule(25, "looks", "looks at cards deleted")
def looks_forget(before: datetime) -> LostRows:
    """Delete the looks at the boards of old sessions, and of drafts that were discarded. Audit log lines stay."""
    over = Q(session__status=SessionStatus.ENDED, session__ended_at__lt=before)
    rows = Look.objects.filter(Q(session__club=None) | over, at__lt=before)
    counts = by_club(rows, "session__club")
    if counts:  # the site's own role may not delete, and need not be told so while nothing is old
        with deleting(Look._meta.db_table, set(rows.values_list("board_id", flat=True))):
            rows.delete()
    return counts


@own_data_part(
    33, "looks", "Cards that you have looked at", "So that players can read who saw the cards of their boards."
)
def look_rows(subject: Subject) -> list[Row]:
    if subject.user is None:
        return []
    rows = Look.objects.filter(user=subject.user).select_related("session__club").order_by("-at", "-pk")
    numbers = dict(Board.objects.filter(looks__user=subject.user).values_list("pk", "number"))
    return [
        {
            **_night(row),
            "board": numbers.get(row.board_id, "dealt again since"),
            "what": row.get_kind_display(),
            "at": when(row.at),
            "why": audit_why({"why": row.why, **row.facts}),
        }
        for row in rows
    ]


def _night(row: Look) -> dict[str, str]:
    session = row.session
    if session is None:
        return {"club": "", "night": "a draft that was discarded", "date": ""}
    return {"club": session.club.name, "night": session.name, "date": session.date.isoformat()}
