"""Sessions with invented percentages, for tests of seasons."""

import datetime
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from clubsite.clubs.models import Person
from clubsite.nights.models import Contestant, ContestantPerson, Section, Session, SessionStatus
from clubsite.season.models import Series
from clubsite.season.selectors.series import series_page
from clubsite.season.services.series import series_begin, series_sessions_set
from tests.clubsite.published_payloads import publish_payload

MakeNight = Callable[..., Session]
NAMES = ["Ada", "Ben", "Cas", "Dot"]


@pytest.fixture
def people(club):
    return {name: Person.objects.create(club=club, name=name) for name in [*NAMES, "Sub"]}


@pytest.fixture
def published(club, dee, people):
    """A function that makes a published session with the given percentages, in the order of the names."""

    def make(day, **percentages):
        date = datetime.date(2026, 10, day)
        session = Session.objects.create(
            club=club, name=f"Night {day}", date=date, players=max(2, len(percentages)), created_by=dee,
            status=SessionStatus.ENDED,
        )  # fmt: skip
        section = Section.objects.create(session=session)
        rows = []
        best_first = sorted(percentages.items(), key=lambda row: -row[1])
        for number, (name, percentage) in enumerate(best_first, start=1):
            contestant = Contestant.objects.create(section=section, number=number)
            ContestantPerson.objects.create(contestant=contestant, person=people[name])
            rows.append(_row(contestant.pk, number, percentage))
        payload = {
            "format": 1,
            "sections": [
                {"id": section.pk, "name": "A", "four_handed": False, "together": ["A"], "own_boards": False,
                 "winners": 1, "boards": [], "teams": None,
                 "rankings": [{"line": "ALL", "stratum": "", "handicap": False, "rows": rows}]}
            ],
        }  # fmt: skip
        publish_payload(session, payload, user=dee)
        return session

    return make


def _row(contestant: int, number: int, percentage: int) -> dict[str, Any]:
    won = str(percentage)
    return {
        "contestant": contestant, "number": number, "label": str(number), "place": str(number), "won": won,
        "possible": 100, "percentage": won, "factored": won,
    }  # fmt: skip


@pytest.fixture
def series(club, dee, published):
    """A series of three sessions: the best two count, two are required, and one may be played by a substitute."""
    rules = {"sessions": 3, "best": 2, "minimum": 2, "substitutes": 1}
    series = series_begin(club=club, user=dee, name="Autumn", rules=rules)
    first = published(6, Ada=60, Ben=55, Cas=45, Dot=40)
    second = published(13, Ada=50, Ben=58, Dot=48, Sub=44)
    series_sessions_set(series=series, chosen={1: first.pk, 2: second.pk, 3: None}, user=dee)
    return series


def table(series: Series) -> dict[str, tuple[str, Fraction]]:
    return {row.name: (row.place.place, row.place.score) for row in series_page(series).rows}
