"""An account's looks at cards, as part of what the site knows about a person."""

from clubsite.core.own_data import Row, Subject, own_data_part, when
from clubsite.nights.models import Board
from clubsite.visibility.models import Look


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
            "why": row.why,
        }
        for row in rows
    ]


def _night(row: Look) -> dict[str, str]:
    session = row.session
    if session is None:
        return {"club": "", "night": "a draft that was discarded", "date": ""}
    return {"club": session.club.name, "night": session.name, "date": session.date.isoformat()}
