"""The points that a person's calls and cards gave away at clubs, year by year."""

from django.db.models import Q

from clubsite.clubs.models import Person
from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part
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
        open_boards = hidden_boards(Board.objects.filter(pk__in={one.board for one in boards}))
        found = accuracy_of(plays_on_screens([one for one in boards if one.board not in open_boards]))
        if found.boards:
            points = {kind: int(figure.points.total) for kind, figure in found.figures.items()}
            rows.append(
                {
                    "club": person.club.name,
                    "year": year,
                    "boards": found.boards,
                    "points given away in calls": points[AccuracyKind.BIDDING],
                    "as declarer": points[AccuracyKind.DECLARING],
                    "in defence": points[AccuracyKind.DEFENDING],
                }
            )
    return rows


@own_data_part(
    46,
    "rating",
    "Your rating",
    "How much you give away against perfect play, so that you see how strong you are.",
)
def rating_rows(subject: Subject) -> list[Row]:
    """Return the rating of the account, then those at clubs."""
    found = PlayerRating.objects.filter(Q(user=subject.user, user__isnull=False) | Q(person__in=subject.people))
    return [
        {
            "at": row.person.club.name if row.person else "all clubs and at home",
            "IMPs given away per board": round(row.rate, 2),
            "95 % band": f"{row.low:.2f} to {row.high:.2f}",
            "decisions": row.decisions,
            "boards": row.boards,
        }
        for row in found.select_related("person__club").order_by("-user", "person__club__name_order", "pk")
    ]


@own_data_part(
    47,
    "match_rating",
    "Your matches at home",
    "Your rating in each game, from matches against other accounts.",
)
def match_rating_rows(subject: Subject) -> list[Row]:
    """Return the account's rating in each game."""
    found = MatchRating.objects.filter(user=subject.user, user__isnull=False).order_by("game")
    return [
        {
            "game": row.game,
            "rating": round(row.rating),
            "standard error": round(row.deviation),
            "matches": row.matches,
        }
        for row in found
    ]


@on_account_end
def rating_end(subject: Subject) -> None:
    """Delete the account's ratings. Ratings at clubs go when the club forgets the person."""
    models = (PlayerRating, MatchRating)
    ratings_drop(*(model.objects.filter(user=subject.user, user__isnull=False) for model in models))
