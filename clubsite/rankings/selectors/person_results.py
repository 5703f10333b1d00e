"""A published night by person: who played it, and what it was worth to each in the figure of a series."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from clubsite.clubs.models import Person
from clubsite.duplicate.models import ContestantPerson
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import RankingRow
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
            row.contestant: _figure(row, figure)
            for section in night.sections
            for ranking in section.rankings_of_all
            for row in ranking.ranked
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


def _figure(row: RankingRow, figure: str) -> Fraction | None:
    """None without a board that counts. A total of IMPs is brought to the whole night, as places are."""
    if figure == PERCENTAGE or not row.possible:
        return row.percentage
    return row.factored if figure == IMPS else row.mean


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
