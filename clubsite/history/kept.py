"""The cost of a person's calls and cards at clubs, year by year."""

from clubsite.clubs.models import Person
from clubsite.core.data_map import Row, Subject, on_account_end, own_data_part
from clubsite.history.models import MatchRating, PlayerRating
from clubsite.history.selectors.lines import plays_on_screens, sessions_of, year_of
from clubsite.history.selectors.profile import AccuracyKind, accuracy_of
from clubsite.history.services import ratings_drop
from clubsite.nights.models import Board
from clubsite.rankings.selectors.published import hidden_boards


@own_data_part(
    45,
    "given_away",
    "What calls and cards gave away",
    "Sums for your history at the club, worked out from plays on screens.",
)
def given_away_rows(subject: Subject) -> list[Row]:
    """Return the totals over closed boards, newest year first."""
    people = Person.objects.filter(pk__in=subject.people).select_related("club").order_by("club__name_order", "pk")
    return [row for person in people for row in _of_person(person)]


def _of_person(person: Person) -> list[Row]:
    sessions = sessions_of(person)
    rows: list[Row] = []
    for year in sorted({played.date.year for played in sessions}, reverse=True):
        boards = year_of(person, [played for played in sessions if played.date.year == year]).boards
        open_boards = hidden_boards(Board.objects.filter(pk__in={entry.board for entry in boards}))
        accuracy = accuracy_of(plays_on_screens([entry for entry in boards if entry.board not in open_boards]))
        if accuracy.boards:
            points = {kind: int(figure.points.total) for kind, figure in accuracy.figures.items()}
            rows.append(
                {
                    "club": person.club.name,
                    "year": year,
                    "boards": accuracy.boards,
                    "points given away in calls": points[AccuracyKind.BIDDING],
                    "as declarer": points[AccuracyKind.DECLARING],
                    "in defence": points[AccuracyKind.DEFENDING],
                }
            )
    return rows


@on_account_end
def rating_end(subject: Subject) -> None:
    """Delete the account's ratings. Ratings at clubs go when the club forgets the person."""
    models = (PlayerRating, MatchRating)
    ratings_drop(*(model.objects.filter(user=subject.user, user__isnull=False) for model in models))
