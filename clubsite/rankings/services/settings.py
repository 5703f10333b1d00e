"""A session's scoring settings, and the contestants' strata, handicaps, carry-over and penalties.

The whole session is scored again after each change.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights.models import Contestant, Session
from clubsite.nights.services.locks import session_locked
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.rankings.models import Penalty
from clubsite.scores.services.entries import scoring_request
from scoring.figures import read_figure
from scoring.session import PENALTY_UNITS
from scoring.settings import ScoringSettings, SettingsError

LARGEST_PENALTY = 1000


@dataclass(frozen=True, slots=True)
class ContestantFacts:
    """The director's entries for a contestant. `carry` is an exact figure, "41.5" or "83/2", or empty."""

    stratum: str = ""
    handicap: Decimal | None = None
    carry: str = ""


def scoring_set(*, session: Session, values: Mapping[str, Any], user: User) -> ScoringSettings:
    """Set how a session is scored from now on. Raise Refused, with errors by field, for impossible settings."""
    try:
        settings = ScoringSettings.from_json(values)
    except SettingsError as error:
        raise Refused(error.problems) from error
    with transaction.atomic():
        session = session_locked(session)
        if session.scoring == settings.to_json():
            return settings
        session.scoring = settings.to_json()
        session.save(update_fields=["scoring"])
        session_audit_add(session, AuditAction.SCORING_SET, str(session), user=user, scoring=session.scoring)
        scoring_request(session.pk)
    return settings


def contestants_set(*, session: Session, noted: Mapping[int, ContestantFacts], user: User) -> None:
    """Store the strata, handicaps and carry-over, given by contestant id; either all of them are stored or none. Raise
    Refused, with errors by field, for impossible values.
    """
    with transaction.atomic():
        session = session_locked(session)
        settings = ScoringSettings.from_json(session.scoring)
        contestants = Contestant.objects.filter(section__session=session).in_bulk(list(noted))
        problems: dict[str, str] = {}
        for pk, contestant in contestants.items():
            note = noted[pk]
            problems |= _problems(f"contestant{pk}", note, settings)
            contestant.stratum, contestant.handicap, contestant.carry = note.stratum, note.handicap, note.carry.strip()
        if problems:
            raise Refused(problems)
        Contestant.objects.bulk_update(contestants.values(), ["stratum", "handicap", "carry"])
        session_audit_add(session, AuditAction.CONTESTANTS_NOTED, user=user, count=len(contestants))
        scoring_request(session.pk)


def _problems(field: str, note: ContestantFacts, settings: ScoringSettings) -> dict[str, str]:
    problems = {}
    if note.stratum and note.stratum not in settings.strata:
        problems[f"{field}-stratum"] = f"There is no stratum {note.stratum}."
    if note.handicap is not None and not -100 <= note.handicap <= 100:
        problems[f"{field}-handicap"] = "A handicap is from -100 to 100 per cent."
    try:
        carried = read_figure(note.carry.strip() or 0)
    except ValueError:
        carried = Fraction(-1) if not settings.imps else Fraction(10**6)
    if settings.imps and abs(carried) > 10_000:
        problems[f"{field}-carry"] = "Type the IMPs brought along, such as 12 or -3.5."
    if not settings.imps and not 0 <= carried <= 100:
        problems[f"{field}-carry"] = "Type the percentage brought along, such as 54.17."
    return problems


def penalty_add(*, session: Session, contestant_id: int, amount: Decimal, unit: str, why: str, user: User) -> Penalty:
    """Add a penalty for a contestant, or an award if the amount is negative.

    Raise Refused, with errors by field, for missing or impossible values or if the same penalty already exists.
    """
    problems = {}
    contestant = Contestant.objects.filter(section__session=session, pk=contestant_id).first()
    if contestant is None:
        problems["contestant"] = "Choose who is penalised."
    if not amount or abs(amount) > LARGEST_PENALTY:
        problems["amount"] = "Type how much, such as 10. A figure below 0 is an award."
    if unit not in PENALTY_UNITS:
        problems["unit"] = "Choose what it is counted in."
    if not why.strip():
        problems["why"] = "Write why: the player and the audit log get this reason."
    if problems or contestant is None:
        raise Refused(problems)
    with transaction.atomic():
        session = session_locked(session)
        facts = {"contestant": contestant, "amount": amount, "unit": unit, "why": why.strip()[:200]}
        if Penalty.objects.filter(**facts, withdrawn_at=None).exists():
            raise Refused({"why": "This penalty exists already. If this one is for something else, write so here."})
        penalty = Penalty.objects.create(**facts, by_user=user)
        _noted(session, AuditAction.PENALTY_GIVEN, penalty, user)
    return penalty


def penalty_withdraw(*, session: Session, penalty_id: int, user: User) -> None:
    """Withdraw a penalty, which stays on record as withdrawn. Raise Refused if it has already been withdrawn."""
    with transaction.atomic():
        session = session_locked(session)
        penalty = Penalty.objects.filter(
            contestant__section__session=session, pk=penalty_id, withdrawn_at__isnull=True
        ).first()
        if penalty is None:
            raise Refused({"": "This penalty was withdrawn already."})
        penalty.withdrawn_at = timezone.now()
        penalty.save(update_fields=["withdrawn_at"])
        _noted(session, AuditAction.PENALTY_WITHDRAWN, penalty, user)


def _noted(session: Session, action: AuditAction, penalty: Penalty, user: User) -> None:
    facts = {"number": penalty.contestant.label, "amount": str(penalty.amount), "unit": penalty.unit}
    session_audit_add(session, action, user=user, **facts, why=penalty.why)
    scoring_request(session.pk)
