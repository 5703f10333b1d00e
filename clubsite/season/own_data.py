"""A person's master points, as part of the data stored about that person."""

from fractions import Fraction

from clubsite.core.own_data import Row, Subject, own_data_part
from clubsite.season.models import MasterPointAward
from scoring.figures import fixed_text


@own_data_part(50, "points", "Master points", "The club’s total of them, for whoever it tells.")
def award_rows(subject: Subject) -> list[Row]:
    rows = MasterPointAward.objects.filter(person__in=subject.people, points_num__gt=0)
    rows = rows.select_related("session", "club").order_by("-date", "-pk")
    return [
        {
            "club": row.club.name,
            "night": row.session.name,
            "date": row.date.isoformat(),
            "points": fixed_text(row.points or Fraction(0), row.decimals),
        }
        for row in rows
    ]
