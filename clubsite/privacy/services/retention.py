"""Deleting data that is no longer kept, with an entry in the audit log of every club that loses data."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club
from clubsite.core.refused import Refused
from clubsite.core.retention import Rule, rules

FEWEST_MONTHS = 3


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    rule: Rule
    count: int


def retention_run(*, months: int, apply: bool) -> list[RuleOutcome]:
    """Delete old data in one transaction. Roll it back unless `apply` is true, so that a trial reports what would
    happen.

    Data is kept for `months` months of 30 days each. Raise Refused for fewer than `FEWEST_MONTHS`.
    """
    if months < FEWEST_MONTHS:
        raise Refused(f"Keep at least {FEWEST_MONTHS} months: players look things up for longer than you think.")
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
                months=months,
                **lost[club.pk],
            )
        if not apply:
            transaction.set_rollback(True)
    return outcomes
