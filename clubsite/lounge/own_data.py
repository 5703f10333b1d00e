"""A person's matches at home."""

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part, when
from clubsite.lounge.models import HomeSeat

FORMER_PLAYER = "A former player"


@own_data_part(65, "matches", "Matches at home", "So that you and the other player find them again.")
def match_rows(subject: Subject) -> list[Row]:
    if subject.user is None:
        return []
    rows = HomeSeat.objects.filter(user=subject.user).select_related("match").order_by("-pk")
    return [
        {
            "game": row.match.game,
            "begun": when(row.match.created_at),
            "sat": row.player,
            "name": row.name,
            "against": row.match.get_against_display(),
        }
        for row in rows
    ]


@on_account_end
def matches_end(subject: Subject) -> None:
    """Remove the person's name from their matches. Their opponents keep the matches."""
    HomeSeat.objects.filter(user=subject.user).update(user=None, name=FORMER_PLAYER)
