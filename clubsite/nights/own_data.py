"""The sessions in which a person has been entered."""

from clubsite.core.own_data import Row, Subject, own_data_part
from clubsite.nights.models import ContestantPerson


@own_data_part(30, "sessions", "Nights that you were entered for", "So that scores have players.")
def session_rows(subject: Subject) -> list[Row]:
    rows = ContestantPerson.objects.filter(person__in=subject.people)
    rows = rows.select_related("contestant__section__session__club")
    return [
        {
            "club": row.contestant.section.session.club.name,
            "night": row.contestant.section.session.name,
            "date": row.contestant.section.session.date.isoformat(),
            "number": row.contestant.label,
            "from round": row.from_round,
            "to round": row.to_round or "",
            "stratum": row.contestant.stratum,
            "handicap": "" if row.contestant.handicap is None else str(row.contestant.handicap),
        }
        for row in rows.order_by("-contestant__section__session__date", "-pk")
    ]
