"""The looks at cards by an account, as part of what the site knows about a person."""

from clubsite.core.own_data import Row, Subject, own_data_part, when
from clubsite.looks.models import Look


@own_data_part(
    33, "looks", "Cards that you have looked at", "So that players can read who saw the cards of their boards."
)
def look_rows(subject: Subject) -> list[Row]:
    if subject.user is None:
        return []
    rows = Look.objects.filter(user=subject.user).select_related("board__board_set__session__club")
    return [
        {
            "club": row.board.board_set.session.club.name,
            "night": row.board.board_set.session.name,
            "date": row.board.board_set.session.date.isoformat(),
            "board": row.board.number,
            "what": row.get_kind_display(),
            "at": when(row.at),
            "why": row.why,
        }
        for row in rows.order_by("-at", "-pk")
    ]
