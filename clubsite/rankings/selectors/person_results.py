"""A published night by person: who played it, and what it was worth to each in the figure of a series."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from clubsite.clubs.models import Person
from clubsite.duplicate.models import ContestantPerson
from clubsite.rankings.payload import Json, fraction
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import PublishedSection
from scoring.series import IMPS, PERCENTAGE

NOBODY = "Somebody who has left"


def figures_of(nights: Sequence[Published], figure: str = PERCENTAGE) -> list[dict[Any, Fraction]]:
    """Of each night: person id -> its worth in a figure of `scoring.series.FIGURES` (`people_of_contestants`).

    Empty for a night that was scored in the other way: a night by IMPs has no percentage, one by match points no IMPs.
    """
    rows = [
        {}
        if night.imps is (figure == PERCENTAGE)
        else {
            row["entry"]: _figure(row, figure)
            for section in night.sections
            for ranking in lists_of_all(section)
            for row in ranking["rows"]
            if not row.get("robot")
        }
        for night in nights
    ]
    people = people_of_contestants([contestant for night in rows for contestant in night])
    return [
        {
            person: worth
            for contestant, worth in night.items()
            if worth is not None
            for person in people.get(contestant, ())
        }
        for night in rows
    ]


def lists_of_all(section: PublishedSection) -> list[Json]:
    """A published section's lists of everybody, without strata and handicaps: those that count beyond the night."""
    return [r for r in section.rankings if not r.get("stratum") and not r.get("handicap")]


def _figure(row: Json, figure: str) -> Fraction | None:
    """None without a board that counts. A total of IMPs is brought to the whole night, as places are."""
    if figure == PERCENTAGE or not Fraction(row["possible"]):
        return fraction(row["percentage"])
    return fraction(row["factored"]) if figure == IMPS else fraction(row["mean"])


def people_of_contestants(contestants: list[int]) -> dict[int, list[int]]:
    """contestant id -> who counts as having played: both of a pair; of a player and a substitute whoever began it.

    A substitute from a later round helps out, the result stays with whom it began.
    """
    people: dict[int, list[int]] = defaultdict(list)
    first: dict[int, int] = {}
    rows = ContestantPerson.objects.filter(contestant__in=contestants).order_by(
        "contestant", "from_round", "pk"
    )
    for row in rows:
        if first.setdefault(row.contestant_id, row.from_round) == row.from_round:
            people[row.contestant_id].append(row.person_id)
    return people


def person_names(people: Iterable[Any]) -> dict[Any, str]:
    """person id -> name as it may be shown today; somebody who is no longer on the club's list has a word too."""
    ids = set(people)
    found = Person.objects.in_bulk(list(ids))
    return {pk: found[pk].name if pk in found else NOBODY for pk in ids}
