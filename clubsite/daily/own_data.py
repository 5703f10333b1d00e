"""The tries of a person at the daily problem while signed in."""

from clubsite.core.own_data import OwnDataPart, Row, Subject
from clubsite.daily.models import DailyTry


def try_rows(subject: Subject) -> list[Row]:
    if subject.user is None:
        return []
    rows = DailyTry.objects.filter(user=subject.user).select_related("problem").order_by("-problem__date")
    return [
        {"day": row.problem.date.isoformat(), "cards tried": " ".join(row.cards), "solved": row.solved} for row in rows
    ]


def tries_end(subject: Subject) -> None:
    DailyTry.objects.filter(user=subject.user).update(user=None)


TRIES = OwnDataPart(60, "daily", "The daily problem", "So that you see what you have solved.", try_rows)
