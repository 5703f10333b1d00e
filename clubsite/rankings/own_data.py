"""A person's results in published sessions."""

from clubsite.core.own_data import Row, Subject, own_data_part
from clubsite.core.templatetags.bridge import imps, pct
from clubsite.rankings.models import PublishedResult


@own_data_part(
    40, "results", "Published results", "They are what a night is played for. Others were scored against you."
)
def result_rows(subject: Subject) -> list[Row]:
    rows = PublishedResult.objects.filter(person__in=subject.people)
    rows = rows.select_related("published__session", "club").order_by("-date", "-pk")
    return [
        {
            "club": row.club.name,
            "night": row.published.session.name,
            "date": row.date.isoformat(),
            "place": row.place_text,
            "of": row.of,
            "result": f"{imps(row.won)} IMPs" if row.imps else f"{pct(row.listed_percentage)} %",
        }
        for row in rows
    ]
