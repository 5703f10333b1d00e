"""Deleting what is not kept, with a line in the audit log of every club that lost something."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import ApiToken, Club
from clubsite.core.retention import Found, Rule, by_club, rules

FEWEST_MONTHS = 3


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    rule: Rule
    count: int


def retention_run(*, months: int, apply: bool) -> list[RuleOutcome]:
    """Delete in one transaction, and roll it back unless `apply`, so that a trial reports exactly what would happen.

    Things are kept for `months` of 30 days each. Raise ValueError for fewer than `FEWEST_MONTHS`.
    """
    if months < FEWEST_MONTHS:
        raise ValueError(
            f"Keep at least {FEWEST_MONTHS} months: players look things up for longer than you think."
        )
    before = timezone.now() - timedelta(days=30 * months)
    lost: dict[int, dict[str, Any]] = defaultdict(dict)
    outcomes = []
    with transaction.atomic():
        for rule in rules():
            found = rule.act(before)
            outcomes.append(RuleOutcome(rule, sum(found.values())))
            for club_id, count in found.items():
                if club_id is not None and count:
                    lost[club_id][rule.key] = count
        for club in Club.objects.filter(pk__in=lost):
            audit_add(
                club=club,
                action=AuditAction.RETENTION_APPLIED,
                subject=f"what is older than {months} months",
                months=months,
                **lost[club.pk],
            )
        if not apply:
            transaction.set_rollback(True)
    return outcomes


def tokens_retire(before: datetime) -> Found:
    """Revoke API tokens that no program has used since. Return what was found by club."""
    idle = ApiToken.objects.filter(revoked_at=None, made_at__lt=before)
    idle = idle.filter(Q(used_at=None) | Q(used_at__lt=before))
    found = by_club(idle, "club")
    idle.update(revoked_at=timezone.now())
    return found


TOKENS = Rule(10, "tokens", "API tokens that no program used taken back", tokens_retire)
