"""A person's ratings, of the account and at each club."""

from django.db.models import Q

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part
from clubsite.ratings.models import PlayerRating
from clubsite.ratings.services import ratings_stale


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


@on_account_end
def rating_end(subject: Subject) -> None:
    """Delete the account's rating. Ratings at clubs go when the club forgets the person."""
    PlayerRating.objects.filter(user=subject.user, user__isnull=False).delete()
    ratings_stale()
