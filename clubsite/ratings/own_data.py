"""A person's ratings, of the account and at each club."""

from django.db.models import Q

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part
from clubsite.ratings.models import MatchRating, PlayerRating
from clubsite.ratings.services import ratings_drop


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
