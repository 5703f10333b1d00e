"""People's figures from published sessions, in the form in which a series counts them."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from clubsite.clubs.models import Person
from clubsite.nights.models import ContestantPerson
from clubsite.privacy.names import FACTS, may_be_followed
from clubsite.rankings.models import PublishedResult
from clubsite.rankings.models.published import PlayerRole
from clubsite.readers.visitor import ClubVisitor
from scoring.series import IMPS, IMPS_A_BOARD, PERCENTAGE

UNNAMED_PERSON = "Somebody who has left"
# A total of IMPs is scaled to the whole session, as places are.
COLUMNS = {PERCENTAGE: "percentage", IMPS: "factored", IMPS_A_BOARD: "mean"}


class Names(dict[Any, str]):
    """A dict from person id to the name that may be shown today, or a phrase for people no longer on the club's list.

    `known` has the ids of people whom the visitor can recognise from session to session (`may_be_followed`).
    """

    def __init__(self, names: Iterable[tuple[Any, str]] = (), known: Iterable[Any] = ()) -> None:
        super().__init__(names)
        self.known = set(known)

    def __missing__(self, person: Any) -> str:
        return UNNAMED_PERSON


def counted(figure: str = PERCENTAGE) -> QuerySet[PublishedResult]:
    """Return the results that count over several sessions and have the given figure (`scoring.series.FIGURES`).

    Sessions scored by a different method lack the figure: with IMPs there is no percentage, and with match points
    there are no IMPs.
    """
    rows = PublishedResult.objects.filter(counts=True, **{f"{COLUMNS[figure]}_num__isnull": False})
    return rows if figure == PERCENTAGE else rows.filter(imps=True)


def figures_in(rows: QuerySet[PublishedResult], figure: str = PERCENTAGE) -> dict[int, dict[Any, Fraction]]:
    """Return {session id: {person id: figure}}, in the order of `rows`."""
    column = COLUMNS[figure]
    figures: dict[int, dict[Any, Fraction]] = defaultdict(dict)
    values = rows.values_list("published_id", "person_id", f"{column}_num", f"{column}_den")
    for session, person, num, den in values.iterator(chunk_size=2000):
        figures[session][person] = Fraction(num, den)
    return figures


def figures_of(sessions: Collection[int], figure: str = PERCENTAGE) -> dict[int, dict[Any, Fraction]]:
    """Return {session id: {person id: figure}} for these sessions, leaving out sessions that lack the figure."""
    return figures_in(counted(figure).filter(published__in=sessions).order_by("published", "pk"), figure)


def people_of_contestants(contestants: list[int]) -> dict[int, list[int]]:
    """Return {contestant id: people who count as having played}: both members of a pair, or the first player.

    A substitute who comes in a later round does not count.
    """
    roles = roles_of(ContestantPerson.objects.filter(contestant__in=contestants))
    return {pk: [person for person, role in own.items() if role == PlayerRole.PLAYER] for pk, own in roles.items()}


def roles_of(rows: QuerySet[ContestantPerson]) -> dict[int, dict[int, PlayerRole]]:
    """Return {contestant id: {person id: role}}. A person who took over in a later round is a substitute."""
    roles: dict[int, dict[int, PlayerRole]] = defaultdict(dict)
    first: dict[int, int] = {}
    for row in rows.order_by("contestant", "from_round", "pk"):
        began = first.setdefault(row.contestant_id, row.from_round) == row.from_round
        roles[row.contestant_id].setdefault(row.person_id, PlayerRole.PLAYER if began else PlayerRole.SUBSTITUTE)
    return roles


def person_names(people: Iterable[Any], visitor: ClubVisitor) -> Names:
    """Return the names of these people in the visitor's club, as the visitor may see them."""
    return _names(Person.objects.filter(pk__in=set(people)), visitor)


def names_of_club(visitor: ClubVisitor) -> Names:
    """Return the names of everyone who was ever on the list of the visitor's club. A page with many lists then needs
    only one query.
    """
    return _names(Person.objects.filter(club=visitor.club), visitor)


def _names(people: QuerySet[Person], visitor: ClubVisitor) -> Names:
    rows: Any = people.order_by().values_list("pk", *FACTS)
    called = [(pk, visitor.called(*facts), facts[-1]) for pk, *facts in rows]
    return Names(
        ((pk, name) for pk, name, _ in called), (pk for pk, name, gone in called if may_be_followed(name, gone))
    )


def person_with_results(visitor: ClubVisitor, pk: int) -> tuple[Person, str]:
    """Return a person in the club who has published results, and the name that this visitor sees for them.

    Raise Http404 for everyone else: strangers learn no other names, and hidden people cannot be recognised from
    session to session. Raise MembersOnly if the visitor may not see the club's results.
    """
    club = visitor.require_access().club
    shown = PublishedResult.objects.filter(person=pk, club=club)
    person = Person.objects.filter(club=club, pk=pk, forgotten_at=None).select_related("club", "user").first()
    called = visitor.called_person(person) if person is not None else ""
    if person is None or not may_be_followed(called, person.forgotten_at) or not shown.exists():
        raise Http404("No such person")
    return person, called
