"""The retention of API tokens, and the roles and tokens in a person's own data."""

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from clubsite.clubs.models import ApiToken, Membership
from clubsite.core.data_map import LostRows, Row, Subject, by_club, own_data_part, retention_rule, when


@retention_rule(10, "tokens", "API tokens that no program used taken back")
def tokens_retire(before: datetime) -> LostRows:
    """Revoke API tokens that no program has used since `before`."""
    idle = ApiToken.objects.filter(Q(used_at=None) | Q(used_at__lt=before), revoked_at=None, made_at__lt=before)
    lost = by_club(idle, "club")
    idle.update(revoked_at=timezone.now())
    return lost


@own_data_part(21, "parts", "Your parts in clubs", "So that the site knows what you may do.")
def part_rows(subject: Subject) -> list[Row]:
    roles = Membership.objects.filter(user=subject.user).select_related("club").order_by("-since", "-pk")
    tokens = ApiToken.objects.filter(user=subject.user).select_related("club")
    return [
        *({"club": row.club.name, "as": row.get_role_display(), "since": row.since.isoformat()} for row in roles),
        *(
            {"club": row.club.name, "as": f"maker of the token of {row.name}", "since": when(row.made_at)}
            for row in tokens
        ),
    ]
