"""The retention rules for a club's own tables."""

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from clubsite.clubs.models import ApiToken
from clubsite.core.retention import Found, by_club, retention_rule


@retention_rule(10, "tokens", "API tokens that no program used taken back")
def tokens_retire(before: datetime) -> Found:
    """Revoke API tokens that no program has used since `before`. Return how many were revoked, by club."""
    idle = ApiToken.objects.filter(revoked_at=None, made_at__lt=before)
    idle = idle.filter(Q(used_at=None) | Q(used_at__lt=before))
    found = by_club(idle, "club")
    idle.update(revoked_at=timezone.now())
    return found
