"""The attempts that a person made at daily problems while signed in."""

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part
from clubsite.daily.models import DailyTry


@own_data_part(60, "daily", "The daily problem", "So that you see what you have solved.")
def try_rows(subject: Subject) -> list[Row]:
    if subject.user is None:
        return []
    rows = DailyTry.objects.filter(user=subject.user).select_related("problem").order_by("-problem__date")
    return [
        {"day": row.problem.date.isoformat(), "cards tried": " ".join(row.cards), "solved": row.solved} for row in rows
    ]


@on_account_end
def tries_end(subject: Subject) -> None:
    DailyTry.objects.filter(user=subject.user).update(user=None)
